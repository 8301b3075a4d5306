"""A puzzle made of a position, if exactly one move is the best there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import games
from games.dataclass import dataclass
from games.game import CHANCE
from referee.puzzles.difficulty import measure
from referee.puzzles.puzzle import Puzzle, WrongMove
from referee.solving.value import side

if TYPE_CHECKING:
    from games.game import Game
    from referee.puzzles.proof import Prover

REFUTED = 3  # wrong moves whose refutation is written down
SHORT = 12  # moves of a refutation, at most


@dataclass(frozen=True)
class FoundPuzzle:
    """A position in which exactly one move is the best: what it needs beside that to be a puzzle can be found out.

    spec    the game in that position;  start  the position;  move  the best one.
    values  by move what it is worth to the seat to move.
    """

    spec: str
    start: Game
    move: int
    values: dict[int, int]
    prover: Prover

    @property
    def value(self) -> int:
        """What the best move is worth."""
        return self.values[self.move]

    @property
    def second(self) -> int:
        """What the best of the others is worth."""
        return max(worth for move, worth in self.values.items() if move != self.move)

    @property
    def trivial(self) -> bool:
        """Whether the answer wins at once."""
        twin = self.start.copy()
        twin.make(self.move)
        return twin.score() is not None and self.value > 0 >= self.second

    def puzzle(self, origin: str = "") -> Puzzle:
        """The puzzle, measured and with its lines."""
        found = measure(self.start, self.move)
        return Puzzle(
            game=self.spec,
            seat=self.start.turn,
            answer=self.start.text(self.move),
            value=self.value,
            second=self.second,
            line=(self.start.text(self.move), *self.prover.line(played(self.start, self.move))),
            rating=found.rating,
            refutations=tuple(self.refutation(move) for move in found.tempting[:REFUTED]),
            origin=origin,
        )

    def refutation(self, move: int) -> WrongMove:
        """What the wrong move leads to."""
        line = self.prover.line(played(self.start, move))
        return WrongMove(self.start.text(move), self.values[move], line[:SHORT])


def played(game: Game, move: int) -> Game:
    """The position after the move."""
    game = game.copy()
    game.make(move)
    return game


def find_candidate(spec: str, game: Game, prover: Prover) -> FoundPuzzle | None:
    """The puzzle that the position of a game of that spec makes; None if several moves are best, or it is not proven.

    A position that is lost makes none where nothing but who wins counts.

    Raises players.search.alphabeta.tree.Chance, and ValueError where the game writes no position.
    """
    if game.score() is not None or game.turn == CHANCE or len(game.moves()) < 2:
        return None
    spec = games.with_position(games.split_position(spec)[0], game.position())
    start = games.load(spec)  # as it is set up, without its past
    worth = prover.value(start)
    if worth is None or (start.stakes == 1 and side(start.turn) * worth < 0):
        return None
    values = values_of(start, side(start.turn) * worth, prover)
    if values is None:
        return None
    return FoundPuzzle(spec, start, max(values, key=lambda move: values[move]), values, prover)


def values_of(game: Game, best: int, prover: Prover) -> dict[int, int] | None:
    """What each move is worth to the seat to move, if exactly one is worth that best; else None, once that is clear."""
    values: dict[int, int] = {}
    for move in game.moves():
        worth = prover.value(played(game, move))
        if worth is None:
            return None
        values[move] = side(game.turn) * worth
        if sum(each == best for each in values.values()) > 1 or prover.tired:
            return None
    return values if best in values.values() else None
