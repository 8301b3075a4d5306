"""A longer text that is read on the page in place of the board."""

import re
from collections.abc import Callable

from referee.drawing.glyphs import Line, Span
from referee.drawing.text_width import wrap

COLUMNS = re.compile(r"( *\S+( \S+)*  +)+")

LayOut = Callable[[int], list[Line]]  # the lines of the text for a window of so many columns


class Pager:
    """The text, laid out for the window as it is, and the line of it that stands on top.

    typing  whether a letter that puts it away is typed at the prompt too, as the next move may be.
    """

    def __init__(self, lay_out: LayOut, typing: bool = False):
        self.lay_out, self.typing = lay_out, typing
        self.top = 0
        self.width = 0
        self.lines: list[Line] = []  # for a window of that width

    def rows(self, width: int) -> list[Line]:
        """Its lines in a window of so many columns."""
        if width != self.width:
            self.width, self.lines = width, self.lay_out(width)
        return self.lines


def wrap_lines(lines: list[str], width: int) -> list[Line]:
    """The lines of a text, those that are too long for the window continued in further ones."""
    return [[Span(row)] for line in lines for row in wrap(line, width, hanging_indent(line, width)) or [""]]


def hanging_indent(line: str, width: int) -> str:
    """The blanks that rows of a wrapped line begin with: as far in as its last column, where there is room for that."""
    found = COLUMNS.match(line)
    return " " * min(found.end() if found else 2, width // 2)
