"""A terminal in which tests run a command: a pseudo-terminal, and the screen that a person would see on it."""

import os
import re
import sys
from collections.abc import Callable
from contextlib import ExitStack, suppress
from copy import copy
from pathlib import Path
from time import monotonic, sleep
from typing import Self

import pexpect
import pyte
import pytest
from starter import Forked

PATIENCE = 120.0  # seconds for what should happen at once; only a hang takes longer
GAP, DRAWING = 0.02, 0.5  # seconds between two parts of a drawing, and of all of it, at most
SMALL = (40, 12)
WINDOWS = [
    pytest.param({"size": (80, 24)}, id="80x24"),
    pytest.param({"size": SMALL, "environment": {"LC_ALL": "C", "NO_COLOR": "1"}}, id="40x12"),
]
CTRL_C, CTRL_D, CTRL_L, CTRL_P, CTRL_U, CTRL_Z = "\x03", "\x04", "\x0c", "\x10", "\x15", "\x1a"
ENTER, ESC, TAB, SPACE = "\r", "\x1b", "\t", " "
UP, DOWN, RIGHT, LEFT = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D"
HOME, END, PAGE_UP, PAGE_DOWN = "\x1b[H", "\x1b[F", "\x1b[5~", "\x1b[6~"
F1, F2, F3, F4, F5, F6, F10 = "\x1bOP", "\x1bOQ", "\x1bOR", "\x1bOS", "\x1b[15~", "\x1b[17~", "\x1b[21~"
TAIL = 10  # characters of an entry too long for its line that can be relied on
ALTERNATE = 1049  # the mode of xterm in which the second page is seen
REFEREE = (sys.executable, "-m", "referee")
LOCALE = {"LC_ALL"}  # what tests change of the environment that Python heeds as it starts, beside its own variables

# A colour terminal in UTF-8, and nothing of the environment of whoever runs the tests. Boards are drawn in letters,
# which tests can read, and at once; what they look like in colours has tests of its own.
ENVIRONMENT = {
    "PATH": os.environ.get("PATH", os.defpath),
    "HOME": os.environ.get("HOME", "/"),
    "LANG": "C.UTF-8",
    "TERM": "xterm-256color",
    "REFEREE_DATA": os.environ["REFEREE_DATA"],
    "REFEREE_SETTINGS": os.environ["REFEREE_SETTINGS"],
    "REFEREE_SYMBOLS": "unicode",
    "REFEREE_MOTION": "false",
}


class Screen(pyte.Screen):
    """A screen that answers where the cursor is, as terminals do when a program asks, and has a second page.

    alternate  whether the second page is seen, which programs take that fill the screen. It is blank each time; once
               it is left, what stood on the first one is seen again.
    """

    def __init__(self, columns: int, lines: int, answer: Callable[[str], None]):
        self.answer = answer
        self.first: tuple[dict[int, object], pyte.screens.Cursor] | None = None
        super().__init__(columns, lines)

    @property
    def alternate(self) -> bool:
        return self.first is not None

    @property
    def display(self) -> list[str]:
        """The lines on the screen. That of pyte calls functions for each character, and tests look all the time."""
        lines, blank = [], [" "] * self.columns
        for number in range(self.lines):
            cells = blank.copy()
            for column, cell in self.buffer[number].items():
                if column < self.columns:
                    cells[column] = cell.data
            lines.append("".join(cells))
        return lines

    def draw(self, data: str) -> None:
        """Draw a text; pyte would end it at a variation selector, which takes no column."""
        super().draw(data.replace("\N{VARIATION SELECTOR-15}", ""))

    def write_process_input(self, data: str) -> None:
        self.answer(data)

    def set_mode(self, *modes: int, **how: bool) -> None:
        super().set_mode(*modes, **how)
        if how.get("private") and ALTERNATE in modes and self.first is None:
            self.first = dict(self.buffer), copy(self.cursor)
            self.buffer.clear()
            self.dirty.update(range(self.lines))

    def reset_mode(self, *modes: int, **how: bool) -> None:
        super().reset_mode(*modes, **how)
        if how.get("private") and ALTERNATE in modes and self.first is not None:
            rows, cursor = self.first
            self.first = None
            self.buffer.clear()
            self.buffer.update(rows)
            self.cursor.x, self.cursor.y = cursor.x, cursor.y
            self.ensure_hbounds()
            self.ensure_vbounds()


