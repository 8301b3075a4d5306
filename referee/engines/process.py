"""A program that talks in lines: found by its command, run in a process of its own that leaves nothing behind."""

from __future__ import annotations

import os
import select
import shlex
import shutil
import signal
import socket
from itertools import pairwise
from math import inf
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING, TypeVar

from games.base.notation import printable
from games.names.spec import clip
from games.names.user_files import expand_home, locate
from referee.match.events import Forfeit, How
from referee.running.sandbox.guard import Guard
from referee.running.sandbox.sandbox_process import SandboxProcess
from referee.support.process_exit import KEPT_CHILDREN

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


# Systems keep programs of games here, which may not be on the PATH.
GAMES = ("/usr/games", "/usr/local/games")
INTERPRETERS = {"bash", "deno", "dotnet", "java", "mono", "node", "ocaml", "perl", "pypy", "python", "ruby", "sh"}
VALUED = {"-cp", "-classpath", "--class-path", "-p", "--module-path", "-W", "-X"}  # their options that a value follows

STARTS = {  # how to start sources, by suffix
    ".c": "compile it, gcc -O2 -o {bare} {program}, and start the result",
    ".class": "start it by java -cp FOLDER {stem}",
    ".cpp": "compile it, g++ -O2 -o {bare} {program}, and start the result",
    ".cs": "compile it, mcs {program}, and start mono {bare}.exe",
    ".exe": "start it by mono {program}",
    ".jar": "start it by java -jar {program}",
    ".java": "start it by java {program}",
    ".js": "start it by node {program}",
    ".ml": "start it by ocaml {program}",
    ".py": "start it by python3 {program}",
    ".rb": "start it by ruby {program}",
    ".rs": "compile it, rustc -O -o {bare} {program}, and start the result",
}
BINARY = (".exe", ".jar")  # some systems start these directly
VARIABLE = "REFEREE_DEBUG"  # names the file, also to the processes that play
FLOOD = 16 << 20  # bytes that a program may write before it answers
LISTENING = 2.0  # seconds in which a program must read a line
PULSE = 0.1  # seconds between two checks whether a person is in a hurry
QUOTED = 80  # characters quoted from a line
Found = TypeVar("Found")
PINGS = 5
MOST = 0.001  # seconds of a ping at most, so that a slow program is not charged too little


def find_folder(path: str) -> Path:
    """Return the folder that the path means. Raises ValueError if there is none."""
    folder = locate(path)
    if not folder.is_dir():
        what = f"{clip(path)!r} is a file" if folder.exists() else f"there is no folder {clip(path)!r}"
        raise ValueError(f"{what}: dir= names the folder where the program runs")
    return folder


def find_program(command: str, folder: Path | None = None) -> list[str]:
    """Return the words of the command, with the program's path as the first. Raises ValueError.

    folder  where the program is to run, and where it is looked for first; None: where the command was typed.
    """
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise ValueError(f"the command {clip(command)!r} cannot be read: {error}") from error
    if not words:
        raise ValueError("the command is empty: name a program, as in command=stockfish")
    program, *arguments = words
    if "/" in program or os.sep in program or (folder and (folder / program).is_file()):
        return [check_file(program, folder), *arguments]
    found = shutil.which(program, path=os.pathsep.join([os.environ.get("PATH", os.defpath), *GAMES]))
    if found is None:
        beside = advise_on_source(program) or f"to start the file here write ./{program}"
        hint = f"; {beside}" if locate(program).is_file() else ""
        raise ValueError(f"there is no program {clip(program)!r} on the PATH{hint}")
    return [found, *arguments]


