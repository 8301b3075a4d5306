"""Pictures as lines of text, painted or in letters: the same lines for every screen, with roles that get colours.

Whatever a role marks is marked by a character too: the last move stands in brackets, the seats differ in sign.
"""

from collections.abc import Iterator

from games.picture import Form, Grid, Ground, Hands, Heap, Heaps, Picture, Pits, Points
from referee.drawing.boards import grid_layouts, hands_layouts, pits_layouts, points_layouts
from referee.drawing.glyphs import OWNER, Line, Signs, Span
from referee.drawing.highlights import UNMARKED, Marks
from referee.drawing.paint.grids import brick_layouts, crossing_layouts, lattice_layouts, square_layouts
from referee.drawing.paint.hands import hand_layouts
from referee.drawing.paint.pieces import ROUND
from referee.drawing.paint.points import mancala_layouts, point_layouts
from referee.drawing.text_width import pad, part, size, text_width, wrap

ENDLESS = 1 << 30  # lines if there is no window
NARROW = 40  # columns of the narrowest window that is thought of


def painted_layouts(
    picture: Grid | Pits | Hands | Points | Heaps, signs: Signs, marks: Marks, generous: bool
) -> Iterator[list[Line]]:
    """Return the ways to paint the picture, the largest first; none where it is not painted.

    With generous these are also those for a board that has a page to itself.
    """
    match picture:
        case Grid():
            return board_layouts(picture, signs, marks, generous)
        case Points():
            return point_layouts(picture, signs, marks, generous)
        case Pits():
            return mancala_layouts(picture, marks, generous)
        case Hands():
            return hand_layouts(picture)
        case Heaps():
            return iter(())


def board_layouts(picture: Grid, signs: Signs, marks: Marks, generous: bool) -> Iterator[list[Line]]:
    """Return the ways to paint a board of cells. On bricks and crossings only what is round is painted."""
    if picture.form is Form.LATTICE:
        return lattice_layouts(picture, signs, marks, generous)
    if picture.form is Form.SQUARES and picture.ground is not Ground.WOOD:
        return square_layouts(picture, signs, marks, generous)
    words = dict(picture.pieces)
    if any(cell.mark and words.get(cell.mark) not in ROUND for row in picture.rows for cell in row):
        return iter(())
    layouts = brick_layouts if picture.form is Form.SLANTED else crossing_layouts
    return layouts(picture, signs, marks, generous)


def draw(
    picture: Picture,
    signs: Signs,
    width: int,
    marks: Marks = UNMARKED,
    height: int = ENDLESS,
    generous: bool = False,
) -> list[Line]:
    """Return the picture in lines at most `width` cells wide, and at most `height` of them, where it can be.

    Of the ways to draw it this is the largest that fits, else the one least too wide, and of these the lowest. With
    generous there is one way more, for boards that have a page to themselves.
    """
    if not isinstance(picture, (Grid, Pits, Hands, Points, Heaps)):
        return [[Span(row)] for row in str(picture).splitlines()]
    note = note_lines(picture.note, width)
    seen: list[list[Line]] = []
    for lines in layouts(picture, signs, width, marks, generous):
        if excess(lines, width, height - len(note)) == (0, 0):
            return lines + note
        seen.append(lines)
    return min(seen, key=lambda lines: excess(lines, width, 0)) + note


def smallest_window(picture: Picture, signs: Signs) -> tuple[int, int]:
    """How many columns and lines the smallest window has that `draw` can show all of the picture in.

    Its note is thought of as in a window of 40 columns.
    """
    if not isinstance(picture, (Grid, Pits, Hands, Points, Heaps)):
        return size(draw(picture, signs, 0))
    note = size(note_lines(picture.note, NARROW))
    sizes = [size(lines) for lines in layouts(picture, signs, 0, UNMARKED)]
    columns = max(note[0], min(sizes)[0])
    return columns, note[1] + min(rows for wide, rows in sizes if wide <= columns)


def layouts(
    picture: Grid | Pits | Hands | Points | Heaps, signs: Signs, width: int, marks: Marks, generous: bool = False
) -> Iterator[list[Line]]:
    """The ways to draw the picture without its note, the largest first; painted ones come before those of letters.

    Each is drawn when it is asked for.
    """
    if signs.painted:
        yield from painted_layouts(picture, signs, marks, generous)
    yield from lettered_layouts(picture, signs, width, marks, generous)


def lettered_layouts(
    picture: Grid | Pits | Hands | Points | Heaps, signs: Signs, width: int, marks: Marks, generous: bool
) -> list[list[Line]]:
    """Return the ways to draw the picture in letters and rules, the largest first."""
    match picture:
        case Grid():
            return grid_layouts(picture, signs, marks, generous)
        case Pits():
            return pits_layouts(picture, signs, marks)
        case Points():
            return points_layouts(picture, signs, marks)
        case Hands():
            return hands_layouts(picture, signs)
        case Heaps():
            return [heap_lines(picture, signs, width)]


def excess(lines: list[Line], width: int, height: int) -> tuple[int, int]:
    """How many columns and lines these have more than such a window."""
    columns, rows = size(lines)
    return max(0, columns - width), max(0, rows - height)


def heap_lines(picture: Heaps, signs: Signs, width: int) -> list[Line]:
    """Each heap in a line: its label, its size and its things in fives."""
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
    """The things of a heap in fives, cut where they leave the room; what is no longer than the sign of a cut is not."""
    room = max(room, len(signs.more))
    fives, rest = divmod(min(heap.count, room), 5)
    text = " ".join([unit * 5] * fives + [unit * rest] * (rest > 0))
    whole = text_width(text) <= room and heap.count <= room
    return text if whole else part(text, 0, room - len(signs.more)) + signs.more


def note_lines(note: str, width: int) -> list[Line]:
    """Return the note below a picture."""
    return [[Span(f"  {row}", "faint")] for row in wrap(note, max(width - 2, 10))]
