"""A terminal in which tests run a command: a pseudo-terminal, and the screen that a person would see on it."""

import os
import sys
from collections.abc import Callable
from time import monotonic, sleep
from typing import Self

import pexpect
import pyte

PATIENCE = 20.0  # seconds for whatever should happen at once: machines hesitate
REFEREE = (sys.executable, "-m", "referee")

# A colour terminal in UTF-8, and nothing of the environment of whoever runs the tests.
ENVIRONMENT = {
    "PATH": os.environ.get("PATH", os.defpath),
    "HOME": os.environ.get("HOME", "/"),
    "LANG": "C.UTF-8",
    "TERM": "xterm-256color",
    "REFEREE_DATA": os.environ["REFEREE_DATA"],
    "REFEREE_SETTINGS": os.environ["REFEREE_SETTINGS"],
}


class Screen(pyte.Screen):
    """A screen that answers where the cursor is, as terminals do when a program asks."""

    def __init__(self, columns: int, lines: int, answer: Callable[[str], None]):
        self.answer = answer
        super().__init__(columns, lines)

    def write_process_input(self, data: str) -> None:
        self.answer(data)


class Terminal:
    """A running command and the screen before the person who uses it.

    output  all the bytes that the command has written so far, as far as they were read.
    """

    def __init__(self, *command: str, size: tuple[int, int] = (80, 24), environment: dict[str, str] | None = None):
        columns, lines = size
        self.child = pexpect.spawn(
            command[0], list(command[1:]), dimensions=(lines, columns), env=ENVIRONMENT | (environment or {})
        )
        self.child.delaybeforesend = None
        self.screen = Screen(columns, lines, self.type)
        self.stream = pyte.ByteStream(self.screen)
        self.output = b""
        self.ended = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *what: object) -> None:
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
        """The line in which the cursor is."""
        return self.screen.display[self.screen.cursor.y].rstrip()

    def type(self, keys: str) -> None:
        """Press these keys; "\\r" is Enter, "\\t" is Tab."""
        self.child.send(keys.encode())

    def enter(self, text: str) -> None:
        """Type the text at the prompt, and once it stands there press Enter."""
        self.type(text)
        self.wait_for(lambda: self.entry.endswith(f": {text}".rstrip()))
        self.type("\r")

    def resize(self, columns: int, lines: int) -> None:
        """Make the window as large as that."""
        self.screen.resize(lines, columns)
        self.child.setwinsize(lines, columns)

    def wait_for(self, wanted: str | Callable[[], bool], seconds: float = PATIENCE) -> None:
        """Read what is written until the text is on the screen, or until the condition holds."""
        end = monotonic() + seconds
        while not (wanted in self.text if isinstance(wanted, str) else wanted()):
            if not self.read(end - monotonic()):
                why = "before the command ended" if self.ended else f"within {seconds} seconds"
                raise AssertionError(f"not seen {why}: {wanted!r}\n{self}")

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
