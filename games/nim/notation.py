"""Moves and positions of nim as texts: `b3` takes three sticks from the second heap; `3/5/7 First` is a position."""

import re
from typing import Any

from games.base.notation import fold
from games.boards.board_text import count_of
from games.boards.heap_text import match_form, read_numbers, read_seat

HEAP = 100_000  # what a move counts for each heap before its own
MOST = (1 << 15) - 1
LETTERS = "abcdefghijklmnopqrst"
FORM = re.compile(r"(?P<heaps>[\d/ ]+) (?P<side>\w+)")


def text(game: Any, move: int) -> str:
    """Return the letter of the heap, if there are several, and the number taken."""
    return (LETTERS[move // HEAP] if game.count > 1 else "") + str(move % HEAP)


def tidy(game: Any, entry: str) -> str:
    """Return an entry without words: `take 3 sticks` is 3."""
    return fold(entry).removeprefix("take").removesuffix("sticks").removesuffix("stick")


def say(game: Any, move: int, seat: int | None = None) -> str:
    """Return how many sticks a move takes, and from which heap."""
    return f"takes {move % HEAP}" + (f" from {LETTERS[move // HEAP]}" if game.count > 1 else "")


def position(game: Any, seat: int | None = None) -> str:
    """Return the heaps and the side to move: `3/5/7 First`."""
    return f"{'/'.join(map(str, game.sizes[: game.count]))} {game.seats[game.turn]}"


def read_position(game: Any, text: str) -> tuple[int, list[int]]:
    """Return the seat to move, and the sizes of the heaps. Raise ValueError for an impossible position."""
    found = match_form(FORM, text, "3/5/7 First")
    heaps = read_numbers(found["heaps"], "heap", 0, MOST)
    if len(heaps) != game.count:
        raise ValueError(f"it has {count_of(len(heaps), 'heap')}, the game {game.count}")
    return read_seat(found["side"], game.seats), heaps
