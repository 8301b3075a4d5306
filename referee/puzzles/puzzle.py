"""A puzzle as plain data: a position, the one best move, and what all other moves bring."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Any

import games
from games.dataclass import dataclass
from games.game import IllegalMove
from referee.puzzles.difficulty import hardness
from referee.solving.value import sign

if TYPE_CHECKING:
    from collections.abc import Iterable

    from games.game import Game


class PuzzleTheme(Enum):
    """What the answer does that no other move does: it wins, it saves the draw, or it gains the most points."""

    WINS = "wins"
    SAVES = "saves"
    GAINS = "gains"


@dataclass(frozen=True)
class WrongMove:
    """A wrong move: what it is worth to the seat that makes it, and the moves expected after it, the answer first."""

    move: str
    value: int
    line: tuple[str, ...]


@dataclass(frozen=True)
class Puzzle:
    """A position in which exactly one move is the best. Moves are texts, and values count for the seat to move.

    game         the spec of the game in that position;  seat  who is to move.
    answer       the best move;  value  what it brings with best play by both, as the game scores.
    second       what the best of all other moves brings, which is less.
    line         the moves expected, the answer first, to the end of the game if that is not too far.
    rating       how hard it is, on the scale of people's ratings.
    refutations  of the wrong moves that players chose, the most frequent first.
    origin       where it comes from, in words that may follow "from"; empty if from a game of two programs.
    """

    game: str
    seat: int
    answer: str
    value: int
    second: int
    line: tuple[str, ...]
    rating: int
    refutations: tuple[WrongMove, ...] = ()
    origin: str = ""

    @property
    def theme(self) -> PuzzleTheme:
        """What the answer does that no other move does."""
        if sign(self.value) == sign(self.second):
            return PuzzleTheme.GAINS
        return PuzzleTheme.WINS if self.value > 0 else PuzzleTheme.SAVES

    @property
    def hard(self) -> int:
        """How hard it is, 1 to 10."""
        return hardness(self.rating)

    def start(self) -> Game:
        """The position. Raises SpecError."""
        return games.load(self.game)

    def distance(self) -> int | None:
        """How many plies the line takes to the end of the game; None if it does not reach that."""
        end = after(self.start(), self.line)
        return None if end.score() is None else len(self.line)


def after(game: Game, line: Iterable[str]) -> Game:
    """The position after these moves. Raises IllegalMove."""
    game = game.copy()
    for text in line:
        game.make(game.parse(text))
    return game


def as_dict(puzzle: Puzzle) -> dict[str, Any]:
    """The puzzle as JSON's types; `from_dict` reads it."""
    found: dict[str, Any] = {
        "game": puzzle.game,
        "seat": puzzle.seat,
        "moves": len(puzzle.start().moves()),
        "answer": puzzle.answer,
        "theme": puzzle.theme.value,
        "value": puzzle.value,
        "second": puzzle.second,
        "distance": puzzle.distance(),
        "hard": puzzle.hard,
        "rating": puzzle.rating,
        "line": list(puzzle.line),
        "refutations": [
            {"move": each.move, "value": each.value, "line": list(each.line)} for each in puzzle.refutations
        ],
    }
    return found | ({"origin": puzzle.origin} if puzzle.origin else {})


def from_dict(found: Any) -> Puzzle:
    """The puzzle that `as_dict` wrote; what follows from other fields is not read.

    Raises ValueError, with one line that says what is wrong: all moves are made, and so have to be legal.
    """
    if not isinstance(found, dict):
        raise TypeError("it is not an object")
    try:
        puzzle = Puzzle(
            game=text_of(found["game"]),
            seat=number_of(found["seat"]),
            answer=text_of(found["answer"]),
            value=number_of(found["value"]),
            second=number_of(found["second"]),
            line=line_of(found["line"]),
            rating=number_of(found["rating"]),
            refutations=tuple(
                WrongMove(text_of(each["move"]), number_of(each["value"]), line_of(each["line"]))
                for each in found.get("refutations", ())
            ),
            origin=text_of(found.get("origin", "")),
        )
    except KeyError as error:
        raise ValueError(f"it has no {error}") from error
    check_moves(puzzle)
    return puzzle


def check_moves(puzzle: Puzzle) -> None:
    """Raise ValueError unless all moves of the puzzle can be made in its position, and its values fit its answer."""
    game = puzzle.start()
    if game.score() is not None or game.turn != puzzle.seat:
        raise ValueError(f"seat {puzzle.seat} is not to move in {puzzle.game}")
    if puzzle.line[:1] != (puzzle.answer,) or puzzle.value <= puzzle.second:
        raise ValueError(f"{puzzle.answer!r} is not the best move of {puzzle.game}")
    try:
        after(game, puzzle.line)
        for wrong in puzzle.refutations:
            after(game, (wrong.move, *wrong.line))
    except IllegalMove as error:
        raise ValueError(str(error)) from error


def text_of(value: Any) -> str:
    """The value, if it is a text. Raises TypeError."""
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is not a text")
    return value


def number_of(value: Any) -> int:
    """The value, if it is a whole number. Raises TypeError."""
    if type(value) is not int:
        raise TypeError(f"{value!r} is not a whole number")
    return value


def line_of(value: Any) -> tuple[str, ...]:
    """The value, if it is a list of texts. Raises TypeError."""
    if not isinstance(value, list):
        raise TypeError(f"{value!r} is not a list")
    return tuple(map(text_of, value))
