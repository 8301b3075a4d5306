"""Connect four for people: its board, the cells of a move, and how a game ended."""

from typing import Any

from games.base.notation import NUMERALS
from games.boards.winning import Place, winning_lines
from games.connect_four.lines import runs
from games.connect_four.notation import PLACE
from games.layout import Layout, make_layout, mirror
from games.picture import Cell, Grid, Ground


def show(game: Any, seat: int | None = None) -> Grid:
    """Return the board."""
    columns, heights = range(game.columns), range(game.rows - 1, -1, -1)
    rows = tuple(tuple(cell(game, column * (game.rows + 1) + height) for column in columns) for height in heights)
    labels, pieces = tuple(str(column + 1) for column in columns), (("R", "disc"), ("Y", "disc"))
    return Grid(rows, (), labels, pieces=pieces, ground=Ground.FRAME, colours=("red", "yellow"))


def cell(game: Any, place: int) -> Cell:
    """Return the stone on a place, or an empty cell."""
    owner = game.turn if game.mine >> place & 1 else 1 - game.turn
    return Cell("RY"[owner], owner) if game.filled >> place & 1 else Cell()


def cells(game: Any, move: int) -> tuple[Place, ...]:
    """Return where the stone of the move lands."""
    column, row = divmod(move & PLACE, game.rows + 1)
    return ((game.rows - 1 - row, column),)


def layout(game: Any) -> Layout:
    """Return cells by the numbers of their bits: stones of the mover (1) and the other (2), next of a column (3)."""
    places = [divmod(place, game.rows + 1) for place in range(game.columns * (game.rows + 1))]
    numbered = ((game.rows - 1 - row, column) if row < game.rows else None for column, row in places)
    return make_layout(numbered, 4, True, mirror, vacant=(0, 3))


def winning_cells(game: Any) -> tuple[Place, ...]:
    """Return the cells of the line that won."""
    return winning_lines(game.show().rows, game.line)


def reason(game: Any) -> str:
    """Return why the game is over: the line's length, direction and columns."""
    stones, rows, line = game.mine ^ game.filled, game.rows, game.line
    for step, name in (1, "column"), (rows + 1, "row"), (rows, "diagonal"), (rows + 2, "diagonal"):
        if starts := runs(stones, step, line):
            first = starts.bit_length() - 1
            ends = [place // (rows + 1) + 1 for place in (first, first + (line - 1) * step)]
            where = f"{ends[0]}" if step == 1 else f"columns {ends[0]} to {ends[1]}"
            return f"{NUMERALS.get(line, line)} in a {name}, {where}"
    return "the board is full"
