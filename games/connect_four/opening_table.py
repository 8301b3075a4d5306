"""A table of who wins each position of connect four with few stones, on 7 columns and 6 rows.

tools/connect_four_table.py computes it. The key of a position, which mirror images share, determines its place: by the
number of stones, then the heights of the columns, then the subset of stones, counted column by column from the bottom
up, that belong to the seat to move. Many places stay unused: their positions cannot be reached, are over, or have the
key of their mirror image.

A file holds one line of JSON, {"seconds": the processor time that the table took}, and then, compressed by zlib, two
bits for each place, lowest first in each byte: 0 if unknown, otherwise 2 plus the score of the first seat.
"""

import json
import os
import zlib
from dataclasses import field
from functools import cache
from itertools import accumulate
from math import comb
from pathlib import Path

from games.dataclass import dataclass
from games.game import Game
from games.theory import Theory

STONES = 8  # at most
COLUMNS, ROWS = 7, 6
BITS = ROWS + 1  # of a key for each column
FILE = Path(__file__).with_name("openings.table")


def count_heights() -> list[list[int]]:
    """Return, for 0 to COLUMNS columns, in how many ways they hold 0 to STONES stones."""
    ways = [[1] + [0] * STONES]
    for _ in range(COLUMNS):
        ways.append([sum(ways[-1][max(0, stones - ROWS) : stones + 1]) for stones in range(STONES + 1)])
    return ways


WAYS = count_heights()
STARTS = (0, *accumulate(ways * comb(stones, stones // 2) for stones, ways in enumerate(WAYS[COLUMNS])))
PLACES = STARTS[-1]


def place_of(key: int) -> int:
    """Return the place in the table of the position with this key, which has at most STONES stones."""
    stones = heights = owners = chosen = 0
    for column in range(COLUMNS):
        tip = (bits := key >> BITS * column & (1 << BITS) - 1).bit_length() - 1
        for place in range(tip):
            if bits >> place & 1:
                chosen += 1
                owners += comb(stones + place, chosen)
        stones += tip
        heights += sum(WAYS[column][stones - lower] for lower in range(tip))
    return STARTS[stones] + heights * comb(stones, stones // 2) + owners


def count_stones(key: int) -> int:
    """Return the number of stones in the position with this key."""
    return sum((key >> BITS * column & (1 << BITS) - 1).bit_length() - 1 for column in range(COLUMNS))


@dataclass
class OutcomeTable:
    """The known winners of positions: two bits a place in `codes`; `seconds` of processor time to compute them."""

    codes: bytearray = field(default_factory=lambda: bytearray(-(-PLACES // 4)))
    seconds: float = 0.0

    def score(self, key: int) -> int | None:
        """Return the first seat's score with best play in the position with this key, or None if unknown."""
        place = place_of(key)
        code = self.codes[place >> 2] >> 2 * (place & 3) & 3
        return code - 2 if code else None

    def add(self, key: int, score: int) -> None:
        """Store the first seat's score in the position with this key."""
        place = place_of(key)
        shift = 2 * (place & 3)
        self.codes[place >> 2] = self.codes[place >> 2] & ~(3 << shift) | score + 2 << shift

    def write(self, file: Path) -> None:
        """Write the table into the file; if that fails, the old file stays."""
        new = file.with_name(f"{file.name}.new")
        with new.open("wb") as out:
            out.write(json.dumps({"seconds": round(self.seconds, 1)}).encode() + b"\n")
            out.write(zlib.compress(self.codes, 9))
            out.flush()
            os.fsync(out.fileno())
        new.replace(file)


def read(file: Path) -> OutcomeTable:
    """Return the table in the file, empty if there is no file. Raise ValueError if the file is damaged."""
    if not file.exists():
        return OutcomeTable()
    head, _, packed = file.read_bytes().partition(b"\n")
    try:
        table = OutcomeTable(bytearray(zlib.decompress(packed)), json.loads(head)["seconds"])
    except (zlib.error, ValueError, KeyError, TypeError):
        raise ValueError(f"{file} is not a table of connect four, or damaged") from None
    if len(table.codes) != -(-PLACES // 4):
        raise ValueError(f"{file} is a table of {4 * len(table.codes)} places, not {PLACES}")
    return table


def theory_of_opening(game: Game) -> Theory | None:
    """Return who wins a position with at most STONES stones on the usual board, or None if unknown."""
    score = score_of(game)
    if score is None:
        return None
    mistakes = 0
    if score == (1 if game.turn == 0 else -1) and count_stones(game.key()) < STONES:
        for move in game.moves():
            twin = game.copy()
            twin.make(move)
            mistakes += score_of(twin) not in (score, None)
    return Theory("opening table", score, mistakes, whole=False)


def score_of(game: Game) -> int | None:
    """Return the first seat's score, or with best play if the game goes on; None if unknown."""
    score = game.score()
    return shipped().score(game.key()) if score is None else score


@cache
def shipped() -> OutcomeTable:
    """Return the table beside this module."""
    return read(FILE)
