"""Backgammon boards as lines: checkers stacked on their points, the bar between the halves, the dice in the midst."""

from games.picture import BESIDE, Heap, Points
from referee.drawing.glyphs import OWNER, Line, Signs, Span
from referee.drawing.highlights import Marks, mark_gaps
from referee.drawing.text_width import pad

STACK = 5  # checkers drawn on a point; of more the last one is a number
HALF = 6  # points to the left and to the right of the bar
FACES = "⚀⚁⚂⚃⚄⚅"
MARGIN = "  "


def points_layouts(picture: Points, signs: Signs, marks: Marks) -> list[list[Line]]:
    """The ways to draw the board: with rules above and below, and close together."""
    return [board(picture, signs, size, marks) for size in (3, 2)]


def board(picture: Points, signs: Signs, size: int, marks: Marks) -> list[Line]:
    """The board with points of that width; the narrow one has no margin and no rules."""
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
    lower = 1 if picture.turned else 0
    return [
        tray(picture, 1 - lower, signs),
        *([margin, *line] for line in lines),
        tray(picture, lower, signs),
    ]


def half_board(picture: Points, row: int, size: int, signs: Signs, marks: Marks) -> list[Line]:
    """The lines of one half of the board, from its edge inwards, where points are marked."""
    lower = 1 if picture.turned else 0
    seat = lower if row else 1 - lower
    heaps = [*picture.rows[row]]
    heaps.insert(HALF, Heap("", picture.bar[seat], seat))
    marked = marks.row(1 - row if picture.turned else row, 2 * HALF)
    marked.insert(HALF, marks.at((seat, BESIDE)))
    wall = Span(signs.wall, "faint")
    gaps = [wall if gap in (0, HALF, HALF + 1, 2 * HALF + 1) else Span(" ") for gap in range(2 * HALF + 2)]
    plain = [None] * len(marked)
    return [
        mark_gaps([checker_text(picture, heap, level, size) for heap in heaps], plain if level else marked, gaps)
        for level in range(STACK)
    ]


def checker_text(picture: Points, heap: Heap, level: int, size: int) -> Span:
    """What is drawn of a heap at that level: a checker, a number in place of the last one, or nothing."""
    if heap.count <= level or heap.seat is None:
        return Span(" " * size)
    more = level == STACK - 1 and heap.count > STACK
    return Span(pad(str(heap.count) if more else picture.marks[heap.seat], size, "^"), OWNER[heap.seat])


def bar_line(picture: Points, size: int, signs: Signs) -> Line:
    """The line between the halves of the board: the bar and the dice."""
    room = HALF * (size + 1) - 1
    wall, blank = Span(signs.wall, "faint"), Span(" " * room)
    faces = [FACES[die - 1] + str(die) if signs.finer else f"({die})" for die in picture.dice]
    return [
        wall,
        blank,
        wall,
        Span(pad("BAR" if size > 2 else "", size, "^"), "faint"),
        wall,
        Span(pad(" ".join(faces), room, "^"), "strong"),
        wall,
    ]


def point_numbers(picture: Points, row: int, size: int) -> Line:
    """The numbers of the points."""
    labels = [heap.label for heap in picture.rows[row]]
    labels.insert(HALF, "")
    return [Span(" " + " ".join(pad(label, size, "^") for label in labels) + " ", "faint")]


def tray(picture: Points, seat: int, signs: Signs) -> Line:
    """What a seat has borne off."""
    return [Span(MARGIN), Span(f"{picture.marks[seat]} off {picture.off[seat]}", OWNER[seat])]
