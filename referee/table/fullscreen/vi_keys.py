"""h, j, k and l as arrow keys, and the words that begin with them all the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from prompt_toolkit.filters import Condition

from referee.table.vocabulary import LETTERS, WORDS, steering_letters

if TYPE_CHECKING:
    from prompt_toolkit.buffer import Buffer

    from referee.drawing.glyphs import Place
    from referee.table.fullscreen.match_front import FullScreenFront
    from referee.table.fullscreen.view import Cursor

WAYS = {"left": (0, -1), "down": (1, 0), "up": (-1, 0), "right": (0, 1)}


class ViKeys:
    """Steers the cursor by letters, and gives a letter back that was the first one of a word.

    taken  the letter pressed last, which cursor it moved, and where that was before.
    """

    def __init__(self, front: FullScreenFront):
        self.front = front
        self.taken: tuple[str, Cursor, Place | None] | None = None

    def bind(self) -> None:
        """Bind the letters, while nothing is typed and no move begins with them."""
        for letter, way in LETTERS.items():
            steers = Condition(lambda letter=letter: self.steers(letter))  # type: ignore[misc]
            self.front.screen.bind(letter, self.press, letter, *WAYS[way], when=steers, eager=True)
        self.front.buffer.on_text_changed += self.typed

    def steers(self, letter: str) -> bool:
        """Whether the letter moves the cursor now."""
        view = self.front.view
        return (
            view.asked is not None
            and not view.covered
            and not self.front.buffer.text
            and not self.front.questioned
            and letter in steering_letters(view.asked)
        )

    def press(self, letter: str, rows: int, columns: int) -> None:
        """Move the cursor."""
        if cursor := self.front.view.cursor:
            self.taken = letter, cursor, cursor.place
            self.front.steer(rows, columns)

    def typed(self, buffer: Buffer) -> None:
        """Put the letter before what is typed where only that begins a word, and the cursor where it was."""
        view, text = self.front.view, buffer.text.casefold()
        if not text or self.taken is None or view.asked is None or self.taken[1] is not view.cursor:
            return
        letter, cursor, place = self.taken
        names = [name for word in WORDS for name in word.names]
        moves = [view.asked.text(move).casefold() for move in view.asked.moves()]
        if any(name.startswith(text) for name in (*names, *moves)):
            return
        if any(name.startswith(letter + text) for name in names):
            self.taken, cursor.place = None, place
            buffer.text = letter + buffer.text
            buffer.cursor_position = len(buffer.text)
