"""How a weak player sees a game: it overlooks moves, more of them the further ahead, and misjudges positions.

A weak player searches a copy of the game, a SeenGame, whose only legal moves are those that the player notices. The
search itself makes no errors. So the player misses what people miss: quiet moves and deep tactics.

Some moves are plain to see: a move that wins at once, a move by which the other side would win at once, and at the
first three plies the noisy moves that the game names (`Game.forcing`), such as captures and recaptures. The player
notices most of these, and does not put off a noisy move that it could make at once.
"""

from __future__ import annotations

import math
from statistics import pstdev
from typing import TYPE_CHECKING, Any, Self

from games.adapters.python_adapter import make_unchecked, unmake_unchecked
from games.adapters.undo import adapt, copy_to_search, has_forcing_moves, has_priors, plays_out, ranks_moves
from games.base.rule_values import chances_of
from games.capabilities import hides_information
from games.game import CHANCE, Game, writes
from players.evaluation import WrappedGame, learnt_estimate, make_wrapper

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable
    from random import Random

    from games.move_list import MoveList
    from players.learning.board_evaluation import BoardEvaluation

WIDTH = 0.5  # plies: WIDTH before `reach` 73 % of the moves are noticed, WIDTH beyond it 27 %
STRIKING = 3  # a move whose prior is this much above the usual one is noticed as if it were a ply nearer
NEAR = 3  # noisy moves are plain at this many plies: a capture, its answer and a recapture
MILD = 0.25  # the most that an error of one `blur` changes the logarithm of the odds of winning
TRIED = 300  # a player tries about this many answers of the other side, to see whether they win at once

Cells = tuple[tuple[int, int], ...]  # one, or none if the game does not name the cells of a move

KINDS: dict[type[Game], type[SeenGame]] = {}  # by the class of the game


