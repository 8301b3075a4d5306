"""Boards of pits and stores as lines: with seeds drawn in them where there is room, else as numbers."""

from dataclasses import replace

from games.picture import BESIDE, Pits
from referee.drawing.glyphs import OWNER, Line, Signs, Span
from referee.drawing.grid import rule_line, walled_row
from referee.drawing.highlights import Mark, Marks, mark_gaps
from referee.drawing.text_width import pad

SEEDS = 5  # drawn side by side in a pit, and twice that at most


def pits_layouts(picture: Pits, signs: Signs, marks: Marks) -> list[list[Line]]:
    """The ways to draw the board, the largest first."""
    return [seeded_board(picture, signs, marks), counted_board(picture, marks)]


def owner(picture: Pits, row: int) -> int:
    """Whose pits those of that row are; whose is the upper one has the store on the left."""
    return row if picture.turned else 1 - row


def seeded_board(picture: Pits, signs: Signs, marks: Marks) -> list[Line]:
    """The pits between rules, in each its seeds in one or two lines and how many they are."""
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
    """What lies in the store on the left and in that on the right."""
    left, right = (store_text(picture, owner(picture, row), size, marks) for row in (0, 1))
    return left, right


def store_text(picture: Pits, seat: int, size: int, marks: Marks) -> Span:
    """What lies in the store of that seat, with its mark around it."""
    place, count = (seat, BESIDE), picture.stores[seat]
    mark = marks.at(place)
    text = f"{mark.before}{count}{mark.after}" if mark else str(count)
    return Span(pad(text, size, "^"), mark.role if mark else OWNER[seat], place)


def seed_lines(count: int, signs: Signs) -> tuple[str, str]:
    """Two lines of seeds; a plus stands for those that do not fit."""
    if count > 2 * SEEDS:
        return signs.seed * SEEDS, signs.seed * (SEEDS - 1) + "+"
    return signs.seed * min(count, SEEDS), signs.seed * (count - SEEDS)


def pit_number(count: int, size: int, mark: Mark | None) -> Line:
    """How many seeds lie in a pit, with its mark around it."""
    text = f"{mark.before}{count}{mark.after}" if mark else str(count)
    blanks = size + 2 - len(text)
    return [Span(" " * (blanks // 2)), Span(text, mark.role if mark else "strong"), Span(" " * (blanks - blanks // 2))]


def counted_board(picture: Pits, marks: Marks) -> list[Line]:
    """The number of seeds in each pit and store."""
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
