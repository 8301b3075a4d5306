"""What a game shows, as plain data that any screen can draw: a Grid, Pits, Heaps, Hands, Points, or simply a string.

All words and marks in a picture are ASCII; a screen may draw finer signs for them.
"""

from collections.abc import Iterator
from enum import Enum
from typing import Self

from games.dataclass import dataclass

COLOURS = "red", "yellow", "black", "white", "blue"  # that the pieces of a seat may have
BESIDE = -1  # a column: (0, BESIDE) is the store of seat 0, or its bar, which lies beside the rows of Pits or Points


@dataclass(frozen=True)
class Cell:
    """One cell of a grid: what stands there, and whose it is (0, 1; None: nobody's).

    An empty mark is an empty cell, a blank mark a place where nothing can stand. What is nobody's is background, drawn
    faint, unless it is `firm`.
    """

    mark: str = ""
    seat: int | None = None
    firm: bool = False


class Form(Enum):
    """How the cells of a grid lie.

    SQUARES  side by side, with rules between them.
    SLANTED  hexagons: each row half a cell further right than the one above, so that a cell touches the two beside
             it, the two above it (same column and the next) and the two below (same column and the one before).
    LATTICE  rows and columns count dots, lines and boxes alike: dots in even rows and even columns, counted from 0,
             the lines between two dots beside or above each other where one of the two numbers is odd, boxes where
             both are. A line is drawn where its cell has a mark, whatever the mark.
    """

    SQUARES = "squares"
    SLANTED = "slanted"
    LATTICE = "lattice"


class Ground(Enum):
    """What a board of squares is made of, if it is drawn in colours.

    PLAIN      squares in two quiet tones.
    SHEET      squares apart from each other, as for noughts and crosses.
    FRAME      a frame with round holes, which stands upright.
    FELT       green cloth.
    CHEQUERED  light and dark squares; the pieces stand on the dark ones, and the square at the lower left is dark.
    BOARD      light and dark squares of wood, on all of which pieces stand.
    WOOD       lines on wood; the pieces stand where they cross.
    CHOCOLATE  a bar of chocolate.
    """

    PLAIN = "plain"
    SHEET = "sheet"
    FRAME = "frame"
    FELT = "felt"
    CHEQUERED = "chequered"
    BOARD = "board"
    WOOD = "wood"
    CHOCOLATE = "chocolate"


@dataclass(frozen=True)
class Grid:
    """A board: its rows of cells from the top, each as long as the others, and the labels of rows and columns.

    A label may be empty: a lattice labels its dots only. `pieces` says what marks are called in words, each once; a
    disc, stone, man, king, pawn, cross or nought is drawn as one if there are colours, other marks as they are.

    figures  whether kings, queens, rooks, bishops, knights and pawns are drawn as those of chess.
    colours  of the pieces of seat 0 and of seat 1: two of COLOURS; empty: those of the screen.
    edges    whose the edges above and below are, and those at the left and the right (None: nobody's).
    """

    rows: tuple[tuple[Cell, ...], ...]
    row_labels: tuple[str, ...] = ()
    column_labels: tuple[str, ...] = ()
    note: str = ""
    form: Form = Form.SQUARES
    pieces: tuple[tuple[str, str], ...] = ()
    ground: Ground = Ground.PLAIN
    figures: bool = False
    colours: tuple[str, str] = ("", "")
    edges: tuple[int | None, int | None] = (None, None)


@dataclass(frozen=True)
class Pits:
    """A board of two rows of pits, the upper one seat 1's, with a store at either end.

    rows    how many seeds lie in each pit, the upper row first, both from the left.
    stores  how many lie in each seat's store: seat 0's is on the right, seat 1's on the left.
    labels  what the pits are called, as rows.
    turned  the upper row is seat 0's, and so is the store on the left.
    """

    rows: tuple[tuple[int, ...], tuple[int, ...]]
    stores: tuple[int, int]
    labels: tuple[tuple[str, ...], tuple[str, ...]]
    note: str = ""
    turned: bool = False


