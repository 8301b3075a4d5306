"""What a game shows, as plain data for any screen: a Grid, Pits, Heaps, Hands, Points, or simply a string.

All words and marks are ASCII; a screen may draw finer signs for them.
"""

from collections.abc import Iterator
from enum import Enum
from typing import Self

from games.dataclass import dataclass

COLOURS = "red", "yellow", "black", "white", "blue"  # of pieces
BESIDE = -1  # a column: (0, BESIDE) is the store or the bar of seat 0, beside the rows of Pits or Points


@dataclass(frozen=True)
class Cell:
    """One cell of a grid: the mark on it, and the seat that owns it (0, 1; None: nobody).

    An empty mark is an empty cell; a blank is a place where nothing can stand. A mark without an owner is background
    and drawn faintly, unless it is `firm`.
    """

    mark: str = ""
    seat: int | None = None
    firm: bool = False


class Form(Enum):
    """How the cells of a grid lie.

    SQUARES  side by side, with lines between them.
    SLANTED  hexagons: each row is half a cell further right than the one above, so a cell touches the two beside it,
             the two above it (same column and the next) and the two below it (same column and the one before).
    LATTICE  dots, lines and boxes: counted from 0, dots are in even rows and even columns, boxes in odd rows and odd
             columns, and the lines between two dots in all other cells. A line is drawn if its cell has a mark.
    """

    SQUARES = "squares"
    SLANTED = "slanted"
    LATTICE = "lattice"


class Ground(Enum):
    """What a board of squares looks like in colours.

    PLAIN      squares in two quiet tones.
    SHEET      separate squares, as for noughts and crosses.
    FRAME      an upright frame with round holes.
    FELT       green cloth.
    CHEQUERED  light and dark squares; pieces stand on the dark ones, and the square at the lower left is dark.
    BOARD      light and dark wooden squares; pieces stand on all of them.
    WOOD       lines on wood; pieces stand where they cross.
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
    """A board: rows of cells from the top, all of the same length, and the labels of rows and columns.

    A label may be empty: a lattice labels only its dots. `pieces` names each mark once in words; with colours a disc,
    stone, man, king, pawn, cross or nought is drawn as such, other marks as they are.

    figures  whether kings, queens, rooks, bishops, knights and pawns are drawn as chess pieces.
    colours  of the pieces of seats 0 and 1: two of COLOURS; empty: the screen's own.
    edges    who owns the top and bottom edges, and who owns the left and right ones (None: nobody).
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
    """A board of two rows of pits with a store at each end; the upper row belongs to seat 1.

    rows    the number of seeds in each pit, upper row first, both from the left.
    stores  the number of seeds in each seat's store: seat 0's is on the right, seat 1's on the left.
    labels  the names of the pits, as rows.
    turned  the upper row and the left store belong to seat 0.
    """

    rows: tuple[tuple[int, ...], tuple[int, ...]]
    stores: tuple[int, int]
    labels: tuple[tuple[str, ...], tuple[str, ...]]
    note: str = ""
    turned: bool = False


@dataclass(frozen=True)
class Heap:
    """A heap of `count` equal things with a label and an owner (None: nobody)."""

    label: str
    count: int
    seat: int | None = None


@dataclass(frozen=True)
class Heaps:
    """Heaps in a column, the mark of one thing in them, a note such as what may be taken, and dice below them."""

    heaps: tuple[Heap, ...]
    unit: str = "o"
    note: str = ""
    dice: tuple[int, ...] = ()


@dataclass(frozen=True)
class Hand:
    """Cards or dice in a row with a label and an owner (None: nobody); `?` stands for a hidden one."""

    label: str
    cards: tuple[str, ...]
    note: str = ""
    seat: int | None = None


@dataclass(frozen=True)
class Hands:
    """Hands in a column, and a note such as the bets so far."""

    hands: tuple[Hand, ...]
    note: str = ""


@dataclass(frozen=True)
class Points:
    """A backgammon board from one side: its home is at the lower right.

    rows    the points, upper row first, both from the left; their labels are numbers from the viewer's side.
    bar     each seat's checkers on the bar;  off  those it has borne off.
    dice    the dice still to be played.
    turned  the upper row is the one that seat 0 sees below; the cells of moves use the rows of seat 0.
    cube    the value of the doubling cube, and the only seat that may turn it (None: both); None without a cube.

    colours  of the checkers of seats 0 and 1: two of COLOURS; empty: the screen's own.
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
    """A text that is a drawing in lines.

    spoken  what people who listen hear instead: sentences, one per line.
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
    """Yield what keeps `picture` from being drawn, in words that follow `is`; nothing if it is right."""
    if not isinstance(picture, Picture):
        yield f"a {type(picture).__name__}, not a picture"
    elif isinstance(picture, (Grid, Pits, Points)) and len({len(row) for row in picture.rows}) != 1:
        yield "a picture whose rows differ in length"
    elif (
        isinstance(picture, Grid)
        and picture.form is Form.LATTICE
        and not (
            len(picture.rows) % 2 == len(picture.rows[0]) % 2 == 1  # dots at all four corners
        )
    ):
        yield "a lattice whose rows or columns are even in number"
    elif isinstance(picture, Grid) and (unnamed := misnamed(picture)):
        yield f"a picture that calls the piece {unnamed[0]!r} twice or by no word"
    elif isinstance(picture, (Grid, Points)) and (unknown := set(picture.colours) - {"", *COLOURS}):
        yield f"a picture with the colour {min(unknown)!r} (colours: {', '.join(COLOURS)})"


def misnamed(grid: Grid) -> list[str]:
    """Return the listed marks that have several names, or an empty one."""
    marks = [mark for mark, _ in grid.pieces]
    return [mark for mark, word in grid.pieces if not word.strip() or marks.count(mark) > 1]
