"""Backgammon boards and boards of pits: points with checkers stacked on them, hollows in wood with seeds, and dice."""

from functools import partial

from games.dataclass import dataclass
from games.picture import BESIDE, Pits, Points
from referee.drawing.glyphs import Layout, Line, Signs
from referee.drawing.highlights import FROM, Marks
from referee.drawing.looks import HALF, Stack, owner, seat_colour, sides, stacks
from referee.drawing.paint.canvas import Canvas, box, chip, pill, slab, spike
from referee.drawing.paint.pieces import Area, draw_die, draw_mark, on, readable

PITS = (13, 7), (11, 6), (8, 4), (5, 2)  # columns and rows of a pit
USUAL = 2  # of these for boards that share the screen with other lines: the last ones
SEEDED = 3  # rows from which a pit shows its seeds
DICE = (7, 2), (5, 1), (3, 1), (2, 1)  # columns of a die and between two, as there is room; the first ones show pips
TRAY = 7  # columns of what has been borne off


def mancala_layouts(picture: Pits, marks: Marks, generous: bool) -> list[Layout]:
    """Return the ways to paint the board, the largest first; `generous`: also those for a page of its own."""
    return [partial(paint_pits, picture, marks, size) for size in (PITS if generous else PITS[-USUAL:])]


def paint_pits(picture: Pits, marks: Marks, size: tuple[int, int]) -> list[Line]:
    """Return the board as lines, with pits of this size."""
    wide, high = size
    count = len(picture.rows[0])
    canvas = Canvas((count + 2) * wide + 2, 2 * high + 3)
    canvas.fill(0, 0, canvas.columns, canvas.rows, "wood")
    hollows = []
    for row, (counts, labels) in enumerate(zip(picture.rows, picture.labels, strict=True)):
        for column, (seeds, label) in enumerate(zip(counts, labels, strict=True)):
            area = Area(1 + (column + 1) * wide, 1 + row * (high + 1), wide, high)
            hollows.append((area, seeds, (row, column)))
            canvas.text(area.x + (wide - len(label)) // 2, row * (2 * high + 2), label, "black")
        seat, x = owner(picture, row), 1 + row * (count + 1) * wide
        hollows.append((Area(x, 1, wide, 2 * high + 1), picture.stores[seat], (seat, BESIDE)))
    for area, seeds, place in hollows:
        paint_pit(canvas, area, seeds)
        if mark := marks.at(place):
            draw_mark(canvas, area, mark)
        canvas.assign(*area, place)
    return canvas.lines()


def paint_pit(canvas: Canvas, area: Area, seeds: int) -> None:
    """Paint a pit or a store: its seeds where there is room, and how many they are."""
    canvas.stamp(*area, pill(area.columns - 1, 2 * area.rows - 0.3, 2.6), "well")
    across = max((area.columns - 4) // 2 + 1, 1)
    if area.rows >= SEEDED:
        first = area.x + (area.columns - 2 * across + 1) // 2
        for seed in range(min(seeds, across * (area.rows - 2))):
            canvas.text(first + seed % across * 2, area.y + 1 + seed // across, "●", "light")
    words = str(seeds)
    y = area.y + area.rows - 1 if area.rows >= SEEDED else area.y + (area.rows - 1) // 2
    canvas.text(area.x + (area.columns - len(words)) // 2, y, words, "mark", bold=True)


@dataclass(frozen=True)
class Measure:
    """The columns and rows of a checker, how many are stacked at most, and the rows between the two halves."""

    wide: int
    high: int
    stack: int
    between: int
    tray: bool

    @property
    def length(self) -> int:
        """The rows of a point."""
        return self.high * self.stack

    @property
    def step(self) -> int:
        """The columns from one point to the next."""
        return self.wide + 1


LARGE, MEDIUM = Measure(5, 2, 5, 3, tray=True), Measure(3, 1, 6, 3, tray=True)
NARROW, SMALL = Measure(3, 1, 6, 3, tray=False), Measure(1, 1, 5, 1, tray=False)


def point_layouts(picture: Points, signs: Signs, marks: Marks, generous: bool) -> list[Layout]:
    """Return the ways to paint the board, the largest first; the large one is for boards with a page to themselves."""
    sizes = (LARGE, MEDIUM, NARROW, SMALL) if generous else (MEDIUM, NARROW, SMALL)
    return [partial(paint_points, picture, signs, marks, size) for size in sizes]


def paint_points(picture: Points, signs: Signs, marks: Marks, size: Measure) -> list[Line]:
    """Return the board as lines."""
    return BackgammonBoard(picture, signs, size).paint(marks)


class BackgammonBoard:
    """A board that is painted in one size."""

    def __init__(self, picture: Points, signs: Signs, size: Measure):
        self.picture, self.signs, self.size = picture, signs, size
        self.columns = (2 * HALF + 1) * size.step + 1
        self.rows = 2 * size.length + size.between
        self.canvas = Canvas(self.columns + (1 + TRAY if size.tray else 0), self.rows + 2)
        self.bar = 1 + HALF * size.step  # its first column

    def paint(self, marks: Marks) -> list[Line]:
        size = self.size
        self.canvas.fill(0, 1, self.columns, self.rows, "table")
        self.canvas.fill(self.bar, 1, size.wide, self.rows, "well")
        for stack in stacks(self.picture, marks):
            row = 1 - stack.row if stack.column is None else stack.row  # on the bar: away from the seat's home
            x = self.bar if stack.column is None else 1 + (stack.column + (stack.column >= HALF)) * size.step
            area = Area(x, self.top(row), size.wide, size.length)
            if stack.column is not None:
                self.paint_point(area, stack)
            self.checkers(area, stack, hangs=row == 0)
            self.mark(area, stack, hangs=row == 0)
            self.canvas.assign(*area, stack.place)
        if size.tray:
            self.paint_trays()
        elif any(self.picture.off):
            self.paint_counts()
        self.paint_dice()
        return self.canvas.lines()

    def top(self, row: int) -> int:
        """Return the first line of the upper (0) or lower (1) half."""
        return 1 + row * (self.size.length + self.size.between)

    def paint_point(self, area: Area, stack: Stack) -> None:
        row, column, hangs = stack.row, stack.column or 0, stack.row == 0
        shape = spike(area.columns - 0.1, area.rows, hangs) if area.columns > 1 else box(1, 2 * area.rows)
        self.canvas.stamp(*area, shape, ("point", "point2")[(column + row) % 2])
        if area.columns > 1 or column % 2 == 0:  # otherwise numbers of two digits would touch
            self.canvas.label(area.x, row * (self.rows + 1), area.columns, stack.heap.label)

    def level(self, area: Area, number: int, hangs: bool) -> int:
        """Return the first row of a checker; `number` counts from the edge of the board."""
        return area.y + number * self.size.high if hangs else area.y + area.rows - (number + 1) * self.size.high

    def checkers(self, area: Area, stack: Stack, hangs: bool) -> None:
        """Paint the checkers; if there are more than fit, the innermost one bears their number."""
        heap = stack.heap
        if heap.seat is None:
            return
        shown = min(heap.count, self.size.stack)
        for number in range(shown):
            self.checker(area.x, self.level(area, number, hangs), heap.seat)
        if heap.count > shown:
            y = self.level(area, shown - 1, hangs) + (self.size.high - 1) // 2
            words = str(heap.count)
            x = area.x + (area.columns - len(words)) // 2
            self.canvas.text(x, y, words, on(seat_colour(self.picture, heap.seat)), bold=True)

    def checker(self, x: int, y: int, seat: int) -> None:
        """Paint a checker whose upper left corner is (x, y)."""
        size, colour = self.size, seat_colour(self.picture, seat)
        letter = colour[0].upper() if self.signs.lettered else ""
        if size.wide == 1:
            self.canvas.text(x, y, letter or "●", colour, bold=True)
            return
        shape = chip(size.wide) if size.high > 1 else slab(size.wide)
        self.canvas.stamp(x, y, size.wide, size.high, shape, colour)
        self.canvas.text(x + size.wide // 2, y + (size.high - 1) // 2, letter, on(colour), bold=True)

    def mark(self, area: Area, stack: Stack, hangs: bool) -> None:
        """Mark a point or a bar: around the checker that came last, or where one came from."""
        mark, count = stack.mark, stack.heap.count
        if mark is None:
            return
        number = min(count if mark is FROM else max(count - 1, 0), self.size.stack - 1)
        y = self.level(area, number, hangs) + (self.size.high - 1) // 2
        around = self.size.wide == 1
        for x, sign in ((area.x - around, mark.before), (area.x + area.columns - (not around), mark.after)):
            self.canvas.text(x, y, sign, readable("mark", self.canvas.ground(x, y)), bold=True)

    def paint_trays(self) -> None:
        """Paint what each seat has borne off, on its own side at the right."""
        for row, seat in enumerate(sides(self.picture)):
            x, y = self.columns + 1, self.top(row)
            self.canvas.fill(x, y, TRAY, self.size.length, "well")
            self.canvas.text(x, y, f" off {self.picture.off[seat]}", "mark")
            for number in range(self.picture.off[seat]):
                self.canvas.text(x + 1 + number % 5, y + 1 + number // 5, "▌", seat_colour(self.picture, seat))

    def paint_counts(self) -> None:
        """Write how many checkers each seat has borne off, in its colour, if there are no trays."""
        y = 1 + self.size.length + self.size.between // 2
        self.canvas.text(2, y, "off", "white")
        for seat in (0, 1):
            off = str(self.picture.off[seat])
            self.canvas.text(6 + 3 * seat, y, off, seat_colour(self.picture, seat), bold=True)

    def paint_dice(self) -> None:
        """Paint the dice that are still to be played, in the middle of the right half."""
        size, dice = self.size, self.picture.dice
        room, flat = HALF * size.step, size.between == 1
        fitting = (pair for pair in DICE[2 * flat :] if len(dice) * sum(pair) - pair[1] <= room)
        wide, gap = next(fitting, DICE[-1])
        step = wide + gap
        first = self.bar + size.step + (room - len(dice) * step + gap) // 2
        for number, die in enumerate(dice):
            draw_die(self.canvas, Area(first + number * step, 1 + size.length, wide, size.between), str(die))
