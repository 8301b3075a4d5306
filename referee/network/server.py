"""The server of a host: lines of guests, who show a token and then hear what is said to their chair, and pages."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import threading
from collections import OrderedDict
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar
from weakref import WeakSet

from websockets.asyncio.server import Server as Sockets
from websockets.asyncio.server import ServerConnection, serve
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode
from websockets.http11 import Request, Response

from games.base.notation import printable
from referee.network.chair import digest_of
from referee.network.wire import LONGEST, TEXT, WireError, read_message, text_in, write_message

if TYPE_CHECKING:
    import ssl
    from collections.abc import Callable, Coroutine

    from referee.network.table import Place

REFUSED = 1008  # the code by which a line is closed for what the guest did
FAULTS = {1002: "not the protocol", 1003: "not text", 1007: "not UTF-8", 1009: f"more than {LONGEST} bytes"}
COMPLAINTS = 1.0, 20.0  # lines about bad guests that are shown: a second, and at once
PIECE = 4096  # bytes that are read before it is looked whether they are a flood
ADDRESSES = 10_000  # addresses whose knocks are counted; the oldest are forgotten
Answer = TypeVar("Answer")
QUIET = logging.getLogger("referee.network")
QUIET.addHandler(logging.NullHandler())
QUIET.propagate = False


class Page(NamedTuple):
    """What a browser gets: the status, the kind of content and the content."""

    status: int
    kind: str
    content: bytes


class GuestLimits(NamedTuple):
    """What guests may take.

    patience  seconds to shake hands, and to show a token;  rate  messages a second.
    knocks    new connections a second from one address, after `burst` at once;  peers  connections in all.
    ping      seconds between two pings, and until a line that does not answer one is given up.
    """

    patience: float = 5.0
    rate: float = 20.0
    knocks: float = 5.0
    burst: float = 50.0
    peers: int = 2000
    ping: float = 5.0
    silence: float = 15.0


class Ration:
    """How much more of something may be taken now: it grows by `rate` a second, up to `most`."""

    def __init__(self, rate: float, most: float):
        self.rate, self.most, self.held, self.last = rate, most, most, monotonic()

    def take(self) -> bool:
        """Take one; return whether there was one."""
        now = monotonic()
        self.held, self.last = min(self.held + (now - self.last) * self.rate, self.most), now
        if self.held < 1.0:
            return False
        self.held -= 1.0
        return True


class Knocks:
    """Rations of new connections, one for each address."""

    def __init__(self, rate: float, most: float):
        self.rate, self.most = rate, most
        self.rations: OrderedDict[str, Ration] = OrderedDict()

    def take(self, address: str) -> bool:
        """Return whether one more connection from an address may come."""
        ration = self.rations.pop(address, None) or Ration(self.rate, self.most)
        self.rations[address] = ration
        while len(self.rations) > ADDRESSES:
            self.rations.popitem(last=False)
        return ration.take()


def sparing(complain: Callable[[str], None]) -> Callable[[str], None]:
    """Return a function that passes a line on to `complain`, unless there are too many."""
    ration = Ration(*COMPLAINTS)
    return lambda line: complain(line) if ration.take() else None


class Entrance(socket.socket):
    """A socket that listens, and drops a line that `admits` refuses before anything is read from it.

    lines  the sockets of all lines that are open, also of those that have not shaken hands yet.
    """

    admits: Callable[[Any], bool]
    lines: WeakSet[socket.socket]

    def accept(self) -> tuple[socket.socket, Any]:
        """Return the next line. Raises ConnectionAbortedError if it was dropped, which means to asyncio: look again."""
        line, address = super().accept()
        if not self.admits(address):
            line.close()
            raise ConnectionAbortedError
        self.lines.add(line)
        return line, address


def open_entrance(address: str, port: int) -> Entrance:
    """Return a socket that listens at an address of this machine. Raises OSError."""
    family, kind, _, _, where = socket.getaddrinfo(address, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    entrance = Entrance(family, kind)
    try:
        entrance.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, os.name == "posix")
        if family == socket.AF_INET6:
            entrance.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, True)
        entrance.bind(where)
    except OSError:
        entrance.close()
        raise
    return entrance


def allow_files(count: int) -> None:
    """Allow this process `count` more open files, or as many as the system permits: each line is a file."""
    with suppress(ImportError, ValueError, OSError):
        import resource  # POSIX systems have it

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft != resource.RLIM_INFINITY:
            wanted = soft + count if hard == resource.RLIM_INFINITY else min(soft + count, hard)
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


class LoopThread:
    """An event loop in a thread of its own."""

    def __init__(self, name: str):
        self.loop = asyncio.SelectorEventLoop()  # on every system: others do not call `Entrance.accept`
        self.thread = threading.Thread(target=self.loop.run_forever, name=name, daemon=True)

    def run(self, work: Coroutine[Any, Any, Answer], seconds: float | None = None) -> Answer:
        """Return what a coroutine returns on the loop, which starts with the first one. Raises TimeoutError."""
        if not self.thread.is_alive():
            self.thread.start()
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(seconds)

    def end(self) -> None:
        """End the thread, if it has started."""
        if self.thread.is_alive():
            self.loop.call_soon_threadsafe(self.loop.stop)
            self.thread.join()
        self.loop.close()


class Server:
    """Lines of guests on an address, served by an event loop in a thread of its own.

    find     returns the place of the token with this digest (chair.digest_of), or None. It is called on that thread,
             as are arrive, hear and depart of the place.
    address  where to listen;  port  0 for any free port; once it runs, the one that was taken.
    tls      the context for wss; None for ws.
    page     returns what a browser gets for a path with its query, None if there is no such page.
    complain  gets one line for each bad guest: "ws 127.0.0.1:5555: no such token".
    """

    def __init__(
        self,
        find: Callable[[str], Place | None],
        address: str = "127.0.0.1",
        port: int = 0,
        tls: ssl.SSLContext | None = None,
        page: Callable[[str], Page | None] = lambda _: None,
        complain: Callable[[str], None] = lambda _: None,
        limits: GuestLimits = GuestLimits(),  # noqa: B008  # it cannot change
    ) -> None:
        self.find, self.address, self.port, self.tls = find, address, port, tls
        self.page, self.complain, self.limits = page, complain, limits
        self.knocks, self.lines = Knocks(limits.knocks, limits.burst), WeakSet[socket.socket]()
        self.running: Sockets | None = None
        self.thread = LoopThread("server")

    def start(self) -> int:
        """Listen, and return the port. Raises OSError if the address cannot be had."""
        allow_files(self.limits.peers)
        try:
            self.running = self.thread.run(self.listen())
        except BaseException:
            self.thread.end()
            raise
        self.port = next(iter(self.running.sockets)).getsockname()[1]
        return self.port

    async def listen(self) -> Sockets:
        """Return the server of sockets, which has begun to listen."""
        limits, entrance = self.limits, open_entrance(self.address, self.port)
        entrance.admits, entrance.lines = self.admits, self.lines
        secure: dict[str, Any] = {"ssl": self.tls, "ssl_handshake_timeout": limits.patience} if self.tls else {}
        return await serve(
            self.meet, sock=entrance, process_request=self.answer_browser,
            create_connection=partial(GuestLine, self),  # type: ignore[arg-type]  # it makes one
            logger=QUIET, compression=None, server_header=None,
            open_timeout=limits.patience, close_timeout=limits.patience, ping_interval=limits.ping,
            ping_timeout=limits.silence, max_size=LONGEST, max_queue=16, **secure,
        )  # fmt: skip

    def stop(self) -> None:
        """Close all lines and end the thread."""
        if self.running:
            self.thread.run(self.close(self.running))
        self.thread.end()

    # On the thread of the loop.

    async def close(self, running: Sockets) -> None:
        """Close all lines."""
        running.close()
        await running.wait_closed()

    def admits(self, address: Any) -> bool:
        """Return whether one more line from an address may come."""
        if self.knocks.take(str(address[0])) and self.open_lines() < self.limits.peers:
            return True
        self.note(address, "too many connections")
        return False

    def open_lines(self) -> int:
        """Return how many lines are open. A closed socket may stay in memory for a while."""
        return sum(line.fileno() >= 0 for line in self.lines)

    def answer_browser(self, guest: ServerConnection, request: Request) -> Response | None:
        """Return the page that a browser asks for; None for a guest, who asks for a line."""
        if request.headers.get("Upgrade", "").lower() == "websocket":
            return None
        page = self.page(request.path) or Page(404, "text/plain", b"There is no such page.\n")
        headers = Headers({
            "Content-Type": page.kind, "Content-Length": str(len(page.content)), "Connection": "close",
            "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff",
        })  # fmt: skip
        return Response(page.status, HTTPStatus(page.status).phrase, headers, page.content)

    async def meet(self, guest: ServerConnection) -> None:
        """Serve one line: a token first, then news one way, answers and wishes the other."""
        try:
            try:
                await self.seat(guest)
            except TimeoutError:
                await self.refuse(guest, "no token was shown")
            except WireError as error:
                await self.refuse(guest, str(error))
        except ConnectionClosed as error:
            if error.sent and error.sent.code in FAULTS:
                self.note(guest.remote_address, error.sent.reason or FAULTS[error.sent.code])

    async def seat(self, guest: ServerConnection) -> None:
        """Let a guest sit where its token says, until the line is closed. Raises WireError and TimeoutError."""
        hello = read_message(await asyncio.wait_for(guest.recv(), self.limits.patience))
        place = self.find(digest_of(text_in(hello, "token").encode(errors="replace").decode()))
        if place is None:
            raise WireError("no such token")
        place = place.arrive(*(text_in(hello, key) for key in ("name", "greeting", "program")))
        try:
            await self.serve_place(guest, place, read_since(hello, place))
        finally:
            place.depart()

    async def serve_place(self, guest: ServerConnection, place: Place, since: int) -> None:
        """Tell a guest the news of its place until the line is closed. Raises WireError if it is to be closed."""
        rung, heard = asyncio.Event(), 0
        bell = partial(self.ring, rung)
        place.bells.add(bell)
        talking = asyncio.create_task(self.hear_guest(guest, place))
        talking.add_done_callback(lambda _: rung.set())
        try:
            while not talking.done():
                rung.clear()
                lines, since, heard = place.news(since, heard)
                for line in lines:
                    await guest.send(line)
                await rung.wait()
            await talking
        finally:
            place.bells.discard(bell)
            talking.cancel()
            await asyncio.gather(talking, return_exceptions=True)

    def ring(self, rung: asyncio.Event) -> None:
        """Wake a line from any thread."""
        with suppress(RuntimeError):  # the loop is closed
            self.thread.loop.call_soon_threadsafe(rung.set)

    async def hear_guest(self, guest: ServerConnection, place: Place) -> None:
        """Hand the place what its guest says until the guest leaves. Raises WireError for what no guest may say."""
        allowance = Ration(self.limits.rate, self.limits.rate)
        async for line in guest:
            said = read_message(line)
            if not place.is_asked(said) and not allowance.take():
                raise WireError(f"more than {self.limits.rate:g} messages a second")
            if not place.hear(said, guest.latency):
                await guest.close()
                return

    async def refuse(self, guest: ServerConnection, why: str) -> None:
        """Say to a guest why its line is closed, and close it."""
        self.note(guest.remote_address, why)
        await guest.send(write_message({"is": "refused", "words": f"The line is closed: {why}."}))
        await guest.close(REFUSED, why[:TEXT])

    def note(self, address: Any, why: str) -> None:
        """Complain about a bad guest."""
        host, port = (*(address or ("somewhere", "")), "", "")[:2]
        self.complain(printable(f"{'wss' if self.tls else 'ws'} {host}:{port}: {why}"))


class GuestLine(ServerConnection):
    """A line to a host, dropped for a flood of pings, pongs and parts of messages, which come to nobody who counts."""

    def __init__(self, host: Server, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.host, self.dropped = host, False
        self.parts = Ration(host.limits.rate, host.limits.rate)

    def drop(self, why: str) -> None:
        """Close the line at once, without a farewell."""
        self.dropped = True
        self.host.note(self.transport.get_extra_info("peername"), why)
        self.transport.abort()

    def data_received(self, data: bytes) -> None:
        """Read what came in pieces, so that a flood is stopped before all of it is read."""
        for start in range(0, len(data), PIECE):
            if not self.dropped:
                super().data_received(data[start : start + PIECE])

    def process_event(self, event: Any) -> None:
        """Read a frame, unless it is one of a flood."""
        if isinstance(event, Frame) and not is_message(event) and not self.parts.take():
            if not self.dropped:
                self.drop(f"more than {self.host.limits.rate:g} small frames a second")
            return
        super().process_event(event)


def is_message(frame: Frame) -> bool:
    """Return whether a frame is a whole message, or the end of a line."""
    return frame.opcode is Opcode.CLOSE or (frame.fin and frame.opcode in (Opcode.TEXT, Opcode.BINARY))


def read_since(hello: dict[str, Any], place: Place) -> int:
    """Return the number of the next line that a guest wants: all, unless it has the beginning of this very log."""
    since = hello.get("since")
    known = hello.get("log") == place.log and type(since) is int and 0 <= since <= place.end
    return since if known and isinstance(since, int) else 0
