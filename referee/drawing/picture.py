"""Pictures as lines of text, painted or in letters: the same lines for every screen, with roles that get colours.

Whatever a role marks, a character marks too: the last move stands in brackets, the seats differ in sign.
"""

from collections.abc import Callable
from functools import lru_cache, partial, wraps
from typing import Any, TypeVar

from games.picture import Form, Grid, Ground, Hand, Hands, Heap, Heaps, Picture, Pits, Points
from referee.drawing.boards import counted_board, counted_points, grid_layouts, hand_lines, points_board, seeded_board
from referee.drawing.glyphs import OWNER, Layout, Line, Signs, Span
from referee.drawing.highlights import UNMARKED, Marks
from referee.drawing.paint.grids import even_layouts, square_layouts
from referee.drawing.paint.pieces import ROUND, paint_hands
from referee.drawing.paint.points import mancala_layouts, point_layouts
from referee.drawing.text_width import cut, pad, part, size, text_width, wrap

ENDLESS = 1 << 30  # lines if there is no window
NARROW = 40  # columns of the narrowest window that drawings are made for
Answer = TypeVar("Answer")


Drawn = Grid | Pits | Hands | Points | Heaps


def layouts(picture: Drawn, signs: Signs, width: int, marks: Marks, generous: bool = False) -> list[Layout]:
    """Return the ways to draw the picture without its note, the largest first; painted ones before text."""
    painted = painted_layouts(picture, signs, marks, generous) if signs.painted else []
    match picture:
        case Grid():
            return [*painted, *grid_layouts(picture, signs, marks, generous)]
        case Pits():
            lettered: list[Layout] = [partial(seeded_board, picture, signs, marks)]
            return [*painted, *lettered, partial(counted_board, picture, marks)]
        case Points():
            high = [partial(points_board, picture, signs, size, marks) for size in (3, 2)]
            return [*painted, *high, partial(counted_points, picture, signs, marks)]
        case Hands():
            return [*painted, *(partial(hand_lines, picture, signs, framed) for framed in (True, False))]
        case Heaps():
            heaps = partial(heap_lines, picture, signs, width)
            dice = Hands((Hand("Die", tuple(map(str, picture.dice))),))
            return (
                [partial(below, heaps, way) for way in layouts(dice, signs, width, marks)] if picture.dice else [heaps]
            )


def below(upper: Layout, lower: Layout) -> list[Line]:
    """Return the lines of two drawings, one below the other."""
    lines = lower()
    return [*upper(), *[[]] * (len(lines) > 1), *lines]


def painted_layouts(picture: Drawn, signs: Signs, marks: Marks, generous: bool) -> list[Layout]:
    """Return the ways to paint the picture, the largest first; none where it is not painted.

    generous  whether these are also those for a board that has a page to itself.
    """
    match picture:
        case Grid():
            return board_layouts(picture, signs, marks, generous)
        case Points():
            return point_layouts(picture, signs, marks, generous)
        case Pits():
            return mancala_layouts(picture, marks, generous)
        case Hands():
            return [partial(paint_hands, picture, small) for small in (False, True)]
        case Heaps():
            return []


def board_layouts(picture: Grid, signs: Signs, marks: Marks, generous: bool) -> list[Layout]:
    """Return the ways to paint a board of cells. On bricks and crossings only what is round is painted."""
    if picture.form is Form.LATTICE:
        return even_layouts(picture, signs, marks, generous)
    if picture.form is Form.SQUARES and picture.ground is not Ground.WOOD:
        return square_layouts(picture, signs, marks, generous)
    words = dict(picture.pieces)
    if any(cell.mark and words.get(cell.mark) not in ROUND for row in picture.rows for cell in row):
        return []
    return even_layouts(picture, signs, marks, generous)