def check_file(program: str, folder: Path | None) -> str:
    """Return the whole path of a program. Raises ValueError if it is not a file that can be started.

    folder  as for `find_program`.
    """
    path = folder / expand_home(program) if folder else locate(program)
    if not path.is_file():
        where = f" in {clip(str(folder))}" if folder else ""
        if path.is_dir():
            raise ValueError(f"{clip(program)!r}{where} is a folder: name the program's file in it")
        raise ValueError(f"there is no file {clip(program)!r}{where}")
    if not os.access(path, os.X_OK) or is_bare_source(path):
        how = advise_on_source(program) or "make it executable, or name what runs it in front of it"
        raise ValueError(f"{clip(program)!r} cannot be started: {how}")
    return str(path)


def is_bare_source(path: Path) -> bool:
    """Return whether it is a source whose first line does not name its interpreter."""
    if path.suffix not in STARTS or path.suffix in BINARY:
        return False
    with path.open("rb") as file:
        return file.read(2) != b"#!"


def advise_on_source(program: str) -> str:
    """Return how to start a source, or how to compile it; "" if it is none."""
    path = Path(program)
    words = {"program": program, "bare": path.with_suffix(""), "stem": path.stem}
    return STARTS.get(path.suffix, "").format(**words)


def name_program(command: str) -> str:
    """Return the program's name: its file, or the script that an interpreter runs.

    `python3 -u my_bot.py` is called my_bot, `java -cp . MyBot` MyBot, and `gnugo --level 5` gnugo.
    """
    try:
        words = shlex.split(command)
    except ValueError:
        words = command.split()
    first = Path(words[0]).name if words else command
    if first.rstrip("0123456789.") in INTERPRETERS:
        for before, word in pairwise(words):
            if not word.startswith("-") and before not in VALUED:
                return Path(word).stem
    return first.removesuffix(".exe")


def start_dialogue(path: Path) -> None:
    """Log all dialogues of this process and its children to `path` from now on. Raises OSError."""
    path.write_text("")
    os.environ[VARIABLE] = str(path.absolute())


def stop_dialogue() -> None:
    """Log no new dialogues."""
    os.environ.pop(VARIABLE, None)


class Dialogue:
    """The log of one program: a line for each line that is said, with the seconds since its start.

    `12.0345 4711 stockfish < go movetime 100`: sent to process 4711 at that second; `>` is what it said, `!` what it
    printed to standard error.
    """

    def __init__(self, name: str):
        self.name, self.pid = name, 0
        self.began = monotonic()
        path = os.environ.get(VARIABLE)
        # Several processes append to one file, a whole line at a time.
        self.file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o666) if path else None

    def note(self, sign: str, text: str) -> None:
        """Log a line. Raises OSError, which names the file."""
        if self.file is not None:
            seconds = monotonic() - self.began
            try:
                os.write(self.file, f"{seconds:9.4f} {self.pid} {self.name} {sign} {printable(text)}\n".encode())
            except OSError as error:
                raise OSError(error.errno, f"{os.environ.get(VARIABLE)} cannot be written: {error.strerror}") from error

    def close(self) -> None:
        if self.file is not None:
            os.close(self.file)
            self.file = None


