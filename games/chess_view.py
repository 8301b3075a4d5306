"""What people see of chess: the board, what was taken, and words for the ways in which a game is drawn."""

from games.chess_board import DEAD, FIFTY, THIRD
from games.chess_openings import opening_of
from games.chess_text import COLUMNS, NAMES
from games.picture import Cell, Grid, Ground

PIECES = (
    *(("K", "king"), ("k", "king"), ("Q", "queen"), ("q", "queen"), ("R", "rook"), ("r", "rook")),
    *(("B", "bishop"), ("b", "bishop"), ("N", "knight"), ("n", "knight"), ("P", "pawn"), ("p", "pawn")),
)
CELLS = {letter: Cell(letter, int(letter.islower())) for letter, _ in PIECES} | {"": Cell()}
FULL = {"Q": 1, "R": 2, "B": 2, "N": 2, "P": 8}
SMALL = {"Q": 1, "R": 1, "B": 1, "N": 1, "P": 5}
DRAWS = {
    0: "stalemate",
    DEAD: "not enough pieces are left to mate",
    THIRD: "the third repetition",
    FIFTY: "fifty moves a side without progress",
}


def picture(men: list[str], small: bool, checked: int | None, key: int) -> Grid:
    """The board with those letters on its squares, a1 first.

    checked  the seat that is in check, None if nobody is;  key  the board_key, by which an opening is known.
    """
    rows = 5 if small else 8
    marks = [CELLS[man] for man in men]
    cells = tuple(tuple(marks[8 * row : 8 * row + rows]) for row in reversed(range(rows)))
    notes = [] if checked is None else [f"{NAMES[checked]} is in check"]
    notes += [
        f"{NAMES[seat]} has taken {lost}" for seat in (0, 1) if (lost := list_taken("".join(men), small, 1 - seat))
    ]
    return Grid(
        cells,
        tuple(str(row + 1) for row in reversed(range(rows))),
        tuple(COLUMNS[:rows]),
        note="; ".join(filter(None, (*notes, opening_of(key)))),
        pieces=PIECES,
        ground=Ground.BOARD,
        figures=True,
        colours=("white", "black"),
    )


def list_taken(men: str, small: bool, seat: int) -> str:
    """The men that the seat has lost, `q 2r 5p`; a piece beyond those of the start was a pawn."""
    lost, promoted = [], 0
    for kind, count in (SMALL if small else FULL).items():
        letter = kind.lower() if seat else kind
        gone = count - men.count(letter)
        promoted += max(-gone, 0)
        gone -= promoted if kind == "P" else 0
        lost += [f"{gone if gone > 1 else ''}{letter}"] * (gone > 0)
    return " ".join(lost)
