"""Boards as texts: rows of cells from the top with a slash in between, as in FEN, and the side to move.

A letter is a piece, a number is that many empty cells: `x1o/3/2x o`. Chess uses the Forsyth-Edwards Notation
(S. J. Edwards, "Portable Game Notation Specification and Implementation Guide", 1994, section 16.1).
"""

import re
from collections.abc import Sequence
from itertools import groupby
from typing import Any

DIGITS = re.compile(r"\d+", re.ASCII)
SIGNS = re.compile(r"\d+|.", re.ASCII | re.DOTALL)


def write_rows(rows: Sequence[Sequence[str]]) -> str:
    """Return rows from the top as `x1o/3/2x`; an empty text is an empty cell."""
    runs = [[(sign, len(list(run))) for sign, run in groupby(row)] for row in rows]
    return "/".join("".join(sign * count if sign else str(count) for sign, count in row) for row in runs)


def read_rows(text: str, rows: int, columns: int, pieces: str) -> list[list[str]]:
    """Return the cells of a board in rows from the top; an empty text is an empty cell.

    pieces  the letters allowed, in either case unless both cases are pieces; `.`, `-` and `_` are empty cells too.
    Raises ValueError, which names the row.
    """
    lines = text.strip().split("/")
    if len(lines) != rows:
        raise ValueError(f"{text!r} has {count_of(len(lines), 'row')}; the board has {rows}, with / between them")
    return [read_row(line, place, columns, pieces) for place, line in enumerate(lines, 1)]


def read_row(line: str, place: int, columns: int, pieces: str) -> list[str]:
    """Return the cells of row `place` from the top. Raises ValueError."""
    cells: list[str] = []
    for sign in SIGNS.findall(line.strip()):
        if DIGITS.fullmatch(sign):
            cells += [""] * min(int(sign[:6]), columns + 1)
        elif sign in ".-_":
            cells.append("")
        else:
            cells.append(read_piece(sign, f"row {place} from the top", pieces))
    if len(cells) != columns:
        raise ValueError(f"row {place} from the top, {line!r}, does not fill the {count_of(columns, 'cell')} of a row")
    return cells


def read_piece(sign: str, where: str, pieces: str) -> str:
    """Return the piece of a letter, in either case unless both are pieces. Raises ValueError."""
    for each in (sign, sign.lower(), sign.upper()):
        if each and each in pieces:
            return each
    raise ValueError(f"{sign!r} in {where} is not a piece (pieces: {', '.join(pieces)})")


def write_board(rows: Sequence[Sequence[Any]], pieces: str, turn: int) -> str:
    """Return the cells of a picture as rows with a letter for each seat's pieces, and the letter of the mover."""
    signs = [["" if cell.seat is None else pieces[cell.seat] for cell in row] for row in rows]
    return f"{write_rows(signs)} {pieces[turn]}"


def read_board(text: str, rows: int, columns: int, pieces: str) -> tuple[list[list[int | None]], int | None]:
    """Return the owner of each cell, in rows from the top, and the seat to move or None. Raises ValueError."""
    body, side = split_side(text, pieces)
    signs = read_rows(body, rows, columns, pieces)
    return [[pieces.index(sign) if sign else None for sign in row] for row in signs], side


def count_pieces(cells: Sequence[Sequence[int | None]]) -> tuple[int, int]:
    """Return how many cells hold a piece of seat 0, and of seat 1."""
    found = [cell for row in cells for cell in row]
    return found.count(0), found.count(1)


def order_stones(
    cells: Sequence[Sequence[int | None]], turn: int, last: Sequence[tuple[int, int]] = ()
) -> list[tuple[int, int]]:
    """Return the (row, column)s of all stones in an order in which they may have been placed, seat 0 first.

    turn  the seat to move, from `check_turn`;  last  the first of these cells comes last.
    """
    stones: list[list[tuple[int, int]]] = [[], []]
    for row, line in enumerate(cells):
        for column, owner in enumerate(line):
            if owner is not None:
                stones[owner].append((row, column))
    own = stones[1 - turn]
    for place in last[:1]:
        own.remove(place)
        own.append(place)
    return [stones[number % 2][number // 2] for number in range(len(stones[0]) + len(stones[1]))]


def words_of(cells: Sequence[Sequence[int | None]]) -> list[int]:
    """Return the pieces of each seat as a word with eight bits per row: bit 0 is the left cell of the bottom row."""
    words = [0, 0]
    for height, row in enumerate(reversed(cells)):
        for column, owner in enumerate(row):
            if owner is not None:
                words[owner] |= 1 << 8 * height + column
    return words


def require_side(side: int | None, pieces: str) -> int:
    """Return the seat to move. Raises ValueError if the text does not name it."""
    if side is None:
        raise ValueError(f"it does not say who is to move: {' or '.join(pieces)} after the board")
    return side


def check_pawns(cells: Sequence[Sequence[int | None]], turn: int, most: int, names: Sequence[str]) -> None:
    """Raise ValueError if pawns that walk to the far row cannot stand like this with `turn` to move."""
    counts = count_pieces(cells)
    for seat in (0, 1):
        if counts[seat] > most:
            raise ValueError(f"{names[seat]} has {counts[seat]} pawns, {most} is the most")
    far = cells[turn and len(cells) - 1]
    if turn in far:
        where = f"{chr(ord('a') + far.index(turn))}{1 if turn else len(cells)}"
        raise ValueError(f"a pawn of {names[turn]} has reached {where}, but {names[1 - turn]} has moved since")
    if counts[1 - turn] == 0:
        raise ValueError(f"{names[1 - turn]} has no pawn, but has moved last")


def split_side(text: str, sides: Sequence[str]) -> tuple[str, int | None]:
    """Return the text without the side to move at its end, and that seat; None if there is none.

    sides  the signs of seats 0 and 1, read in either case. Raises ValueError.
    """
    body, blank, word = text.strip().rpartition(" ")
    if not blank:
        return word, None
    words = [side.casefold() for side in sides]
    if word.casefold() not in words:
        raise ValueError(f"{word!r} is not a side to move (sides: {', '.join(sides)})")
    return body.strip(), words.index(word.casefold())


def check_turn(counts: tuple[int, int], given: int | None, names: Sequence[str]) -> int:
    """Return the seat to move in a game of placing stones in turn, seat 0 first. Raises ValueError.

    counts  stones of each seat;  given  the seat that the text names, or None.
    """
    ahead = counts[0] - counts[1]
    has = f"{names[0]} has {count_of(counts[0], 'stone')}, {names[1]} {counts[1]}"
    if ahead not in (0, 1):
        raise ValueError(f"{has}: {names[0]} moves first, so it has as many or one more")
    if given not in (None, ahead):
        raise ValueError(f"{has}: so {names[ahead]} is to move")
    return ahead


def count_of(number: int, word: str) -> str:
    """Return a number of things in words: `1 row`, `3 rows`."""
    return f"{number} {word}{'' if number == 1 else 's'}"
