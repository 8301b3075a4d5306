"""A puzzle as plain data: a position, the one best move, what other moves bring, how hard it is; files of puzzles.

Level N counts as a player of rating 500 + 200 N. A puzzle has the rating at which Elo's formula expects exactly what
the levels scored on it, so that a level of that rating solves it half of the time. Level 1 is not asked, because it
moves nearly at random: it counts as finding one answer among n moves in one try of n. Higher levels see further and
overlook less (players/level.py): how far one has to look, how many moves there are and how tempting the wrong ones are
all count.
"""

from __future__ import annotations

import json
from collections import Counter
from enum import Enum
from math import inf
from typing import TYPE_CHECKING, Any, TypeVar

import games
import players
from games.adapters.undo import can_unmake
from games.dataclass import dataclass
from games.game import IllegalMove
from games.names.catalogue import SpecError
from referee.solving.value import sign
from referee.statistics.glicko import MIDDLE, expected_score
from referee.support.complaints import describe_reason

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from games.game import Game


EASIEST, STEP = 700, 200  # the rating of difficulty 1, and the step to the next one
HARDEST = 10
TRIES = {1: 4, 2: 4, 3: 4, 4: 4, 5: 4, 6: 4, 7: 1, 8: 1, 9: 1}  # of each level; levels above 6 hardly vary
SLOW_TRIES = {1: 4, 2: 2, 3: 2, 4: 2, 5: 2}  # for rules in plain Python
LEAST, MOST = 500.0, 2900.0  # ratings
KINDS: dict[type, str] = {str: "a text", int: "a whole number", list: "a list", bool: "true or false"}
Json = TypeVar("Json", str, int, list[Any], bool)


@dataclass(frozen=True)
class Difficulty:
    """The rating of a puzzle, and the wrong moves that levels chose, the most frequent first."""

    rating: int
    tempting: tuple[int, ...]


def hardness(rating: float) -> int:
    """Return the difficulty, 1 to 10, of a puzzle of that rating, or the one that suits a person of that rating."""
    return max(1, min(HARDEST, round((rating - EASIEST) / STEP) + 1))


def rating_of(hard: int) -> int:
    """Return the rating of puzzles of that difficulty, and of the level of that number."""
    return EASIEST + STEP * (hard - 1)


def measure(game: Game, answer: int) -> Difficulty:
    """Return how hard `answer` is to find; the same position always has the same difficulty."""
    tries = TRIES if can_unmake(game) else SLOW_TRIES
    wrong: Counter[int] = Counter()
    scores = [(1, tries[1], tries[1] / len(game.moves()))]
    for level in (each for each in tries if each > 1):
        chosen = [choose(game, level, number) for number in range(tries[level])]
        wrong.update(move for move in chosen if move != answer)
        scores.append((level, tries[level], float(chosen.count(answer))))
    return Difficulty(fit(scores), tuple(move for move, _ in wrong.most_common()))


def choose(game: Game, level: int, seed: int) -> int:
    """Return the move of a level."""
    return players.load(f"level:{level}", seed).choose(game.copy(), inf)


def fit(scores: list[tuple[int, int, float]]) -> int:
    """Return the rating of a puzzle by the scores (level, tries, points) of levels.

    Half a point against the middle of the scale is added, so that a puzzle that all solve has a rating too.
    """
    low, high = LEAST, MOST
    while high - low > 0.5:
        middle = (low + high) / 2
        surplus = 0.5 - expected_score(MIDDLE, middle)
        surplus += sum(points - count * expected_score(rating_of(level), middle) for level, count, points in scores)
        low, high = (low, middle) if surplus > 0 else (middle, high)
    return round(low)


class PuzzleTheme(Enum):
    """What only the answer does: it wins, now or soon, saves the draw, gains the most points, or wins pieces."""

    WINS = "wins"
    SOON = "wins soon"
    PIECES = "wins pieces"
    SAVES = "saves"
    GAINS = "gains"


@dataclass(frozen=True)
class WrongMove:
    """A wrong move: its worth to the seat that makes it, and the moves expected after it."""

    move: str
    value: int
    line: tuple[str, ...]


