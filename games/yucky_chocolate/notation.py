"""Moves, positions and pictures of yucky chocolate, and its theory.

`R3` eats three rows at the bottom; `3x5 First` and `2-4x1-5 First` are positions.
"""

import re
from collections.abc import Sequence
from typing import Any

from games.base.notation import fold
from games.boards.heap_text import match_form, read_number, read_seat
from games.picture import Cell, Grid, Ground
from games.theory import Theory

NUMBER = 127  # the bits of a move with the number of lines that it eats
LATER, EARLIER, BEFORE, SIDE = 7, 14, 21, 28  # where its other bits begin: the heaps across, its own heap, its side
LETTERS = "CRLT"  # by side
WORDS = (("column", ""), ("row", ""), ("column", " on the left"), ("row", " at the top"))
SPOKEN = re.compile(
    r"(eat|take|break(off)?)?0*(?P<before>\d*)(?P<line>[tl]|r(ows?)?|c(ol(umn)?s?)?)0*(?P<after>\d*)", re.ASCII
)
NOTE = "R2 eats the bottom 2 rows, C3 the 3 columns on the right; do not be left with Y"
NOTE_OF_ALL = "R2 eats the bottom 2 rows, T2 the top 2, C3 the 3 columns on the right, L3 on the left"
FORM = re.compile(r"(?P<rows>\d+(-\d+)?) ?x ?(?P<columns>\d+(-\d+)?) (?P<side>\w+)", re.ASCII | re.IGNORECASE)


def text(game: Any, move: int) -> str:
    return f"{LETTERS[move >> SIDE]}{move & NUMBER}"


def say(game: Any, move: int, seat: int | None = None) -> str:
    count, (line, where) = move & NUMBER, WORDS[move >> SIDE]
    return f"breaks off {count} {line}{'s' * (count > 1)}{where}"


def tidy(game: Any, entry: str) -> str:
    """Return an entry as `r3` or `c2`, also for `3 rows`, `row 3` and `break off 2 columns`."""
    found = SPOKEN.fullmatch(fold(entry))
    if found is None or bool(found["before"]) == bool(found["after"]):
        return fold(entry)
    return found["line"][0] + (found["before"] or found["after"])


def find_yucky(rows: int, columns: int, yucky: Sequence[int]) -> tuple[int, int]:
    """Return the row and the column of the yucky square, from 0. Raises ValueError if it is alone or off the bar."""
    if rows == columns == 1:
        raise ValueError("rows=1,columns=1 is the yucky square alone: rows or columns must be at least 2")
    if len(yucky) != 2 or yucky[0] > rows or yucky[1] > columns:
        said = "/".join(map(str, yucky))
        raise ValueError(f"yucky={said} must be a row from 1 to {rows} and a column from 1 to {columns}, as in 1/1")
    return yucky[0] - 1, yucky[1] - 1


def position(game: Any, seat: int | None = None) -> str:
    right, bottom, left, top = game.heaps
    rows, columns = write_span(game.row, top, bottom), write_span(game.column, left, right)
    return f"{rows}x{columns} {game.seats[game.turn]}"


def read_position(game: Any, text: str) -> tuple[int, list[int]]:
    """Return the seat to move, and the lines left on each side. Raises ValueError."""
    found = match_form(FORM, text, "3x5 First")
    top, bottom = read_span(found["rows"], "rows", game.row, game.height)
    left, right = read_span(found["columns"], "columns", game.column, game.width)
    return read_seat(found["side"], game.seats), [right, bottom, left, top]


def write_span(home: int, before: int, behind: int) -> str:
    """Return the lines left around line `home` (from 0): `3` for 1 to 3, or `2-4`."""
    first, last = home - before + 1, home + behind + 1
    return str(last) if first == 1 else f"{first}-{last}"


def read_span(text: str, what: str, home: int, whole: int) -> tuple[int, int]:
    """Return how many lines are left before and behind the yucky one, line `home`. Raises ValueError."""
    first, dash, last = text.rpartition("-")
    end = read_number(last, f"the {what}", home + 1, whole)
    begin = read_number(first, f"the first of the {what}", 1, home + 1) if dash else 1
    return home + 1 - begin, end - home - 1


def show(game: Any, seat: int | None = None) -> Grid:
    right, bottom, left, top = heaps = game.heaps
    note = NOTE if game.row == game.column == 0 else NOTE_OF_ALL
    rows = range(-game.row, game.height - game.row)
    columns = range(-game.column, game.width - game.column)
    return Grid(
        tuple(tuple(cell(heaps, row, column) for column in columns) for row in rows),
        labels("T", "R", top, bottom, game.row, game.height),
        labels("L", "C", left, right, game.column, game.width),
        note=note if any(heaps) else "",
        pieces=(("Y", "yucky square"), ("#", "chocolate"), (":", "crumbs")),
        ground=Ground.CHOCOLATE,
    )


def cell(heaps: list[int], down: int, across: int) -> Cell:
    """Return a square, counted from the yucky one: Y, # for chocolate, or : for crumbs."""
    if down == across == 0:
        return Cell("Y", firm=True)
    right, bottom, left, top = heaps
    return Cell("#", firm=True) if -top <= down <= bottom and -left <= across <= right else Cell(":")


def labels(low: str, high: str, before: int, behind: int, where: int, whole: int) -> tuple[str, ...]:
    """Return for each line of the bar the move that eats it and all beyond it; blanks of the same width without one.

    low, high       letters of the moves that eat from the first line on, and from the last.
    before, behind  how many lines are left on each side of the yucky one, line `where` from 0.
    """
    wide = len(f"R{max(where, whole - 1 - where)}")
    names = [""] * whole
    for line in range(before):
        names[where - 1 - line] = f"{low}{before - line}"
    for line in range(behind):
        names[where + 1 + line] = f"{high}{behind - line}"
    return tuple(name.rjust(wide) for name in names)


def cells(game: Any, move: int) -> tuple[tuple[int, int], ...]:
    """Return the squares that a move eats. They follow from the move alone, because the bar may be smaller by now."""
    side, before, count = move >> SIDE, move >> BEFORE & NUMBER, move & NUMBER
    earlier, later = move >> EARLIER & NUMBER, move >> LATER & NUMBER
    home, across = (game.row, game.column) if side & 1 else (game.column, game.row)
    far = range(before, before - count, -1)
    lines = sorted(home - step if side & 2 else home + step for step in far)
    others = range(across - earlier, across + later + 1)
    return tuple(sorted((line, other) if side & 1 else (other, line) for line in lines for other in others))


def reason(game: Any) -> str:
    return f"{game.seats[game.turn]} is left with the yucky square"


def theory(game: Any) -> Theory:
    right, bottom, left, top = game.heaps
    nim_sum = right ^ bottom ^ left ^ top
    score = 1 if (game.turn == 1) == (nim_sum == 0) else -1
    return Theory("nim-sum", score, right + bottom + left + top, state=f"nim-sum {nim_sum}")
