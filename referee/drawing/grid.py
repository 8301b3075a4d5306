"""Boards as lines: with rules between their cells where there is room, close together where there is not.

Marks stand around a cell; on a board without rules they take the place of the gaps beside it.
"""

from collections.abc import Sequence
from dataclasses import replace

from games.picture import Cell, Form, Grid
from referee.drawing.figures import with_signs
from referee.drawing.glyphs import OWNER, Line, Signs, Span
from referee.drawing.highlights import Mark, Marks, mark_gaps
from referee.drawing.text_width import pad, text_width

ROOMY = 5  # columns of a cell within its margins, on a board with room


def grid_layouts(picture: Grid, signs: Signs, marks: Marks, generous: bool) -> list[list[Line]]:
    """The ways to draw the board in the form that it has, the largest first; squares stand without rules in the end.

    With generous the first has cells three lines high. Where the labels of columns are longer than what stands on the
    cells they are staggered in the last one.
    """
    if signs.finer:
        picture = with_signs(picture)
    if picture.form is Form.LATTICE:
        return [lattice_board(picture, signs, marks, size) for size in ((ROOMY, 1) if generous else (1,))]
    cell = max(
        1, *(text_width(cell.mark) for row in picture.rows for cell in row)
    )  # an empty board is as wide as a full one
    label = max(map(text_width, picture.column_labels), default=0)
    ways = [close_board(picture, signs, marks, size) for size in sorted({cell, max(cell, label)}, reverse=True)]
    if picture.form is Form.SLANTED:
        return ways
    large = [spacious_board(picture, signs, marks, cell)] if generous else []
    return [*large, ruled_board(picture, signs, marks, cell), *ways]


# Rules between the cells.


def spacious_board(picture: Grid, signs: Signs, marks: Marks, size: int) -> list[Line]:
    """A board with rules between cells three lines high, for large windows."""
    return ruled_board(picture, signs, marks, max(ROOMY, size + 2), spare=1)


def ruled_board(picture: Grid, signs: Signs, marks: Marks, size: int, spare: int = 0) -> list[Line]:
    """A board with rules between its cells, that wide within their margins, with so many lines to spare."""
    margin = max(map(text_width, picture.row_labels), default=0)
    labels = [*picture.row_labels, *[""] * len(picture.rows)]
    columns = len(picture.rows[0])
    top, middle, bottom = (rule_line(corners, signs, columns, size + 2, margin + 2) for corners in signs.corners)
    lines = [top]
    for row, cells in enumerate(picture.rows):
        marked = marks.row(row, columns)
        drawn = [
            [replace(boxed_cell(cell, size, signs, mark), place=(row, column))]
            for column, (cell, mark) in enumerate(zip(cells, marked, strict=True))
        ]
        blank = [
            [Span(" " * (size + 2), mark.role if mark else "", (row, column))] for column, mark in enumerate(marked)
        ]
        padding = [[Span(" " * (margin + 2)), *walled_row(blank, signs)]] * spare
        lines += [
            *padding,
            [Span(f" {pad(labels[row], margin, '>')} ", "faint"), *walled_row(drawn, signs)],
            *padding,
            middle,
        ]
    lines[-1] = bottom
    if "".join(picture.column_labels).strip():
        heads = "".join(f" {pad(label, size + 2, '^')}" for label in picture.column_labels)
        lines.append([Span(" " * (margin + 2) + heads, "faint")])
    return lines


def rule_line(corners: tuple[str, str, str], signs: Signs, columns: int, size: int, margin: int) -> Line:
    """A horizontal rule of a board."""
    left, crossing, right = corners
    return [Span(" " * margin + left + crossing.join([signs.rule * size] * columns) + right, "faint")]


def walled_row(cells: Sequence[Line], signs: Signs) -> Line:
    """What stands on the cells with a wall before, between and after them."""
    wall = Span(signs.wall, "faint")
    return [wall, *(span for cell in cells for span in (*cell, wall))]


