"""Another's static evaluation in the place of the game's own: `minimax:eval=./mine.py:score`."""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING, Any

from games import files
from games.catalogue import BrokenFile, SpecError
from games.game import Game, writes
from games.option import Option
from games.undo import forces, limits, ranks

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    Evaluation = Callable[[Game], int]  # above 0 where seat 0 is ahead; a whole number, as of Game.estimate

HANDED_ON = ("text", "tidy", "parse", "singles", "show", "cells", "reason", "listing")  # whatever class the game has


KINDS: dict[Any, type[Judged]] = {}  # of the games that were judged here, by their class and by what judges them


class EvaluationOption(Option):
    """A function in a file, as `./mine.py:score`."""

    @property
    def allowed(self) -> str:
        return "a file and a function of a game in it, as in ./mine.py:score"

    def fits(self, value: Any) -> bool:
        return isinstance(value, str) and files.names_file(value)


def evaluation(spec: str) -> Evaluation:
    """The function of that name in that file; it may go unnamed where it is the only one. Raises SpecError."""
    path, name = files.parts(spec)
    try:
        things = files.contents(path)
    except files.Unrunnable as error:
        raise BrokenFile(str(error)) from error.__cause__
    found = {word: thing for word, thing in things.items() if callable(thing) and not isinstance(thing, type)}
    if not name and len(found) == 1:
        (name,) = found
    if name not in found:
        none = f"no function {name!r}" if name else "several functions" if found else "no function"
        raise SpecError(f"{path} holds {none} (functions: {', '.join(found) or 'none'}); name one, as in {path}:score")
    function: Evaluation = found[name]
    return function


def judged(game: Game, function: Evaluation) -> Game:
    """A copy of the game whose estimate is what the function says of it; all else is as in the game."""
    key = type(game), function
    if key not in KINDS:
        KINDS[key] = kind(game, function)
    return KINDS[key](game.copy())


def kind(game: Game, function: Evaluation) -> type[Judged]:
    """The class of such copies. It writes what the game's class writes and no more, as searches look at that."""
    written = {
        "chances": writes(game, "chances") or writes(game, "weight"), "imagine": writes(game, "imagine"),
        "forcing": forces(game), "ranked": ranks(game), "at_least": limits(game), "at_most": limits(game),
        **{name: writes(game, name) for name in ("key", "board_key", "theory", "known", "heard")},
    }  # fmt: skip
    names = [*HANDED_ON, *(name for name, wanted in written.items() if wanted)]
    body: dict[str, Any] = {name: imagine if name == "imagine" else handed_on(name) for name in names}
    body |= {"judge": staticmethod(function), "looks_back": game.looks_back}
    return type(f"{type(game).__name__}, judged", (Judged,), body)


def handed_on(name: str) -> Callable[..., Any]:
    """A method that asks the same of the game within."""

    def asked(self: Judged, *arguments: Any) -> Any:
        return getattr(self.inner, name)(*arguments)

    return asked


def imagine(self: Judged, seat: int, rng: Random) -> Judged:
    """A copy as that seat may know it."""
    return type(self)(self.inner.imagine(seat, rng))


class Judged(Game):
    """A game whose positions are judged by a function."""

    judge: Evaluation

    def __init__(self, inner: Game):
        self.inner = inner
        self.turn = inner.turn
        self.stakes, self.point = inner.stakes, inner.point

    def moves(self) -> list[int]:
        return self.inner.moves()

    def make(self, move: int) -> None:
        self.inner.make(move)
        self.turn = self.inner.turn

    def score(self) -> int | None:
        return self.inner.score()

    def estimate(self) -> int:
        found = self.judge(self.inner)
        try:
            return index(found)
        except TypeError:
            raise TypeError(f"an evaluation is a whole number, not {found!r}: use round(100 * value)") from None

    def copy(self) -> Judged:
        return type(self)(self.inner.copy())
