"""What the streams of this process can do: whether people sit there, and which characters and lines they take."""

from __future__ import annotations

import codecs
import os
import sys
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from referee.drawing.glyphs import Signs
    from referee.drawing.palette import Depth
    from referee.drawing.themes import Theme

ESCAPED = "referee-escaped"  # the name of `escape` among the error handlers of codecs
ELLIPSIS = "…"


def occupy_streams() -> None:
    """Redirect closed standard streams to the null device, so that a newly opened file cannot become one."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # the lowest number that is free, which is this


def forgive_encodings() -> None:
    """Escape characters that a stream cannot write or read, instead of ending the program.

    In the C locale Python writes UTF-8, though the terminal may not show it: there the streams are made ASCII.
    """
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="ascii" if ascii_locale() else None, errors=ESCAPED)


def escape(error: UnicodeError) -> tuple[str | bytes, int]:
    """Return what to write for a character that cannot be encoded, and the next place: `...` for the ellipsis."""
    if not isinstance(error, UnicodeEncodeError):
        return codecs.backslashreplace_errors(error)
    place = error.start
    if error.object[place] == ELLIPSIS:
        return "...", place + 1
    return codecs.backslashreplace_errors(
        UnicodeEncodeError(error.encoding, error.object, place, place + 1, error.reason)
    )


codecs.register_error(ESCAPED, escape)


def ascii_locale() -> bool:
    """Return whether the locale is the C one and nothing else says which encoding is wanted."""
    if os.name == "nt" or os.environ.get("PYTHONIOENCODING"):
        return False
    names = (os.environ.get(name) for name in ("LC_ALL", "LC_CTYPE", "LANG"))
    return next(filter(None, names), "C") in ("C", "POSIX")


def movable(*streams: TextIO | None) -> bool:
    """Return whether all streams are terminals whose cursor can be moved. A stream closed from the start is None."""
    capable = os.environ.get("TERM", "dumb") != "dumb"
    return capable and all(stream is not None and stream.isatty() for stream in streams)


def seen() -> bool:
    """Return whether standard output is a terminal."""
    return sys.stdout is not None and sys.stdout.isatty()


def fancy() -> bool:
    """Return whether a person sits at a terminal whose cursor can be moved."""
    return movable(sys.stdin, sys.stdout)


def in_foreground() -> bool:
    """Return whether the keyboard is this process's own: a background process that takes it is stopped."""
    try:
        return os.tcgetpgrp(sys.stdin.fileno()) == os.getpgrp()
    except (AttributeError, OSError, ValueError):  # Windows; no terminal; closed
        return False


def signs(wanted: str = "auto") -> Signs:
    """Return the characters `unicode` or `ascii`, or with `auto` the finest that standard output takes."""
    from referee.drawing.glyphs import ASCII, UNICODE

    if wanted != "auto":
        return UNICODE if wanted == "unicode" else ASCII
    try:
        "│●┃·•■∴…".encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except UnicodeEncodeError:
        return ASCII
    return UNICODE


def board_signs(wanted: str = "auto", pieces: str = "drawings") -> Signs:
    """Return the characters for boards: with `auto` painted if a person sees colours here, else as from `signs`.

    pieces  how pieces of chess are drawn.
    """
    from dataclasses import replace

    from referee.drawing.glyphs import ASCII
    from referee.drawing.palette import Depth

    found = signs(wanted)
    if found is not ASCII and pieces != found.figures:
        found = replace(found, figures=pieces)
    if wanted != "auto" or found is ASCII or not fancy() or os.environ.get("NO_COLOR"):
        return found
    return replace(found, painted=True, lettered=depth() is Depth.BASIC)


def depth() -> Depth:
    """Return how many colours the terminal says that it shows."""
    from referee.drawing.palette import Depth

    kind = os.environ.get("TERM", "")
    if os.environ.get("COLORTERM", "").casefold() in ("truecolor", "24bit") or "direct" in kind:
        return Depth.TRUE
    return Depth.INDEXED if "256" in kind else Depth.BASIC


def theme(name: str, ground: str = "dark") -> Theme:
    """Return the theme of this name for a `dark` or `light` ground; if NO_COLOR is set, one without colours."""
    from dataclasses import replace

    from referee.drawing.themes import COLOURLESS, LIGHT_THEMES, THEMES

    if os.environ.get("NO_COLOR"):
        return COLOURLESS
    return replace((LIGHT_THEMES if ground == "light" else THEMES)[name], depth=depth())


def width() -> int:
    """Return the columns of the terminal, 80 if there is none."""
    return size("COLUMNS", 0, 80)


def height() -> int:
    """Return the lines of the terminal, 24 if there is none."""
    return size("LINES", 1, 24)


def size(variable: str, side: int, otherwise: int) -> int:
    """Return a side of the terminal, as `shutil` does, whose module loads three compressors.

    variable   the one of the environment that has priority.
    otherwise  the length if there is no terminal.
    """
    wanted = os.environ.get(variable, "")
    if wanted.isdecimal() and int(wanted):
        return int(wanted)
    try:
        return os.get_terminal_size(sys.__stdout__.fileno())[side] or otherwise  # type: ignore[union-attr]
    except (AttributeError, OSError, ValueError):  # closed from the start; no terminal; closed
        return otherwise
