"""Connect four for people: moves and positions as texts, its board, and how a game ended.

A position is rows from the top, `r` and `y`, and the side to move: `7/7/7/7/3y3/2rr3 y`; or the columns of all moves so
far as digits: `4453`.
"""

import re
from typing import TYPE_CHECKING, Any

from games.base.notation import NUMERALS, fold
from games.boards.board_text import check_turn, count_pieces, read_board, write_board
from games.boards.winning import Place, winning_lines
from games.connect_four.lines import runs
from games.layout import Layout, make_layout, mirror
from games.picture import Cell, Grid, Ground

if TYPE_CHECKING:
    from games.theory import Theory

NAMES = "Red", "Yellow"
BITS = 6  # of a move, below its rank, for the place where the stone lands
PLACE = (1 << BITS) - 1
TABLED = 34  # with fewer empty places no table knows who wins
DIGITS = re.compile(r"[1-9]+", re.ASCII)


def position(game: Any, seat: int | None = None) -> str:
    """Return the rows of the board, and the side to move."""
    return write_board(game.show().rows, "ry", game.turn)


def text(game: Any, move: int) -> str:
    """Return the number of the column, from 1."""
    return str((move & PLACE) // (game.rows + 1) + 1)


def tidy(game: Any, entry: str) -> str:
    """Return a typed column as a number: `column 4`, `drop 4` and, as in books, `d` become 4."""
    word = fold(entry).removeprefix("drop").removeprefix("in").removeprefix("column").removeprefix("col")
    return str("abcdefghijklmnopqrstuvwxyz".index(word) + 1) if len(word) == 1 and "a" <= word <= "z" else word


def read_stones(text: str, columns: int, rows: int, line: int) -> tuple[int, list[int]]:
    """Return the seat to move and the words of both seats' stones. Raise ValueError for an impossible position."""
    moves = text.strip()
    turn, stones = drop_stones(moves, columns, rows) if DIGITS.fullmatch(moves) else stack_stones(text, columns, rows)
    if any(runs(stones[turn], step, line) for step in (1, rows, rows + 1, rows + 2)):
        raise ValueError(f"{NAMES[turn]} has a line, but {NAMES[1 - turn]} has moved since")
    return turn, stones


def stack_stones(text: str, columns: int, rows: int) -> tuple[int, list[int]]:
    """Return the seat to move and the words of both seats' stones.

    Raise ValueError, naming the column, if one floats.
    """
    cells, side = read_board(text, rows, columns, "ry")
    turn = check_turn(count_pieces(cells), side, NAMES)
    stones = [0, 0]
    for column in range(columns):
        owners = [row[column] for row in reversed(cells)]
        for height, owner in enumerate(owners):
            if owner is not None:
                stones[owner] |= 1 << column * (rows + 1) + height
                if None in owners[:height]:
                    low = owners.index(None) + 1
                    place = f"column {column + 1}, row {low} from the bottom"
                    raise ValueError(f"a stone floats above {place}, which is empty")
    return turn, stones


def drop_stones(moves: str, columns: int, rows: int) -> tuple[int, list[int]]:
    """Return the seat to move and the words of the stones after `moves`. Raise ValueError, naming the move."""
    stones, heights = [0, 0], [0] * columns
    for number, digit in enumerate(moves):
        column = int(digit) - 1
        if column >= columns:
            raise ValueError(f"move {number + 1}, {digit}, is not a column (columns: 1 to {columns})")
        if heights[column] == rows:
            raise ValueError(f"move {number + 1}, {digit}: that column is full")
        stones[number % 2] |= 1 << column * (rows + 1) + heights[column]
        heights[column] += 1
    return len(moves) % 2, stones


def check_size(columns: int, rows: int, line: int, room: int) -> None:
    """Raise ValueError unless the board fits into `room` bits, and the line onto the board."""
    if columns * (rows + 1) > room:
        large = f"columns={columns} with rows={rows} is too large a board"
        raise ValueError(f"{large}: columns * (rows + 1) must be at most {room}")
    if line > max(columns, rows):
        raise ValueError(f"line={line} must be at most {max(columns, rows)}, the longer side of the board")


def measure(columns: int, rows: int, line: int) -> tuple[list[int], int, list[int]]:
    """Return the steps of the directions with room for a line, the lowest places, and the first moves by rank."""
    across, along = line <= columns, line <= rows
    steps = [1] * along + [rows + 1] * across + [rows, rows + 2] * (across and along)
    middle_first = sorted(range(columns), key=lambda column: abs(2 * column - columns + 1))
    tips = [rank << BITS | column * (rows + 1) for rank, column in enumerate(middle_first)]
    return steps, sum(1 << (rows + 1) * column for column in range(columns)), tips


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


def theory(game: Any) -> "Theory | None":
    """Return what the table of openings says of a position on the usual board, or None."""
    from games.connect_four.opening_table import theory_of_opening

    return theory_of_opening(game) if game.left >= TABLED and game.usual else None


def solver(game: Any) -> Any:
    """Return a solver of the usual board, or None for another board."""
    from games.connect_four.solver import ENTRIES, ConnectFourSolver

    return ConnectFourSolver(ENTRIES) if game.usual else None
