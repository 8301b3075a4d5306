"""A learning curve in characters, and what each cell of a board is worth as far as it has been learnt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.drawing.glyphs import Line, Signs, Span
from referee.drawing.text_width import pad

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.layout import Layout
    from referee.learning.strength import CurvePoint

MARKS = {False: ("●", "○", "◆", "◇", "■", "□"), True: ("o", "x", "+", "*", "#", "@")}
ROLES = ("first", "second", "strong", "faint")
LABEL = 6  # columns left of the chart


def curve_lines(
    points: Sequence[CurvePoint], opponents: Sequence[str], width: int, height: int, signs: Signs
) -> list[Line]:
    """The scores so far by the seconds of learning, a mark for each opponent; the last one hides what lies beneath."""
    wide, high = max(10, width - LABEL), max(3, height)
    longest = max((point.progress.seconds for point in points), default=1.0)
    cells: dict[tuple[int, int], Span] = {}
    for point in points:
        which = opponents.index(point.opponent) if point.opponent in opponents else 0
        column = round((wide - 1) * point.progress.seconds / longest)
        row = round((high - 1) * (1 - point.counts.score))
        cells[row, column] = Span(mark_of(which, signs), ROLES[which % len(ROLES)])
    lines = []
    for row in range(high):
        share = 100 * (1 - row / (high - 1))
        labelled = row in {0, high - 1} or (high % 2 and row == high // 2)
        label = pad(f"{share:.0f} %" if labelled else "", LABEL - 1, ">") + " "
        blank = Span(signs.rule if labelled else " ", "faint")
        lines.append([Span(label, "faint"), *(cells.get((row, column), blank) for column in range(wide))])
    end = f"{longest:.0f} s"
    lines.append([Span(" " * LABEL + "0 s" + pad(end, wide - 3, ">"), "faint")])
    return lines


def mark_of(which: int, signs: Signs) -> str:
    """The mark of that opponent, counted from 0."""
    marks = MARKS[signs.more.isascii()]
    return marks[which % len(marks)]


def board_lines(layout: Layout, values: Sequence[float], width: int) -> list[Line]:
    """The values on the cells of the board, in hundredths, the top row first; nothing in too narrow a window."""
    cells = [cell for cell in layout.cells if cell]
    rows, columns = 1 + max(row for row, _ in cells), 1 + max(column for _, column in cells)
    found = {cell: value for cell, value in zip(layout.cells, values, strict=True) if cell}
    each = 1 + max(len(f"{round(100 * value):+d}") for value in found.values())
    if each * columns > width:
        return []
    largest = max(map(abs, found.values())) or 1.0
    lines = []
    for row in range(rows):
        line = []
        for column in range(columns):
            value = found.get((row, column))
            text = "" if value is None else f"{round(100 * value):+d}"
            strong = value is not None and abs(value) > largest / 2
            line.append(Span(pad(text, each, ">"), ("first" if (value or 0) > 0 else "second") if strong else "faint"))
        lines.append(line)
    return lines
