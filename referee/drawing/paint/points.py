"""Backgammon boards and boards of pits: points with checkers stacked on them, hollows in wood with seeds, and dice."""

from collections.abc import Iterator

from games.dataclass import dataclass
from games.picture import BESIDE, Heap, Pits, Points
from referee.drawing.boards import owner
from referee.drawing.glyphs import Line, Place, Signs
from referee.drawing.highlights import FROM, Marks
from referee.drawing.paint.canvas import Canvas, box, chip, pill, slab, spike
from referee.drawing.paint.hands import draw_die
from referee.drawing.paint.pieces import Area, draw_mark, on, readable

PITS = (13, 7), (11, 6), (8, 4), (5, 2)  # columns and rows of a pit
USUAL = 2  # of these for boards that share the screen with other lines: the last ones
SEEDED = 3  # rows from which a pit shows its seeds
HALF = 6  # points to the left and to the right of the bar
TRAY = 7  # columns of what has been borne off
SUITED = "white", "black"  # the colours of seats that have none


def mancala_layouts(picture: Pits, marks: Marks, generous: bool) -> Iterator[list[Line]]:
    """The ways to paint the board, the largest first; with generous those for boards with a page to themselves too."""
    return (paint_pits(picture, marks, size) for size in (PITS if generous else PITS[-USUAL:]))


