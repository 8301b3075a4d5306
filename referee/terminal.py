"""What the streams of this process can do: whether people sit there, and which characters and lines they take."""

import os
import shutil
import sys
from typing import TextIO

from referee.drawing import ASCII, UNICODE, Signs


def forgive_encodings() -> None:
    """Let no character that a stream cannot write or read end the program; it comes out escaped."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def fancy() -> bool:
    """Whether a person sits at a terminal that can move its cursor."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"


def signs() -> Signs:
    """The characters that standard output takes: finer ones only where the locale and the encoding hold them."""
    return UNICODE if writes_unicode(sys.stdout) and not ascii_locale() else ASCII


def writes_unicode(stream: TextIO) -> bool:
    """Whether the stream's encoding has box drawing and bullets."""
    try:
        "│●┃…".encode(stream.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def ascii_locale() -> bool:
    """Whether the locale is the C one, where Python writes UTF-8 though the terminal may not show it."""
    if os.name == "nt" or os.environ.get("PYTHONIOENCODING"):
        return False
    names = (os.environ.get(name) for name in ("LC_ALL", "LC_CTYPE", "LANG"))
    return next(filter(None, names), "C") in ("C", "POSIX")


def width() -> int:
    """The columns of the terminal, 80 where there is none."""
    return shutil.get_terminal_size().columns