class Sight:
    """What a player notices while it chooses one move.

    reach  the ply at which it notices half of the moves; two plies nearer it notices nearly all, two beyond hardly any.
    blur   the standard deviation of the error of an estimate, in the unit of the estimate.
    sure   the share of plain moves that it notices at least.
    learnt the evaluation that judges positions; None: the game's own estimate.

    A move that is overlooked at a ply is overlooked at this ply in all variations, so a threat is missed in all of
    them. In games with priors a move with a high prior is noticed as if it were nearer, one with a low prior as if it
    were further away.
    """

    def __init__(
        self, reach: float, blur: float, rng: Random, sure: float = 0.0, learnt: BoardEvaluation | None = None
    ):
        self.reach, self.blur, self.random, self.sure, self.learnt = reach, blur, rng, sure, learnt
        self.seat = 0  # the seat that chooses
        self.ready: dict[int, Cells] = {}  # noisy moves that the player can make now -> the cells where they end
        # By ply and move: 0 if the move is noticed in any case, otherwise a random number; a plain move is noticed if
        # this number is below `sure`.
        self.dim: dict[int, dict[int, float]] = {}

    def select(
        self, moves: list[int], ply: int, prior: Callable[[int], int] | None = None, plain: Collection[int] = ()
    ) -> list[int]:
        """Return the moves noticed at `ply`, as `notice` does; if it is none, one of the moves at random."""
        return self.notice(moves, ply, prior, plain) or [self.random.choice(moves)]

    def notice(
        self, moves: list[int], ply: int, prior: Callable[[int], int] | None = None, plain: Collection[int] = ()
    ) -> list[int]:
        """Return the moves noticed at `ply`; ply 1 is the move to be chosen.

        prior  of each move, in games that have priors.
        plain  the moves that are plain to see.
        """
        dim = self.dim.setdefault(ply, {})
        if new := [move for move in moves if move not in dim]:
            priors = [prior(move) for move in new] if prior else [0] * len(new)
            usual = sorted(priors)[len(priors) * 3 // 4]
            for move, rank in zip(new, priors, strict=True):
                luck = self.random.random()
                dim[move] = 0.0 if luck < self.share(ply - (rank - usual) / STRIKING) else luck
        return [move for move in moves if not dim[move] or (move in plain and dim[move] < self.sure)]

    def keep_plain(self, moves: Iterable[int], ply: int) -> list[int]:
        """Return the plain moves that are noticed; from now on they are noticed at `ply` wherever they are legal."""
        dim = self.dim.setdefault(ply, {})
        kept = [move for move in moves if dim.setdefault(move, self.random.random()) < self.sure]
        dim.update(dict.fromkeys(kept, 0.0))
        return kept

    def share(self, ply: float) -> float:
        """Return the share of moves noticed at `ply`."""
        return noticed_share(ply, self.reach)

    def judge(self, game: Game) -> int:
        """Return the estimate of a position with a random error."""
        estimate = estimate_by(game, self.learnt)
        return estimate + round(self.random.gauss(0, self.blur)) if self.blur else estimate


def estimate_by(game: Game, learnt: BoardEvaluation | None) -> int:
    """Return what the position is worth to seat 0 by `learnt`, or by the game's own estimate with None."""
    return game.estimate() if learnt is None else learnt_estimate(learnt, game)


def noticed_share(ply: float, reach: float) -> float:
    """Return the share of moves noticed at `ply`: a logistic function of the distance from `reach`."""
    return 1 / (1 + math.exp(min((ply - reach) / WIDTH, 100.0)))


class SeenGame(WrappedGame):
    """A game whose legal moves are those that the player notices.

    choices  the moves that the player chooses from, at ply 0.
    ply      the number of moves since the position in which the player chooses, without moves of chance.
    answer   the last move if the other side made it, otherwise None.
    """

    def __init__(self, inner: Game, sight: Sight, choices: list[int], ply: int = 0, answer: int | None = None):
        super().__init__(inner)
        self.sight, self.choices, self.ply, self.answer = sight, choices, ply, answer

    def wrap(self, inner: Game) -> Self:
        return type(self)(inner, self.sight, self.choices, self.ply, self.answer)

    def moves(self) -> list[int]:
        if not self.ply:
            return self.choices
        moves = self.inner.moves()
        if self.turn == CHANCE or len(moves) < 2:
            return moves
        plain = noisy_moves(self.inner) if self.ply < NEAR else []
        return self.sight.select(self.without_late(moves) or moves, self.ply + 1, prior_of(self.inner), plain)

    def see_forcing(self) -> list[int]:
        """Return the noisy moves that are noticed; it is the method `forcing` of games that name such moves."""
        noisy = self.inner.forcing()
        if not self.ply:
            return [move for move in noisy if move in self.choices]
        noisy = self.without_late(noisy)
        return self.sight.notice(noisy, self.ply + 1, None, noisy if self.ply < NEAR else [])

    def without_late(self, moves: list[int]) -> list[int]:
        """Return the moves without the noisy ones that the player could make at once, in the first position.

        Otherwise a search that misjudges positions would often put off what nobody puts off, such as taking an
        undefended piece, or promoting a pawn. A recapture on the cell of the last answer stays: it is another move,
        even if it has the same number.
        """
        ready = self.sight.ready
        if not ready or self.answer is None or self.turn != self.sight.seat:
            return moves
        entered = end_of(self.inner, self.answer)
        return [move for move in moves if move not in ready or (entered and ready[move] == entered)]

    def see_ranked(self) -> list[tuple[int, int]]:
        """Return the moves that are noticed, with ranks; it is the method `ranked` of games that rank moves."""
        seen, ranks = self.moves(), dict(self.inner.ranked())
        return [(move, ranks[move]) for move in seen if move in ranks] or [(move, 0) for move in seen]

    def make(self, move: int) -> None:
        if self.turn != CHANCE:
            self.ply += 1
            self.answer = None if self.turn == self.sight.seat else move
        super().make(move)

    def play_out(self, random: int, moves: MoveList, movers: MoveList) -> int:
        """Play the game's own playout, which overlooks nothing; it is the method `playout` of games that have one."""
        count = self.inner.playout(random, moves, movers)
        self.turn = self.inner.turn
        return count

    def estimate(self) -> int:
        return self.sight.judge(self.inner)

    def key(self) -> int:
        """Return 0, no key: which moves are noticed in a position depends on its ply."""
        return 0


def view(
    game: Game, reach: float, blur: float, rng: Random, sure: float = 0.0, learnt: BoardEvaluation | None = None
) -> SeenGame:
    """Return a copy of the game as the player sees it for one move; `blur` is a multiple of `spread`.

    Where moves differ a lot, as at othello, it is a multiple of MILD instead: otherwise a corner could look worthless.
    """
    kind = type(game)
    if kind not in KINDS:
        names = ("imagine", "known", "heard", "prior", *(("playout_move",) if has_priors(game) else ()))
        body: dict[str, Any] = {"forcing": SeenGame.see_forcing} if has_forcing_moves(game) else {}
        body |= {"ranked": SeenGame.see_ranked} if ranks_moves(game) else {}
        body |= {"playout": SeenGame.play_out, "lends_playouts": True} if has_priors(game) and plays_out(game) else {}
        KINDS[kind] = make_wrapper(SeenGame, game, names, body)
    moves, noisy = useful_moves(game), noisy_moves(game)
    quiet = [move for move in moves if move not in noisy]
    error = 0.0
    if blur and writes(game, "estimate"):
        scale = game.scale if learnt is None else learnt.scale
        error = blur * min(spread(game, rng, quiet or moves, learnt), MILD * scale or math.inf)
    sight = Sight(reach, error, rng, sure, learnt)
    sight.seat = game.turn
    if quiet:  # if all moves are noisy, each of them has to put off the others
        sight.ready = {move: end_of(game, move) for move in noisy}
    choices = sight.select(moves, 1, prior_of(game), noisy)
    if sure and not hides_information(game):
        choices = heed_wins(game, moves, choices, sight)
    return KINDS[kind](game.copy(), sight, choices)


def end_of(game: Game, move: int) -> Cells:
    """Return the cell where the move ends."""
    return tuple(game.cells(move)[-1:])


def noisy_moves(game: Game) -> list[int]:
    """Return the noisy moves that the game names, such as captures."""
    return game.forcing() if has_forcing_moves(game) else []


def heed_wins(game: Game, moves: list[int], choices: list[int], sight: Sight) -> list[int]:
    """Return the moves that win at once; if there are none, the choices after which the other side cannot win at once.

    Only wins and threats that are noticed count. If none of the choices stops the threats, return all moves that do.
    """
    twin = copy_to_search(game)
    if wins := sight.keep_plain(winning_moves(twin, moves), 1):
        return wins
    threats = sight.keep_plain(winning_answers(twin, moves, sight.random), 2)
    if not threats:
        return choices
    safe = [move for move in moves if not allows_win(twin, move, threats)]
    return [move for move in choices if move in safe] or safe or choices


def winning_moves(game: Game, moves: list[int]) -> list[int]:
    """Return the moves that win at once; the game is left as it was."""
    seat, found = game.turn, []
    for move in moves:
        make_unchecked(game, move)
        score = game.score() or 0
        if score * (1 - 2 * seat) > 0:
            found.append(move)
        unmake_unchecked(game, move)
    return found


def winning_answers(game: Game, moves: list[int], rng: Random) -> list[int]:
    """Return answers that win at once after one of the moves; about TRIED answers are tried."""
    seat, left = game.turn, TRIED
    found: dict[int, None] = {}
    for move in rng.sample(moves, len(moves)):
        make_unchecked(game, move)
        answers = answers_of(game, 1 - seat)
        found.update(dict.fromkeys(winning_moves(game, answers)))
        left -= len(answers)
        unmake_unchecked(game, move)
        if left <= 0:
            break
    return list(found)


def answers_of(game: Game, seat: int) -> list[int]:
    """Return the legal moves if it is the turn of `seat`."""
    return game.moves() if game.turn == seat and game.score() is None else []


def allows_win(game: Game, move: int, threats: list[int]) -> bool:
    """Return whether one of the threats wins at once after the move."""
    seat = game.turn
    make_unchecked(game, move)
    legal = set(answers_of(game, 1 - seat))
    found = bool(winning_moves(game, [threat for threat in threats if threat in legal]))
    unmake_unchecked(game, move)
    return found


def prior_of(game: Game) -> Callable[[int], int] | None:
    """Return the game's `prior`, or None if it has none."""
    return game.prior if has_priors(game) else None


def spread(game: Game, rng: Random, moves: list[int] | None = None, learnt: BoardEvaluation | None = None) -> float:
    """Return the standard deviation of the estimates after the moves, by default all legal ones; at least 1."""
    found = []
    for move in game.moves() if moves is None else moves:
        twin = game.copy()
        twin.make(move)
        while twin.turn == CHANCE and twin.score() is None:
            outcomes, weights = zip(*chances_of(twin), strict=True)
            twin.make(rng.choices(outcomes, weights)[0])
        if twin.score() is None:
            found.append(estimate_by(twin, learnt))
    return max(1.0, pstdev(found)) if found else 1.0


def useful_moves(game: Game) -> list[int]:
    """Return the legal moves without passes, or the passes if there is nothing else."""
    moves = game.moves()
    return [move for move in moves if not is_pass(game, move)] or moves


def is_pass(game: Game, move: int) -> bool:
    """Return whether the move is a pass: if both sides make it, the position is the same again."""
    twin = game.copy()
    twin.make(move)
    if twin.turn != 1 - game.turn or twin.score() is not None or move not in twin.moves():
        return False
    twin.make(move)
    key = adapt(game).key()
    return twin.turn == game.turn and bool(key and adapt(twin).key() == key)
