"""A game under check: positions are reached by moves alone, and calls of its rules are watched."""

from __future__ import annotations

import random
from contextlib import contextmanager
from functools import cached_property
from typing import TYPE_CHECKING

from games.dataclass import dataclass
from games.game import CHANCE
from games.laws.hidden import draw_move
from referee.checking import laws
from referee.errors.attribution import OutsideGameError
from referee.errors.ownership import find_raising_line
from referee.errors.timeout import CodeTimeout, capture_output, limit_time

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from random import Random

    from games.game import Game
    from referee.checking.laws import Line

SECONDS = 5.0  # for a call of the rules
HASTE = 10  # times less, once a call did not return
PLAYING = 20.0  # for a random game to its end


@dataclass(frozen=True)
class Violation:
    """A law that does not hold after `line`; `error` is what the rules raised, if anything.

    variant  the game with other options that shows it; None: the game itself.
    """

    law: str
    sentence: str
    line: Line
    error: BaseException | None = None
    variant: InstrumentedGame | None = None


class InstrumentedGame:
    """The game that `make` makes, and the violations found in it.

    first  a game at its start in which nobody moves;  kind  its class;  found  violations by law.
    hasty  whether a call did not return; from then on calls get a tenth of the time.
    """

    def __init__(self, make: Callable[[], Game], seconds: float = SECONDS):
        self.make, self.seconds, self.hasty = make, seconds, False
        self.found: dict[str, Violation] = {}

    @cached_property
    def first(self) -> Game:
        return self.make()

    @property
    def kind(self) -> type[Game]:
        return type(self.first)

    def reach(self, line: Line) -> Game:
        game = self.make()
        for move in line:
            game.make(move)
        return game

    def onward(self, line: Line, *more: int) -> Game:
        return self.reach((*line, *more))

    def note(self, law: str, sentence: str, line: Line, error: BaseException | None = None) -> None:
        known = self.found.get(law)
        if known is None or len(line) < len(known.line):
            self.found[law] = Violation(law, sentence, line, error)

    @contextmanager
    def watched(self, line: Line, seconds: float | None = None) -> Iterator[WatchedLine]:
        """Note what the rules raise, print or draw from the module random in this block.

        Once a call did not return, later calls get less time.
        """
        watch, before = WatchedLine(line), random.getstate()
        limit = (seconds or self.seconds) / (HASTE if self.hasty else 1)
        with capture_output() as ear:
            try:
                with limit_time(limit, each=True):
                    yield watch
            except (Exception, SystemExit, CodeTimeout) as error:  # noqa: BLE001  # whatever their rules raise is found
                self.blame(error, watch.line, limit)
        if ear.words and ear.place:
            words = ear.words.strip().partition("\n")[0][:40]
            self.note(laws.SILENT, f"the rules print {words!r} ({ear.place})", watch.line)
        if random.getstate() != before:
            self.note(laws.DICE, "the rules draw from the module random, or seed it", watch.line)

    def blame(self, error: BaseException, line: Line, seconds: float) -> None:
        """Note the error raised after `line`. CodeTimeout means that `seconds` were over."""
        if not isinstance(error, CodeTimeout):
            self.note(laws.ERRORS, describe_error(error), line, error)
            return
        self.hasty = True
        _, number, outer = find_raising_line(error)
        where = f", in line {number}" if number else ""
        self.note(laws.STUCK, f"{outer or 'the rules'} had not come back after {seconds:g} seconds{where}", line, error)

    def texts(self, line: Line) -> tuple[str, ...]:
        """Return the texts of the moves, or the moves themselves if the rules fail."""
        if not line:
            return ()
        texts: list[str] = []
        try:
            game = self.make()
            for place, move in enumerate(line):
                if place:  # the last move need not return
                    game.make(line[place - 1])
                texts.append(str(game.text(move)))
        except Exception:  # noqa: BLE001  # already noted
            return (*texts, *map(str, line[len(texts) :]))
        return tuple(texts)


@dataclass
class WatchedLine:
    """The moves before the calls that are being watched."""

    line: Line


def describe_error(error: BaseException) -> str:
    """Return what the rules raised, with the function and the line; of a program that is a game, what it did."""
    if isinstance(error, OutsideGameError):
        return str(error)
    function, number, outer = find_raising_line(error)
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    within = f"{outer}()" if outer else "a call of the rules"
    return f"{within} raises {what}{f' (in {function}, line {number})' if function not in ('', outer) else ''}"


def pick_move(game: Game, rng: Random) -> int:
    """Return a random legal move, by the weights of chance if they are valid."""
    try:
        return draw_move(game, rng)
    except Exception:  # a law reports invalid weights
        if game.turn != CHANCE:
            raise
        return rng.choice(game.moves())
