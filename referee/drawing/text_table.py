"""Tables as lines of text: columns two blanks apart, each as wide as its widest text."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

from games.base.notation import printable
from games.dataclass import dataclass
from referee.drawing.glyphs import ESCAPED, Line, Signs, Span
from referee.drawing.text_width import pad, strip_line, text_width

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

GAP = 2  # blanks between columns


@dataclass(frozen=True)
class Column:
    """A column of the table.

    title  above it;  texts  one for each row;  needless  from 0: if there is no room the largest goes first.
    left   whether its texts start at the same place, where else they end at one;  role  of its texts.
    """

    title: str
    texts: Sequence[str]
    needless: int = 0
    left: bool = False
    role: str = ""

    @property
    def width(self) -> int:
        """The columns of a window that it takes."""
        return max(map(text_width, [self.title, *self.texts]))

    def cell(self, text: str) -> str:
        """The text as wide as the column."""
        return pad(text, self.width, "<" if self.left else ">")


def table(columns: Sequence[Column], strong: Collection[int] = ()) -> list[Line]:
    """A line of titles, then a line for each row.

    strong  the rows, from 0, that stand out in columns that have no role of their own.
    """
    lines = [join_cells([(each.cell(each.title), "faint") for each in columns])]
    for at in range(len(columns[0].texts)):
        role = "strong" if at in strong else ""
        lines.append(join_cells([(each.cell(each.texts[at]), each.role or role) for each in columns]))
    return [strip_line(line) for line in lines]


def join_cells(texts: list[tuple[str, str]]) -> Line:
    """Those texts with their roles as one line."""
    return [span for text, role in texts for span in (Span(" " * GAP), Span(text, role))][1:]


def row(texts: Sequence[str], widths: Sequence[int], right: Collection[int] = ()) -> str:
    """The texts in columns of those widths, aligned at the right in those of these numbers, from 0."""
    cells = (
        pad(text, size, ">" if at in right else "<") for at, (text, size) in enumerate(zip(texts, widths, strict=False))
    )
    return (" " * GAP).join(cells).rstrip()


def rows(texts: Sequence[Sequence[str]], right: Collection[int] = ()) -> list[str]:
    """The texts of each row in columns, aligned at the right in those of these numbers, from 0."""
    widths = [max(map(text_width, column)) for column in zip_longest(*texts, fillvalue="")]
    return [row(each, widths, right) for each in texts]


def printable_text(text: str, signs: Signs) -> str:
    """The text in one line of characters that the window takes."""
    text = printable(text)
    return text.encode("ascii", ESCAPED).decode() if signs.more.isascii() else text
