"""What holds a match back so that people can follow it: a pace, a pause, single steps."""

import threading
from time import monotonic

from referee.match.events import MatchAbandoned

FASTEST, SLOWEST = 0.05, 60.0  # seconds between two moves
ENDING = 5  # moves in whose time the end of a match is read
FACTOR = 1.5  # by which + and - change the pace


class PageClosed(MatchAbandoned):
    """Nobody watches any more: it ends the thread of the match, and is no player's fault."""


class Pacer:
    """The match waits here after each move, on its own thread; the page opens and closes it from another.

    pace  seconds between two moves.
    """

    def __init__(self, pace: float):
        self.pace = pace
        self.paused = False
        self.steps = 0  # moves that may still be made while it is paused
        self.closed = False
        self.changed = threading.Condition()
        self.passed = -pace  # when somebody passed last

    def wait(self) -> None:
        """Return when the next move may be made. Raises PageClosed."""
        with self.changed:
            came = monotonic()
            while not self.closed:
                due, now = max(self.passed + self.pace, came), monotonic()
                if self.steps:
                    self.steps -= 1
                    break
                if not self.paused and now >= due:
                    break
                self.changed.wait(None if self.paused else due - now)
            self.passed = monotonic()
            if self.closed:
                raise PageClosed

    def rest(self) -> None:
        """Return once the end of a match has been seen for the time of a few moves. Raises PageClosed."""
        for _ in range(ENDING):
            self.wait()

    def pause(self, paused: bool) -> None:
        """Hold the match, or let it go on."""
        with self.changed:
            self.paused = paused
            self.steps = 0
            self.changed.notify_all()

    def change_pace(self, factor: float) -> None:
        """Change the seconds between two moves by a factor, from now on."""
        with self.changed:
            self.pace = min(max(self.pace * factor, FASTEST), SLOWEST)
            self.changed.notify_all()

    def step(self) -> None:
        """Let one move more be made."""
        with self.changed:
            self.steps += 1
            self.changed.notify_all()

    def close(self) -> None:
        """End all waiting."""
        with self.changed:
            self.closed = True
            self.changed.notify_all()
