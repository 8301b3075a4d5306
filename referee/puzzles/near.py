"""Find what is won near by: a forced win within a few moves, which is proven, and won pieces, which are believed.

A win in n moves is a problem as composers and Lichess want it: one move wins by force within 2n - 1 plies and no other
does. In the line of the longest defence the winner's later moves are unique too, except the last one. Another move may
still win later.

A move wins pieces if a search of equal depth for all moves, with quiescence, puts it clearly above all others, above
what stood on the board before the opponent's last move, and no other move leads clearly.
"""

from __future__ import annotations

from contextlib import suppress
from math import inf
from typing import TYPE_CHECKING

from games.adapters.undo import can_unmake, has_forcing_moves
from games.base.positions import position_after
from games.dataclass import dataclass
from games.game import writes
from players.search.alphabeta.pvs import CALM, Pvs
from players.search.alphabeta.table import HALF, SPAN, Table
from players.search.clock import Clock, Stop
from referee.reviews.judging import Grade, graded
from referee.reviews.proofs import ended
from referee.solving.exhaustive import LINE
from referee.solving.value import side

if TYPE_CHECKING:
    from collections.abc import Collection

    from games.game import Game
    from referee.engines.judge import EngineJudge

PLIES = (1, 3, 5)  # of forced wins
NODES = 100_000  # positions that one search may visit
SLOW = 10  # rules in plain Python get a tenth of that
ENTRIES = 1 << 17  # of the table shared by all searches
GLANCE, DEPTH = 2, 4  # plies of the search that proposes won pieces, and of the one that compares all moves
CLEAR = 2.5  # a clear margin, as a multiple of what a quiet move changes at most: two pawns in chess
RIVALS = 3  # other moves about which a judge is asked
WIDE = 200  # moves at the start, from which on no search reaches the end of a game


@dataclass(frozen=True)
class Gain:
    """The one best move of a position, and what each move is worth to the seat to move.

    plies     the plies in which only the answer wins: it is worth 1, the others 0; 0: values hold to
              the end of the game.
    believed  whether the values are estimates of a search, with HALF for a proven win and -HALF for a loss.
    """

    move: int
    values: dict[int, int]
    plies: int = 0
    believed: bool = False


def wins_only_near(game: Game) -> bool:
    """Return whether only the winner counts and no search reaches the end; `game` is at its start."""
    return has_forcing_moves(game) and game.stakes == 1 and (game.looks_back or len(game.moves()) >= WIDE)


def clear_margin(game: Game) -> float:
    """Return the estimate that wins pieces; infinite if the game has no pieces or no estimate."""
    return CLEAR * game.swing if game.walks and game.swing and writes(game, "estimate") else inf