class EngineProcess:
    """A started program. Close it: then nothing of it is left in any case.

    words   of the command, the program's path first;  name  what it is called.
    folder  its working directory; None: the one of this process.
    """

    def __init__(self, words: Sequence[str], name: str, guard: Guard | None, folder: Path | None = None):
        self.name, self.said = name, ""  # the last line that is not blank
        self.games = 0  # that it has been told about
        self.deaf = False  # whether it failed to read a line
        self.waited = 0.0  # seconds spent waiting for it
        self.flag = inf  # when its clock will have run down
        self.dialogue = Dialogue(name)
        self.process = SandboxProcess(lambda line: run_program(line, words, folder), guard or Guard())
        self.dialogue.pid = self.process.supervisor
        KEPT_CHILDREN.add(self.process.supervisor)

    def begin_game(self) -> None:
        """Count what it prints from 0 again, as another game begins."""
        self.games += 1
        self.process.printed = 0

    def send(self, line: str, deadline: float = inf) -> None:
        """Send one line or several. Waits a few seconds at most; after a failure nothing more is sent.

        A program that does not listen is found out when its answer is awaited.
        """
        if self.deaf:
            return
        if self.dialogue.file is not None:
            for each in line.split("\n"):
                self.dialogue.note("<", each)
        self.deaf = not self.process.send(line.encode() + b"\n", min(deadline, monotonic() + LISTENING))

    def read(self, deadline: float, late: str, pulse: Callable[[], None] | None = None) -> str:
        """Return its next line, stripped; with the arguments of `read_unstripped`."""
        return self.read_unstripped(deadline, late, pulse).strip()

    def read_unstripped(self, deadline: float, late: str, pulse: Callable[[], None] | None = None) -> str:
        """Return its next line with the blanks at its ends. Raises Forfeit, with the words `late` if it is too late.

        deadline  on the clock of time.monotonic();  pulse  is called ten times a second meanwhile.
        """
        lines = self.process.lines
        if not lines:
            try:
                self.await_line(deadline, late, pulse)
            except Forfeit as forfeit:
                raise self.describe(forfeit) from None
        line = lines.popleft().decode(errors="replace").removesuffix("\r")
        if self.dialogue.file is not None:
            self.dialogue.note(">", line)
        if line and not line.isspace():
            self.said = line
        return line

    def await_line(self, deadline: float, late: str, pulse: Callable[[], None] | None) -> None:
        """Wait for its next line, and look for it when its clock runs down. The arguments are as in `read`."""
        process, began = self.process, monotonic()
        while True:
            until = min(deadline, monotonic() + PULSE) if pulse else deadline
            if process.silent < self.flag:
                until = min(until, self.flag)
            if process.wait_for_line(until):
                self.waited += max(process.came - began, 0.0)
                return
            if until == deadline:
                process.answer(deadline, late)  # which fails
            if pulse:
                pulse()

    @property
    def last(self) -> str:
        """The last line that it said; "" before the first."""
        return self.said.strip()

    @property
    def heard(self) -> float:
        """When its last line was read."""
        return self.process.came

    @property
    def late_look(self) -> float:
        """The seconds by which we read its last line after its clock had run down, if it may have come before.

        We look when a clock runs down. If we find the answer only after that, we were late and not the program: a busy
        machine lets us wait too. If it was not there when we looked, the program was late.
        """
        return self.process.came - self.flag if self.process.before < self.flag < self.process.came else 0.0

    def describe(self, forfeit: Forfeit) -> Forfeit:
        """Return the forfeit with what the program said and printed last."""
        words = f"{forfeit}{self.quote_last()}" if forfeit.how in (How.HUNG, How.DIED) else str(forfeit)
        self.dialogue.note("!", f"{self.name} {words}")
        return Forfeit(forfeit.how, words, self.printed())

    def overhear(self) -> str | None:
        """Return a line that it has already said; None if there is none. Raises Forfeit as `read` does."""
        process = self.process
        if not process.lines and process.line.fileno() in dict(process.poll.poll(0)):
            try:
                process.read_answer()
            except Forfeit as forfeit:
                raise self.describe(forfeit) from None
        return self.read(monotonic(), "") if process.lines else None

    def overhear_all(self, note: Callable[[str], object]) -> None:
        """Pass all lines that it has already said to `note`. Raises Forfeit as `wait_for` does."""
        said = 0
        while (line := self.overhear()) is not None:
            note(line)
            said += len(line) + 1
            if said > FLOOD:
                raise self.find_flood()

    def find_flood(self) -> Forfeit:
        """Return the error of a program that talks without end."""
        last = f"; it said last {quote(self.last)}" if self.last else ""  # the next line may be incomplete
        return Forfeit(How.FLOODED, f"said more than {FLOOD >> 20} MB without an answer{last}", self.printed())

    def has_read(self) -> bool:
        """Return whether it has read everything; True if the system cannot tell."""
        import fcntl
        import termios

        try:
            return not any(fcntl.ioctl(self.process.line, termios.TIOCOUTQ, bytes(4)))
        except OSError:
            return True

    def is_gone(self) -> bool:
        """Return whether it has ended, or will read nothing more."""
        found = dict(self.process.poll.poll(0)).get(self.process.line.fileno(), 0)
        return bool(found & select.POLLHUP) or not self.is_alive()

    def await_reading(self, deadline: float) -> bool:
        """Wait until it has read everything; return whether it has by the deadline, and still runs."""
        pause = 0.0001
        while not self.has_read() and not self.is_gone() and monotonic() < deadline:
            sleep(pause)
            pause = min(2 * pause, 0.01)
        return self.has_read() and not self.is_gone()

    def wait_for(
        self, find: Callable[[str], Found | None], deadline: float, late: str, pulse: Callable[[], None] | None = None
    ) -> Found:
        """Return what `find` finds in the first line in which it finds something; earlier lines are ignored.

        deadline, late, pulse  as for `read`; pulse is called before it waits for more lines too, as they may come fast.
        Raises Forfeit as `read` does, and if it says more than FLOOD bytes without such a line.
        """
        said, lines = 0, self.process.lines
        while (found := find(line := self.read_unstripped(deadline, late, pulse).strip())) is None:
            said += len(line) + 1
            if said > FLOOD:
                raise self.find_flood()
            if lines:  # they came together with this one
                continue
            if pulse:
                pulse()
            if monotonic() > deadline:
                raise Forfeit(How.HUNG, f"{late}{self.quote_last()}", self.printed())
        return found

    def speak_on(self, path: str) -> None:
        """Continue through the socket at `path`, where the program listens. Raises OSError."""
        line = socket.socket(socket.AF_UNIX)
        try:
            line.connect(path)
        except OSError:
            line.close()
            raise
        self.process.switch(line)

    def is_alive(self) -> bool:
        return self.process.status() is None and not self.process.orphaned

    def has_left(self) -> bool:
        """Return whether it is known to have ended by itself without a fault: with exit status 0."""
        return self.process.reported.split()[1:2] == [b"0"]

    def quote_last(self) -> str:
        """Return what it said last, to follow a sentence about it."""
        if begun := self.process.received.decode(errors="replace").strip():
            return f"; it said {quote(begun)} without a line end"
        return f"; it said last {quote(self.last)}" if self.last else "; it said nothing"

    def printed(self) -> str:
        """Return what it printed to standard error, for people; "" for nothing."""
        return self.process.quote_output()

    def close(self, at_once: bool = False) -> None:
        """End it, with everything that it has started; unless `at_once`, it has a moment to end by itself."""
        for line in self.printed().splitlines()[1:]:
            self.dialogue.note("!", line)
        self.process.close(at_once)
        KEPT_CHILDREN.discard(self.process.supervisor)
        self.dialogue.close()


def quote(line: str) -> str:
    """Return the beginning of a program's line, in quotes, fit for people."""
    return repr(clip(line, QUOTED))


def run_program(line: socket.socket, words: Sequence[str], folder: Path | None = None) -> None:
    """Become the program, which reads and writes `line`. Called in its process, and never returns.

    folder  its working directory; None: it stays.
    """
    for number in (0, 1):
        os.dup2(line.fileno(), number)
    for number in (signal.SIGPIPE, signal.SIGXFSZ):  # Python ignores these; programs expect the default
        signal.signal(number, signal.SIG_DFL)
    try:
        if folder:
            os.chdir(folder)
        os.execv(words[0], list(words))  # noqa: S606  # the program that a person has named
    except OSError as error:
        os.write(2, f"{words[0]} cannot be started: {error.strerror}\n".encode())
        raise


def measure_ping(exchange: Callable[[], object]) -> float:
    """Return the shortest time of several exchanges in seconds, MOST at most."""
    found = [MOST]
    for _ in range(PINGS):
        began = monotonic()
        exchange()
        found.append(monotonic() - began)
    return min(found)
