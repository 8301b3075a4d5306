"""Any picture of a game as shapes, with its note below it."""

from collections.abc import Sequence

from games.picture import Form, Grid, Hands, Heaps, Picture, Pits, Points
from referee.drawing.highlights import UNMARKED, Marks
from referee.drawing.palette import PAGE
from referee.drawing.text_width import text_width, wrap
from referee.drawing.themes import Theme
from referee.drawing.vector.grids import hexagon_board, lattice_board, square_board
from referee.drawing.vector.hands import hands, heaps
from referee.drawing.vector.image import Rectangle, Shape, Text, VectorImage
from referee.drawing.vector.pieces import Shapes, at
from referee.drawing.vector.points import pit_board, points_board

MARGIN = 16.0
NOTE, LEADING = 14.0, 20.0  # size of a note, and from one line of it to the next
LETTER = 7.4  # pixels of a character of a note, on average
LEAST = 240.0  # pixels that a note may take, however narrow the board is
GRIDS = {Form.SQUARES: square_board, Form.SLANTED: hexagon_board, Form.LATTICE: lattice_board}
Words = tuple[str, str]  # and their colour
TYPED, STEP = 18.0, 11.0  # size of typed characters, and from one to the next


def vector_image(picture: Picture, theme: Theme, marks: Marks = UNMARKED) -> VectorImage:
    """Return the picture on a ground of its own, with its note."""
    note = "" if isinstance(picture, str) else picture.note
    return framed(board_image(picture, theme, marks), [(line, theme.colour("shadow")) for line in [note] if line])


def board_image(picture: Picture, theme: Theme, marks: Marks = UNMARKED) -> VectorImage:
    """Return the picture alone, without its note."""
    match picture:
        case Grid():
            return GRIDS[picture.form](picture, marks, theme)
        case Pits():
            return pit_board(picture, marks, theme)
        case Points():
            return points_board(picture, marks, theme)
        case Hands() | Heaps():
            return hands(picture, theme) if isinstance(picture, Hands) else heaps(picture, theme)
    return typed(str(picture), theme)


def typed(picture: str, theme: Theme) -> VectorImage:
    """Return lines of characters in a fixed pitch."""
    rows, ink = picture.splitlines(), theme.colour("ink")
    shapes: Shapes = [
        Text(0, (row + 0.75) * TYPED * 1.25, line, ink, TYPED, align="start", step=STEP)
        for row, line in enumerate(rows)
        if line.strip()
    ]
    return VectorImage(max(map(text_width, rows), default=0) * STEP, len(rows) * TYPED * 1.25, tuple(shapes))


def framed(board: VectorImage, words: Sequence[Words] = (), lines: int = 0) -> VectorImage:
    """Return the board on a ground with round corners and a margin, and words below it.

    words  are wrapped;  lines  how many lines have room there at least.
    """
    wide = max(board.width, LEAST * bool(words))
    below = wrapped_words(words, wide)
    count = max(lines, len(below))
    size = round(wide + 2 * MARGIN), round(board.height + 2 * MARGIN + LEADING * count + MARGIN / 2 * bool(count))
    low = MARGIN + board.height + MARGIN / 2
    notes: list[Shape] = [
        Text(MARGIN, low + (row + 0.7) * LEADING, line, ink, NOTE, align="start")
        for row, (line, ink) in enumerate(below)
    ]
    ground = Rectangle(0, 0, *size, PAGE, corner=10)
    return VectorImage(*size, (ground, at(board.shapes, MARGIN + (wide - board.width) / 2, MARGIN), *notes))


def wrapped_words(words: Sequence[Words], wide: float) -> list[Words]:
    """Return the words in lines below a board of this width."""
    return [(line, ink) for text, ink in words for line in wrap(text, int(wide / LETTER))]