def paint_pits(picture: Pits, marks: Marks, size: tuple[int, int]) -> list[Line]:
    """Return the board as lines, with pits of so many columns and rows."""
    wide, high = size
    count = len(picture.rows[0])
    canvas = Canvas((count + 2) * wide + 2, 2 * high + 3)
    canvas.fill(0, 0, canvas.columns, canvas.rows, "wood")
    for row, (counts, labels) in enumerate(zip(picture.rows, picture.labels, strict=True)):
        for column, (seeds, label) in enumerate(zip(counts, labels, strict=True)):
            area = Area(1 + (column + 1) * wide, 1 + row * (high + 1), wide, high)
            paint_pit(canvas, area, seeds)
            y = row * (2 * high + 2)
            canvas.text(area.x + (wide - len(label)) // 2, y, label, "black")
            if mark := marks.at((row, column)):
                draw_mark(canvas, area, mark)
            canvas.assign(area.x, area.y, wide, high, (row, column))
    for x, row in ((1, 0), (1 + (count + 1) * wide, 1)):
        seat, area = owner(picture, row), Area(x, 1, wide, 2 * high + 1)
        paint_pit(canvas, area, picture.stores[seat])
        if mark := marks.at((seat, BESIDE)):
            draw_mark(canvas, area, mark)
        canvas.assign(area.x, area.y, area.columns, area.rows, (seat, BESIDE))
    return canvas.lines()


def paint_pit(canvas: Canvas, area: Area, seeds: int) -> None:
    """Paint a pit or a store: its seeds where there is room, and how many they are."""
    canvas.stamp(area.x, area.y, area.columns, area.rows, pill(area.columns - 1, 2 * area.rows - 0.3, 2.6), "well")
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


def point_layouts(picture: Points, signs: Signs, marks: Marks, generous: bool) -> Iterator[list[Line]]:
    """Return the ways to paint the board, the largest first; the large one is for boards with a page to themselves."""
    sizes = (LARGE, MEDIUM, NARROW, SMALL) if generous else (MEDIUM, NARROW, SMALL)
    return (BackgammonBoard(picture, signs, marks, size).paint() for size in sizes)


class BackgammonBoard:
    """A board that is painted in that size."""

    def __init__(self, picture: Points, signs: Signs, marks: Marks, size: Measure):
        self.picture, self.signs, self.marks, self.size = picture, signs, marks, size
        self.columns = (2 * HALF + 1) * size.step + 1
        self.rows = 2 * size.length + size.between
        self.canvas = Canvas(self.columns + (1 + TRAY if size.tray else 0), self.rows + 2)
        self.lower = 1 if picture.turned else 0  # whose home is at the lower right

    def paint(self) -> list[Line]:
        """Return the board as lines."""
        size = self.size
        self.canvas.fill(0, 1, self.columns, self.rows, "table")
        self.canvas.fill(self.bar, 1, size.wide, self.rows, "well")
        for row in (0, 1):
            for column, heap in enumerate(self.picture.rows[row]):
                self.paint_point(row, column, heap)
        self.paint_bar()
        if size.tray:
            self.paint_trays()
        elif any(self.picture.off):
            self.paint_counts()
        self.paint_dice()
        return self.canvas.lines()

    @property
    def bar(self) -> int:
        """The first column of the bar."""
        return 1 + HALF * self.size.step

    def colour(self, seat: int) -> str:
        """Return the colour of a seat's checkers."""
        return self.picture.colours[seat] or SUITED[seat]

    def place(self, row: int, column: int) -> Place:
        """Return the cell of the picture that marks and moves call so: as seat 0 sees it."""
        return (1 - row if self.picture.turned else row, column)

    def paint_point(self, row: int, column: int, heap: Heap) -> None:
        """Paint a point of the upper (0) or lower (1) row, and what stands on it."""
        size = self.size
        x = 1 + (column + (column >= HALF)) * size.step
        y = 1 + row * (size.length + size.between)
        tone = ("point", "point2")[(column + row) % 2]
        tapering = spike(size.wide - 0.1, size.length, hangs=row == 0)
        self.canvas.stamp(x, y, size.wide, size.length, tapering if size.wide > 1 else box(1, 2 * size.length), tone)
        if size.wide > 1 or column % 2 == 0:  # else numbers of two digits would touch
            self.canvas.label(x, row * (self.rows + 1), size.wide, heap.label)
        self.stack(Area(x, y, size.wide, size.length), heap, hangs=row == 0)
        self.mark(Area(x, y, size.wide, size.length), self.place(row, column), heap, hangs=row == 0)
        self.canvas.assign(x, y, size.wide, size.length, self.place(row, column))

    def level(self, area: Area, number: int, hangs: bool) -> int:
        """Return the first row of the checker of that number, counted from the edge of the board."""
        return area.y + number * self.size.high if hangs else area.y + area.rows - (number + 1) * self.size.high

    def stack(self, area: Area, heap: Heap, hangs: bool) -> None:
        """Paint the checkers of a heap; of more than there is room for the innermost one bears their number."""
        if heap.seat is None:
            return
        shown = min(heap.count, self.size.stack)
        for number in range(shown):
            self.checker(area.x, self.level(area, number, hangs), heap.seat)
        if heap.count > shown:
            y = self.level(area, shown - 1, hangs) + (self.size.high - 1) // 2
            words = str(heap.count)
            x = area.x + (area.columns - len(words)) // 2
            self.canvas.text(x, y, words, on(self.colour(heap.seat)), bold=True)

    def checker(self, x: int, y: int, seat: int) -> None:
        """Paint a checker whose upper left corner lies there."""
        size, colour = self.size, self.colour(seat)
        letter = colour[0].upper() if self.signs.lettered else ""
        if size.wide == 1:
            self.canvas.text(x, y, letter or "●", colour, bold=True)
            return
        shape = chip(size.wide) if size.high > 1 else slab(size.wide)
        self.canvas.stamp(x, y, size.wide, size.high, shape, colour)
        if letter:
            self.canvas.text(x + size.wide // 2, y + (size.high - 1) // 2, letter, on(colour), bold=True)

    def mark(self, area: Area, place: Place, heap: Heap, hangs: bool) -> None:
        """Mark a point or a bar: around the checker that came last, or where one came from."""
        mark = self.marks.at(place)
        if mark is None:
            return
        number = min(heap.count if mark is FROM else max(heap.count - 1, 0), self.size.stack - 1)
        y = self.level(area, number, hangs) + (self.size.high - 1) // 2
        around = self.size.wide == 1
        for x, sign in ((area.x - around, mark.before), (area.x + area.columns - (not around), mark.after)):
            self.canvas.text(x, y, sign, readable("mark", self.canvas.ground(x, y)), bold=True)

    def paint_bar(self) -> None:
        """Paint the checkers on the bar, each seat's in the half away from its home."""
        size = self.size
        for seat in (0, 1):
            upper = seat == self.lower
            heap = Heap("", self.picture.bar[seat], seat)
            y = 1 if upper else 1 + size.length + size.between
            area = Area(self.bar, y, size.wide, size.length)
            self.stack(area, heap, hangs=not upper)
            self.mark(area, (seat, BESIDE), heap, hangs=not upper)
            self.canvas.assign(area.x, area.y, area.columns, area.rows, (seat, BESIDE))

    def paint_trays(self) -> None:
        """Paint what each seat has borne off, on its own side at the right."""
        size = self.size
        for seat in (0, 1):
            x, y = self.columns + 1, 1 + size.length + size.between if seat == self.lower else 1
            self.canvas.fill(x, y, TRAY, size.length, "well")
            self.canvas.text(x, y, f" off {self.picture.off[seat]}", "mark")
            for number in range(self.picture.off[seat]):
                self.canvas.text(x + 1 + number % 5, y + 1 + number // 5, "▌", self.colour(seat))

    def paint_counts(self) -> None:
        """Write how many checkers each seat has borne off, in its colour, if there are no trays."""
        y = 1 + self.size.length + self.size.between // 2
        self.canvas.text(2, y, "off", "white")
        for seat in (0, 1):
            self.canvas.text(6 + 3 * seat, y, str(self.picture.off[seat]), self.colour(seat), bold=True)

    def paint_dice(self) -> None:
        """Paint the dice that are still to be played, in the middle of the right half."""
        size = self.size
        y = 1 + size.length
        middle = self.bar + size.step + HALF * size.step // 2
        step = 9 if size.between > 1 else 4
        for number, die in enumerate(self.picture.dice):
            x = middle - (len(self.picture.dice) * step - 2) // 2 + number * step
            draw_die(self.canvas, Area(x, y, 7 if size.between > 1 else 3, size.between), str(die))
