"""Boards as lines: with rules between their cells where there is room, close together where there is not.

The cells of the last move stand in brackets, which on a board without rules take the place of the gaps beside them.
"""

from collections.abc import Collection, Sequence

from games.picture import Cell, Form, Grid, Pits
from referee.signs import OWNER, Line, Place, Signs, Span

SPARE = 3  # lines of a window that no board takes: the move before it, a blank one and the prompt
SEEDS = 5  # drawn side by side in a pit, and twice that at most


def grid(picture: Grid, signs: Signs, width: int, height: int, last: Collection[Place]) -> list[Line]:
    """The board in the form that it has, or in squares without rules where the window is too small for them."""
    if picture.form is Form.LATTICE:
        return lattice(picture, signs, last)
    if picture.form is Form.SLANTED:
        return close(picture, signs, last, slant=True)
    lines = ruled(picture, signs, last)
    return lines if fits(lines, width, height) else close(picture, signs, last)


def fits(lines: list[Line], width: int, height: int) -> bool:
    """Whether lines all as wide as the first can be seen in such a window at once."""
    return sum(len(span.text) for span in lines[0]) <= width and len(lines) + SPARE <= height


# Rules between the cells.


def ruled(picture: Grid, signs: Signs, last: Collection[Place]) -> list[Line]:
    """A board with rules between its cells."""
    size = max(1, *(len(cell.mark) for row in picture.rows for cell in row))  # an empty board is as wide as a full one
    margin = max((len(label) for label in picture.row_labels), default=0)
    labels = [*picture.row_labels, *[""] * len(picture.rows)]
    columns = len(picture.rows[0])
    top, middle, bottom = (rule(corners, signs, columns, size + 2, margin + 2) for corners in signs.corners)
    lines = [top]
    for row, cells in enumerate(picture.rows):
        marks = [boxed(cell, size, signs, (row, column) in last) for column, cell in enumerate(cells)]
        lines += [[Span(f" {labels[row]:>{margin}} ", "faint"), *walled(marks, signs)], middle]
    lines[-1] = bottom
    if "".join(picture.column_labels).strip():
        heads = "".join(f" {label:^{size + 2}}" for label in picture.column_labels)
        lines.append([Span(" " * (margin + 2) + heads, "faint")])
    return lines


def rule(corners: tuple[str, str, str], signs: Signs, columns: int, size: int, margin: int) -> Line:
    """A horizontal rule of a board."""
    left, crossing, right = corners
    return [Span(" " * margin + left + crossing.join([signs.rule * size] * columns) + right, "faint")]


def walled(spans: Sequence[Span], signs: Signs) -> Line:
    """The spans with a wall before, between and after them."""
    wall = Span(signs.wall, "faint")
    return [wall, *(span for each in spans for span in (each, wall))]


def boxed(cell: Cell, size: int, signs: Signs, last: bool) -> Span:
    """What stands on a cell between walls, in brackets where the last move was."""
    text = f"{signs.finer.get(cell.mark, cell.mark):^{size}}"
    return Span(f"[{text}]", "last") if last else Span(f" {text} ", role(cell))


def role(cell: Cell) -> str:
    """The role of what stands on a cell."""
    return "" if cell.firm else OWNER[cell.seat]


# No rules.


def close(picture: Grid, signs: Signs, last: Collection[Place], slant: bool = False) -> list[Line]:
    """A board whose cells stand a gap apart; with slant each row half a cell further right, and the labels on top."""
    size = max(1, *(len(cell.mark) for row in picture.rows for cell in row), *map(len, picture.column_labels))
    margin = max((len(label) for label in picture.row_labels), default=0)
    labels = [*picture.row_labels, *[""] * len(picture.rows)]
    step = (size + 1) // 2 if slant else 0
    lines = []
    for row, cells in enumerate(picture.rows):
        spans = [Span(f"{signs.finer.get(cell.mark, cell.mark or signs.empty):^{size}}", role(cell)) for cell in cells]
        marked = [(row, column) in last for column in range(len(cells))]
        lines.append([Span(f"{'':{step * row}} {labels[row]:>{margin}} ", "faint"), *strip(spans, marked)])
    heads: Line = [Span(" " * (margin + 3) + " ".join(f"{label:^{size}}" for label in picture.column_labels), "faint")]
    if not "".join(picture.column_labels).strip():
        return lines
    return [heads, *lines] if slant else [*lines, heads]


def strip(spans: Sequence[Span], marked: Sequence[bool], gaps: Sequence[Span] = ()) -> Line:
    """The spans with gaps before, between and after them; brackets stand around each run of those that are marked."""
    line: Line = []
    before = False
    plain = gaps or [Span(" ")] * (len(spans) + 1)
    for span, now, gap in zip(spans, marked, plain, strict=False):
        bracket = "[" if now and not before else "]" if before and not now else ""
        line += [Span(bracket, "last") if bracket else gap, Span(span.text, "last") if now else span]
        before = now
    return [*line, Span("]", "last") if before else plain[-1]]


