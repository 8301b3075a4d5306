"""Information sets: as numbers, and as the position that a seat imagines."""

from random import Random

from games.game import Game

WORD = (1 << 64) - 1


def key_of(game: Game, seat: int) -> int:
    """Return a number of 64 bits for the seat's information set, the same within a process."""
    return hash((seat, game.known(seat))) & WORD


def imagined_key(game: Game, seat: int) -> tuple[int, tuple[int, ...]]:
    """Return what the seat takes the position to be: the key of one fixed determinization, and its moves."""
    world = game.imagine(seat, Random(0))
    return world.key(), tuple(world.moves())
