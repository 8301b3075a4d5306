"""What people see of nim: its heaps, how a game ended, and who wins by theory."""

from functools import reduce
from operator import xor
from typing import Any

from games.nim.notation import LETTERS, MOST
from games.picture import Heap, Heaps
from games.theory import Theory


def show(game: Any, seat: int | None = None) -> Heaps:
    """Return the picture of the heaps."""
    heaps = [Heap(LETTERS[heap] if game.count > 1 else "Heap", game.sizes[heap]) for heap in range(game.count)]
    return Heaps(tuple(heaps), unit="|", note=note(game) if game.sticks else "")


def note(game: Any) -> str:
    """Return in words what may be taken."""
    if game.count > 1:
        return f"take any number from one heap, as in {game.text(max(game.moves()))}"
    most = min(game.take, game.sticks)
    return f"take 1 to {most}" if most > 1 else "take 1"


def reason(game: Any) -> str:
    """Return who took the last stick."""
    return f"{game.seats[1 - game.turn]} took the last stick"


def theory(game: Any) -> Theory:
    """Return who wins by the nim-sum of what the heaps are worth: sizes, or with a limit their remainders."""
    rests = [size % (game.take + 1) for size in game.sizes[: game.count]]
    nim_sum, large = reduce(xor, rests), max(rests) > 1
    lost = (nim_sum == 0) != (game.misere and not large)
    divided = game.count == 1 and game.take != MOST
    name = f"remainder by {game.take + 1}" if divided else "nim-sum"
    state = f"a remainder of {nim_sum} when divided by {game.take + 1}" if divided else f"nim-sum {nim_sum}"
    if game.misere and not large and not divided:
        state += " with no heap of more than 1"
    return Theory(name, 1 if (game.turn == 1) == lost else -1, game.sticks, state=state)
