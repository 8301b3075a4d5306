"""The process of a program under test, as the match sees it: it answers requests, and may fail in any way."""

from __future__ import annotations

import os
import re
import select
import signal
import socket
from collections import deque
from contextlib import suppress
from math import inf
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, NoReturn

from games.names import user_files
from games.names.catalogue import SpecError
from referee.match.events import Forfeit, How
from referee.running.sandbox import supervisor
from referee.running.sandbox.protocol import make_printable
from referee.support.signals import block_signals

if TYPE_CHECKING:
    from collections.abc import Callable, Container

    from referee.running.sandbox.guard import Guard

LONGEST = 1 << 20  # bytes of an answer
KEPT = 20_000  # bytes of the last output: a trace of a hundred calls, and some lines before it
# Lines that a dying interpreter prints beside the calls of the program: our own calls, and all modules.
HERE = "|".join(re.escape(str(file)) for file in (user_files.__file__, Path(__file__).with_name("player_process.py")))
OURS = re.compile(rf'^  File "(?:{HERE})", line .*\n(?:  File .*\n)*|^Extension modules: .*\n?', re.MULTILINE)
PIECE = 1 << 16  # bytes read at once
PIECES = 16  # read in a row
HOUR = 3600.0
ENDING = 2.0  # seconds to wait for the status of a process that closed its line
LEAVING = 10.0  # seconds for the supervisor to end, even on a busy machine; SWEEP is a part of them
# What was done to a supervisor, by its code in waitid. Windows has neither.
DONE = {os.CLD_STOPPED: "stopped", os.CLD_KILLED: "killed"} if hasattr(os, "waitid") else {}


def check_forking() -> None:
    """Raise SpecError if the system cannot fork processes."""
    if not hasattr(os, "fork"):
        raise SpecError("players in processes of their own need processes that fork, which this system has not got")


