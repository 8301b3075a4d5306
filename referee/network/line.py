"""The line of a guest to its host: it is made again each time that it breaks, and each message is heard once."""

from __future__ import annotations

import json
import ssl
from contextlib import ExitStack, suppress
from threading import Event, Lock, Thread
from time import monotonic
from typing import TYPE_CHECKING, Any

from websockets.exceptions import InvalidHandshake, WebSocketException
from websockets.frames import CloseCode
from websockets.sync.client import connect

from games.base.notation import printable
from games.names.catalogue import SpecError
from referee.network.wire import write_message

if TYPE_CHECKING:
    from collections.abc import Callable

    from websockets.sync.client import ClientConnection

    from referee.network.invitation import Invitation

LARGEST = 1 << 20  # bytes of a message of a host
STARTING = 3.0  # seconds for a host to start; until then it refuses the line
SOONEST, LATEST = 0.2, 5.0  # seconds before the next attempt to reach a host
HEARTBEAT = 5.0  # seconds between two pings, and within which each is to be answered
OPENING = 5.0  # seconds within which a host is to answer at all
SHOWN = 300  # characters of what a host says that are shown
WRONG = KeyError, TypeError, ValueError, IndexError, ArithmeticError, RecursionError  # from a message that cannot be
LINE = "line"  # the kind of a message that the line itself adds: whether it is up


class ImpostorError(SpecError):
    """Another host than the one of the invitation answers, with a certificate of its own."""


def ignore(said: dict[str, Any]) -> None:
    """Hear nothing."""


def shown(words: object, most: int = SHOWN) -> str:
    """Return what a host wrote, fit for a screen, at most `most` characters; "" unless it is a text."""
    return printable(words[:most]) if isinstance(words, str) else ""


class HostLine:
    """A guest's line to a host, read on a thread of its own.

    invitation  where the host is, and the token;  name, greeting  what the guest says of itself.
    program     the version of its program, "" if a person plays.
    hear        called on that thread with each message of the host, and with {"is": "line", "up": False} and True when
                the line is lost and made again; "closed" tells whether the host has ended, and not only the line.
    """

    def __init__(self, invitation: Invitation, name: str = "", greeting: str = "", program: str = ""):
        self.invitation, self.name, self.greeting, self.program = invitation, name, greeting, program
        self.hear: Callable[[dict[str, Any]], None] = ignore
        self.log, self.since = "", 0
        self.peer: ClientConnection | None = None  # while there is a line
        self.closing = ExitStack()  # of the last connection
        self.over = Event()
        self.writing = Lock()
        self.thread = Thread(target=self.run, daemon=True, name="line")

    def open(self) -> None:
        """Reach the host for the first time, and begin to read. Raises SpecError in one line if that fails."""
        where = self.where
        try:
            self.peer = self.dial_at_start()
        except ImpostorError:
            raise
        except TimeoutError:
            raise SpecError(f"the host at {where} does not answer") from None
        except (ssl.SSLError, InvalidHandshake, WebSocketException, EOFError):
            raise SpecError(f"what answers at {where} is not a host of referee") from None
        except OSError as error:
            raise SpecError(f"there is no host at {where}: {error.strerror or error}") from None
        self.thread.start()

    def dial_at_start(self) -> ClientConnection:
        """Return the first connection; a host that is just being started gets a moment. Raises as `dial`."""
        until = monotonic() + STARTING
        while True:
            try:
                return self.dial()
            except ConnectionRefusedError:
                if monotonic() >= until or self.over.wait(SOONEST):
                    raise

    @property
    def where(self) -> str:
        """Where the host is, for people."""
        return self.invitation.url.partition("//")[2].rstrip("/")

    def dial(self) -> ClientConnection:
        """Return a new connection, on which the guest has shown its token. Raises ImpostorError."""
        opened = connect(
            self.invitation.url, ssl=self.invitation.context(), compression=None, proxy=None, max_size=LARGEST,
            open_timeout=OPENING, close_timeout=1, ping_interval=HEARTBEAT, ping_timeout=HEARTBEAT,
        )  # fmt: skip
        with ExitStack() as closing:
            peer = closing.enter_context(opened)
            certificate = peer.socket.getpeercert(True) if isinstance(peer.socket, ssl.SSLSocket) else None
            if not self.invitation.is_proven(certificate):  # before it hears the token
                raise ImpostorError(f"the host at {self.where} is not the one of the invitation: wrong certificate")
            said = {"token": self.invitation.token, "log": self.log, "since": self.since}
            said |= {"name": self.name, "greeting": self.greeting, "program": self.program}
            peer.send(write_message(said))
            self.closing = closing.pop_all()
        return peer

    def run(self) -> None:
        wait = SOONEST
        while not self.over.is_set():
            if self.peer is None:
                with suppress(OSError, WebSocketException, EOFError, ImpostorError):
                    self.peer = self.dial()
                    self.hear({"is": LINE, "up": True})
                    wait = SOONEST
            if self.peer is not None:
                self.read(self.peer)
                closed, self.peer = self.peer.close_code == CloseCode.GOING_AWAY, None
                if not self.over.is_set():
                    self.hear({"is": LINE, "up": False, "closed": closed})
            self.over.wait(wait)
            wait = min(wait * 1.5, LATEST)

    def read(self, peer: ClientConnection) -> None:
        """Pass on what the host says until the line breaks."""
        with suppress(OSError, WebSocketException):
            for data in peer:
                try:
                    said = json.loads(data)
                    self.note(said)
                except WRONG:
                    self.refuse("it writes what no host of referee writes")
                    return
                self.hear(said)
        self.hang_up()

    def note(self, said: dict[str, Any]) -> None:
        """Note how far the log was read, and whether the host closes the line for good."""
        if said["is"] == "start":
            self.log = str(said["log"])
        if "n" in said:
            self.since = int(said["n"]) + 1
        if said["is"] == "refused":
            self.over.set()

    def refuse(self, why: str) -> None:
        """Give the host up."""
        self.over.set()
        self.hear({"is": "refused", "words": f"the host at {self.where} is given up: {why}"})

    def send(self, said: dict[str, Any]) -> bool:
        """Write a message; return whether there is a line."""
        peer = self.peer
        if peer is None:
            return False
        with self.writing, suppress(OSError, WebSocketException):
            peer.send(write_message(said))
            return True
        return False

    def close(self) -> None:
        """Leave the host."""
        self.over.set()
        self.hang_up()

    def hang_up(self) -> None:
        with suppress(OSError, WebSocketException):
            self.closing.close()
