"""Workers that play games: the interface that processes of this machine and of a cluster share."""

from __future__ import annotations

import os
from dataclasses import replace
from math import inf
from typing import TYPE_CHECKING, Protocol

from games.names.entry import read_specs_once
from referee.errors.attribution import UserCodeError, as_text, format_traceback, is_user_error
from referee.running import watchdog
from referee.running.foreign_code import has_foreign_code
from referee.running.sandbox.guard import Guard
from referee.support.process_exit import refuse_exit

if TYPE_CHECKING:
    from collections.abc import Sequence
    from concurrent.futures import Future

    from referee.running.game_task import GameTask, Result
    from referee.running.process_state import ProcessState


WORN: set[int] = set()  # processes that play no more: this one, where it is among them
EXPOSED: set[int] = set()  # those in which code of others has run without a guard, and may have changed anything


class Workers(Protocol):
    """Workers that play games, several at once.

    count  how many games are played at once;  aim  the seconds that games submitted together should take.
    died   what a Future raises whose worker died over its games.
    """

    count: int
    aim: float

    @property
    def died(self) -> tuple[type[BaseException], ...]: ...

    def submit(self, tasks: Sequence[GameTask]) -> Future[list[Result]]:
        """Have these games played, one after the other; as many as `played` plays."""
        ...

    def stuck(self) -> bool:
        """Whether some have died and nobody will ever hear of it; asked where nothing was heard for a while."""
        ...

    def renew(self) -> None:
        """After a death, or where some play no more: be fit to play again. What was submitted before may be lost."""
        ...

    def close(self) -> None:
        """Play no more, whatever is being played."""
        ...


class NoWorkers(Exception):
    """Raised when no worker is left to play; the message is one line for people."""


class WorkersDying(NoWorkers):
    """Raised when workers die repeatedly over a guarded game, whose players cannot be the reason."""


def play_chunk(tasks: Sequence[GameTask]) -> list[Result]:
    """The results of these games, played one after the other in this process, which hears no Ctrl-C.

    Fewer of them, and from then on none at all, once a program has made of this process what others must not suffer
    from: then another one is to take its place.
    """
    from referee.running.process_state import ProcessState

    around, found = ProcessState(), []
    with read_specs_once():
        for task in tasks:
            if is_worn_out() or (each := play_task(task, around)) is None:
                break
            found.append(each)
    watchdog.report_idle()
    return found


def is_worn_out() -> bool:
    """Whether this process plays no more."""
    return os.getpid() in WORN


def play_task(task: GameTask, around: ProcessState) -> Result | None:
    """The result of a game; None if it is to be played again by another process, each player in one of its own.

    around  what this process was before the game; so it is after it.

    If the game ended by an error that is not a player's, or by a forfeit after a player changed some of `around`, what
    a player left behind may be the reason. So it is played again at once, each player in its own process. If that
    ends in an error too, everything in this process may be broken: another one plays it, and its error is the true one.
    """
    found, error = try_task(task)
    changed: list[str] = []
    if task.guard is None and has_foreign_code():
        EXPOSED.add(os.getpid())
        changed = around.put_back()
    if around.lost:
        WORN.add(os.getpid())
    by_accident = error is not None and (has_foreign_code() or not isinstance(error, Exception))
    if task.guard is None and (by_accident or (changed and found and found.forfeit)):
        if around.lost:
            return None
        found, error = try_task(with_guard(task))
    if error is not None and os.getpid() in EXPOSED:
        WORN.add(os.getpid())
        return None
    if error is not None:
        raise error
    return found


def try_task(task: GameTask) -> tuple[Result | None, BaseException | None]:
    """The result of the game, or what was raised in its place, also what is not an error, a KeyboardInterrupt say."""
    watchdog.expect_heartbeat(inf)  # what is guarded has limits of its own
    try:
        return play_guarded(task) if task.guard else task.result(), None
    except Exception as error:  # noqa: BLE001  # it is raised again
        return None, as_text(error) if is_user_error(error) else error
    except BaseException as error:  # noqa: BLE001  # in a process of its own it is an outcome of the match
        return None, error


def play_guarded(task: GameTask) -> Result:
    """The result of a guarded game. Raises UserCodeError if its rules try to end this process."""
    try:
        with refuse_exit():
            return task.result()
    except SystemExit as error:
        raise UserCodeError(format_traceback(error)) from None


def with_guard(task: GameTask) -> GameTask:
    """The task with each player in its own process, so that it is known whose fault a death is.

    Where time is limited, what no control binds is limited as well.
    """
    seconds = watchdog.BEGINNING if task.control.timed else None
    return task if task.guard is not None else replace(task, guard=Guard(seconds=seconds))
