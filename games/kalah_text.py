"""Positions of kalah as texts: South's pits from 1 on, a slash, its store; North's likewise; who is to move.

`4,4,4,4,4,4/0 4,4,4,4,4,4/0 South` is the start.
"""

import re
from collections.abc import Sequence

from games.board_text import count_of
from games.heap_text import match_form, read_number, read_numbers, read_seat

SEATS = "South", "North"
FORM = re.compile(
    r"(?P<South>[\d, ]+)/ ?(?P<south>\d+) (?P<North>[\d, ]+)/ ?(?P<north>\d+) (?P<side>\w+)", re.ASCII | re.IGNORECASE
)


def write_pits(lanes: Sequence[Sequence[int]], stores: Sequence[int], side: str) -> str:
    """The text of the seeds in each side's lanes, which count from its store, and in its store."""
    south, north = (f"{','.join(map(str, row[::-1]))}/{store}" for row, store in zip(lanes, stores, strict=True))
    return f"{south} {north} {side}"


def read_pits(text: str, pits: int, most: int) -> tuple[list[list[int]], list[int], int]:
    """The seeds in the lanes of both sides and in their stores, and the seat to move.

    pits  of each side;  most  seeds that the board has room for.
    Raises ValueError, which names the pit.
    """
    found = match_form(FORM, text, "4,4,4,4,4,4/0 4,4,4,4,4,4/0 South")
    lanes = [read_numbers(found[name], f"{name}'s pit", 0, most, ",")[::-1] for name in SEATS]
    stores = [read_number(found[name.casefold()], f"{name}'s store", 0, most) for name in SEATS]
    for name, row in zip(SEATS, lanes, strict=True):
        if len(row) != pits:
            raise ValueError(f"{name} has {count_of(len(row), 'pit')}, not {pits}")
    total = sum(map(sum, (*lanes, stores)))
    if not 0 < total <= most:
        raise ValueError(f"it has {count_of(total, 'seed')}; a board of {pits} pits a side has room for 1 to {most}")
    return lanes, stores, read_seat(found["side"], SEATS)
