"""Boards as lines of text: grids, pits, cards and dice, and backgammon boards.

Marks stand around a cell; on a board without ruled lines they take the place of the gaps beside it.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from games.picture import BESIDE, Cell, Form, Grid, Hand, Hands, Heap, Pits, Points
from referee.drawing.figures import with_signs
from referee.drawing.glyphs import OWNER, Layout, Line, Place, Signs, Span
from referee.drawing.highlights import Mark, Marks, mark_gaps
from referee.drawing.looks import HALF, owner, sides, stacks
from referee.drawing.text_width import pad, text_width

ROOMY = 5  # columns of a cell within its margins, on a board with room
SEEDS = 5  # drawn side by side in a pit, and twice that at most
STACK = 5  # checkers drawn on a point; if there are more, the last one is a number
FACES = "⚀⚁⚂⚃⚄⚅"
AREAS = "■□"  # by seat
MARGIN = "  "


def grid_layouts(picture: Grid, signs: Signs, marks: Marks, generous: bool) -> list[Layout]:
    """Return the ways to draw the board, the largest first; in the last ones squares stand without ruled lines.

    With `generous` the first has cells three lines high. If the labels of columns are wider than what is on the cells,
    they are staggered in the last one.
    """
    if signs.finer and signs.figures != "letters":
        picture = with_signs(picture)
    picture = with_areas(picture, marks, signs)
    if picture.form is Form.LATTICE:
        return [partial(lattice_board, picture, signs, marks, size) for size in ((ROOMY, 1) if generous else (1,))]
    # An empty board is as wide as a full one.
    cell = max(1, *(text_width(cell.mark) for row in picture.rows for cell in row))
    label = max(map(text_width, picture.column_labels), default=0)
    sizes = sorted({cell, max(cell, label)}, reverse=True)
    ways: list[Layout] = [partial(close_board, picture, signs, marks, size) for size in sizes]
    if picture.form is Form.SLANTED:
        return ways
    large = partial(ruled_board, picture, signs, marks, max(ROOMY, cell + 2), spare=1)
    return [*[large] * generous, partial(ruled_board, picture, signs, marks, cell), *ways]


def with_areas(picture: Grid, marks: Marks, signs: Signs) -> Grid:
    """Return the board with a sign of the seat on each cell of its area where it has no piece."""
    if not marks.owners:
        return picture
    sign = AREAS if signs.finer else [piece[:1].lower() for piece, _ in picture.pieces]
    rows = [
        tuple(
            cell if (owner := marks.owners.get((row, column))) in (None, cell.seat) else Cell(sign[owner], owner)
            for column, cell in enumerate(cells)
        )
        for row, cells in enumerate(picture.rows)
    ]
    return replace(picture, rows=tuple(rows))


# Boards with ruled lines between the cells.


def ruled_board(picture: Grid, signs: Signs, marks: Marks, size: int, spare: int = 0) -> list[Line]:
    """Return a board with rules between its cells.

    size  the columns of a cell within its margins;  spare  the lines above and below the piece on it.
    """
    margin = max(map(text_width, picture.row_labels), default=0)
    labels = [*picture.row_labels, *[""] * len(picture.rows)]
    columns = len(picture.rows[0])
    top, middle, bottom = (rule_line(corners, signs, columns, size + 2, margin + 2) for corners in signs.corners)
    lines = [top]
    for row, cells in enumerate(picture.rows):
        marked = marks.row(row, columns)
        drawn = [
            [boxed_cell(cell, size, signs, mark, (row, column))]
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
    """Return a horizontal rule of a board."""
    left, crossing, right = corners
    return [Span(" " * margin + left + crossing.join([signs.rule * size] * columns) + right, "faint")]


def walled_row(cells: Sequence[Line], signs: Signs) -> Line:
    """Return the cells of a row with a wall before, between and after them."""
    wall = Span(signs.wall, "faint")
    return [wall, *(span for cell in cells for span in (*cell, wall))]


def boxed_cell(cell: Cell, size: int, signs: Signs, mark: Mark | None, place: Place) -> Span:
    """Return a cell between walls, with its mark around it."""
    text = pad(signs.finer.get(cell.mark, cell.mark), size, "^")
    if mark:
        return Span(f"{mark.before}{text}{mark.after}", mark.role, place)
    return Span(f" {text} ", cell_role(cell), place)


def cell_role(cell: Cell) -> str:
    """Return the role of the piece on a cell."""
    return "" if cell.firm else OWNER[cell.seat]


# Boards without ruled lines.


def bare_cell(cell: Cell, signs: Signs) -> str:
    """Return what is drawn of a cell on a board without ruled lines."""
    return signs.finer.get(cell.mark, cell.mark or signs.empty)


def close_board(picture: Grid, signs: Signs, marks: Marks, size: int) -> list[Line]:
    """Return a board whose cells, `size` columns wide, stand a gap apart.

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
    """Return the labels of columns in as many lines as keep them apart; none if all are blank.

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
    """Return dots, the lines between them, at least `size` columns long from left to right, and boxes."""
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
    """Return a dot, a line or its absence, or the content of a box."""
    wide = size if column % 2 else 1
    if row % 2 == column % 2:
        return Span(signs.post, "faint") if row % 2 == 0 else Span(pad(cell.mark, wide, "^"), cell_role(cell))
    return Span(" " * wide if not cell.mark else signs.wall if row % 2 else signs.rule * wide)


def seeded_board(picture: Pits, signs: Signs, marks: Marks) -> list[Line]:
    """Return the pits between rules, each with its seeds in two lines and their number."""
    columns, margin = len(picture.rows[0]), len(str(max(picture.stores))) + 4
    top, middle, bottom = (rule_line(corners, signs, columns, SEEDS + 2, margin) for corners in signs.corners)
    blank = Span(" " * margin)
    rows = []
    for row, counts in enumerate(picture.rows):
        role = OWNER[owner(picture, row)]
        drawn = [
            [[Span(f" {pad(line, SEEDS)} ", role, (row, column))] for line in seed_lines(count, signs)]
            for column, count in enumerate(counts)
        ]
        numbers = [
            [replace(span, place=(row, column)) for span in pit_number(count, SEEDS, mark)]
            for column, (count, mark) in enumerate(zip(counts, marks.row(row, columns), strict=True))
        ]
        rows.append([[blank, *walled_row(line, signs)] for line in (*zip(*drawn, strict=True), numbers)])
    heads = [
        [blank, *(Span(f" {pad(label, SEEDS + 2, '^')}", OWNER[owner(picture, row)]) for label in labels), Span(" ")]
        for row, labels in enumerate(picture.labels)
    ]
    left, right = store_texts(picture, margin, marks)
    middle = [left, Span(middle[0].text[margin:], "faint"), right]
    return [heads[0], top, *rows[0], middle, *rows[1], bottom, heads[1]]


def store_texts(picture: Pits, size: int, marks: Marks) -> tuple[Span, Span]:
    """Return what lies in the store on the left and in the one on the right, `size` columns wide."""

    def store(seat: int) -> Span:
        text, role = marked_count(picture.stores[seat], marks.at((seat, BESIDE)), OWNER[seat])
        return Span(pad(text, size, "^"), role, (seat, BESIDE))

    return store(owner(picture, 0)), store(owner(picture, 1))


def marked_count(count: int, mark: Mark | None, role: str) -> tuple[str, str]:
    """Return a number of seeds with its mark around it, and its role."""
    return (f"{mark.before}{count}{mark.after}", mark.role) if mark else (str(count), role)


def seed_lines(count: int, signs: Signs) -> tuple[str, str]:
    """Return two lines of seeds; a plus stands for those that do not fit."""
    if count > 2 * SEEDS:
        return signs.seed * SEEDS, signs.seed * (SEEDS - 1) + "+"
    return signs.seed * min(count, SEEDS), signs.seed * (count - SEEDS)


def pit_number(count: int, size: int, mark: Mark | None) -> Line:
    """Return the number of seeds in a pit, with its mark around it."""
    text, role = marked_count(count, mark, "strong")
    blanks = size + 2 - len(text)
    return [Span(" " * (blanks // 2)), Span(text, role), Span(" " * (blanks - blanks // 2))]


def counted_board(picture: Pits, marks: Marks) -> list[Line]:
    """Return the board with the number of seeds in each pit and store."""
    size = max(2, *(len(str(count)) for row in picture.rows for count in row))
    margin = len(str(max(picture.stores))) + 2
    rows, heads = [], []
    for row, (counts, labels) in enumerate(zip(picture.rows, picture.labels, strict=True)):
        spans = [Span(pad(str(count), size, ">"), "strong", (row, column)) for column, count in enumerate(counts)]
        rows.append([Span(" " * margin), *mark_gaps(spans, marks.row(row, len(counts)))])
        text = " " * margin + "".join(f" {pad(label, size, '>')}" for label in labels)
        heads.append([Span(text, OWNER[owner(picture, row)])])
    left, right = store_texts(picture, margin, marks)
    gap = Span(" " * (len(picture.rows[0]) * (size + 1) + 1))
    return [heads[0], rows[0], [left, gap, right], rows[1], heads[1]]


def hand_lines(picture: Hands, signs: Signs, framed: bool) -> list[Line]:
    """Return the hands one below the other, each in a line or, if `framed`, with a frame around each card."""
    name = max((text_width(hand.label) for hand in picture.hands), default=0)
    return [line for hand in picture.hands for line in hand_rows(hand, name, signs, framed and bool(hand.cards))]


def hand_rows(hand: Hand, name: int, signs: Signs, framed: bool) -> list[Line]:
    """Return a hand; `name` is the width of the labels."""
    role = "" if hand.seat is None else OWNER[hand.seat]
    label, note = Span(f"  {pad(hand.label, name)}  ", role), Span(f"  {hand.note}" if hand.note else "", "faint")
    if not framed:
        cards = signs.wall + signs.wall.join(hand.cards) + signs.wall if hand.cards else ""
        return [[label, Span(cards, role), note]]
    (left, _, right), _, (low, _, end) = signs.corners
    sizes = [text_width(card) + 2 for card in hand.cards]
    top, bottom = (
        " ".join(one + signs.rule * size + other for size in sizes) for one, other in ((left, right), (low, end))
    )
    faces = " ".join(f"{signs.wall} {card} {signs.wall}" for card in hand.cards)
    margin = Span(" " * (name + 4))
    return [[margin, Span(top, "faint")], [label, Span(faces, role), note], [margin, Span(bottom, "faint")]]


def points_board(picture: Points, signs: Signs, size: int, marks: Marks) -> list[Line]:
    """Return the board with points of the width `size`, 3 or 2; the narrow one has no margin and no rules."""
    margin = Span(MARGIN if size > 2 else "")
    above, below = (half_board(picture, row, size, signs, marks) for row in (0, 1))
    lines = [*above, bar_line(picture, size, signs), *below[::-1]]
    if size > 2:
        inner = signs.rule * (HALF * (size + 1) - 1)
        rules = [
            left + inner + cross + signs.rule * size + cross + inner + right for left, cross, right in signs.corners
        ]
        lines = [[Span(rules[0], "faint")], *lines, [Span(rules[-1], "faint")]]
    lines = [point_numbers(picture, 0, size), *lines, point_numbers(picture, 1, size)]
    top, bottom = (tray(picture, seat) for seat in sides(picture))
    return [top, *([margin, *line] for line in lines), bottom]


def counted_points(picture: Points, signs: Signs, marks: Marks) -> list[Line]:
    """Return the board in seven lines: for each point the letter of a side, and how many checkers it has there."""
    above, below = (half_board(picture, row, 2, signs, marks, counted=True) for row in (0, 1))
    first, second = (tray(picture, seat)[-1] for seat in sides(picture))
    blanks = Span(" " * (HALF * 3 - 2 - len(first.text) - len(second.text)))
    middle = [Span(" "), first, Span(" "), second, blanks, *bar_line(picture, 2, signs)[2:-1]]
    return [point_numbers(picture, 0, 2)[:-1], *above, middle, *below[::-1], point_numbers(picture, 1, 2)[:-1]]


def half_board(picture: Points, row: int, size: int, signs: Signs, marks: Marks, counted: bool = False) -> list[Line]:
    """Return one half of the board from its edge inwards; points are marked at the edge."""
    found = [stack for stack in stacks(picture, marks) if stack.row == row]
    found.insert(HALF, found.pop())  # the bar
    wall, gap = Span(signs.wall, "faint"), Span(" ")
    ends = (gap, Span("")) if counted else (wall, wall)
    gaps = [ends[0], *[gap] * (HALF - 1), wall, wall, *[gap] * (HALF - 1), ends[1]]
    say = counted_text if counted else checker_text
    return [
        mark_gaps(
            [say(picture, stack.heap, level, size) for stack in found],
            [None if level else stack.mark for stack in found],
            gaps,
        )
        for level in range(2 if counted else STACK)
    ]


def counted_text(picture: Points, heap: Heap, level: int, size: int) -> Span:
    """Return the letter of the side that stands on a point, or below it how many checkers it has; blanks if none."""
    if not heap.count or heap.seat is None:
        return Span(" " * size)
    return Span(pad(str(heap.count) if level else picture.marks[heap.seat], size, "^"), OWNER[heap.seat])


def checker_text(picture: Points, heap: Heap, level: int, size: int) -> Span:
    """Return a checker of a heap at a level, a number in place of the last one, or blanks."""
    if heap.count <= level or heap.seat is None:
        return Span(" " * size)
    more = level == STACK - 1 and heap.count > STACK
    return Span(pad(str(heap.count) if more else picture.marks[heap.seat], size, "^"), OWNER[heap.seat])


def bar_line(picture: Points, size: int, signs: Signs) -> Line:
    """Return the line between the halves of the board: the bar and the dice."""
    room = HALF * (size + 1) - 1
    wall, blank = Span(signs.wall, "faint"), Span(" " * room)
    faces = " ".join(FACES[die - 1] + str(die) if signs.finer else f"({die})" for die in picture.dice)
    faces = faces if len(faces) <= room else " ".join(map(str, picture.dice))
    return [
        wall,
        blank,
        wall,
        Span(pad("BAR" if size > 2 else "", size, "^"), "faint"),
        wall,
        Span(pad(faces, room, "^"), "strong"),
        wall,
    ]


def point_numbers(picture: Points, row: int, size: int) -> Line:
    """Return the numbers of the points."""
    labels = [heap.label for heap in picture.rows[row]]
    labels.insert(HALF, "")
    return [Span(" " + " ".join(pad(label, size, "^") for label in labels), "faint"), Span(" ")]


def tray(picture: Points, seat: int) -> Line:
    """Return how many checkers a seat has borne off."""
    return [Span(MARGIN), Span(f"{picture.marks[seat]} off {picture.off[seat]}", OWNER[seat])]
