"""Positions of dots and boxes as texts: its lines and the owners of its boxes, rows from the top, and who is to move.

A row of flat lines, `-` where one is drawn and `.` where none is, then one of upright lines, `|`, with the boxes
between them, `A` or `B` where they are closed, and so on: `--./|A|..../---/......./... B` on 2 rows of 3 boxes. The
lines are numbered as dots_and_boxes.py shows them.
"""

from collections.abc import Sequence

from games.board_text import count_of, split_side
from games.picture import Cell

OPEN = ".", "_", " "


def write_lattice(rows: Sequence[Sequence[Cell]], side: str) -> str:
    """The text of the rows of a lattice, dots included, while that side is to move."""
    lines = [
        "".join(cell.mark.strip() or "." for place, cell in enumerate(row) if number % 2 or place % 2)
        for number, row in enumerate(rows)
    ]
    return f"{'/'.join(lines)} {side}"


def read_lattice(text: str, rows: int, columns: int) -> tuple[int, dict[int, int], int]:
    """The word of the lines, the owners of boxes by their numbers, and the seat to move. Raises ValueError."""
    body, side = split_side(text, "AB")
    if side is None:
        raise ValueError("it does not say who is to move: A or B behind the board")
    found = body.split("/")
    if len(found) != 2 * rows + 1:
        raise ValueError(f"it has {count_of(len(found), 'row')} of lines, not {2 * rows + 1}")
    lines, owners = 0, {}
    for height, row in enumerate(reversed(found)):
        flat, start = height % 2 == 0, (2 * columns + 1) * (height // 2)
        place = f"row {len(found) - height} from the top, {row!r},"
        if len(row) != (columns if flat else 2 * columns + 1):
            raise ValueError(f"{place} must have {columns if flat else 2 * columns + 1} signs")
        for column, sign in enumerate(row):
            line = flat or column % 2 == 0
            number = start + (column if flat else column // 2)
            if sign in OPEN:
                continue
            if line and sign == ("-" if flat else "|"):
                lines |= 1 << number + (0 if flat else columns)
            elif not line and sign.upper() in "AB":
                owners[number] = "AB".index(sign.upper())
            else:
                wanted = "- or ." if flat else "| or ." if line else "A, B or ."
                raise ValueError(f"{place} has {sign!r} where {wanted} must stand")
    return lines, owners, side


def owner(owners: dict[int, int], box: int) -> int:
    """Who owns that closed box. Raises ValueError where nobody does."""
    if box not in owners:
        raise ValueError("a box with all four lines has no owner: A or B must stand in it")
    return owners[box]


def refuse_owner(box: int, columns: int) -> None:
    """Raise ValueError: that box, which has an owner, is not closed."""
    row, column = divmod(box, 2 * columns + 1)
    raise ValueError(f"box {column + 1} of row {row + 1} from the bottom has an owner, but not all four lines")
