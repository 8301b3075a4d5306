"""Breakthrough for people: moves (`a2-a3`, `a2xb3`) and positions as texts, its board, and how a game ended."""

from typing import Any

from games.base.notation import fold
from games.boards.board_text import check_pawns, read_board, require_side, words_of, write_board
from games.layout import Layout, board_layout, mirror
from games.picture import Cell, Grid, Ground

WIDTH = 8  # bits a row
CELL = 63  # the bits of a cell in a move
FROM = 6  # the lowest bit of the cell that a move leaves
TAKEN = 1 << 12
FILES = "abcdefgh"
CAPTURE = str.maketrans("", "", "x*:>")


def name(place: int) -> str:
    """Return the name of the cell of a bit: a1 to h8."""
    return f"{FILES[place % WIDTH]}{place // WIDTH + 1}"


def text(game: Any, move: int) -> str:
    """Return the two cells of a move, with x between them if it takes a pawn."""
    return name(move >> FROM & CELL) + ("x" if move & TAKEN else "-") + name(move & CELL)


def tidy(game: Any, entry: str) -> str:
    """Return an entry in its normal form. Two cells are enough: whether a pawn is taken need not be typed."""
    cells = fold(entry).translate(CAPTURE)
    column, row = FILES.find(cells[2:3]), cells[3:]
    if len(cells) == 4 and column >= 0 and row in "12345678":
        taken: int = game.pawns[1 - game.turn] >> WIDTH * (int(row) - 1) + column & 1
        return cells[:2] + "x" * taken + cells[2:]
    return cells


def position(game: Any, seat: int | None = None) -> str:
    """Return rows from the top and the side to move: `bbbbbbbb/bbbbbbbb/8/8/8/8/wwwwwwww/wwwwwwww w`."""
    return write_board(game.show().rows, "wb", game.turn)


def read_position(game: Any, text: str) -> tuple[int, list[int]]:
    """Return the seat to move, and the words of the pawns of both. Raise ValueError for an impossible position."""
    rows, side = read_board(text, game.rows, game.columns, "wb")
    turn = require_side(side, "wb")
    check_pawns(rows, turn, game.home * game.columns, game.seats)
    return turn, words_of(rows)


def show(game: Any, seat: int | None = None) -> Grid:
    """Return the board."""
    heights, pawns = range(game.rows - 1, -1, -1), game.pawns
    rows = tuple(tuple(cell(pawns, WIDTH * height + column) for column in range(game.columns)) for height in heights)
    labels, files = tuple(str(height + 1) for height in heights), tuple(FILES[: game.columns])
    pieces = ("W", "pawn"), ("B", "pawn")
    return Grid(rows, labels, files, pieces=pieces, ground=Ground.BOARD, colours=("white", "black"))


def cell(pawns: list[int], place: int) -> Cell:
    """Return the pawn on the cell of a bit, or an empty cell."""
    for seat, mark in enumerate("WB"):
        if pawns[seat] >> place & 1:
            return Cell(mark, seat)
    return Cell()


def cells(game: Any, move: int) -> tuple[tuple[int, int], ...]:
    """Return the cells that the move leaves and enters."""
    return tuple((game.rows - 1 - place // WIDTH, place % WIDTH) for place in (move >> FROM & CELL, move & CELL))


def layout(game: Any) -> Layout:
    """Return cells with a pawn of the mover (1), who moves up, or of the other (2)."""
    return board_layout(game.rows, game.columns, 3, False, mirror, width=WIDTH, upward=True)


def winning_cells(game: Any) -> tuple[tuple[int, int], ...]:
    """Return the cells of the winner's pawns on its far row."""
    rows, winner = game.show().rows, 0 if game.score() > 0 else 1
    edge = winner * (game.rows - 1)
    return tuple((edge, column) for column, cell in enumerate(rows[edge]) if cell.seat == winner)


def reason(game: Any) -> str:
    """Return how the game was won."""
    winner = 0 if game.score() > 0 else 1
    if not game.pawns[1 - winner]:
        return f"{game.seats[winner]} took the last pawn"
    far = 0 if winner else WIDTH * (game.rows - 1)
    reached = game.pawns[winner] >> far & 255
    return f"{game.seats[winner]} reached {name(far + reached.bit_length() - 1)}"
