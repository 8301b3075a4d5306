"""What a board shows, before a terminal paints it or a file draws it: tones, colours, words and marks of its parts.

Colours are names in a palette (referee/drawing/palette.py); "" is the ground of the page.
"""

from collections.abc import Iterator

from games.dataclass import dataclass
from games.picture import BESIDE, Cell, Form, Grid, Ground, Heap, Pits, Points
from referee.drawing.figures import SIGNS
from referee.drawing.glyphs import Place
from referee.drawing.highlights import CURSOR, FROM, LAST, TARGET, THREATENED, WON, Mark, Marks

TONES = {
    Ground.PLAIN: ("slate", "slate2"),
    Ground.SHEET: ("slate", "slate"),
    Ground.FRAME: ("frame", "frame"),
    Ground.FELT: ("felt2", "felt"),
    Ground.CHEQUERED: ("light", "dark"),
    Ground.BOARD: ("board", "board2"),
    Ground.WOOD: ("wood", "wood"),
    Ground.CHOCOLATE: ("bar", "bar"),
}
LIT = {Ground.PLAIN, Ground.SHEET, Ground.FRAME}  # grounds that are dark, and darker where a line has won
BRICK_TONES = "stone", "stone2", "stone3"
SUITED = "red", "blue"  # the colours of seats whose game names none
CHECKERS = "white", "black"  # the colours of checkers on points
DEEP = {"red": "crimson", "blue": "navy"}  # colours that can be read on a bright ground
INKS = {LAST: "mark", FROM: "mark", CURSOR: "cursor", TARGET: "hint", WON: "mark", THREATENED: "mark"}
STARRED, MIDDLING, LARGEST = 9, 13, 19  # lines of the least board with stars, with stars further in, with nine of them
HALF = 6  # points to the left and to the right of the bar
HIDDEN = "?"  # a card or a die that is not shown
SUITS = {"s": ("♠", "black"), "c": ("♣", "black"), "h": ("♥", "crimson"), "d": ("♦", "crimson")}
# Where the pips of a die lie, counted from its middle to the right and down.
KEYS = {"1": "5", "2": "19", "3": "159", "4": "1379", "5": "13579", "6": "134679"}  # on a telephone's keys
PIPS = {face: [((int(key) - 1) % 3 - 1, (int(key) - 1) // 3 - 1) for key in keys] for face, keys in KEYS.items()}


@dataclass(frozen=True)
class CellLook:
    """What a cell of a grid shows.

    tone    the colour of its ground.
    colour  of the piece on it, dimmed where other cells have won; "" if nobody has a piece there.
    word    what the piece is called, "" for other marks;  figure  whether it is drawn as a figure of chess.
    area    the colour of the seat for which the cell counts, unless its piece shows that already; "" for none.
    """

    place: Place
    cell: Cell
    tone: str
    colour: str = ""
    word: str = ""
    figure: bool = False
    mark: Mark | None = None
    won: bool = False
    area: str = ""


def cell_looks(picture: Grid, marks: Marks) -> Iterator[CellLook]:
    """Yield what each cell shows, row by row."""
    words, won, owners = dict(picture.pieces), {*marks.won}, marks.owners
    for row, cells in enumerate(picture.rows):
        for column, cell in enumerate(cells):
            place, colour, word = (row, column), "", words.get(cell.mark, "")
            if cell.seat is not None:
                colour = piece_colour(picture, cell.seat) + "~" * bool(won and place not in won)
            lit = place in won and picture.form is Form.SQUARES and picture.ground in LIT
            figure = bool(picture.figures and colour) and word in SIGNS
            tone = "threat" if place in marks.threatened else "lit" if lit else cell_tone(picture, place)
            owner = owners.get(place)
            area = "" if owner in (None, cell.seat) else seat_colour(picture, owner)
            yield CellLook(place, cell, tone, colour, word, figure, marks.at(place), place in won, area)


def cell_tone(picture: Grid, place: Place) -> str:
    """Return the ground of a cell; the lower left square has the second tone."""
    row, column = place
    if picture.form is Form.SLANTED:
        return BRICK_TONES[(column - row) % 3]
    plain = picture.ground is Ground.PLAIN and "black" in picture.colours  # black cannot be read on slate
    return TONES[Ground.BOARD if plain else picture.ground][(len(picture.rows) + row + column) % 2]


def seat_colour(picture: Grid | Points, seat: int) -> str:
    """Return the colour of a seat's pieces."""
    return picture.colours[seat] or (SUITED if isinstance(picture, Grid) else CHECKERS)[seat]


def piece_colour(picture: Grid, seat: int) -> str:
    """Return the colour of a seat's pieces on the ground of this board."""
    colour = seat_colour(picture, seat)
    return DEEP.get(colour, colour) if picture.form is Form.SLANTED else colour


def grid_shape(picture: Grid) -> tuple[int, int]:
    """Return how many rows and columns a grid has."""
    return len(picture.rows), len(picture.rows[0])


def has_column_labels(picture: Grid) -> bool:
    """Return whether any column has a label."""
    return any(label.strip() for label in picture.column_labels)


def is_star(place: Place, shape: tuple[int, int]) -> bool:
    """Return whether a board of crossings has a dot there for the eye: near the corners and in the middle."""
    if min(shape) < STARRED or not all(count % 2 for count in shape):
        return False
    spaced = 2 if min(shape) < MIDDLING else 3
    ends = [at in (spaced, count - 1 - spaced) for at, count in zip(place, shape, strict=True)]
    middles = [at == count // 2 for at, count in zip(place, shape, strict=True)]
    if min(shape) >= LARGEST:
        return all(end or middle for end, middle in zip(ends, middles, strict=True))
    return all(ends) or all(middles)


@dataclass(frozen=True)
class Stack:
    """The checkers on a point, or on a half of the bar, of a backgammon board.

    row, column  where it is drawn: above (0) or below (1), and the column of its point; None: on the bar.
    place        what marks and moves call it.
    """

    row: int
    column: int | None
    heap: Heap
    place: Place
    mark: Mark | None


def stacks(picture: Points, marks: Marks) -> Iterator[Stack]:
    """Yield the checkers on each point, the upper ones first, then on the bar."""
    for row, heaps in enumerate(picture.rows):
        for column, heap in enumerate(heaps):
            place = (1 - row if picture.turned else row, column)
            yield Stack(row, column, heap, place, marks.at(place))
    for row, seat in enumerate(sides(picture)):
        place = (seat, BESIDE)
        yield Stack(row, None, Heap("", picture.bar[seat], seat), place, marks.at(place))


def sides(picture: Points) -> tuple[int, int]:
    """Return the seat whose home is above, and the one whose home is below."""
    return (0, 1) if picture.turned else (1, 0)


def owner(picture: Pits, row: int) -> int:
    """Return the seat whose pits a row holds; whose is the upper one has the store on the left."""
    return row if picture.turned else 1 - row


def split_card(face: str) -> tuple[str, str]:
    """Return the rank of a card such as `Q` or `10h`, and the letter of its suit or ""."""
    suit = face[-1:] if len(face) > 1 and face[-1:] in SUITS else ""
    return face.removesuffix(suit) if suit else face, suit


def has_dice(faces: Iterator[str]) -> bool:
    """Return whether these are the faces of dice, and not of cards."""
    found = {*faces} - {HIDDEN}
    return bool(found) and found <= PIPS.keys()