@dataclass(frozen=True)
class Heap:
    """A heap of `count` equal things with its label, and its owner (None: nobody)."""

    label: str
    count: int
    seat: int | None = None


@dataclass(frozen=True)
class Heaps:
    """Heaps one below the other, the mark of one thing in them, and a note such as what may be taken."""

    heaps: tuple[Heap, ...]
    unit: str = "o"
    note: str = ""


@dataclass(frozen=True)
class Hand:
    """Cards or dice side by side with a label, and whose they are (None: nobody's); `?` stands for a hidden one."""

    label: str
    cards: tuple[str, ...]
    note: str = ""
    seat: int | None = None


@dataclass(frozen=True)
class Hands:
    """Hands one below the other, and a note such as the bets so far."""

    hands: tuple[Hand, ...]
    note: str = ""


@dataclass(frozen=True)
class Points:
    """A backgammon board as one side sees it: its home is at the lower right.

    rows    the points, the upper row first, both from the left; their labels are numbers as the viewer counts.
    bar     how many checkers each seat has on the bar, and `off` how many it has borne off.
    dice    those still to be played.
    turned  the upper row is what seat 0 sees below: the cells of a move name rows as seat 0 sees them.
    cube    what the doubling cube says, and which seat alone may turn it (None: both); None if there is none.

    colours  of the checkers of seat 0 and of seat 1: two of COLOURS; empty: those of the screen.
    """

    rows: tuple[tuple[Heap, ...], tuple[Heap, ...]]
    bar: tuple[int, int] = (0, 0)
    off: tuple[int, int] = (0, 0)
    dice: tuple[int, ...] = ()
    marks: tuple[str, str] = ("X", "O")
    note: str = ""
    turned: bool = False
    colours: tuple[str, str] = ("", "")
    cube: tuple[int, int | None] | None = None


class Drawing(str):
    """A text that is drawn with signs, as lines.

    spoken  what people who listen hear in its place: sentences, one a line.
    """

    __slots__ = ("spoken",)
    spoken: str

    def __new__(cls, text: str, spoken: str) -> Self:
        drawn = super().__new__(cls, text)
        drawn.spoken = spoken
        return drawn

    def __reduce__(self) -> tuple[type["Drawing"], tuple[str, str]]:
        return Drawing, (str(self), self.spoken)


Picture = Grid | Pits | Heaps | Hands | Points | str


def flaws(picture: object) -> Iterator[str]:
    """Yield what keeps it from being drawn, in words that follow `is`; nothing if the picture is right."""
    if not isinstance(picture, Picture):
        yield f"a {type(picture).__name__}, not a picture"
    elif isinstance(picture, (Grid, Pits, Points)) and len({len(row) for row in picture.rows}) != 1:
        yield "a picture whose rows differ in length"
    elif isinstance(picture, Grid) and picture.form is Form.LATTICE and not corners(picture):
        yield "a lattice whose rows or columns are even in number"
    elif isinstance(picture, Grid) and (unnamed := misnamed(picture)):
        yield f"a picture that calls the piece {unnamed[0]!r} twice or by no word"
    elif isinstance(picture, (Grid, Points)) and (unknown := set(picture.colours) - {"", *COLOURS}):
        yield f"a picture with the colour {min(unknown)!r} (colours: {', '.join(COLOURS)})"


def corners(lattice: Grid) -> bool:
    """Whether dots stand at all four."""
    return len(lattice.rows) % 2 == len(lattice.rows[0]) % 2 == 1


def misnamed(grid: Grid) -> list[str]:
    """Return the marks whose piece has more than one name, or none though it is listed."""
    marks = [mark for mark, _ in grid.pieces]
    return [mark for mark, word in grid.pieces if not word.strip() or marks.count(mark) > 1]
