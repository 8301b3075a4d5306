"""A chair at a host: what a token opens, and the log of what its guest was told.

Everything about a lost line, a second window, a late onlooker and a host that is started anew follows from the log and
from how far a guest has read it.
"""

from __future__ import annotations

import secrets
from hashlib import sha256
from threading import Lock
from typing import TYPE_CHECKING, Any

from referee.network.wire import write_message

if TYPE_CHECKING:
    from collections.abc import Callable

TOKEN = 12  # bytes of a token: 96 bits


def draw_token() -> str:
    """Return a new token, 16 characters of base64url."""
    return secrets.token_urlsafe(TOKEN)


def digest_of(token: str) -> str:
    """Return the digest under which a host knows a token. It keeps no token."""
    return sha256(token.encode()).hexdigest()


class Chair:
    """A seat, or a chair for onlookers, that one token opens.

    log     a name of the log, drawn anew by each process of a host;  lines  written there, from number `first` on.
    begun   the number of the line with which the last match started.
    states  how things stand, the words of a message for each kind; what was said last counts. A word that changes with
            the time is a function, which is called for each reader.
    bells   called after each change, on the thread that made it; one for each guest that is connected.
    """

    def __init__(self) -> None:
        self.log = secrets.token_hex(4)
        self.first = self.begun = 0
        self.lines: list[str] = []
        self.states: dict[str, tuple[int, dict[str, Any]]] = {}
        self.changes = 0
        self.bells: set[Callable[[], None]] = set()
        self.alone = Lock()

    @property
    def end(self) -> int:
        """The number of the next line."""
        return self.first + len(self.lines)

    def write(self, kind: str, /, **words: Any) -> None:
        """Add a line to the log. A question is answered by it.

        When a match starts, the one before stays for guests that have not read all of it, and older ones go.
        """
        with self.alone:
            if kind == "start":
                old, self.first, self.begun = self.first, self.begun, self.end
                del self.lines[: self.first - old]
                words["log"] = self.log
            self.states.pop("ask", None)
            self.lines.append(write_message({"n": self.end, "is": kind, **words}))
        self.ring()

    def say(self, kind: str, /, **words: Any) -> None:
        """Say how things stand, instead of what was said of this kind before."""
        with self.alone:
            self.changes += 1
            self.states[kind] = self.changes, {"is": kind, **words}
        self.ring()

    def forget(self, kind: str) -> None:
        """Take back what was said of this kind, for a guest that comes later."""
        with self.alone:
            self.states.pop(kind, None)

    def ring(self) -> None:
        """Call all bells."""
        for bell in list(self.bells):
            bell()

    def news(self, since: int, heard: int) -> tuple[list[str], int, int]:
        """Return what a guest has not read, and how far it has read then.

        since  the number of the next line that it wants;  heard  what `changes` was when it read last, 0 at first.
        """
        with self.alone:
            lines = self.lines[(since if since > self.first else self.begun) - self.first :]
            states = sorted((state for state in self.states.values() if state[0] > heard), key=lambda state: state[0])
            return lines + [write_now(words) for _, words in states], self.end, self.changes


def write_now(words: dict[str, Any]) -> str:
    """Return a message; call each word that is a function, and write what it returns."""
    return write_message({name: word() if callable(word) else word for name, word in words.items()})
