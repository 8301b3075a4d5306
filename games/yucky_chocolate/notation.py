"""Moves and positions of yucky chocolate as texts: `R3` eats three rows at the bottom; `3x5 First`, `2-4x1-5 First`."""

import re
from collections.abc import Sequence
from typing import Any

from games.base.notation import fold
from games.boards.heap_text import match_form, read_number, read_seat

NUMBER = 127  # the bits of a move that say how many lines it eats
SIDE = 28  # where the bits of the side begin from which it eats
LETTERS = "CRLT"  # by side
WORDS = (("column", ""), ("row", ""), ("column", " on the left"), ("row", " at the top"))
SPOKEN = re.compile(
    r"(eat|take|break(off)?)?0*(?P<before>\d*)(?P<line>[tl]|r(ows?)?|c(ol(umn)?s?)?)0*(?P<after>\d*)", re.ASCII
)
FORM = re.compile(r"(?P<rows>\d+(-\d+)?) ?x ?(?P<columns>\d+(-\d+)?) (?P<side>\w+)", re.ASCII | re.IGNORECASE)


def text(game: Any, move: int) -> str:
    """Return the letter of the side and the number of lines that a move eats."""
    return f"{LETTERS[move >> SIDE]}{move & NUMBER}"


def say(game: Any, move: int, seat: int | None = None) -> str:
    """Return what a move breaks off."""
    count, (line, where) = move & NUMBER, WORDS[move >> SIDE]
    return f"breaks off {count} {line}{'s' * (count > 1)}{where}"


def tidy(game: Any, entry: str) -> str:
    """Return an entry as `r3` or `c2` if it says so at more length: `3 rows`, `row 3`, `break off 2 columns`."""
    found = SPOKEN.fullmatch(fold(entry))
    if found is None or bool(found["before"]) == bool(found["after"]):
        return fold(entry)
    return found["line"][0] + (found["before"] or found["after"])


def find_yucky(rows: int, columns: int, yucky: Sequence[int]) -> tuple[int, int]:
    """Return the row and the column of the yucky square, from 0. Raise ValueError if it is alone or not on the bar."""
    if rows == columns == 1:
        raise ValueError("rows=1,columns=1 is the yucky square alone: rows or columns must be at least 2")
    if len(yucky) != 2 or yucky[0] > rows or yucky[1] > columns:
        said = "/".join(map(str, yucky))
        raise ValueError(f"yucky={said} must be a row from 1 to {rows} and a column from 1 to {columns}, as in 1/1")
    return yucky[0] - 1, yucky[1] - 1


def position(game: Any, seat: int | None = None) -> str:
    """Return the rows and columns that are left, and the side to move: `3x5 First`, or `2-4x1-5 First`."""
    right, bottom, left, top = game.heaps
    rows, columns = write_span(game.row, top, bottom), write_span(game.column, left, right)
    return f"{rows}x{columns} {game.seats[game.turn]}"


def read_position(game: Any, text: str) -> tuple[int, list[int]]:
    """Return the seat to move, and the lines that are left on each side. Raise ValueError for an impossible text."""
    found = match_form(FORM, text, "3x5 First")
    top, bottom = read_span(found["rows"], "rows", game.row, game.height)
    left, right = read_span(found["columns"], "columns", game.column, game.width)
    return read_seat(found["side"], game.seats), [right, bottom, left, top]


def write_span(home: int, before: int, behind: int) -> str:
    """Return the lines that are left around the one after `home` others: `3` for 1 to 3, or `2-4`."""
    first, last = home - before + 1, home + behind + 1
    return str(last) if first == 1 else f"{first}-{last}"


def read_span(text: str, what: str, home: int, whole: int) -> tuple[int, int]:
    """Return how many lines are left before and behind the one of the yucky square. Raise ValueError."""
    first, dash, last = text.rpartition("-")
    end = read_number(last, f"the {what}", home + 1, whole)
    begin = read_number(first, f"the first of the {what}", 1, home + 1) if dash else 1
    return home + 1 - begin, end - home - 1
