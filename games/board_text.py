"""Boards as texts: rows of cells from the top with a slash between them, as in FEN, and the side to move.

A letter is a piece, a number so many empty cells: `x1o/3/2x o`. Forsyth-Edwards Notation does so for chess
(S. J. Edwards, "Portable Game Notation Specification and Implementation Guide", 1994, section 16.1).
"""

import re
from collections.abc import Sequence
from itertools import groupby

DIGITS = re.compile(r"\d+", re.ASCII)
SIGNS = re.compile(r"\d+|.", re.ASCII | re.DOTALL)


def write_rows(rows: Sequence[Sequence[str]]) -> str:
    """Rows from the top as `x1o/3/2x`; an empty text is an empty cell."""
    return "/".join("".join(write_run(sign, len(list(run))) for sign, run in groupby(row)) for row in rows)


def write_run(sign: str, count: int) -> str:
    """So many cells of a row that hold alike: the letter as often, or the number of empty ones."""
    return sign * count if sign else str(count)


def read_rows(text: str, rows: int, columns: int, pieces: str) -> list[list[str]]:
    """What stands in each cell of a board of that size, rows from the top; empty texts where nothing does.

    pieces  the letters allowed. They are read in either case unless both cases of one are pieces; `.`, `-` and `_` are
            empty cells too.
    Raises ValueError, which names the row.
    """
    lines = text.strip().split("/")
    if len(lines) != rows:
        raise ValueError(f"{text!r} has {count_of(len(lines), 'row')}; the board has {rows}, with / between them")
    return [read_row(line, place, columns, pieces) for place, line in enumerate(lines, 1)]


def read_row(line: str, place: int, columns: int, pieces: str) -> list[str]:
    """The cells of one row, which is so many from the top. Raises ValueError."""
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
    """The piece that a letter is, in either case unless both are pieces. Raises ValueError."""
    for each in (sign, sign.lower(), sign.upper()):
        if each and each in pieces:
            return each
    raise ValueError(f"{sign!r} in {where} is not a piece (pieces: {', '.join(pieces)})")


def split_side(text: str, sides: Sequence[str]) -> tuple[str, int | None]:
    """The text without the side to move that stands behind a blank, and that seat; None where none stands there.

    sides  what stands for seats 0 and 1, read in either case. Raises ValueError.
    """
    body, blank, word = text.strip().rpartition(" ")
    if not blank:
        return word, None
    words = [side.casefold() for side in sides]
    if word.casefold() not in words:
        raise ValueError(f"{word!r} is not a side to move (sides: {', '.join(sides)})")
    return body.strip(), words.index(word.casefold())


def check_turn(counts: tuple[int, int], given: int | None, names: Sequence[str]) -> int:
    """The seat to move where the two place stones by turns: seat 0 first. Raises ValueError.

    counts  stones of each seat;  given  the seat that the text names, None if it names none.
    """
    ahead = counts[0] - counts[1]
    has = f"{names[0]} has {count_of(counts[0], 'stone')}, {names[1]} {counts[1]}"
    if ahead not in (0, 1):
        raise ValueError(f"{has}: {names[0]} moves first, so it has as many or one more")
    if given not in (None, ahead):
        raise ValueError(f"{has}: so {names[ahead]} is to move")
    return ahead


def count_of(number: int, word: str) -> str:
    """So many of them, in words: `1 row`, `3 rows`."""
    return f"{number} {word}{'' if number == 1 else 's'}"
