"""Where games are played: what the runner asks of processes of this machine and of other machines alike."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from referee.blame import Told, theirs, traced
from referee.lasting import lasting
from referee.running.guard import Guard

if TYPE_CHECKING:
    from collections.abc import Sequence
    from concurrent.futures import Future

    from referee.running.fixture import Fixture, Result


class Workers(Protocol):
    """Those who play games, any number at once.

    count  how many games are played at once;  aim  the seconds that games submitted together should take.
    died   what a Future raises whose worker died over its games.
    """

    count: int
    aim: float

    @property
    def died(self) -> tuple[type[BaseException], ...]: ...

    def submit(self, fixtures: Sequence[Fixture]) -> Future[list[Result]]:
        """Have these games played, one after the other."""
        ...

    def stuck(self) -> bool:
        """Whether some have died and nobody will ever hear of it; asked where nothing was heard for a while."""
        ...

    def renew(self) -> None:
        """After a death: be fit to play again. What was submitted before may be lost."""
        ...

    def close(self) -> None:
        """Play no more, whatever is being played."""
        ...


class Deserted(Exception):
    """There is nobody left to play: one line for the person who asked for it."""


class Dying(Deserted):
    """Workers die again and again over a game whose players cannot be the reason, as they had their own processes."""


def played(fixtures: Sequence[Fixture]) -> list[Result]:
    """The results of these games, played one after the other in this process, which hears no Ctrl-C."""
    return [result(fixture) for fixture in fixtures]


def result(fixture: Fixture) -> Result:
    """The result of a game. What a program raises that is no error, a KeyboardInterrupt say, costs but its game."""
    try:
        return unended(fixture) if fixture.guard else fixture.result()
    except Exception as error:
        if theirs(error):
            raise Told(traced(error)) from None
        raise
    except BaseException:  # noqa: BLE001  # in a process of its own it is an outcome of the match
        return unended(guarded(fixture))


def unended(fixture: Fixture) -> Result:
    """The result of a guarded game, whose rules alone could end this process. Raises Told where they try to."""
    try:
        with lasting():
            return fixture.result()
    except SystemExit as error:
        raise Told(traced(error)) from None


def guarded(fixture: Fixture) -> Fixture:
    """The same game, each of its players in a process of its own: there it is told who is to blame for a death."""
    return fixture if fixture.guard is not None else replace(fixture, guard=Guard())