class Terminal:
    """A running command and the screen before the person who uses it.

    output  all the bytes that the command has written so far, as far as they were read.
    """

    def __init__(self, *command: str, size: tuple[int, int] = (80, 24), environment: dict[str, str] | None = None):
        columns, lines = size
        wanted = environment or {}
        if wanted.keys() & {"LC_ALL", "PYTHONIOENCODING"}:  # the streams decide
            wanted = {"REFEREE_SYMBOLS": "auto"} | wanted
        whole = ENVIRONMENT | wanted
        if command[:3] == REFEREE and not any(name.startswith("PYTHON") for name in wanted):
            basis = ENVIRONMENT | {name: wanted[name] for name in LOCALE & wanted.keys()}
            self.child = Forked(command[3:], (lines, columns), whole, basis)
        else:
            self.child = pexpect.spawn(command[0], list(command[1:]), dimensions=(lines, columns), env=whole)
        self.child.delaybeforesend = None
        self.screen = Screen(columns, lines, self.type)
        self.stream = pyte.ByteStream(self.screen)
        self.output = b""
        self.ended = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *what: object) -> None:
        self.child.ptyproc.delayafterclose = 0.01  # seconds, of which there are many in all
        with suppress(pexpect.ExceptionPexpect):  # killed, but the machine is too busy to bury it at once
            self.child.close(force=True)

    def __str__(self) -> str:
        return "\n".join(f"|{line}|" for line in self.screen.display)

    @property
    def lines(self) -> list[str]:
        """The lines on the screen from the top, without the blanks at their ends, down to the last that is not empty."""
        return self.text.split("\n")

    @property
    def text(self) -> str:
        """The same in one string."""
        return "\n".join(line.rstrip() for line in self.screen.display).rstrip()

    @property
    def entry(self) -> str:
        """The line in which the cursor is, without the key at its end that a small window names."""
        return self.screen.display[self.screen.cursor.y].rstrip().removesuffix(" F1 help").rstrip()

    @property
    def said(self) -> str:
        """All that is on the screen as one line, in which a sentence that was wrapped is whole."""
        return " ".join(self.text.split())

    @property
    def restored(self) -> bool:
        """Whether the screen was given back: the first page is seen, and the cursor on it."""
        return not self.screen.alternate and not self.screen.cursor.hidden

    def type(self, keys: str) -> None:
        """Press these keys; "\\r" is Enter, "\\t" is Tab."""
        self.child.send(keys.encode())

    def enter(self, text: str) -> None:
        """Type the text at the prompt, and once it stands there press Enter."""
        self.type(text)
        # Where it has no room beside its prompt only the end of it is seen.
        self.wait_for(lambda: self.entry.endswith((f": {text}".rstrip(), text[-TAIL:] if text[TAIL:] else "\n")))
        self.type("\r")

    def resize(self, columns: int, lines: int) -> None:
        """Make the window as large as that."""
        self.screen.resize(lines, columns)
        self.screen.ensure_vbounds()  # the cursor, which pyte leaves below the last line
        self.child.setwinsize(lines, columns)

    def wait_for(self, wanted: str | Callable[[], bool], seconds: float = PATIENCE) -> None:
        """Read what is written until the text is on the screen, wrapped maybe, or until the condition holds."""
        end = monotonic() + seconds
        while not (wanted in self.text or wanted in self.said if isinstance(wanted, str) else wanted()):
            if not self.read(end - monotonic()):
                why = "before the command ended" if self.ended else f"within {seconds} seconds"
                raise AssertionError(f"not seen {why}: {wanted!r}\n{self}")
        self.settle()

    def settle(self) -> None:
        """Read on while a drawing is under way, of which only a part may have come."""
        end = monotonic() + DRAWING
        while monotonic() < end and (self.read(GAP) or self.is_running()):
            pass

    def is_running(self) -> bool:
        """Return whether the main thread of the command works or waits for a processor; False where no file says so."""
        try:
            return Path(f"/proc/{self.child.pid}/stat").read_text().rpartition(") ")[2].startswith("R")
        except OSError:
            return False

    def read(self, seconds: float) -> bool:
        """Take in some of what is written; whether there was any in that time."""
        if seconds <= 0:
            return False
        try:
            written = self.child.read_nonblocking(1 << 16, seconds)
        except pexpect.TIMEOUT:
            return False
        except pexpect.EOF:
            self.ended = True
            return False
        self.output += written
        self.stream.feed(written)
        return True

    def exit_status(self, seconds: float = PATIENCE) -> int:
        """Read on until the command ends; its exit status, negative for the signal that ended it."""
        end = monotonic() + seconds
        while self.read(end - monotonic()):
            pass
        while self.child.isalive():
            if monotonic() > end:
                raise AssertionError(f"still running after {seconds} seconds\n{self}")
            sleep(0.01)
        return self.child.exitstatus if self.child.signalstatus is None else -self.child.signalstatus