@dataclass(frozen=True)
class Puzzle:
    """A position in which exactly one move is the best. Moves are texts, and values count for the seat to move.

    game         the spec of the game in that position;  seat  the seat to move.
    answer       the best move;  value  what it brings with best play, as the game scores.
    second       what the best of all other moves brings, which is less.
    line         the moves expected, the answer first, to the end of the game if that is near.
    rating       the difficulty, on the scale of people's ratings.
    refutations  of the wrong moves that players chose, the most frequent first.
    origin       where it comes from, in words that may follow "from"; "" if from a game of two programs.
    plies        the plies in which only the answer wins, and values say which moves do; 0: values
                 hold to the end of the game.
    believed     whether values are estimates of a search instead.
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
    plies: int = 0
    believed: bool = False

    @property
    def theme(self) -> PuzzleTheme:
        if self.plies or self.believed:
            return PuzzleTheme.SOON if self.plies else PuzzleTheme.PIECES
        if sign(self.value) == sign(self.second):
            return PuzzleTheme.GAINS
        return PuzzleTheme.WINS if self.value > 0 else PuzzleTheme.SAVES

    @property
    def hard(self) -> int:
        """The difficulty, 1 to 10."""
        return hardness(self.rating)

    def start(self) -> Game:
        return games.load(self.game)

    def distance(self) -> int | None:
        """Return the plies of the line to the end of the game; None if it stops before."""
        end = after(self.start(), self.line)
        return None if end.score() is None else len(self.line)


def after(game: Game, line: Iterable[str]) -> Game:
    """Return the position after the moves of `line`. Raises IllegalMove."""
    game = game.copy()
    for text in line:
        game.make(game.parse(text))
    return game


def as_dict(puzzle: Puzzle) -> dict[str, Any]:
    """Return the puzzle as JSON types; `from_dict` reads it."""
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
    return found | {name: getattr(puzzle, name) for name in ("origin", "plies", "believed") if getattr(puzzle, name)}


def from_dict(found: Any) -> Puzzle:
    """Return the puzzle that `as_dict` wrote; derived fields are ignored.

    Raises ValueError or TypeError with one line that says what is wrong; all moves must be legal.
    """
    if not isinstance(found, dict):
        raise TypeError("it is not an object")
    try:
        puzzle = Puzzle(
            game=checked(found["game"], str),
            seat=checked(found["seat"], int),
            answer=checked(found["answer"], str),
            value=checked(found["value"], int),
            second=checked(found["second"], int),
            line=line_of(found["line"]),
            rating=checked(found["rating"], int),
            refutations=tuple(
                WrongMove(checked(each["move"], str), checked(each["value"], int), line_of(each["line"]))
                for each in found.get("refutations", ())
            ),
            origin=checked(found.get("origin", ""), str),
            plies=checked(found.get("plies", 0), int),
            believed=checked(found.get("believed", False), bool),
        )
    except KeyError as error:
        raise ValueError(f"it has no {error}") from error
    check_moves(puzzle)
    return puzzle


def check_moves(puzzle: Puzzle) -> None:
    """Raise ValueError unless all moves of the puzzle are legal, and its values fit its answer."""
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


def checked(value: Any, kind: type[Json]) -> Json:
    """Return `value` if it is exactly of that kind of JSON. Raises TypeError."""
    if type(value) is not kind:
        raise TypeError(f"{value!r} is not {KINDS[kind]}")
    return value


def line_of(value: Any) -> tuple[str, ...]:
    """Return `value` as texts if it is a list of texts. Raises TypeError."""
    return tuple(checked(each, str) for each in checked(value, list))


def set_text(puzzles: Iterable[Puzzle]) -> str:
    """Return the puzzles as JSON, one object a line."""
    return "".join(f"{json.dumps(as_dict(each), ensure_ascii=False)}\n" for each in puzzles)


def is_set(path: Path) -> bool:
    """Return whether a file of JSON holds puzzles, and not matches; also if it cannot be read."""
    try:
        with path.open(encoding="utf-8") as file:
            first = json.loads(next(filter(str.strip, file), "{}"))
    except (OSError, ValueError, RecursionError):
        return True
    return not isinstance(first, dict) or "players" not in first


def read_set(path: Path) -> list[Puzzle]:
    """Return the puzzles in a file, at least one. Raises SpecError that names the wrong line."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeError) as error:
        raise SpecError(f"{path} cannot be read: {describe_reason(error)}") from error
    found = [read_line(path, number, line) for number, line in enumerate(lines, 1) if line.strip()]
    if not found:
        raise SpecError(f"{path} holds no puzzle; referee puzzle GAME --make 20 -o {path} writes twenty")
    return found


def read_line(path: Path, number: int, line: str) -> Puzzle:
    """Return the puzzle on a line of a file. Raises SpecError."""
    try:
        return from_dict(json.loads(line))
    except (ValueError, TypeError, RecursionError) as error:
        raise SpecError(f"{path}, line {number} is not a puzzle: {error}") from error
