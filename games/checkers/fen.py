"""Positions of checkers as texts: the FEN of Portable Draughts Notation, `W:W21,22:B1,K9`.

It names the side to move, then for each side a colon, its letter and its squares, with `K` before the squares of kings;
`18-20` means 18, 19 and 20 (PDN 3.0, pdn.fmjd.org/fen.html). `:H12` may follow, the moves of both sides since a man
moved or a piece was taken, if there were any, and `:F30`, the number of the move, as on lidraughts.org. Earlier
positions are not in the text, so the count of repetitions starts again.
"""

import re
from itertools import chain
from typing import Any

from games.arrangement import GridArrangement, Rows, arrange_board
from games.checkers.board import squares
from games.checkers.picture import draw
from games.game import Game

SIDES = "B", "W"  # by seat
NAMES = "Black", "White"
PIECES = re.compile(r"(k?)(\d{1,2})(?:-(k?)(\d{1,2}))?", re.ASCII)
COUNTER = re.compile(r"([hf])(\d{1,4})", re.ASCII)
MOST = 12  # pieces of a side
MANY = 9999  # more moves than are ever counted
SQUARES = {number: squares(number) for number in range(1, 33)}


def position(game: Any, seat: int | None = None) -> str:
    """Return the position in the FEN of Portable Draughts Notation."""
    black, white = game.pieces
    return write_fen(game.turn, black, white, game.kings, game.quiet)


def write_fen(turn: int, black: int, white: int, kings: int, quiet: int) -> str:
    """Return the FEN of the seat to move, the words of the pieces as in board.py, and the quiet moves."""
    sides = [
        ",".join(f"{'K' * (square & kings > 0)}{number}" for number, square in SQUARES.items() if own & square)
        for own in (white, black)
    ]
    return f"{SIDES[turn]}:W{sides[0]}:B{sides[1]}" + (f":H{quiet}" if quiet else "")


def read_fen(text: str, most: int) -> tuple[int, list[int], int, int]:
    """Return the seat to move, the words of Black's and White's pieces, the word of the kings, and the quiet moves.

    Raise ValueError, naming the square, if the position is impossible or has more than `most` quiet moves.
    """
    first, *parts = "".join(text.strip().strip('"').split()).casefold().removesuffix(".").split(":")
    if first not in ("b", "w"):
        raise ValueError(f"{first!r} is not a side to move (sides: W, B), as in W:W21,22:B1,K9")
    found: dict[int, tuple[int, bool]] = {}
    quiet, named = 0, []
    for part in parts:
        if part[:1] in ("b", "w"):
            seat = "bw".index(part[0])
            named.append(seat)
            add_pieces(found, seat, part[1:])
        elif counter := COUNTER.fullmatch(part):
            quiet = int(counter[2]) if counter[1] == "h" else quiet
        else:
            raise ValueError(f"{part!r} is not the pieces of a side, such as W21,22, nor a counter, such as H12")
    if sorted(named) != [0, 1]:
        raise ValueError("it must name the pieces of each side once, as in W:W21,22:B1,K9")
    if quiet > most:
        raise ValueError(f"H{quiet}: after {most} moves without progress the game is drawn")
    words = [squares(*(number for number, piece in found.items() if piece[0] == seat)) for seat in (0, 1)]
    kings = squares(*(number for number, piece in found.items() if piece[1]))
    return "bw".index(first), words, kings, quiet


def add_pieces(found: dict[int, tuple[int, bool]], seat: int, text: str) -> None:
    """Add the pieces of a seat by their squares. Raise ValueError, naming the square, if one cannot stand there."""
    for word in text.split(",") if text else ():
        match = PIECES.fullmatch(word)
        if match is None:
            raise ValueError(f"{word!r} is not a square such as 21, K21 or 18-20")
        last = int(match[4] or match[2])
        for number in range(int(match[2]), last + 1):
            add_piece(found, seat, number, bool(match[1]))
        if last < int(match[2]):
            raise ValueError(f"{word!r} goes down from {match[2]} to {last}")
    if sum(owner == seat for owner, _ in found.values()) > MOST:
        raise ValueError(f"{NAMES[seat]} has more than {MOST} pieces")


def add_piece(found: dict[int, tuple[int, bool]], seat: int, number: int, king: bool) -> None:
    """Add a piece. Raise ValueError if it cannot stand there."""
    if not 1 <= number <= 32:
        raise ValueError(f"there is no square {number} (squares: 1 to 32)")
    if number in found:
        raise ValueError(f"square {number} is named twice")
    if not king and (number > 28 if seat == 0 else number < 5):
        raise ValueError(f"a man of {NAMES[seat]} on square {number} would be a king: K{number}")
    found[number] = seat, king


def arrange(game: Game) -> GridArrangement:
    """Return the arrangement of a game of checkers. Any change sets the moves without progress to 0."""
    blank = draw((0, 0), 0, "").rows
    turn, pieces, kings, quiet = read_fen(game.position(), MANY)

    def write(rows: Rows, side: int) -> str:
        """Return the FEN of the pieces on the rows with `side` to move."""
        words = read_cells(blank, rows)
        return write_fen(side, *words, quiet if (side, *words) == (turn, *pieces, kings) else 0)

    return arrange_board(game, write, blank)


def read_cells(blank: Rows, rows: Rows) -> tuple[int, int, int]:
    """Return the words of Black's pieces, White's, and the kings on the rows; `blank` are the rows without pieces."""
    black = white = kings = 0
    for empty, cell in zip(chain(*blank), chain(*rows), strict=True):
        if cell.seat is not None:
            square = SQUARES[int(empty.mark)]
            black |= 0 if cell.seat else square
            white |= square if cell.seat else 0
            kings |= square if cell.mark.isupper() else 0
    return black, white, kings
