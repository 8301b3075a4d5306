"""What people see of yucky chocolate: the bar, what a move eats, how a game ended, and who wins."""

from typing import Any

from games.picture import Cell, Grid, Ground
from games.theory import Theory
from games.yucky_chocolate.notation import NUMBER, SIDE

LATER, EARLIER, BEFORE = 7, 14, 21  # where the bits of a move begin: the heaps across, and the size of its own
NOTE = "Rn eats the n rows at the bottom, Cn the n columns at the right; Y is yucky"
NOTE_OF_ALL = "Rn eats n rows at the bottom, Tn at the top, Cn columns at the right, Ln left"


def show(game: Any, seat: int | None = None) -> Grid:
    """Return the picture of the whole bar, with the moves beside its lines."""
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
    """Return a square, counted from the yucky one: Y, # for chocolate, : for crumbs of what has been eaten."""
    if down == across == 0:
        return Cell("Y", firm=True)
    right, bottom, left, top = heaps
    return Cell("#", firm=True) if -top <= down <= bottom and -left <= across <= right else Cell(":")


def labels(low: str, high: str, before: int, behind: int, where: int, whole: int) -> tuple[str, ...]:
    """Return for each line of the bar the move that eats it and all beyond it; blanks, just as wide, where none does.

    low, high  letters of the moves that eat from the first line on, and from the last;  before, behind  how many lines
    are left on each side of the yucky one, which is the one after `where` others.
    """
    wide = len(f"R{max(where, whole - 1 - where)}")
    names = [""] * whole
    for line in range(before):
        names[where - 1 - line] = f"{low}{before - line}"
    for line in range(behind):
        names[where + 1 + line] = f"{high}{behind - line}"
    return tuple(name.rjust(wide) for name in names)


def cells(game: Any, move: int) -> tuple[tuple[int, int], ...]:
    """Return the squares that a move eats. The move says it by itself, because the bar may be smaller by now."""
    side, before, count = move >> SIDE, move >> BEFORE & NUMBER, move & NUMBER
    earlier, later = move >> EARLIER & NUMBER, move >> LATER & NUMBER
    home, across = (game.row, game.column) if side & 1 else (game.column, game.row)
    far = range(before, before - count, -1)
    lines = sorted(home - step if side & 2 else home + step for step in far)
    others = range(across - earlier, across + later + 1)
    return tuple(sorted((line, other) if side & 1 else (other, line) for line in lines for other in others))


def reason(game: Any) -> str:
    """Return who is left with the yucky square."""
    return f"{game.seats[game.turn]} is left with the yucky square"


def theory(game: Any) -> Theory:
    """Return who wins by the nim-sum of the heaps."""
    right, bottom, left, top = game.heaps
    nim_sum = right ^ bottom ^ left ^ top
    score = 1 if (game.turn == 1) == (nim_sum == 0) else -1
    return Theory("nim-sum", score, right + bottom + left + top, state=f"nim-sum {nim_sum}")
