"""A position that is set up on the page: on its board, piece by piece, or by its text in games without such a board.

Nothing here knows keys or windows. Each editor answers with what it would show, and with what to say.
"""

import games
from games.arrangement import Arrangement, Piece, Place
from games.capabilities import arrangement_of, hides_information
from games.game import Game
from games.picture import Picture, Points
from referee.drawing.flip import flip_board, flip_cells, flip_marks, is_turned
from referee.drawing.highlights import UNMARKED, Marks
from referee.table.vocabulary import told_position, why_not

LEAVE = "Esc again leaves the board as it was in the game."
REFUSED = "No game can begin here: {}."
ROLL = "Type two dice, such as 52; 0 means none."
NO_DICE = "00"


class BoardEditor:
    """A board with a cursor, on which pieces are put.

    turned  whether the board is seen from the side opposite to seat 0's view.
    place   where the cursor is;  said  the last message.
    typed   the digits of a number or of dice that is being typed;  rolls  whether they are dice.
    """

    line = ""  # the text at the prompt

    def __init__(self, spec: str, arrangement: Arrangement, turned: bool):
        self.spec, self.arrangement, self.turned = spec, arrangement, turned
        lines = arrangement.lines
        middle = lines[len(lines) // 2]
        self.place: Place = middle[len(middle) // 2]
        self.said = self.typed = ""
        self.rolls = False
        self.before = arrangement.text()

    @property
    def picture(self) -> tuple[Picture, Marks]:
        marks = Marks(cursor=self.place)
        shown = self.arrangement.show()
        if not self.turned:
            return shown, marks
        if isinstance(shown, Points):  # each seat sees these from its own side
            return self.arrangement.show(1), marks
        return flip_board(shown) or shown, flip_marks(shown, marks)

    @property
    def parts(self) -> list[str]:
        """How the board stands, in words: what is under the cursor, who is to move, the dice, how many pieces."""
        made = self.arrangement
        mover = f"{made.seats[made.turn]} to move" if made.turn is not None else "nobody to move yet"
        return [made.describe(self.place), mover, *([f"dice {made.dice}"] if made.dice else []), made.count()]

    @property
    def legend(self) -> str:
        pieces = ", ".join(f"{piece.key} {piece.name}" for piece in self.arrangement.pieces)
        return f"{pieces}, digits how many" if self.arrangement.most > 1 else pieces

    # Actions of people; each puts its message into `said`.

    def forget(self) -> None:
        """Drop the last message, and a number or dice that are half typed."""
        self.said = self.typed = ""
        self.rolls = False

    def step(self, rows: int, columns: int) -> None:
        """Move the cursor to the next place in a direction, as the board is seen."""
        self.forget()
        if self.turned:
            rows, columns = -rows, columns if isinstance(self.arrangement.show(), Points) else -columns
        lines = self.arrangement.lines
        row = next(number for number, line in enumerate(lines) if self.place in line)
        column = lines[row].index(self.place)
        if columns:
            self.place = lines[row][max(0, min(column + columns, len(lines[row]) - 1))]
            return
        target = lines[max(0, min(row + rows, len(lines) - 1))]
        along = (column + 0.5) / len(lines[row])  # rows may differ in length, as in a lattice
        self.place = min(target, key=lambda place: abs((target.index(place) + 0.5) / len(target) - along))

    def press(self, sign: str) -> None:
        """Do what a typed sign stands for: a piece, a digit, or one of the other keys; otherwise say which do."""
        self.said = ""
        if sign.isascii() and sign.isdigit() and (self.rolls or self.arrangement.most > 1):
            self.type_digit(sign)
            return
        self.typed, self.rolls = "", False
        others = {"c": self.clear, "s": self.start, "d": self.ask_dice, " ": self.turn_over, "-": self.take}
        pieces = {piece.key: piece for piece in self.arrangement.pieces}
        piece = pieces.get(sign) or pieces.get(sign.casefold())
        if piece:
            self.attempt(piece)
        elif sign in others:
            others[sign]()
        elif sign.isprintable():
            self.said = f"{sign!r} is not a piece or a key here; F1 lists them."

    def attempt(self, piece: Piece | None) -> None:
        """Put a piece under the cursor, or the next one for None; say why if it cannot stand there."""
        try:
            if piece:
                self.arrangement.put(self.place, piece)
            else:
                self.arrangement.turn_over(self.place)
        except ValueError as error:
            self.said = f"{error}."

    def type_digit(self, digit: str) -> None:
        """Add a digit to the number of pieces, or to the dice."""
        self.typed += digit
        if self.rolls:
            if self.typed != "0" and len(self.typed) < len(NO_DICE):
                self.said = f"Dice {self.typed}: type the other die."
                return
            try:
                self.arrangement.roll("" if self.typed in ("0", NO_DICE) else self.typed)
            except ValueError as error:
                self.said = f"{error}."
            self.typed, self.rolls = "", False
            return
        if int(self.typed) > self.arrangement.most:
            self.typed = digit
        self.arrangement.fill(self.place, int(self.typed))

    def ask_dice(self) -> None:
        """Wait for dice, in a game that has them."""
        self.rolls = self.arrangement.dice is not None
        self.said = ROLL if self.rolls else "There are no dice in this game."

    def turn_over(self) -> None:
        self.forget()
        self.attempt(None)

    def take(self) -> None:
        self.forget()
        self.arrangement.take(self.place)

    def empty(self) -> None:
        self.forget()
        self.arrangement.fill(self.place, 0)

    def pass_turn(self) -> None:
        self.forget()
        self.arrangement.pass_turn()

    def clear(self) -> None:
        self.arrangement.clear()

    def start(self) -> None:
        if made := arrangement_of(position_of(self.spec)):
            self.arrangement = made

    def flip(self) -> None:
        self.turned = not self.turned

    def click(self, place: Place) -> None:
        """Put the next piece where the board is clicked."""
        shown = self.arrangement.show()
        if self.turned and not isinstance(shown, Points):
            (place,) = flip_cells(shown, [place])
        if place in self.arrangement.names:
            self.place = place
            self.turn_over()

    # Leaving.

    def take_over(self, _: str = "") -> str:
        """Return the text of the position if a game can begin there; otherwise say why, and return ""."""
        text = self.arrangement.text()
        why = why_not(self.spec, text)
        if not why:
            return text
        self.place = self.arrangement.find(why) or self.place
        self.said = REFUSED.format(why)
        return ""

    def leave(self) -> bool:
        """Return whether it may be left: at once if nothing was changed, otherwise at the second press."""
        may = self.said == LEAVE or self.arrangement.text() == self.before
        self.said = LEAVE
        return may


class TextEditor:
    """A position's text that is changed at the prompt, below the picture of the last text that was a position.

    viewer  the seat that looks on.
    """

    def __init__(self, spec: str, game: Game, viewer: int | None):
        self.spec, self.viewer = spec, viewer
        self.line = told_position(game)
        self.said, self.seen = "", self.line
        self.shown = game.show(viewer)

    @property
    def picture(self) -> tuple[Picture, Marks]:
        return self.shown, UNMARKED

    def look(self, text: str) -> None:
        """Read the text at the prompt once it has changed: show its position, or say why it has none."""
        if text == self.seen:
            return
        self.seen = text
        if why := why_not(self.spec, text):
            self.said = REFUSED.format(why)
            return
        try:
            self.shown, self.said = position_of(self.spec, text).show(self.viewer), ""
        except Exception as error:  # noqa: BLE001  # a game that somebody is still writing
            self.said = f"The board cannot be shown: {type(error).__name__}: {error}"

    def take_over(self, text: str) -> str:
        """Return the text if a game can begin there; otherwise say why, and return ""."""
        self.seen = ""
        self.look(text)
        return "" if self.said else text

    def leave(self) -> bool:
        """Return True: a text is easily typed again."""
        return True


def position_of(spec: str, text: str = "") -> Game:
    """Return the game of a spec in a position, or at its start, whatever position the spec names."""
    return games.load(games.split_position(spec)[0], position=text)


def editor_for(spec: str, game: Game, viewer: int | None, flipped: bool) -> BoardEditor | TextEditor:
    """Return the editor that sets up a position, beginning with `game`, as the viewer sees it.

    If the game hides something, it is a TextEditor: a board would show what the seat must not see. Raises ValueError if
    the position has no text.
    """
    made = None if hides_information(game) else arrangement_of(game)
    if made is None:
        return TextEditor(spec, game, viewer)
    points = isinstance(game.show(), Points)
    return BoardEditor(spec, made, (viewer == 1) != flipped if points else is_turned(game, viewer, flipped))