def boxed_cell(cell: Cell, size: int, signs: Signs, mark: Mark | None) -> Span:
    """What stands on a cell between walls, with its mark around it."""
    text = pad(signs.finer.get(cell.mark, cell.mark), size, "^")
    return Span(f"{mark.before}{text}{mark.after}", mark.role) if mark else Span(f" {text} ", cell_role(cell))


def cell_role(cell: Cell) -> str:
    """The role of what stands on a cell."""
    return "" if cell.firm else OWNER[cell.seat]


# No rules.


def bare_cell(cell: Cell, signs: Signs) -> str:
    """What is drawn of a cell on a board without rules."""
    return signs.finer.get(cell.mark, cell.mark or signs.empty)


def close_board(picture: Grid, signs: Signs, marks: Marks, size: int) -> list[Line]:
    """A board whose cells, that wide, stand a gap apart.

    On a slanted one each row stands half a cell further right, and the labels of columns are on top.
    """
    slant = picture.form is Form.SLANTED
    margin = max(map(text_width, picture.row_labels), default=0)
    labels = [*picture.row_labels, *[""] * len(picture.rows)]
    step = (size + 1) // 2 if slant else 0
    lines = []
    for row, cells in enumerate(picture.rows):
        spans = [
            Span(pad(bare_cell(cell, signs), size, "^"), cell_role(cell), (row, column))
            for column, cell in enumerate(cells)
        ]
        marked = marks.row(row, len(cells))
        lines.append([Span(f"{' ' * step * row} {pad(labels[row], margin, '>')} ", "faint"), *mark_gaps(spans, marked)])
    heads = [[Span(" " * (margin + 3) + text, "faint")] for text in column_labels(picture.column_labels, size)]
    return [*heads, *lines] if slant else [*lines, *heads]


def column_labels(labels: Sequence[str], size: int) -> list[str]:
    """The labels of columns that wide and a gap apart, in as many lines as keep them apart; none if all are blank.

    In more than one line each begins where its column does.
    """
    if not "".join(labels).strip():
        return []
    count = -(-(max(map(text_width, labels)) + 1) // (size + 1))  # rounded up
    if count == 1:
        return [" ".join(pad(label, size, "^") for label in labels)]
    room = count * (size + 1)
    rows = ("".join(pad(label.strip(), room) for label in labels[first::count]) for first in range(count))
    return [" " * (size + 1) * first + row.rstrip() for first, row in enumerate(rows)]


def lattice_board(picture: Grid, signs: Signs, marks: Marks, size: int) -> list[Line]:
    """Dots, the lines drawn between them, which are at least that long from left to right, and boxes."""
    size = max(size, *(text_width(cell.mark) for row in picture.rows[1::2] for cell in row[1::2]))
    margin = max(map(text_width, picture.row_labels), default=0)
    labels = [*picture.row_labels, *[""] * len(picture.rows)]
    lines = []
    for row, cells in enumerate(picture.rows):
        spans = [
            replace(lattice_cell(cell, row, column, signs, size), place=(row, column))
            for column, cell in enumerate(cells)
        ]
        drawn = [row % 2 == 0 and column % 2 == 1 and cell.mark != "" for column, cell in enumerate(cells)]
        beside = zip([False, *drawn], [*drawn, False], strict=True)
        gaps = [Span(signs.rule if one or other else " ") for one, other in beside]
        lines.append(
            [Span(f" {pad(labels[row], margin, '>')} ", "faint"), *mark_gaps(spans, marks.row(row, len(cells)), gaps)]
        )
    heads = " ".join(pad(label, size if column % 2 else 1, "^") for column, label in enumerate(picture.column_labels))
    return [*lines, [Span(" " * (margin + 3) + heads, "faint")]] if heads.strip() else lines


def lattice_cell(cell: Cell, row: int, column: int, signs: Signs, size: int) -> Span:
    """What is drawn at that place of a lattice: a dot, a line or its absence, or what stands in a box."""
    wide = size if column % 2 else 1
    if row % 2 == column % 2:
        return Span(signs.post, "faint") if row % 2 == 0 else Span(pad(cell.mark, wide, "^"), cell_role(cell))
    return Span(" " * wide if not cell.mark else signs.wall if row % 2 else signs.rule * wide)
