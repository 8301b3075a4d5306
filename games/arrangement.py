"""Positions being set up: boards without rules, on which anything may stand anywhere.

A game with a board may offer one with a method `arrangement()`. People change it piece by piece; then the game's
`set_position` reads its text and refuses impossible positions. A game that shows a Grid and writes its rows like
`games.boards.board_text`, with the letters of its pieces, needs one line in its class:
`arrangement = arrange_board`.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from games.boards.board_text import count_of, write_board
from games.dataclass import dataclass
from games.game import Game
from games.picture import Cell, Grid, Picture

Place = tuple[int, int]  # row and column of a picture, as in `cells`, or (seat, BESIDE)
Rows = tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True)
class Piece:
    """Something that can be put on a board: the sign to type for it, its name, and its cell in a grid."""

    key: str
    name: str
    cell: Cell = Cell()


class Arrangement:
    """A position being set up. Nothing in it is checked, so it may be impossible.

    pieces  what can be put on the board.
    names   the name of each place that can be changed, in the words of set_position's messages.
    lines   these places in rows from the top, each from the left, as seat 0 sees them.
    seats   the names of the two sides;  turn  the side to move, None if unknown so far.
    most    how many pieces a place can hold.
    dice    the dice left to play, "" for none; None in a game without dice.
    """

    most = 1
    dice: str | None = None

    def __init__(
        self, pieces: Sequence[Piece], lines: Sequence[Sequence[Place]], seats: Sequence[str], turn: int | None
    ):
        self.pieces = tuple(pieces)
        self.lines = tuple(tuple(line) for line in lines if line)
        self.seats = tuple(seats)
        self.turn = turn
        self.names: Mapping[Place, str] = {}

    # Written by each kind of board.

    def show(self, seat: int | None = None) -> Picture:
        """Return the picture that `seat` would see, without a note."""
        raise NotImplementedError

    def text(self) -> str:
        """Return the position as a text for set_position."""
        raise NotImplementedError

    def put(self, place: Place, piece: Piece) -> None:
        """Put a piece on `place` and remove other kinds. Raises ValueError if it cannot stand there."""
        raise NotImplementedError

    def fill(self, place: Place, count: int) -> None:
        """Put `count` pieces on `place`, up to `most`: of the kind that is there, otherwise of the first that fits."""
        raise NotImplementedError

    def held(self, place: Place) -> tuple[int, Piece | None]:
        """Return the number of pieces on `place`, and their kind, None if there are none."""
        raise NotImplementedError

    def count(self) -> str:
        """Return how many pieces there are, in a few words: `Black 3, White 2`."""
        raise NotImplementedError

    # Defaults.

    def take(self, place: Place) -> None:
        """Remove one piece from `place`, if there is one."""
        self.fill(place, max(self.held(place)[0] - 1, 0))

    def turn_over(self, place: Place) -> None:
        """Replace the piece on `place` by the next in `pieces`; after the last, leave it empty."""
        piece = self.held(place)[1]
        after = self.pieces.index(piece) + 1 if piece else 0
        if after < len(self.pieces):
            self.put(place, self.pieces[after])
        else:
            self.fill(place, 0)

    def clear(self) -> None:
        """Remove all pieces."""
        for place in self.names:
            self.fill(place, 0)

    def pass_turn(self) -> None:
        """Let the other side move."""
        self.turn = 0 if self.turn is None else 1 - self.turn

    def roll(self, dice: str) -> None:
        """Set the dice to play: two digits, or none. Raises ValueError in a game without dice."""
        raise ValueError("there are no dice in this game")

    def describe(self, place: Place) -> str:
        """Return what is on `place`, in words: `c3: black stone`."""
        count, piece = self.held(place)
        if piece is None:
            return f"{self.names[place]}: empty"
        return f"{self.names[place]}: {piece.name if self.most == 1 else count_of(count, piece.name)}"

    def find(self, said: str) -> Place | None:
        """Return the place that a message of set_position names; None if it names none."""
        found = [place for place, name in self.names.items() if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", said)]
        return max(found, key=lambda place: len(self.names[place]), default=None)


class GridArrangement(Arrangement):
    """A grid whose cells hold at most one piece each.

    board  the picture;  blank  its rows without pieces. A blank mark there is a place where nothing can stand.
    write  returns the text of rows and the side to move.
    """

    def __init__(
        self,
        board: Grid,
        blank: Rows,
        pieces: Sequence[Piece],
        write: Callable[[Rows, int], str],
        seats: Sequence[str],
        turn: int,
    ):
        lines = [
            [(row, column) for column, cell in enumerate(cells) if not cell.mark or cell.mark.strip()]
            for row, cells in enumerate(blank)
        ]
        super().__init__(pieces, lines, seats, turn)
        self.board, self.blank, self.write = replace(board, note=""), blank, write
        self.cells = {place: self.read(place) for line in self.lines for place in line}
        self.names = {place: self.name(place) for place in self.cells}

    def read(self, place: Place) -> Piece | None:
        """Return the piece that the picture shows on `place`."""
        row, column = place
        return next((piece for piece in self.pieces if piece.cell == self.board.rows[row][column]), None)

    def name(self, place: Place) -> str:
        """Return the name of a cell: its column and row, or the mark on it while it is empty."""
        row, column = place
        labels = self.board.column_labels, self.board.row_labels
        if all(labels):
            return labels[0][column] + labels[1][row]
        if mark := self.blank[row][column].mark:
            return f"{'square' if labels[1] else 'cell'} {mark}"
        return f"column {column + 1}, row {len(self.blank) - row} from the bottom"

    @property
    def rows(self) -> Rows:
        """The cells as they are now."""
        return tuple(
            tuple(piece.cell if (piece := self.cells.get((row, column))) else cell for column, cell in enumerate(cells))
            for row, cells in enumerate(self.blank)
        )

    def show(self, seat: int | None = None) -> Picture:
        return replace(self.board, rows=self.rows)

    def text(self) -> str:
        return self.write(self.rows, self.turn or 0)

    def put(self, place: Place, piece: Piece) -> None:
        self.cells[place] = piece

    def fill(self, place: Place, count: int) -> None:
        self.cells[place] = (self.cells[place] or self.pieces[0]) if count else None

    def held(self, place: Place) -> tuple[int, Piece | None]:
        piece = self.cells[place]
        return int(piece is not None), piece

    def count(self) -> str:
        owners = [piece.cell.seat for piece in self.cells.values() if piece]
        return ", ".join(f"{name} {owners.count(seat)}" for seat, name in enumerate(self.seats))


def arrange_board(
    game: Game, write: Callable[[Rows, int], str] | None = None, blank: Rows | None = None
) -> GridArrangement:
    """Return the arrangement of a game that shows a Grid; its `pieces` belong to seat 0 and seat 1 in turn.

    write  returns the text of rows and the seat to move; None: as board_text.write_board does, with the mark of a
           seat's piece as a small letter.
    blank  the rows of a board without pieces, if its cells are not simply empty.
    """
    board = game.show()
    if not isinstance(board, Grid):
        raise TypeError(f"{type(game).__name__} shows no Grid, which alone arrange_board can arrange")
    marks = [mark for mark, _ in board.pieces]
    small = len({mark.casefold() for mark in marks}) == len(marks)
    pieces = []
    for number, (mark, word) in enumerate(board.pieces):
        side = game.seats[number % 2]
        name = word if side == mark else f"{side.casefold()} {word}"
        pieces.append(Piece(mark.casefold() if small else mark, name, Cell(mark, number % 2)))
    letters = "".join(piece.key for piece in pieces)
    return GridArrangement(
        board,
        blank or tuple(tuple(Cell() for _ in row) for row in board.rows),
        pieces,
        write or (lambda rows, turn: write_board(rows, letters, turn)),
        game.seats,
        game.turn,
    )
