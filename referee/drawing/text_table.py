"""Tables and sentences as lines of a window: columns, and texts cut or wrapped to the room that there is."""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import wrap

from games.notation import printable
from referee.drawing.glyphs import Line, Signs, Span, cells

GAP = 2  # cells between columns
UNBROKEN = "\N{NO-BREAK SPACE}"


@dataclass(frozen=True)
class Column:
    """A column of the table.

    title  above it;  texts  one for each row;  needless  from 0: where there is no room the largest goes first.
    left   whether its texts start at the same cell, where else they end at one;  role  of its texts.
    """

    title: str
    texts: list[str]
    needless: int = 0
    left: bool = False
    role: str = ""

    @property
    def width(self) -> int:
        """The cells that it takes."""
        return max(map(cells, [self.title, *self.texts]))

    def cell(self, text: str, width: int) -> str:
        """The text in exactly so many cells."""
        blank = " " * (width - cells(text))
        return text + blank if self.left else blank + text


def joined(texts: list[tuple[str, str]]) -> Line:
    """Those texts with their roles as one line."""
    gaps = ["", *[" " * GAP] * (len(texts) - 1)]
    return [span for gap, (text, role) in zip(gaps, texts, strict=True) for span in (Span(gap), Span(text, role))][1:]


def wrapped(text: str, width: int, role: str) -> list[Line]:
    """The text in lines of that width, which part no number from its sign for per cent."""
    kept = text.replace(" %", f"{UNBROKEN}%")
    rows = wrap(kept, max(width, 10), subsequent_indent="  ", break_on_hyphens=False)
    return [[Span(row.replace(UNBROKEN, " "), role)] for row in rows]


def plain(text: str, signs: Signs) -> str:
    """The text in one line of characters that the window takes."""
    text = printable(text)
    return text.encode("ascii", "backslashreplace").decode() if signs.more.isascii() else text


def fitted(text: str, room: int, more: str) -> str:
    """The text in at most so many cells; one that is cut ends with the sign for more."""
    if cells(text) <= room:
        return text
    more = more[:room]
    while cells(text) > room - len(more):
        text = text[:-1]
    return text.rstrip() + more
