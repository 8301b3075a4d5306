"""Moves, positions and pictures of nim, and its theory.

`b3` takes three sticks from the second heap; `3/5/7 First` is a position.
"""

import re
from functools import reduce
from operator import xor
from typing import Any

from games.base.notation import fold
from games.boards.board_text import count_of
from games.boards.heap_text import match_form, read_numbers, read_seat
from games.picture import Heap, Heaps
from games.theory import Theory

HEAP = 100_000  # added to a move for each heap before its own
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
    return f"takes {move % HEAP}" + (f" from {LETTERS[move // HEAP]}" if game.count > 1 else "")


def position(game: Any, seat: int | None = None) -> str:
    return f"{'/'.join(map(str, game.sizes[: game.count]))} {game.seats[game.turn]}"


def read_position(game: Any, text: str) -> tuple[int, list[int]]:
    """Return the seat to move, and the sizes of the heaps. Raises ValueError for an impossible position."""
    found = match_form(FORM, text, "3/5/7 First")
    heaps = read_numbers(found["heaps"], "heap", 0, MOST)
    if len(heaps) != game.count:
        raise ValueError(f"it has {count_of(len(heaps), 'heap')}, the game {game.count}")
    return read_seat(found["side"], game.seats), heaps


def show(game: Any, seat: int | None = None) -> Heaps:
    heaps = [Heap(LETTERS[heap] if game.count > 1 else "Heap", game.sizes[heap]) for heap in range(game.count)]
    most = min(game.take, game.sticks)
    note = f"take 1 to {most}" if most > 1 else "take 1" if most else ""
    if note and game.count > 1:
        note = f"take any number from one heap, as in {game.text(max(game.moves()))}"
    return Heaps(tuple(heaps), unit="|", note=note)


def reason(game: Any) -> str:
    return f"{game.seats[1 - game.turn]} took the last stick"


def theory(game: Any) -> Theory:
    """Return who wins by the nim-sum of the heaps: of their sizes, or with a limit of their remainders."""
    rests = [size % (game.take + 1) for size in game.sizes[: game.count]]
    nim_sum, large = reduce(xor, rests), max(rests) > 1
    lost = (nim_sum == 0) != (game.misere and not large)
    divided = game.count == 1 and game.take != MOST
    name = f"remainder by {game.take + 1}" if divided else "nim-sum"
    state = f"a remainder of {nim_sum} when divided by {game.take + 1}" if divided else f"nim-sum {nim_sum}"
    if game.misere and not large and not divided:
        state += " with no heap of more than 1"
    return Theory(name, 1 if (game.turn == 1) == lost else -1, game.sticks, state=state)
