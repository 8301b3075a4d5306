"""Which chains of a game of go are dead: by playouts, and by agreement."""

import random
from collections import Counter
from math import inf
from typing import Any

from games.adapters.python_adapter import make_unchecked
from games.capabilities import areas_of, can_drop_dead
from players.player import Player
from referee.match.players import is_person
from referee.match.wording import join_words

PLAYOUTS = 100
HELD = 0.3  # the share of playouts in which a living chain holds its points at least


def find_dead(game: Any) -> dict[str, int]:
    """Return the side of each chain that seldom holds its points at the end of a playout, by a point of the chain."""
    rng, held = random.Random(1), Counter[tuple[int, tuple[int, int]]]()
    for _ in range(PLAYOUTS):
        twin = game.copy()
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
    named = join_words([f"{name} ({game.seats[seat]})" for name, seat in dead.items()])
    verb = "is" if len(dead) == 1 else "are"
    return f"By playouts {named} {verb} dead. To end the game so, type: dead {' '.join(dead)}."


def agrees(player: Player, game: Any, counted: Any, points: tuple[str, ...], other: str) -> bool:
    """Return whether the player agrees that the chains on `points` are dead; for a program, playouts decide.

    counted  the game without them;  other  who says so. Raises Quit if a person leaves instead of answering.
    """
    if is_person(player):
        return bool(player.accepts(game, inf, f"{other} says that {claim(counted, points)}"))  # type: ignore[attr-defined]
    dead = {cell for name in find_dead(game) for cell in game.chains_by_name()[name][1]}
    return all(set(cells) <= dead for cells in changed_chains(game, counted))


def claim(counted: Any, points: tuple[str, ...]) -> str:
    """Return which chains are dead, and how the game without them is counted: `E5 is dead (Black: ...)`."""
    named = join_words([point.upper() for point in points])
    return f"{named} {'is' if len(points) == 1 else 'are'} dead ({counted.tally()})"


def changed_chains(game: Any, counted: Any) -> list[list[tuple[int, int]]]:
    """Return the chains of the game that do not stand in the counted one."""
    rows = counted.show().rows
    return [cells for _, cells in game.chains_by_name().values() if rows[cells[0][0]][cells[0][1]].seat is None]
