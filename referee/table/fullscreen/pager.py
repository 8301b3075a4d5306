"""A longer text that is read on the page in the place of the board."""

import re
from collections.abc import Callable
from textwrap import wrap

from referee.drawing.glyphs import Line, Span

COLUMNS = re.compile(r"( *\S+( \S+)*  +)+")

Lay = Callable[[int], list[Line]]  # the lines of the text for a window of so many columns


class Reading:
    """The text, laid out for the window as it is, and the line of it that stands on top."""

    def __init__(self, lay: Lay):
        self.lay = lay
        self.top = 0
        self.width = 0
        self.lines: list[Line] = []  # for a window of that width

    def rows(self, width: int) -> list[Line]:
        """Its lines in a window of so many columns."""
        if width != self.width:
            self.width, self.lines = width, self.lay(width)
        return self.lines


def folded(lines: list[str], width: int) -> list[Line]:
    """The lines of a text, those that are too long for the window continued in further ones."""
    return [
        [Span(row)]
        for line in lines
        for row in wrap(line, max(width, 1), subsequent_indent=hanging(line, width), drop_whitespace=False) or [""]
    ]


def hanging(line: str, width: int) -> str:
    """The blanks that rows of a wrapped line begin with: as far in as its last column, where there is room for that."""
    found = COLUMNS.match(line)
    return " " * min(found.end() if found else 2, width // 2)
