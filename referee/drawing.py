"""Pictures as lines of text: the same lines for every screen, with roles that a screen may give colours.

Whatever a role marks is marked by a character too: the last move stands in brackets, the seats differ in sign.
"""

from collections.abc import Collection
from dataclasses import dataclass
from textwrap import wrap

from games.picture import Cell, Grid, Heap, Heaps, Picture

Place = tuple[int, int]


@dataclass(frozen=True)
class Span:
    """A piece of a line and its role: first or second (whose it is), faint, last (the last move), strong, or none."""

    text: str
    role: str = ""


Line = list[Span]
OWNER = {0: "first", 1: "second", None: "faint"}


@dataclass(frozen=True)
class Signs:
    """The characters that boards are drawn with."""

    corners: tuple[tuple[str, str, str], ...]  # of the top, inner and bottom rule: left end, crossing, right end
    rule: str
    wall: str
    finer: dict[str, str]  # signs for the ASCII marks of pictures
    more: str


UNICODE = Signs((("┌", "┬", "┐"), ("├", "┼", "┤"), ("└", "┴", "┘")), "─", "│", {"o": "●", "|": "┃"}, "…")
ASCII = Signs((("+", "+", "+"),) * 3, "-", "|", {}, "...")


def draw(picture: Picture, signs: Signs, width: int, last: Collection[Place] = ()) -> list[Line]:
    """The picture in lines at most `width` cells wide where it can be; the cells of the last move in brackets."""
    match picture:
        case Grid():
            return grid(picture, signs, last) + noted(picture.note, width)
        case Heaps():
            return heaps(picture, signs, width) + noted(picture.note, width)
        case _:
            return [[Span(row)] for row in str(picture).splitlines()]


def grid(picture: Grid, signs: Signs, last: Collection[Place]) -> list[Line]:
    """A board with rules between its cells."""
    size = max(1, *(len(cell.mark) for row in picture.rows for cell in row))  # an empty board is as wide as a full one
    margin = max((len(label) for label in picture.row_labels), default=0)
    labels = [*picture.row_labels, *[""] * len(picture.rows)]
    columns = len(picture.rows[0])
    top, middle, bottom = (rule(corners, signs, columns, size, margin) for corners in signs.corners)
    lines = [top]
    for row, cells in enumerate(picture.rows):
        marks = [mark(cell, size, (row, column) in last) for column, cell in enumerate(cells)]
        walls = [Span(signs.wall, "faint")] * (columns + 1)
        inner = [span for pair in zip(walls, marks, strict=False) for span in pair]
        lines += [[Span(f" {labels[row]:>{margin}} ", "faint"), *inner, walls[-1]], middle]
    lines[-1] = bottom
    if picture.column_labels:
        heads = "".join(f" {label:^{size + 2}}" for label in picture.column_labels)
        lines.append([Span(" " * (margin + 2) + heads, "faint")])
    return lines


def rule(corners: tuple[str, str, str], signs: Signs, columns: int, size: int, margin: int) -> Line:
    """A horizontal rule of a board."""
    left, crossing, right = corners
    return [Span(" " * (margin + 2) + left + crossing.join([signs.rule * (size + 2)] * columns) + right, "faint")]


def mark(cell: Cell, size: int, last: bool) -> Span:
    """What stands on a cell, in brackets where the last move was."""
    text = f"{cell.mark:^{size}}"
    return Span(f"[{text}]", "last") if last else Span(f" {text} ", OWNER[cell.seat])


def heaps(picture: Heaps, signs: Signs, width: int) -> list[Line]:
    """Each heap in a line: its label, its size and its things in fives."""
    name = max(len(heap.label) for heap in picture.heaps)
    digits = max(len(str(heap.count)) for heap in picture.heaps)
    unit = signs.finer.get(picture.unit, picture.unit)
    room = width - name - digits - 6
    return [
        [
            Span(f"  {heap.label:<{name}}  ", OWNER[heap.seat] if heap.seat is not None else ""),
            Span(f"{heap.count:>{digits}}  ", "strong"),
            Span(things(heap, unit, signs, room), OWNER[heap.seat] if heap.seat is not None else ""),
        ]
        for heap in picture.heaps
    ]


def things(heap: Heap, unit: str, signs: Signs, room: int) -> str:
    """The things of a heap in fives, cut where they leave the room."""
    drawn = min(heap.count, max(room, 0))
    fives, rest = divmod(drawn, 5)
    text = " ".join([unit * 5] * fives + [unit * rest] * (rest > 0))
    return text if len(text) <= room and drawn == heap.count else text[: max(room - len(signs.more), 0)] + signs.more


def noted(note: str, width: int) -> list[Line]:
    """The note below a picture."""
    return [[Span(f"  {row}", "faint")] for row in wrap(note, max(width - 2, 10))]