def lattice(picture: Grid, signs: Signs, last: Collection[Place]) -> list[Line]:
    """Dots, the lines drawn between them, and boxes."""
    margin = max((len(label) for label in picture.row_labels), default=0)
    labels = [*picture.row_labels, *[""] * len(picture.rows)]
    lines = []
    for row, cells in enumerate(picture.rows):
        spans = [stroke(cell, row, column, signs) for column, cell in enumerate(cells)]
        marked = [(row, column) in last for column in range(len(cells))]
        drawn = [row % 2 == 0 and column % 2 == 1 and cell.mark != "" for column, cell in enumerate(cells)]
        beside = zip([False, *drawn], [*drawn, False], strict=True)
        gaps = [Span(signs.rule if one or other else " ") for one, other in beside]
        lines.append([Span(f" {labels[row]:>{margin}} ", "faint"), *strip(spans, marked, gaps)])
    heads = " ".join(label or " " for label in picture.column_labels)
    return [*lines, [Span(" " * (margin + 3) + heads, "faint")]] if "".join(picture.column_labels).strip() else lines


def stroke(cell: Cell, row: int, column: int, signs: Signs) -> Span:
    """What is drawn at that place of a lattice: a dot, a line or its absence, or what stands in a box."""
    if row % 2 == column % 2:
        return Span(signs.post, "faint") if row % 2 == 0 else Span(cell.mark or " ", role(cell))
    return Span(" " if not cell.mark else signs.wall if row % 2 else signs.rule)


# Pits and stores.


def pits(picture: Pits, signs: Signs, width: int, height: int, last: Collection[Place]) -> list[Line]:
    """The pits with their seeds drawn where there is room, else with their numbers only."""
    lines = seeded(picture, signs, last)
    return lines if fits(lines, width, height) else counted(picture, last)


def seeded(picture: Pits, signs: Signs, last: Collection[Place]) -> list[Line]:
    """The pits between rules, in each its seeds in one or two lines and how many they are."""
    columns, margin = len(picture.rows[0]), len(str(max(picture.stores))) + 4
    top, middle, bottom = (rule(corners, signs, columns, SEEDS + 2, margin) for corners in signs.corners)
    blank = Span(" " * margin)
    rows = []
    for row, counts in enumerate(picture.rows):
        owner = OWNER[1 - row]
        drawn = [[Span(f" {line:<{SEEDS}} ", owner) for line in seeds(count, signs)] for count in counts]
        numbers = [number(count, SEEDS, (row, column) in last) for column, count in enumerate(counts)]
        rows.append([[blank, *walled(line, signs)] for line in (*zip(*drawn, strict=True), numbers)])
    heads = [
        [blank, *(Span(f" {label:^{SEEDS + 2}}", OWNER[1 - row]) for label in labels), Span(" ")]
        for row, labels in enumerate(picture.labels)
    ]
    right, left = picture.stores
    middle[0] = Span(middle[0].text[margin:], "faint")
    middle = [Span(f"{left:^{margin}}", "second"), *middle, Span(f"{right:^{margin}}", "first")]
    return [heads[0], top, *rows[0], middle, *rows[1], bottom, heads[1]]


def seeds(count: int, signs: Signs) -> tuple[str, str]:
    """Two lines of seeds; a plus stands for those that do not fit."""
    if count > 2 * SEEDS:
        return signs.seed * SEEDS, signs.seed * (SEEDS - 1) + "+"
    return signs.seed * min(count, SEEDS), signs.seed * (count - SEEDS)


def number(count: int, size: int, last: bool) -> Span:
    """How many seeds lie in a pit, in brackets where the last move began."""
    return Span(f"{f'[{count}]':^{size + 2}}", "last") if last else Span(f"{count:^{size + 2}}", "strong")


def counted(picture: Pits, last: Collection[Place]) -> list[Line]:
    """The number of seeds in each pit and store."""
    size = max(2, *(len(str(count)) for row in picture.rows for count in row))
    margin = len(str(max(picture.stores))) + 2
    rows, heads = [], []
    for row, (counts, labels) in enumerate(zip(picture.rows, picture.labels, strict=True)):
        spans = [Span(f"{count:>{size}}", "strong") for count in counts]
        marked = [(row, column) in last for column in range(len(counts))]
        rows.append([Span(" " * margin), *strip(spans, marked)])
        heads.append([Span(" " * margin + "".join(f" {label:>{size}}" for label in labels), OWNER[1 - row])])
    right, left = picture.stores
    gap = " " * (len(picture.rows[0]) * (size + 1) + 1)
    stores = [Span(f"{left:^{margin}}", "second"), Span(gap), Span(f"{right:^{margin}}", "first")]
    return [heads[0], rows[0], stores, rows[1], heads[1]]
