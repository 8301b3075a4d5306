"""Moves and positions of chips as texts: `15 held 2/4 take 8 First`.

A position is the pile, what each seat holds, the most that may be taken, and the side to move. Instead of `take 8` it
may say what was taken last: `last 4`.
"""

import re
from typing import Any

from games.base.notation import fold
from games.boards.heap_text import match_form, read_number, read_seat

MOST = (1 << 15) - 1
FORM = re.compile(
    r"(?P<pile>\d+) held (?P<mine>\d+) ?/ ?(?P<yours>\d+) (?P<what>take|last) (?P<limit>\d+) (?P<side>\w+)",
    re.IGNORECASE,
)


def text(game: Any, move: int) -> str:
    """Return the number of chips that a move takes."""
    return str(move)


def tidy(game: Any, entry: str) -> str:
    """Return an entry as a number: `take 3 chips` is 3."""
    return fold(entry).removeprefix("take").removesuffix("chips").removesuffix("chip")


def say(game: Any, move: int, seat: int | None = None) -> str:
    """Return how many chips a move takes."""
    return f"takes {move}"


def position(game: Any, seat: int | None = None) -> str:
    """Return the pile, what each holds, the most that may be taken, and the side to move."""
    return f"{game.pile} held {game.mine}/{game.yours} take {game.limit} {game.seats[game.turn]}"


def read_position(game: Any, text: str) -> tuple[int, int, int, int, int]:
    """Return the seat to move, the pile, what each seat holds, and the limit. Raise ValueError for other texts."""
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
