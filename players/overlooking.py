"""How a weak player sees a game: near moves mostly, far ones seldom, and values of positions roughly.

A search of a game seen through a Sight thinks correctly about too little. So it misses what is deep, as people do: it
takes most immediate wins, overlooks many threats, and plans nothing.
"""

from __future__ import annotations

import math
from statistics import pstdev
from typing import TYPE_CHECKING, Self

from games.adapters.undo import adapt, has_priors
from games.base.rule_values import chances_of
from games.game import CHANCE, Game, writes
from players.evaluation import WrappedGame, make_wrapper

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

WIDTH = 0.5  # half of the plies over which the share of noticed moves falls from 73 % to 27 %
STRIKING = 3  # a prior that much above the usual one brings a move a ply nearer

KINDS: dict[type[Game], type[SeenGame]] = {}  # by the class of the game


class Sight:
    """What is noticed while one move is chosen.

    reach  at how many plies half of the moves are noticed; nearly all two plies nearer, hardly any beyond.
    blur   the standard deviation of the error of an estimate, in the game's own unit.

    A move is noticed or overlooked at its ply in every line alike: a threat is missed in all variations. In games with
    priors a move that stands out is noticed as if it were nearer, and a dull one as if it were further away.
    """

    def __init__(self, reach: float, blur: float, rng: Random):
        self.reach, self.blur, self.random = reach, blur, rng
        self.noticed: dict[int, dict[int, bool]] = {}  # whether a move is, by ply

    def select(self, moves: list[int], ply: int, prior: Callable[[int], int] | None = None) -> list[int]:
        """Return the moves noticed at `ply`, one at random if none is; ply 1 is the move to be chosen.

        prior  of each move, in games that have priors.
        """
        noticed = self.noticed.setdefault(ply, {})
        if new := [move for move in moves if move not in noticed]:
            priors = [prior(move) for move in new] if prior else [0] * len(new)
            usual = sorted(priors)[len(priors) * 3 // 4]
            for move, rank in zip(new, priors, strict=True):
                noticed[move] = self.random.random() < self.share(ply - (rank - usual) / STRIKING)
        return [move for move in moves if noticed[move]] or [self.random.choice(moves)]

    def share(self, ply: float) -> float:
        """Return the share of moves noticed at `ply`: a logistic function of the distance."""
        return 1 / (1 + math.exp(min((ply - self.reach) / WIDTH, 100.0)))

    def judge(self, estimate: int) -> int:
        """Return the estimate with a random error."""
        return estimate + round(self.random.gauss(0, self.blur)) if self.blur else estimate


class SeenGame(WrappedGame):
    """A game whose legal moves are those that the player notices.

    choices  the moves to choose from, at ply 0.
    ply      moves ahead of the position in which the player chooses, not counting chance.
    """

    def __init__(self, inner: Game, sight: Sight, choices: list[int], ply: int = 0):
        super().__init__(inner)
        self.sight, self.choices, self.ply = sight, choices, ply

    def wrap(self, inner: Game) -> Self:
        return type(self)(inner, self.sight, self.choices, self.ply)

    def moves(self) -> list[int]:
        if not self.ply:
            return self.choices
        moves = self.inner.moves()
        if self.turn == CHANCE or len(moves) < 2:
            return moves
        return self.sight.select(moves, self.ply + 1, prior_of(self.inner))

    def make(self, move: int) -> None:
        self.ply += self.turn != CHANCE
        super().make(move)

    def estimate(self) -> int:
        return self.sight.judge(self.inner.estimate())

    def key(self) -> int:
        """0, as the same position looks different from afar."""
        return 0


def view(game: Game, reach: float, blur: float, rng: Random) -> SeenGame:
    """Return a copy of the game as the player sees it for one move; `blur` is a multiple of `spread`."""
    kind = type(game)
    if kind not in KINDS:
        names = ("imagine", "known", "heard", "prior", *(("playout_move",) if has_priors(game) else ()))
        KINDS[kind] = make_wrapper(SeenGame, game, names, {})
    error = blur * spread(game, rng) if blur and writes(game, "estimate") else 0.0
    sight = Sight(reach, error, rng)
    return KINDS[kind](game.copy(), sight, sight.select(useful_moves(game), 1, prior_of(game)))


def prior_of(game: Game) -> Callable[[int], int] | None:
    """Return the game's `prior`, or None if it has none."""
    return game.prior if has_priors(game) else None


def spread(game: Game, rng: Random) -> float:
    """Return the standard deviation of the next positions' estimates, at least 1."""
    found = []
    for move in game.moves():
        twin = game.copy()
        twin.make(move)
        while twin.turn == CHANCE and twin.score() is None:
            outcomes, weights = zip(*chances_of(twin), strict=True)
            twin.make(rng.choices(outcomes, weights)[0])
        if twin.score() is None:
            found.append(twin.estimate())
    return max(1.0, pstdev(found)) if found else 1.0


def useful_moves(game: Game) -> list[int]:
    """Return the legal moves without passes, if there are others."""
    moves = game.moves()
    return [move for move in moves if not is_pass(game, move)] or moves


def is_pass(game: Game, move: int) -> bool:
    """Return whether the move only passes the turn: the same move by the other seat restores the position."""
    twin = game.copy()
    twin.make(move)
    if twin.turn != 1 - game.turn or twin.score() is not None or move not in twin.moves():
        return False
    twin.make(move)
    key = adapt(game).key()
    return twin.turn == game.turn and bool(key and adapt(twin).key() == key)