@pytest.fixture
def referee(tmp_path):
    """Starts the program in a terminal of its own, with an archive that is this test's alone."""
    own = {"REFEREE_DATA": str(tmp_path / "data")}
    with ExitStack() as stack:

        def start(*arguments, environment=None, **options):
            words = (*REFEREE, *arguments)
            return stack.enter_context(Terminal(*words, environment=own | (environment or {}), **options))

        yield start


@pytest.fixture(params=WINDOWS)
def table(referee, request):
    """The same in a window of usual size, and in a small one without colours that takes only ASCII."""
    return lambda *arguments: referee(*arguments, **request.param)


def asked(terminal):
    """Wait for a prompt at which nothing is typed yet."""
    terminal.wait_for(lambda: terminal.entry.endswith(("move:", "Move:", "Answer:", "Yes or no:", "]:")))


def enter(terminal, *entries):
    """Answer one prompt after the other, and wait for the next."""
    for entry in entries:
        asked(terminal)
        terminal.enter(entry)
    asked(terminal)


def finish(terminal, *entries):
    """The exit status after answering one prompt after the other, the last of which is the last of all."""
    enter(terminal, *entries[:-1])
    terminal.enter(entries[-1])
    return terminal.exit_status()


def conclude(terminal, *entries):
    """Answer one prompt after the other, the last of which ends the match, and wait for the page that shows it."""
    enter(terminal, *entries[:-1])
    terminal.enter(entries[-1])
    over(terminal)


def over(terminal):
    """Wait for the page of a match that is over."""
    terminal.wait_for(lambda: terminal.screen.cursor.hidden and re.search(r"\bwins?[:.]|A draw", terminal.said))


def leave(terminal):
    """The exit status after leaving the page of a match that is over."""
    terminal.type("q")
    return terminal.exit_status()


def rows(terminal):
    """The cells in the three rows of the lowest board of tic-tac-toe."""
    found = (re.match(r"\s*[│|]([^│|]+)[│|]([^│|]+)[│|]([^│|]+)[│|]", line) for line in terminal.lines)
    cells = [["".join(cell.split()) for cell in row.groups()] for row in found if row]
    return [row for row in cells if any(row)][-3:]


def marks(terminal):
    """What stands on that board, as in `1 X 3 4 [O] 6 7 8 9`."""
    return " ".join(cell for row in rows(terminal) for cell in row)


def colours(output):
    """The numbers of the escape codes in it that set a colour; 39 and 49 take colours away."""
    codes = re.findall(rb"\x1b\[([\d;]*)m", output)
    numbers = {int(number) for code in codes for number in code.split(b";") if number}
    return numbers & {*range(30, 39), *range(40, 49), *range(90, 108)}


def clocks(terminal):
    """What the clocks of X and O show, as in `X 0:12  O 4:59`, in the title or beside the board."""
    if title := re.search(r"X \S+  O \S+$", terminal.lines[0]):
        return title[0]
    beside = dict(re.findall(r"[ (]([XO])[ )] .* (\d+:\d\d(?:\.\d)?)$", terminal.text, re.MULTILINE))
    return "  ".join(f"{seat} {beside.get(seat)}" for seat in "XO")