class SandboxProcess:
    """A program in its own process, held by its supervisor. After `close` nothing of it is left.

    work   what that process does, with its end of the line as a socket.
    """

    def __init__(self, work: Callable[[socket.socket], None], guard: Guard):
        check_forking()
        self.guard = guard
        self.printed = 0  # bytes
        self.tail = b""  # of what it printed
        self.lines: deque[bytes] = deque()  # answers not read yet
        self.came = self.before = 0.0  # when the last answer was read, and when it was not there yet
        self.silent = 0.0  # when nothing more was there
        self.received = b""  # the beginning of the next answer
        self.reported = b""  # by its supervisor
        self.orphaned = False  # whether the supervisor has ended
        self.line, inner = socket.socketpair()
        self.kept: list[socket.socket] = []  # former lines
        self.output, printing = os.pipe()
        leash, self.leash = os.pipe()
        self.news, telling = os.pipe()
        self.line.setblocking(False)
        os.set_blocking(self.output, False)
        os.set_blocking(self.news, False)
        # Interrupts wait until each process knows what it is; the children never get them.
        try:
            with block_signals():
                self.supervisor = os.fork()
                if self.supervisor == 0:
                    supervisor.supervise(lambda: work(inner), inner.fileno(), printing, leash, telling, guard.memory)
        finally:
            inner.close()
            for number in (printing, leash, telling):
                os.close(number)
        self.poll = select.poll()
        for source in (self.line.fileno(), self.output, self.news):
            self.poll.register(source, select.POLLIN)

    def switch(self, line: socket.socket) -> None:
        """Listen and talk on another line from now on. The old one stays open, unread."""
        self.poll.unregister(self.line)
        self.kept.append(self.line)
        self.line, self.received = line, b""
        self.line.setblocking(False)
        self.poll.register(self.line, select.POLLIN)

    def send(self, request: bytes, deadline: float = inf) -> bool:
        """Return whether the program took all of the request in time.

        A program that does not listen is found when its answer is due.
        """
        try:
            if (sent := self.send_at_once(request)) < len(request):
                self.line.settimeout(None if deadline == inf else max(deadline - monotonic(), 0.001))
                self.line.sendall(request[sent:])
                self.line.setblocking(False)
        except OSError:
            self.line.setblocking(False)
            return False
        return True

    def send_at_once(self, request: bytes) -> int:
        """Send what the program has room for, and return how many bytes that was. Raises OSError."""
        try:
            return self.line.send(request)
        except BlockingIOError:
            return 0

    def answer(self, deadline: float, late: str) -> bytes:
        """Return its next line. Raises Forfeit, with the words `late` if the deadline passes.

        deadline  on the clock of time.monotonic(), math.inf for none.
        """
        if not self.wait_for_line(deadline):
            self.check_supervisor()
            raise Forfeit(How.HUNG, late)
        return self.lines.popleft()

    def wait_for_line(self, deadline: float) -> bool:
        """Return whether it has answered with a line by the deadline. Raises Forfeit if it never will."""
        if self.lines:  # it came together with the one before
            return True
        while not self.lines:
            now = monotonic()
            ready = self.wait_readable(max(deadline - now, 0.0))  # one last look if the time is over
            if self.output in ready:
                self.check_output(ready)
            if self.line.fileno() in ready:
                self.read_answer()
            elif self.news in ready and (self.status() is not None or self.orphaned):
                self.read_answer()  # what it said before it died
                self.fail_as_ended()
            elif not ready:
                self.silent = max(now, min(deadline, monotonic()))
            if now >= deadline and not self.lines:
                return False
        if self.guard.memory is not None:  # the supervisor watches it all the time
            self.check_supervisor()
        return True

    def wait_readable(self, seconds: float) -> dict[int, int]:
        """Return what can be read after some seconds at most: the number of each source, and what happened there."""
        return dict(self.poll.poll(None if seconds == inf else int(1000 * min(seconds, HOUR)) + 1))

    def check_output(self, ready: Container[int]) -> None:
        """Read what it printed. Raises Forfeit if that is too much."""
        most = self.guard.output
        if self.output in ready:
            self.read_output()
        if most is not None and self.printed > most:
            raise Forfeit(How.FLOODED, f"printed more than {most:,} bytes")

    def check_supervisor(self) -> None:
        """Raise Forfeit if it has stopped or killed its supervisor. Some systems cannot prevent that."""
        at_once = 0 if self.orphaned else os.WNOHANG  # an orphaned one is about to end
        found = os.waitid(os.P_PID, self.supervisor, os.WEXITED | os.WSTOPPED | os.WNOWAIT | at_once)
        if found is not None and found.si_code in DONE:
            raise Forfeit(How.INTERFERED, f"{DONE[found.si_code]} the process that watches over it")

    def read_output(self) -> None:
        for _ in range(PIECES):
            try:
                piece = os.read(self.output, PIECE)
            except BlockingIOError:
                return
            if not piece:  # it closed what it prints to
                with suppress(KeyError):
                    self.poll.unregister(self.output)
                return
            self.printed += len(piece)
            self.tail = (self.tail + piece)[-KEPT:]

    def quote_output(self) -> str:
        """Return what the program itself printed last, for people; "" if nothing."""
        with suppress(OSError):  # it is closed
            self.read_output()
        words = OURS.sub("", make_printable(self.tail.decode(errors="replace")))
        return f"It printed last:\n{words}" if words else ""

    def read_answer(self) -> None:
        """Read a piece of its answer. Raises Forfeit if nothing will come, or no end."""
        now = monotonic()
        try:
            piece = self.line.recv(PIECE)
        except BlockingIOError:
            return
        except OSError:  # it ended, and had not read everything
            piece = b""
        *lines, self.received = (self.received + piece).split(b"\n")
        self.lines += lines
        if lines:
            self.came, self.before = now, self.silent
        if len(piece) < PIECE:
            self.silent = now
        if lines:
            return
        if not piece:
            self.fail_as_ended()
        if len(self.received) > LONGEST:
            raise Forfeit(How.NO_MOVE, "answered without end")

    def fail_as_ended(self) -> NoReturn:
        """Raise Forfeit with the reason why no answer will come."""
        deadline = monotonic() + ENDING
        self.poll.unregister(self.line)
        while (status := self.status()) is None and not self.orphaned and (left := deadline - monotonic()) > 0:
            self.check_output(self.wait_readable(left))
        self.check_output({self.output})
        if status is None:
            self.check_supervisor()
            raise Forfeit(How.DIED, "closed the line on which it was to answer")
        if self.reported.endswith(b" 1\n"):
            raise Forfeit(How.OUT_OF_MEMORY, f"took more than {self.guard.memory} MB")
        raise Forfeit(How.DIED, describe_status(status))

    @property
    def pid(self) -> int:
        """The id of its process, 0 if not known yet."""
        self.status()
        return int(self.reported.split()[0]) if b"\n" in self.reported else 0

    def status(self) -> int | None:
        """Return how its process ended, as os.wait does; None if it lives, or nobody knows."""
        with suppress(BlockingIOError):
            piece = os.read(self.news, PIECE)
            self.reported += piece
            self.orphaned = not piece
        return int(self.reported.split()[1]) if self.reported.count(b"\n") > 1 else None

    def close(self, at_once: bool = False) -> None:
        """End it and all that it has started. Unless `at_once`, it has a moment to end by itself."""
        if self.line.fileno() < 0:
            return
        for line in (self.line, *self.kept):
            line.close()
        os.kill(self.supervisor, signal.SIGCONT)  # the program may have stopped it
        with suppress(OSError):
            if at_once:
                os.write(self.leash, supervisor.AT_ONCE)
        os.close(self.leash)
        deadline = monotonic() + LEAVING
        os.set_blocking(self.news, True)
        while not self.orphaned and (left := deadline - monotonic()) > 0:
            if select.select([self.news], [], [], left)[0]:
                self.status()
        if not self.orphaned:  # the program stopped it again
            os.kill(self.supervisor, signal.SIGKILL)
        os.waitpid(self.supervisor, 0)
        if self.status() is None and self.pid:  # the program killed it, and may live on
            with suppress(OSError):
                os.killpg(self.pid, signal.SIGKILL)
        os.close(self.news)
        os.close(self.output)


def describe_status(status: int) -> str:
    """Return how a process ended, in words."""
    stopped = os.WIFSTOPPED(status)
    code = -os.WSTOPSIG(status) if stopped else os.waitstatus_to_exitcode(status)
    if code >= 0:
        return f"ended its process with exit status {code}"
    names = {number.value: number.name for number in signal.Signals}  # most real-time signals have none
    name = names.get(-code, f"signal {-code}")
    return f"stopped itself by {name}" if stopped else f"died of {name} ({signal.strsignal(-code)})"
