"""Names of information sets, as numbers and as what a seat takes a position to be."""

from random import Random

from games.game import Game

WORD = (1 << 64) - 1


def key_of(game: Game, seat: int) -> int:
    """Return a number of 64 bits for the information set of that seat, the same within a process."""
    return hash((seat, game.known(seat))) & WORD


def imagined_key(game: Game, seat: int) -> tuple[int, tuple[int, ...]]:
    """What that seat takes the position to be: the key of one determinization, always the same, and the moves in it."""
    world = game.imagine(seat, Random(0))
    return world.key(), tuple(world.moves())
