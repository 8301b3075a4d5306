"""One search of a player, on a thread, while another one looks on and tells what comes of it."""

from __future__ import annotations

import threading
from math import inf
from time import monotonic
from typing import TYPE_CHECKING

from players.search.clock import hurry, relax
from referee.serving.contestant import Decision

if TYPE_CHECKING:
    from collections.abc import Callable

PACE = 0.1  # seconds between two looks at what a player has found
PATIENCE = 2.0  # seconds that a player has once it is told to answer


class Deliberation:
    """A player that thinks about one position.

    choose  returns the choice, however long that takes;  look  is called now and then meanwhile, and once after it.
    finish  is called with the choice when it may be told, on a thread of its own, and with whether it was dropped.
    held    whether the choice waits for `release`, as in a search without an end.
    """

    def __init__(
        self,
        choose: Callable[[], Decision],
        look: Callable[[Decision | None], None],
        finish: Callable[[Decision, bool], None],
        held: bool = False,
    ):
        self.choose, self.look, self.finish = choose, look, finish
        self.ended, self.released = threading.Event(), threading.Event()
        self.choice: Decision | None = None
        self.dropped = False
        self.wanted: float | None = None  # since when an answer is wanted at once
        if not held:
            self.released.set()
        relax()
        threading.Thread(target=self.think, daemon=True).start()
        self.watcher = threading.Thread(target=self.watch, daemon=True)
        self.watcher.start()

    def think(self) -> None:
        """Let the player choose."""
        self.choice = self.choose()
        self.ended.set()

    def watch(self) -> None:
        """Look on until the choice is there, or is waited for no more, and tell it when it may be told."""
        while not self.ended.wait(PACE) and not self.is_overdue:
            if not self.dropped:
                self.look(None)
        if self.ended.is_set():
            relax()  # what else searches in this process is not meant
        choice = self.choice or Decision(wrong=f"did not answer within {PATIENCE:g} seconds of being told to")
        if not self.dropped:
            self.look(choice)
        self.released.wait()
        self.finish(choice, self.dropped)

    @property
    def is_overdue(self) -> bool:
        """Whether an answer has been wanted for longer than anybody waits."""
        return self.wanted is not None and monotonic() - self.wanted > PATIENCE

    @property
    def is_over(self) -> bool:
        """Whether the choice has been told, or never will be."""
        return not self.watcher.is_alive()

    def release(self) -> None:
        """Let the choice be told as soon as it is there."""
        self.released.set()

    def hurry(self) -> None:
        """Let the player answer at once, and tell its choice."""
        if self.wanted is None:
            self.wanted = monotonic()
            if not self.ended.is_set():
                hurry()
        self.release()

    def drop(self) -> None:
        """Let the player end; its choice is not told any more. Returns when it has ended, or will not."""
        self.dropped = True
        self.hurry()
        self.join()

    def join(self, seconds: float = inf) -> None:
        """Return when the choice has been told, or after so many seconds."""
        end = monotonic() + seconds
        while not self.is_over and monotonic() < end:
            self.watcher.join(PACE)  # with a timeout, so that Ctrl-C is heard
