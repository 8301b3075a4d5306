"""Kalah for people: its pits and stores, the pit of a move, and how a game ended."""

from typing import Any

from games.kalah.notation import LANE, count_seeds
from games.picture import Pits

SEAT = 6  # the bit of the side in a move


def show(game: Any, seat: int | None = None) -> Pits:
    """Return the board; after the end, each side's remaining seeds are in its store."""
    south, north = count_seeds(game, 0), count_seeds(game, 1)
    stores: tuple[int, int] = tuple(game.stores)
    if not (any(south) and any(north)):
        stores = stores[0] + sum(south), stores[1] + sum(north)
        south = north = (0,) * len(south)
    names = tuple(str(pit + 1) for pit in range(len(south)))
    return Pits((north, south[::-1]), stores, (names[::-1], names))


def cells(game: Any, move: int) -> tuple[tuple[int, int], ...]:
    """Return the pit that a move empties."""
    lane = (move & LANE) // game.sowing.width
    return ((0, lane),) if move >> SEAT else ((1, game.sowing.top - lane),)


def reason(game: Any) -> str:
    """Return whose pits are empty, and what the other side keeps."""
    keeper, other = game.seats if game.pits[0] else game.seats[::-1]
    left = game.total - sum(game.stores)
    return f"{other}'s pits are empty, {keeper} keeps the last {left}" if left else "all pits are empty"
