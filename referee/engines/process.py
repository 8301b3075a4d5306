"""A program that is spoken to in lines: found by its command, in a process of its own that nothing outlives."""

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
from games.names.user_files import locate
from referee.match.events import Forfeit, How
from referee.running.sandbox.guard import Guard
from referee.running.sandbox.sandbox_process import SandboxProcess
from referee.support.process_exit import KEPT_CHILDREN

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


# Where systems keep the programs of games, which is not on everybody's PATH.
GAMES = ("/usr/games", "/usr/local/games")
INTERPRETERS = {"bash", "deno", "dotnet", "java", "mono", "node", "ocaml", "perl", "pypy", "python", "ruby", "sh"}
VALUED = {
    "-cp",
    "-classpath",
    "--class-path",
    "-p",
    "--module-path",
    "-W",
    "-X",
}  # their options that a value follows

STARTS = {  # how sources are started, by the ends of their names
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
BINARY = (".exe", ".jar")  # which some systems start as they are
VARIABLE = "REFEREE_DEBUG"  # names the file, also to the processes that play
FLOOD = 16 << 20  # bytes that a program may say before it answers
LISTENING = 2.0  # seconds in which a program must take what is said to it
PULSE = 0.1  # seconds between two looks at whether somebody wants an answer at once
QUOTED = 80  # characters of a line that are quoted to people
Found = TypeVar("Found")
PINGS = 5
MOST = 0.002  # seconds that words take at most: a program that answers slowly would not be charged for as much


def find_program(command: str) -> list[str]:
    """The words of the command, the first of which is the path of a program that can be started. Raises ValueError."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise ValueError(f"the command {clip(command)!r} cannot be read: {error}") from error
    if not words:
        raise ValueError("the command is empty: name a program, as in command=stockfish")
    program, *arguments = words
    if "/" in program or os.sep in program:
        return [check_file(program), *arguments]
    found = shutil.which(program, path=os.pathsep.join([os.environ.get("PATH", os.defpath), *GAMES]))
    if found is None:
        beside = advise_on_source(program) or f"to start the file here write ./{program}"
        hint = f"; {beside}" if locate(program).is_file() else ""
        raise ValueError(f"there is no program {clip(program)!r} on the PATH{hint}")
    return [found, *arguments]


def check_file(program: str) -> str:
    """Return the whole path of that program. Raises ValueError if it is not a file that can be started."""
    path = locate(program)
    if not path.is_file():
        raise ValueError(f"there is no file {clip(program)!r}")
    if not os.access(path, os.X_OK) or is_bare_source(path):
        how = advise_on_source(program) or "make it executable, or name what runs it in front of it"
        raise ValueError(f"{clip(program)!r} cannot be started: {how}")
    return str(path)


def is_bare_source(path: Path) -> bool:
    """Whether it is a source, and does not name in its first line what runs it."""
    if path.suffix not in STARTS or path.suffix in BINARY:
        return False
    with path.open("rb") as file:
        return file.read(2) != b"#!"


def advise_on_source(program: str) -> str:
    """What to write to start that source, or what it becomes once it is compiled; empty for what is not a source."""
    path = Path(program)
    words = {"program": program, "bare": path.with_suffix(""), "stem": path.stem}
    return STARTS.get(path.suffix, "").format(**words)


def name_program(command: str) -> str:
    """Return what the program is called: the name of its file, or of the script that an interpreter is to run.

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
    """Write all dialogues of this process and of its children into that file from now on. Raises OSError."""
    path.write_text("")
    os.environ[VARIABLE] = str(path.absolute())


def stop_dialogue() -> None:
    """Write no more dialogues than those that have begun."""
    os.environ.pop(VARIABLE, None)


class Dialogue:
    """The dialogue with one program: a line for each line that is said, with the seconds since it was started.

    `12.0345 4711 stockfish < go movetime 100`: at that second process 4711 was told so; `>` is what it said, `!` what
    it printed to its standard error.
    """

    def __init__(self, name: str):
        self.name, self.pid = name, 0
        self.began = monotonic()
        path = os.environ.get(VARIABLE)
        # Several processes write to one file: in one piece a line, at its end.
        self.file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o666) if path else None

    def note(self, sign: str, text: str) -> None:
        """Write down a line that was said."""
        if self.file is not None:
            seconds = monotonic() - self.began
            os.write(self.file, f"{seconds:9.4f} {self.pid} {self.name} {sign} {printable(text)}\n".encode())

    def close(self) -> None:
        """Write nothing more."""
        if self.file is not None:
            os.close(self.file)
            self.file = None


