"""What programs and the referee say to each other, written down with times where somebody wants to read it."""

import os
from pathlib import Path
from time import monotonic

from games.base.notation import printable

VARIABLE = "REFEREE_DEBUG"  # names the file, also to the processes that play


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