class NearSearch:
    """Searches for near gains, with a table for all positions of one game.

    work   positions after which no new puzzle is begun;  spent  the positions visited by all searches.
    judge  the program that must agree about what is only believed; None: nobody is asked.
    """

    def __init__(self, game: Game, work: int = NODES, judge: EngineJudge | None = None):
        self.judge = judge
        self.work, self.nodes = (work, NODES) if can_unmake(game) else (work // SLOW, NODES // SLOW)
        self.table = Table(ENTRIES)
        self.spent = 0

    @property
    def tired(self) -> bool:
        """Whether no further puzzle should be looked for."""
        return self.spent > self.work

    def reaches(self, game: Game) -> bool:
        """Return whether it makes sense to look for puzzles in positions before this one."""
        return True

    def gain(self, game: Game, before: Game | None = None) -> Gain | None:
        """Return the only move that wins near by or wins pieces; None if there is none. `before` is as in `piece`."""
        return self.win(game) or self.piece(game, before)

    def win(self, game: Game) -> Gain | None:
        """Return the only move that wins soonest; None if no move wins in at most PLIES, or several do."""
        with suppress(Stop):
            for plies in PLIES:
                move = self.winning(game, plies)
                if move is not None:
                    values = {each: int(each == move) for each in game.moves()}
                    return Gain(move, values, plies) if self.is_only(game, move, plies) else None
        return None

    def winning(self, game: Game, plies: int, but: Collection[int] = ()) -> int | None:
        """Return a move not in `but` that wins by force within `plies`; None if there is none. Raises Stop."""
        if but and len(game.moves()) == len(but):
            return None
        clock = Clock(inf, self.nodes)
        search = Pvs(game, self.table, clock, calm=0)
        if but:
            search.leave_out(but)
        search.prepare()
        aim = game.stakes * SPAN - plies
        try:
            return int(search.best_move) if search.root(plies, aim - 1, aim) >= aim else None
        finally:
            self.spent += clock.nodes

    def is_only(self, game: Game, move: int, plies: int) -> bool:
        """Return whether only `move` wins within `plies`, and so on in the line, except for its last move."""
        if self.winning(game, plies, {move}) is not None:
            return False
        if plies <= PLIES[1]:
            return True
        reply = position_after(game, move)
        then = position_after(reply, self.search(reply, plies - 1).best_move)
        later = self.winning(then, plies - 2)
        return later is not None and self.is_only(then, later, plies - 2)

    def piece(self, game: Game, before: Game | None = None) -> Gain | None:
        """Return the only move that wins pieces; None if there is none.

        before  the position before the opponent's last move, so that taking back gains nothing.
        """
        margin = clear_margin(game)
        if margin == inf:
            return None
        stood = max(side(game.turn) * each.estimate() for each in (game, before) if each is not None)
        if not margin <= self.search(game, GLANCE).score - stood <= HALF:
            return None
        values = {move: self.worth(game, move, DEPTH) for move in game.moves()}
        move = max(values, key=lambda each: values[each])
        second = max((worth for other, worth in values.items() if other != move), default=HALF)
        clear = second < margin <= min(values[move], values[move] - second, values[move] - stood)
        if not clear or values[move] == HALF or not self.is_agreed(game, move, values):
            return None
        return Gain(move, values, believed=True)

    def is_agreed(self, game: Game, move: int, values: dict[int, int]) -> bool:
        """Return whether the judge, too, takes `move` for the best, and the next best ones for blunders."""
        if self.judge is None:
            return True
        if self.judge.believed(game, ()).line[:1] != (game.text(move),):
            return False
        others = sorted(values.keys() - {move}, key=lambda each: -values[each])[:RIVALS]
        best = self.chance(game, move)
        return all(graded(best - self.chance(game, each), 0.0) is Grade.BLUNDER for each in others)

    def chance(self, game: Game, move: int) -> float:
        """Return the chance that the judge gives a move, for the seat that makes it."""
        then = position_after(game, move)
        found = ended(then, lucky=False)
        if found is None:
            assert self.judge is not None  # noqa: S101  # only then is it asked
            found = self.judge.believed(then, ())
        return found.chance_of(game.turn)

    def worth(self, game: Game, move: int, depth: int) -> int:
        """Return what a search of `depth` plies says of a move, for the seat that makes it; at most HALF either way."""
        then = position_after(game, move)
        over = then.score()
        if over is not None:
            return side(game.turn) * over * HALF
        score = side(game.turn) * side(then.turn) * int(self.search(then, depth - 1).score)
        return max(-HALF, min(HALF, score))

    def is_as_good(self, game: Game, move: int, answer: int) -> bool:
        """Return whether a move wins as much as the answer within half the margin, by a search one ply deeper.

        If there is a judge, it says so: the move must not lose more than an inaccuracy.
        """
        if self.judge is not None:
            return not graded(self.chance(game, answer) - self.chance(game, move), 0.0).bad
        least = self.worth(game, answer, DEPTH + 1) - clear_margin(game) / 2
        return self.worth(game, move, DEPTH + 1) >= least

    def line(self, game: Game) -> tuple[str, ...]:
        """Return the moves expected from a position: to the end if that is near."""
        texts: list[str] = []
        if self.judge is not None and game.score() is None and abs(self.search(game, PLIES[-1]).score) <= HALF:
            return self.judge.believed(game, ()).line[: PLIES[-1]]
        while game.score() is None and len(texts) < LINE:
            search = self.search(game, PLIES[-1])
            if abs(search.score) <= HALF:
                return (*texts, *search.line()[: PLIES[-1]])
            texts.append(game.text(search.best_move))
            game = position_after(game, search.best_move)
        return tuple(texts)

    def search(self, game: Game, depth: int) -> Pvs:
        """Return a search of all moves to `depth`, with quiescence; of less if it visits too many positions."""
        clock = Clock(inf, self.nodes)
        search = Pvs(game, self.table, clock, calm=CALM)
        search.run(depth)
        self.spent += clock.nodes
        return search
