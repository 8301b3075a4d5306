"""Positions of connect four as texts, and its ends in words.

A position is rows from the top, `r` and `y`, and the side to move: `7/7/7/7/3y3/2rr3 y`; or the columns of all moves so
far as digits: `4453`.
"""

import re
from collections.abc import Sequence

from games.base.notation import NUMERALS, fold
from games.boards.board_text import check_turn, count_pieces, read_board, write_board
from games.connect_four.lines import runs
from games.layout import Layout, make_layout, mirror
from games.picture import Cell, Grid, Ground

NAMES = "Red", "Yellow"
DIGITS = re.compile(r"[1-9]+", re.ASCII)


def write(rows: Sequence[Sequence[Cell]], turn: int) -> str:
    """The text of the rows of a board while that seat is to move."""
    return write_board(rows, "ry", turn)


def layout(columns: int, rows: int) -> Layout:
    """The cells of a board by the numbers of their bits; those above it are none.

    A cell holds the mover's stone (1), the other's (2), or nothing yet and is the next of its column (3).
    """
    places = [divmod(place, rows + 1) for place in range(columns * (rows + 1))]
    cells = ((rows - 1 - row, column) if row < rows else None for column, row in places)
    return make_layout(cells, 4, True, mirror, vacant=(0, 3))


def draw(rows: tuple[tuple[Cell, ...], ...]) -> Grid:
    """The picture of a board."""
    labels, pieces = tuple(map(str, range(1, len(rows[0]) + 1))), (("R", "disc"), ("Y", "disc"))
    return Grid(rows, (), labels, pieces=pieces, ground=Ground.FRAME, colours=("red", "yellow"))


def read_stones(text: str, columns: int, rows: int, line: int) -> tuple[int, list[int]]:
    """The seat to move and the words of the stones of both, as connect_four.py lays them out.

    Raises ValueError, which names the column.
    """
    moves = text.strip()
    turn, stones = drop_stones(moves, columns, rows) if DIGITS.fullmatch(moves) else stack_stones(text, columns, rows)
    if any(runs(stones[turn], step, line) for step in (1, rows, rows + 1, rows + 2)):
        raise ValueError(f"{NAMES[turn]} has a line, but {NAMES[1 - turn]} has moved since")
    return turn, stones


def stack_stones(text: str, columns: int, rows: int) -> tuple[int, list[int]]:
    """As `read_stones` returns them, of rows and a side. Raises ValueError, which names the column."""
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
    """The seat to move and the words of the stones after those moves. Raises ValueError, which names the move."""
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


def describe_end(stones: int, steps: Sequence[int], line: int, rows: int) -> str:
    """Why the game is over: the line among those stones in words, its length, its direction, its columns."""
    for step in steps:
        if starts := runs(stones, step, line):
            first = starts.bit_length() - 1
            name = {1: "column", rows + 1: "row"}.get(step, "diagonal")
            ends = [place // (rows + 1) + 1 for place in (first, first + (line - 1) * step)]
            where = f"{ends[0]}" if step == 1 else f"columns {ends[0]} to {ends[1]}"
            return f"{NUMERALS.get(line, line)} in a {name}, {where}"
    return "the board is full"


def check_size(columns: int, rows: int, line: int, room: int) -> None:
    """Raise ValueError unless a board of that size fits into so many bits, and such a line onto the board."""
    if columns * (rows + 1) > room:
        large = f"columns={columns} with rows={rows} is too large a board"
        raise ValueError(f"{large}: columns * (rows + 1) must be at most {room}")
    if line > max(columns, rows):
        raise ValueError(f"line={line} must be at most {max(columns, rows)}, the longer side of the board")


def fold_entry(entry: str) -> str:
    """A typed column as a number: `column 4`, `drop 4` and, as in books, `d` are 4."""
    word = fold(entry).removeprefix("drop").removeprefix("in").removeprefix("column").removeprefix("col")
    return str("abcdefghijklmnopqrstuvwxyz".index(word) + 1) if len(word) == 1 and "a" <= word <= "z" else word