class EngineProcess:
    """A program that was started. Close it: then nothing of it is left, however it went.

    words  of the command, the first of which is the path of the program;  name  what it is called.
    last   the last line that it said; empty before the first.
    """

    def __init__(self, words: Sequence[str], name: str, guard: Guard | None):
        self.name, self.last = name, ""
        self.deaf = False  # whether it has not taken what was said to it
        self.waited = 0.0  # seconds in which it was waited for
        self.heard = 0.0  # when it was heard last
        self.dialogue = Dialogue(name)
        self.process = SandboxProcess(lambda line: run_program(line, words), guard or Guard())
        self.dialogue.pid = self.process.supervisor
        KEPT_CHILDREN.add(self.process.supervisor)

    def begin_game(self) -> None:
        """From now on it plays another game: what it may print is counted anew."""
        self.process.printed = 0

    def send(self, line: str, deadline: float = inf) -> None:
        """Say a line to it, or several at once. One that does not listen is found out as its answer is waited for.

        It is waited for a few seconds at most that it listens. Once it has not, nothing more is said to it.
        """
        if self.deaf:
            return
        for each in line.split("\n"):
            self.dialogue.note("<", each)
        self.deaf = not self.process.send(line.encode() + b"\n", min(deadline, monotonic() + LISTENING))

    def read(self, deadline: float, late: str, pulse: Callable[[], None] | None = None) -> str:
        """The next line that it says, without blanks around it. Raises Forfeit; its words are `late` if it is too late.

        deadline  on the clock of time.monotonic();  pulse  is called ten times a second meanwhile.
        """
        began = monotonic()
        try:
            while pulse and monotonic() + PULSE < deadline and not self.process.wait_for_line(monotonic() + PULSE):
                pulse()
            line = self.process.answer(deadline, late).decode(errors="replace").strip()
        except Forfeit as forfeit:
            raise self.describe(forfeit) from None
        self.heard = monotonic()
        self.waited += self.heard - began
        self.dialogue.note(">", line)
        self.last = line or self.last
        return line

    def describe(self, forfeit: Forfeit) -> Forfeit:
        """Return the same with what the program said and printed last."""
        words = f"{forfeit}{self.quote_last()}" if forfeit.how in (How.HUNG, How.DIED) else str(forfeit)
        self.dialogue.note("!", f"{self.name} {words}")
        return Forfeit(forfeit.how, words, self.printed())

    def overhear(self) -> str | None:
        """Return the next line that it has said by now; None if it has said no more. Raises Forfeit as `read` does."""
        process = self.process
        if not process.lines and process.line.fileno() in dict(process.poll.poll(0)):
            try:
                process.read_answer()
            except Forfeit as forfeit:
                raise self.describe(forfeit) from None
        return self.read(monotonic(), "") if process.lines else None

    def has_read(self) -> bool:
        """Whether it has read all that it was told; also where the system does not tell."""
        import fcntl
        import termios

        try:
            return not any(fcntl.ioctl(self.process.line, termios.TIOCOUTQ, bytes(4)))
        except OSError:
            return True

    def is_gone(self) -> bool:
        """Whether it has ended, or will read nothing more."""
        found = dict(self.process.poll.poll(0)).get(self.process.line.fileno(), 0)
        return bool(found & select.POLLHUP) or not self.is_alive()

    def await_reading(self, deadline: float) -> bool:
        """Wait until it has read all that it was told; whether it has by then, and has not ended."""
        pause = 0.0001
        while not self.has_read() and not self.is_gone() and monotonic() < deadline:
            sleep(pause)
            pause = min(2 * pause, 0.01)
        return self.has_read() and not self.is_gone()

    def wait_for(
        self,
        find: Callable[[str], Found | None],
        deadline: float,
        late: str,
        pulse: Callable[[], None] | None = None,
    ) -> Found:
        """Return what `find` finds in the first line in which it finds something; lines before that are passed over.

        deadline, late, pulse  as `read` takes them; pulse is called after each such line too, as they may come fast.
        Raises Forfeit as `read` does, and where it says more than FLOOD bytes without such a line.
        """
        said = 0
        while (found := find(line := self.read(deadline, late, pulse))) is None:
            if pulse:
                pulse()
            said += len(line) + 1
            if said > FLOOD or monotonic() > deadline:
                self.fail_as_flooding(said, late)
        return found

    def fail_as_flooding(self, said: int, late: str) -> None:
        """Raise the Forfeit of a program that says much and answers nothing."""
        if said > FLOOD:
            last = f"; it said last {quote(self.last)}" if self.last else ""  # its next line may be cut off anywhere
            raise Forfeit(How.FLOODED, f"said more than {FLOOD >> 20} MB without an answer{last}", self.printed())
        raise Forfeit(How.HUNG, f"{late}{self.quote_last()}", self.printed())

    def speak_on(self, path: str) -> None:
        """Speak from now on through the socket of that path, at which it listens. Raises OSError."""
        line = socket.socket(socket.AF_UNIX)
        try:
            line.connect(path)
        except OSError:
            line.close()
            raise
        self.process.switch(line)

    def is_alive(self) -> bool:
        """Whether it runs still."""
        return self.process.status() is None and not self.process.orphaned

    def quote_last(self) -> str:
        """Return what it said last, to follow a sentence about it."""
        if begun := self.process.received.decode(errors="replace").strip():
            return f"; it said {quote(begun)} without a line end"
        return f"; it said last {quote(self.last)}" if self.last else "; it said nothing"

    def printed(self) -> str:
        """Return what it printed to its standard error, for people; empty if it printed nothing."""
        return self.process.quote_output()

    def close(self, at_once: bool = False) -> None:
        """End it, and all that it has started; unless at once, it has a moment to end by itself."""
        for line in self.printed().splitlines()[1:]:
            self.dialogue.note("!", line)
        self.process.close(at_once)
        KEPT_CHILDREN.discard(self.process.supervisor)
        self.dialogue.close()


def quote(line: str) -> str:
    """Return the beginning of a line that a program said, in quotes, fit for people."""
    return repr(clip(line, QUOTED))


def run_program(line: socket.socket, words: Sequence[str]) -> None:
    """Become that program, which reads and writes the line. Called in its process, and never returns."""
    for number in (0, 1):
        os.dup2(line.fileno(), number)
    for number in (signal.SIGPIPE, signal.SIGXFSZ):  # that Python ignores, and programs do not expect to be ignored
        signal.signal(number, signal.SIG_DFL)
    try:
        os.execv(words[0], list(words))  # noqa: S606  # the program that a person has named
    except OSError as error:
        os.write(2, f"{words[0]} cannot be started: {error.strerror}\n".encode())
        raise


def measure_ping(exchange: Callable[[], object]) -> float:
    """Return the least of the seconds that it takes to say something and to be answered, MOST at most."""
    found = [MOST]
    for _ in range(PINGS):
        began = monotonic()
        exchange()
        found.append(monotonic() - began)
    return min(found)
