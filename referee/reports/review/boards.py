"""Positions of a match as pictures on a page: each shape and each sentence that describes one is written down once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.capabilities import hides_information
from games.game import CHANCE, IllegalMove
from referee.drawing.highlights import UNMARKED, Marks, move_marks
from referee.drawing.markup import Markup, block, element
from referee.drawing.shared_shapes import SharedShapes
from referee.drawing.themes import THEMES
from referee.drawing.vector.board import board_image, framed
from referee.drawing.vector.svg import FONT, shape_markup
from referee.spoken.pictures import picture_sentences

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from games.game import Game
    from games.picture import Picture

PREFIX = "words-"
WIDE = 300  # pixels that a board is made larger for, half as large again at most
SMALLER = 0.5  # of its own size a board of a line is shown in
RULES = """\
.shapes { position: absolute }
figure { margin: 0 }
figcaption { font-size: .875rem; font-weight: 600; margin-bottom: .4rem }
.board { display: block; max-width: 100%; height: auto; border-radius: 10px; outline: 3px solid var(--rule) }
.bad .board { outline-color: var(--bad) }
.better .board { outline-color: var(--good) }
@media print { .board { max-height: 4.6cm; width: auto } .line .board { max-height: 2.2cm } }
"""


class Boards:
    """The pictures of one page."""

    def __init__(self, seats: tuple[str, str]):
        self.seats = seats
        self.shapes = SharedShapes()
        self.words: dict[str, int] = {}  # sentences and their numbers

    def figure(
        self, caption: str, picture: Picture, marks: Marks = UNMARKED, kind: str = "", scale: float | None = None
    ) -> Markup:
        """The picture with what is written above it, and its note below it, which small ones do not have.

        scale  of its own size, for a small one.
        """
        drawn = framed(board_image(picture, THEMES["safe"], marks))
        factor = scale or min(1.5, max(1, WIDE / drawn.width))
        box = {
            "width": f"{drawn.width * factor:.0f}",
            "height": f"{drawn.height * factor:.0f}",
            "viewBox": f"0 0 {drawn.width:g} {drawn.height:g}",
        }
        content = [shape_markup(shape, self.shapes) for shape in drawn.shapes]
        labels = self.labels(picture_sentences(picture, self.seats))
        image = element("svg", *content, class_="board", **box, font_family=FONT, role="img", aria_labelledby=labels)
        above = [element("figcaption", caption)] * bool(caption)
        note = "" if scale or isinstance(picture, str) else picture.note
        below = [element("p", note, class_="note")] * bool(note)
        return element("figure", *above, image, *below, class_=kind or None)

    def labels(self, sentences: Iterable[str]) -> str:
        """The identities of the sentences, for aria-labelledby."""
        numbers = (self.words.setdefault(each, len(self.words) + 1) for each in sentences)
        return " ".join(f"{PREFIX}{number}" for number in numbers)

    def definitions(self) -> Markup:
        """All shapes and sentences; a browser shows nothing of it."""
        words = (element("span", each, id=f"{PREFIX}{number}") for each, number in self.words.items())
        return Markup(f"{self.shapes.definitions()}\n{block('div', *words, hidden='hidden')}")


def view(game: Game) -> Picture | None:
    """What may be shown of a position in which somebody is to move: of hidden things what that seat saw.

    None where something is hidden and nobody is to move.
    """
    if not hides_information(game):
        return game.show()
    return None if game.turn == CHANCE or game.score() is not None else game.show(game.turn)


def marks_of(game: Game, text: str) -> Marks:
    """The marks of the move of that text, which is legal there."""
    return move_marks(game, game.parse(text))


def line_positions(game: Game, line: Iterable[str]) -> Iterator[tuple[str, Game, Marks]]:
    """The moves of a line, each with the position after it and its marks; only as far as they lead on without luck.

    Nothing of a game that hides something: what would have been seen then, nobody knows.
    """
    if hides_information(game):
        return
    reached = game.copy()
    for text in line:
        try:
            move = reached.parse(text)
        except IllegalMove:
            return
        if reached.turn == CHANCE:
            return
        marks = move_marks(reached, move)
        reached = reached.copy()
        reached.make(move)
        yield text, reached, marks
