"""Moves, positions and pictures of chips, and the theory of Fibonacci nim.

A position is the pile, what each seat holds, the most that may be taken, and the side to move: `15 held 2/4 take 8
First`. Instead of `take 8` it may name what was taken last: `last 4`.
"""

import re
from typing import Any

from games.base.notation import fold
from games.boards.heap_text import match_form, read_number, read_seat
from games.picture import Heap, Heaps
from games.theory import Theory

MOST = (1 << 15) - 1
FORM = re.compile(
    r"(?P<pile>\d+) held (?P<mine>\d+) ?/ ?(?P<yours>\d+) (?P<what>take|last) (?P<limit>\d+) (?P<side>\w+)",
    re.IGNORECASE,
)


def text(game: Any, move: int) -> str:
    return str(move)


def tidy(game: Any, entry: str) -> str:
    """Return an entry as a number: `take 3 chips` is 3."""
    return fold(entry).removeprefix("take").removesuffix("chips").removesuffix("chip")


def say(game: Any, move: int, seat: int | None = None) -> str:
    return f"takes {move}"


def position(game: Any, seat: int | None = None) -> str:
    return f"{game.pile} held {game.mine}/{game.yours} take {game.limit} {game.seats[game.turn]}"


def read_position(game: Any, text: str) -> tuple[int, int, int, int, int]:
    """Return the seat to move, the pile, what each seat holds, and the limit. Raises ValueError."""
    found = match_form(FORM, text, "15 held 2/4 take 8 First")
    chips = game.pile + game.mine + game.yours
    pile = read_number(found["pile"], "the pile", 0, MOST)
    mine, yours = (read_number(found[name], "what is held", 0, MOST) for name in ("mine", "yours"))
    if pile + mine + yours != chips:
        raise ValueError(f"the pile and what is held are {pile + mine + yours} chips, the game has {chips}")
    last = found["what"].casefold() == "last"
    limit = read_number(found["limit"], found["what"], min(pile, 1), MOST if last else pile)
    turn = read_seat(found["side"], game.seats)
    return turn, pile, mine, yours, min(pile, 2 * limit if last else limit)


def show(game: Any, seat: int | None = None) -> Heaps:
    held = (Heap(game.seats[0], game.mine, 0), Heap(game.seats[1], game.yours, 1))
    note = ""
    if game.limit:
        note = f"take 1 to {game.limit}" if game.limit > 1 else "take 1"
    return Heaps((Heap("Pile", game.pile), *held), note=note)


def reason(game: Any) -> str:
    winner, loser = (0, 1) if game.value() > 0 else (1, 0)
    if not game.even:
        return f"{game.seats[winner]} took the last chip"
    held = (game.mine, game.yours)
    return f"{game.seats[winner]} holds an even number, {held[winner]}, {game.seats[loser]} an odd one, {held[loser]}"


def theory(game: Any) -> Theory | None:
    """Return who wins under rule=last: the side to move if it may take the smallest Fibonacci part of the pile."""
    if game.even:
        return None
    part = smallest_part(game.pile)
    lost = game.pile == 0 or part > game.limit
    state = f"smallest Fibonacci part {part} with a limit of {game.limit}"
    return Theory("Fibonacci nim", 1 if (game.turn == 1) == lost else -1, game.pile, state=state)


def smallest_part(number: int) -> int:
    """Return the smallest of the non-neighbouring Fibonacci numbers that add up to `number`; 0 for 0.

    There is only one such sum; taking the largest number that fits finds it (E. Zeckendorf, 1972).
    """
    part, small, large = 0, 1, 2
    while large <= number:
        small, large = large, small + large
    while number > 0:
        if small <= number:
            part = small
            number -= small
        small, large = large - small, small
    return part
