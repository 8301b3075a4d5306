"""Which chains of a game of go are dead: by playouts, and by agreement."""

import random
import re
from collections import Counter
from collections.abc import Collection, Iterable
from typing import Any

from games.adapters.python_adapter import make_unchecked
from games.capabilities import areas_of, can_drop_dead
from referee.match.wording import join_words

PASSES = re.compile(r" passes=\d")  # in the text of a position
PLAYOUTS = 100
HELD = 0.3  # the share of playouts in which a living chain holds its points at least


def find_dead(game: Any) -> dict[str, int]:
    """Return the side of each chain that seldom holds its points at the end of a playout, by a point of the chain."""
    rng, held = random.Random(1), Counter[tuple[int, tuple[int, int]]]()
    start = game.copy()
    start.set_position(PASSES.sub("", game.position()))  # after two passes there is nothing to play
    for _ in range(PLAYOUTS):
        twin = start.copy()
        while (move := twin.playout_move(rng.getrandbits(64))) >= 0:
            make_unchecked(twin, move)
        held.update((seat, cell) for seat, cells in enumerate(areas_of(twin)) for cell in cells)
    return {
        name: seat
        for name, (seat, cells) in game.chains_by_name().items()
        if sum(held[seat, cell] for cell in cells) < HELD * PLAYOUTS * len(cells)
    }


def proposal(game: Any) -> str:
    """Return which chains are dead by playouts, and what to type to agree; "" where nobody can agree on that."""
    if not can_drop_dead(game):
        return ""
    try:
        game.without(())
    except ValueError:
        return ""
    dead = find_dead(game)
    if not dead:
        return "Playouts find no dead chain: pass to end the game."
    return f"By playouts {dead_words(game, dead)}. To end the game so, type: dead {' '.join(dead)}."


def dead_words(game: Any, names: Iterable[str]) -> str:
    """Return which chains are dead, with the side of each: `E5 (White) is dead`."""
    named = [f"{name} ({game.seats[game.chains_by_name()[name][0]]})" for name in names]
    return f"{join_words(named)} {'is' if len(named) == 1 else 'are'} dead"


def dead_cells(game: Any, names: Collection[str]) -> list[tuple[int, int]]:
    """Return the cells of the chains with these names."""
    return [cell for name, (_, cells) in game.chains_by_name().items() if name in names for cell in cells]


def chain_name(game: Any, cell: tuple[int, int]) -> str:
    """Return the name of the chain with a stone on the cell; "" if there is none."""
    return next((name for name, (_, cells) in game.chains_by_name().items() if cell in cells), "")


def are_dead(game: Any, counted: Any) -> bool:
    """Return whether by playouts all chains are dead that the game has and `counted` lacks."""
    dead = {cell for name in find_dead(game) for cell in game.chains_by_name()[name][1]}
    return all(set(cells) <= dead for cells in changed_chains(game, counted))


def claim(counted: Any, points: tuple[str, ...]) -> str:
    """Return which chains are dead, and how the game without them is counted: `E5 is dead (Black: ...)`."""
    named = join_words([point.upper() for point in points]) or "no chain"
    return f"{named} {'is' if len(points) < 2 else 'are'} dead ({counted.tally()})"


def changed_chains(game: Any, counted: Any) -> list[list[tuple[int, int]]]:
    """Return the chains of the game that do not stand in the counted one."""
    rows = counted.show().rows
    return [cells for _, cells in game.chains_by_name().values() if rows[cells[0][0]][cells[0][1]].seat is None]
