"""Whole turns of backgammon as files and books write them, to and from the single moves of our game.

`24/18 13/11`, `bar/20*`, `6/off(2)`: a checker's way from point to point as its side counts them, an asterisk where it
hits, and how many checkers go that way. Files have 25 for the bar and 0 for off as well. A way may be told at one go,
`24/14` by 6 and 4, or with what lies between, `24/18*/14`. The order in which a turn is written need not be one in
which it can be played.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from games.backgammon.notation import MOST, read_point
from games.dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from games.game import Game

PLACE = r"(?:bar|off|2[0-5]|1\d|\d)\*?"
WAY = re.compile(rf"({PLACE}(?:/{PLACE})+)(?:\(([1-4])\))?", re.ASCII)
SHOWN = 40  # characters of a word that is not a way
CANNOT_MOVE = "pass"  # the text of the move of who cannot move
DANCES = {"cannot move", "no move", "no play", "dances", "dance", "fans", "fan", "pass"}


@dataclass(frozen=True)
class CheckerStep:
    """A checker's way in a turn, from one point to another as its side counts them: 25 is the bar, 0 is off.

    hit  whether it is told that it hits a checker at its end.
    """

    start: int
    end: int
    hit: bool = False

    @property
    def text(self) -> str:
        """As the files of programs have it, in digits: `25/20*`, `6/0`."""
        return f"{self.start}/{self.end}{'*' * self.hit}"


def read_turn(text: str) -> tuple[CheckerStep, ...]:
    """The steps of a turn, in the order written; none where the text is empty or says that nothing can be moved.

    Raises ValueError, one line, where it is not a turn.
    """
    plain = text.strip().casefold()
    if says_no_move(plain):
        return ()
    steps: list[CheckerStep] = []
    for word in re.split(r"[\s,]+", re.sub(r"\s+(?=\()", "", plain)):
        if word:
            steps += read_way(word)
    if len(steps) > MOST:
        raise ValueError(f"{len(steps)} moves of a checker are more than {MOST}")
    return tuple(steps)


def says_no_move(text: str) -> bool:
    """Return whether the text of a turn says that nothing can be moved."""
    return text.strip().casefold().strip("()") in DANCES


def read_way(word: str) -> list[CheckerStep]:
    """The steps of a word such as `24/18*/14` or `8/4(2)`. Raises ValueError."""
    way = WAY.fullmatch(word)
    if not way:
        shown = f"{word[:SHOWN]} ..." if len(word) > SHOWN else word
        raise ValueError(f"{shown!r} is not a checker's move such as 13/8, bar/20* or 6/off(2)")
    places = way[1].split("/")
    found = [read_step(f"{start.rstrip('*')}/{end}") for start, end in pairwise(places)]
    return found * int(way[2] or 1)


def read_step(text: str) -> CheckerStep:
    """The step that a text such as `bar/20*` tells, a move of our game too."""
    start, _, end = text.partition("/")
    return CheckerStep(read_point(start), read_point(end.rstrip("*")), end.endswith("*"))


def find_turn(game: Game, steps: Sequence[CheckerStep]) -> list[int]:
    """The single moves that make up that turn, in an order that the rules allow; the game is left as it stands.

    It makes each hit that a step tells, and of the others as few as there can be: where a checker may go two ways, not
    the one that hits in between. The order is that of the steps wherever it can be.

    Raises ValueError, one line, where the rules allow no such turn.
    """
    told = {step.end for step in steps if step.hit}
    fewest, best, left = len(steps) + MOST, None, ""
    for way, after in ways(game.copy(), tuple(steps)):
        hits = {step.end for _, step in way if step.hit}
        if after.turn == game.turn and after.score() is None:
            left = after.listing()
        elif told <= hits and len(hits) < fewest:
            fewest, best = len(hits), [move for move, _ in way]
            if fewest == len(told):
                break
    if best is None:
        raise ValueError(f"one more must be played: {left}" if left else f"legal: {game.listing()}")
    return best


def ways(game: Game, steps: tuple[CheckerStep, ...]) -> Iterator[tuple[list[tuple[int, CheckerStep]], Game]]:
    """All orders of single moves that go those steps: each move with what it does, and the position after them."""
    for place, step in enumerate(steps):
        if step in steps[:place]:
            continue
        for move in game.moves():
            made = read_move(game, move)
            if made is None or made.start != step.start or made.end < step.end:
                continue
            on = (CheckerStep(made.end, step.end, step.hit),) if made.end > step.end else ()
            rest = steps[:place] + on + steps[place + 1 :]
            after = game.copy()
            after.make(move)
            if not rest:
                yield [(move, made)], after
            elif after.turn == game.turn:
                yield from (([(move, made), *way], end) for way, end in ways(after, rest))


def read_move(game: Game, move: int) -> CheckerStep | None:
    """What a single move does on the board; None for a pass."""
    text = game.text(move)
    return None if text == CANNOT_MOVE else read_step(text)