def draw(
    picture: Picture, signs: Signs, width: int, marks: Marks = UNMARKED, height: int = ENDLESS, generous: bool = False
) -> list[Line]:
    """Return the picture in lines, with its note below it.

    It is the largest way to draw it that fits; if none fits, the one that is least too wide, then the lowest. The note
    of a board is cut to a line, or left out, if there is no room for both.

    width, height  what it has to fit into;  generous  whether the board may be as large as on a page of its own.
    """
    if not isinstance(picture, Drawn):
        return [[Span(row)] for row in str(picture).splitlines()]
    note = note_lines(picture.note, width)
    ways = layouts(picture, signs, width, marks, generous)
    brief = note_lines(cut(picture.note, max(width - 2, 10), signs.more), width)
    for below in (note, brief, []) if isinstance(picture, Grid | Points) else (note,):
        for way in ways[first_fit(picture, signs, width, height - len(below), generous) :]:
            lines = way()
            if excess(lines, width, height - len(below)) == (0, 0):
                return lines + below
    return min((way() for way in ways), key=lambda lines: excess(lines, width, 0)) + note


def remembered(function: Callable[..., Answer]) -> Callable[..., Answer]:
    """Return the function with its last answers kept, where its arguments can be hashed: a game may show lists."""
    kept = lru_cache(64)(function)

    @wraps(function)
    def ask(*arguments: Any) -> Answer:
        try:
            hash(arguments)
        except TypeError:
            return function(*arguments)
        return kept(*arguments)

    return ask


@remembered
def first_fit(picture: Drawn, signs: Signs, width: int, height: int, generous: bool) -> int:
    """Return the number of the largest way to draw the picture that fits, 0 if none does; marks are ignored.

    With marks a way is as large, or a column wider. So while only the cursor moves, larger ways are not drawn in vain.
    """
    ways = layouts(picture, signs, width, UNMARKED, generous)
    return next((at for at, way in enumerate(ways) if excess(way(), width, height) == (0, 0)), 0)


def smallest_window(picture: Picture, signs: Signs) -> tuple[int, int]:
    """Return the columns and lines of the smallest window that `draw` can show all of the picture in.

    The note of a board may be missing there; any other is wrapped as in a window of 40 columns.
    """
    if not isinstance(picture, Drawn):
        return size(draw(picture, signs, 0))
    note = (0, 0) if isinstance(picture, Grid | Points) else size(note_lines(picture.note, NARROW))
    sizes = [size(way()) for way in layouts(picture, signs, 0, UNMARKED)]
    columns = max(note[0], min(sizes)[0])
    return columns, note[1] + min(rows for wide, rows in sizes if wide <= columns)


def excess(lines: list[Line], width: int, height: int) -> tuple[int, int]:
    """Return by how many columns and lines a drawing exceeds a window."""
    columns, rows = size(lines)
    return max(0, columns - width), max(0, rows - height)


def heap_lines(picture: Heaps, signs: Signs, width: int) -> list[Line]:
    """Return each heap in a line: its label, its size and its things in fives."""
    name = max(text_width(heap.label) for heap in picture.heaps)
    digits = max(len(str(heap.count)) for heap in picture.heaps)
    unit = signs.finer.get(picture.unit, picture.unit)
    room = width - name - digits - 6
    return [
        [
            Span(f"  {pad(heap.label, name)}  ", OWNER[heap.seat] if heap.seat is not None else ""),
            Span(f"{pad(str(heap.count), digits, '>')}  ", "strong"),
            Span(heap_items(heap, unit, signs, room), OWNER[heap.seat] if heap.seat is not None else ""),
        ]
        for heap in picture.heaps
    ]


def heap_items(heap: Heap, unit: str, signs: Signs, room: int) -> str:
    """Return the things of a heap in fives, cut if they have no room."""
    room = max(room, len(signs.more))
    fives, rest = divmod(min(heap.count, room), 5)
    text = " ".join([unit * 5] * fives + [unit * rest] * (rest > 0))
    whole = text_width(text) <= room and heap.count <= room
    return text if whole else part(text, 0, room - len(signs.more)) + signs.more


def note_lines(note: str, width: int) -> list[Line]:
    """Return the note below a picture."""
    return [[Span(f"  {row}", "faint")] for row in wrap(note, max(width - 2, 10))]
