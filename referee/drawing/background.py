"""Whether the ground of the terminal is dark or light: as it is set, as the terminal answers, or as COLORFGBG says.

A terminal is asked by the control sequence OSC 11 of xterm (invisible-island.net/xterm/ctlseqs). Right after that it is
asked what kind of terminal it is, which all of them answer: so one that does not know OSC 11 costs no time.
"""

from __future__ import annotations

import os
import re
import sys
from contextlib import suppress
from functools import lru_cache
from select import select
from time import monotonic
from typing import TYPE_CHECKING

from games.dataclass import dataclass
from referee.drawing import terminal

if TYPE_CHECKING:
    from referee.drawing.themes import Theme
    from referee.support.settings import Settings

QUESTION = "\x1b]11;?\x1b\\\x1b[c"
COLOUR = re.compile(r"\x1b\]11;rgba?:([0-9a-fA-F]+)/([0-9a-fA-F]+)/([0-9a-fA-F]+)[^\x07\x1b]*(?:\x07|\x1b\\)")
KIND = re.compile(r"\x1b\[\?[\d;]*c")
PATIENCE = 0.1  # seconds for the answer
SILENT = re.compile("dumb|linux|vt|eterm|screen|cons|emacs")  # beginnings of the names of terminals that give no answer
LIGHT = 0.5  # the share of white from which a ground is light


@dataclass
class Leftover:
    """What the question left for a page to take.

    typed  the keys that were pressed meanwhile;  late  whether an answer may still come.
    """

    typed: str = ""
    late: bool = False

    def take(self) -> str:
        """Return the keys that were pressed, once."""
        typed, self.typed = self.typed, ""
        return typed


LEFTOVER = Leftover()


def background(wanted: str = "auto") -> str:
    """Return `dark` or `light`: what is wanted, unless that is `auto`, or what the terminal says, or `dark`."""
    if wanted != "auto":
        return wanted
    return ask_terminal() or colours_of_environment() or "dark"


@lru_cache(1)
def ask_terminal() -> str:
    """Ask the terminal once for `dark` or `light`; return "" if there is no terminal or no answer."""
    if not terminal.fancy() or SILENT.match(os.environ.get("TERM", "")) or os.name == "nt":
        return ""
    import termios
    import tty

    keyboard = sys.stdin.fileno()
    if not terminal.in_foreground():
        return ""
    try:
        before = termios.tcgetattr(keyboard)
    except termios.error:
        return ""
    try:
        tty.setcbreak(keyboard, termios.TCSANOW)
        os.write(sys.stdout.fileno(), QUESTION.encode())
        return read_answer(collect(keyboard))
    finally:
        with suppress(termios.error):
            termios.tcsetattr(keyboard, termios.TCSANOW, before)


def collect(keyboard: int) -> str:
    """Return what comes from the keyboard until the second question is answered, or for PATIENCE seconds."""
    came, end = b"", monotonic() + PATIENCE
    while not KIND.search(came.decode("latin-1")):
        left = end - monotonic()
        if left <= 0 or not select([keyboard], [], [], left)[0]:
            break
        part = os.read(keyboard, 1 << 12)
        if not part:
            break
        came += part
    return came.decode(errors="replace")


def read_answer(came: str) -> str:
    """Return `dark`, `light` or "" as the terminal answers; the page gets what else was typed."""
    LEFTOVER.typed += without_answers(came)
    LEFTOVER.late = not KIND.search(came)
    found = COLOUR.search(came)
    return "" if found is None else "light" if luminance(found.groups()) > LIGHT else "dark"


def without_answers(came: str) -> str:
    """Return what people typed: the text that `came`, without the answers of the terminal."""
    return KIND.sub("", COLOUR.sub("", came))


def luminance(parts: tuple[str, ...]) -> float:
    """Return how bright a colour is, 0 to 1; its red, green and blue are hexadecimal numbers of any length."""
    red, green, blue = (int(part, 16) / int("f" * len(part), 16) for part in parts)
    return 0.299 * red + 0.587 * green + 0.114 * blue


def colours_of_environment() -> str:
    """Return `dark` or `light` by the last number in COLORFGBG, such as `15;default;0`; "" if it has none."""
    number = os.environ.get("COLORFGBG", "").rpartition(";")[2]
    if not number.isdecimal():
        return ""
    return "light" if int(number) in (7, *range(9, 16)) else "dark"


def page_theme(wanted: Settings) -> Theme:
    """Return the theme that is set, for the ground of the terminal."""
    return terminal.theme(wanted.theme, background(wanted.background))
