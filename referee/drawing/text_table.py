"""Tables of texts, written as lines with roles, as plain lines and as Markdown.

In lines the columns stand two blanks apart, each as wide as its widest text.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import zip_longest
from typing import TYPE_CHECKING

from games.base.notation import printable
from games.dataclass import dataclass
from referee.drawing.glyphs import Line, Signs, Span, line_text
from referee.drawing.terminal import ESCAPED
from referee.drawing.text_width import cut, pad, strip_line, text_width

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

GAP = 2  # blanks between columns


@dataclass(frozen=True)
class Column:
    """A column of a table.

    title     the text above it;  texts  one for each row.
    needless  if there is no room, the columns with the largest number go first; a column with 0 stays.
    left      whether its texts are aligned at the left; otherwise they are at the right;  role  the role of its texts.
    least     the width to which its texts may be cut; 0 if they must not be cut.
    """

    title: str
    texts: Sequence[str]
    needless: int = 0
    left: bool = False
    role: str = ""
    least: int = 0

    @property
    def width(self) -> int:
        return max(map(text_width, [self.title, *self.texts]))

    @property
    def narrowest(self) -> int:
        return min(self.width, self.least or self.width)

    def cells(self) -> list[str]:
        """Return the title and the texts, each as wide as the column."""
        width = self.width
        return [pad(text, width, "<" if self.left else ">") for text in (self.title, *self.texts)]

    def cut(self, width: int, more: str) -> Column:
        """Return the column with its title and its texts cut to the `width`; `more` ends what is cut."""
        title, *texts = (cut(text, max(width, 1), more) for text in (self.title, *self.texts))
        return replace(self, title=title, texts=texts)


@dataclass(frozen=True)
class TextTable:
    """A table; all its columns have the same number of texts."""

    columns: Sequence[Column]

    @property
    def width(self) -> int:
        return sum(each.width + GAP for each in self.columns) - GAP

    @property
    def narrowest(self) -> int:
        return sum(each.narrowest + GAP for each in self.columns) - GAP

    def fit(self, width: int, more: str) -> TextTable:
        """Return as much of the table as has room in the `width`.

        Needless columns go first, and those without any text always. Then the column that may be cut is cut; `more`
        ends its texts.
        """
        columns = [each for each in self.columns if any(each.texts) or not each.needless]
        while TextTable(columns).narrowest > width and (most := max(each.needless for each in columns)):
            columns = [each for each in columns if each.needless < most]
        over = max(0, TextTable(columns).width - width)
        return TextTable([each.cut(each.width - over, more) if each.least else each for each in columns])

    def lines(self, strong: Collection[int] = ()) -> list[Line]:
        """Return a line of titles, then a line for each row.

        strong  the rows, from 0, that stand out in the columns without a role.
        """
        lines = []
        for at, texts in enumerate(zip(*(each.cells() for each in self.columns), strict=True), -1):
            role = "strong" if at in strong else ""
            spans = [
                Span(text, each.role or role if at >= 0 else "faint")
                for each, text in zip(self.columns, texts, strict=True)
            ]
            lines.append(strip_line([part for span in spans for part in (Span(" " * GAP), span)][1:]))
        return lines

    def text(self) -> list[str]:
        return [line_text(line) for line in self.lines()]

    def markdown(self) -> list[str]:
        """Return the lines of the table as GitHub's Markdown; the texts must be escaped already."""
        titles, rules = zip(*((each.title, ":---" if each.left else "---:") for each in self.columns), strict=True)
        rows = zip(*(each.texts for each in self.columns), strict=True)
        return [f"| {' | '.join(row)} |" for row in (titles, rules, *rows)]


def row(texts: Sequence[str], widths: Sequence[int], right: Collection[int] = ()) -> str:
    """Return the texts in columns of these `widths`, those whose numbers are in `right` aligned at the right."""
    cells = (
        pad(text, size, ">" if at in right else "<") for at, (text, size) in enumerate(zip(texts, widths, strict=False))
    )
    return (" " * GAP).join(cells).rstrip()


def rows(texts: Sequence[Sequence[str]], right: Collection[int] = ()) -> list[str]:
    """Return the texts of each row in columns, those whose numbers are in `right` aligned at the right."""
    widths = [max(map(text_width, column)) for column in zip_longest(*texts, fillvalue="")]
    return [row(each, widths, right) for each in texts]


def printable_text(text: str, signs: Signs) -> str:
    """Return the text in one line of characters that the window takes."""
    text = printable(text)
    return text.encode("ascii", ESCAPED).decode() if signs.more.isascii() else text
