"""Games played by their texts or at random, and playouts."""

import random
from functools import partial

import games
from games.move_list import MoveList
from referee.support.build import life

COMPILED = life() == "compiled"


def play(kind, texts, *values, **options):
    """Return a game of the class `kind` with these options after moves given by their texts."""
    game = kind(*values, **options)
    for text in texts.split():
        game.make(game.parse(text))
    return game


def played_in(kind):
    """Return `play` for one class of games."""
    return partial(play, kind)


def wander(rng, spec, least, most):
    """Return the game after a random number of random moves, not over; a game that ends sooner begins anew."""
    while True:
        game = games.load(spec)
        for _ in range(rng.randint(least, most)):
            if game.score() is None:
                game.make(rng.choice(game.moves()))
        if game.score() is None:
            return game


def items(found):
    """Return what is on a list of moves."""
    return found.__reduce__()[2] if COMPILED else found.items[: found.count]


def check_playouts(spec, most, count):
    """Check `count` playouts from positions after fewer than `most` moves: legal to the end, the same from a number."""
    rng = random.Random(spec)
    for _ in range(count):
        game = games.load(spec)
        for _ in range(rng.randrange(most)):
            if game.score() is None:
                game.make(rng.choice(game.moves()))
        number = rng.getrandbits(64)
        twin, again, moves, movers, others = game.copy(), game.copy(), MoveList(), MoveList(), MoveList()
        made = game.playout(number, moves, movers)
        assert again.playout(number, others, MoveList()) == made == moves.count == movers.count
        for move, mover in zip(items(moves), items(movers), strict=True):
            assert move in twin.moves()
            assert mover == twin.turn
            twin.make(move)
        assert twin.score() == game.score() is not None
        assert items(moves) == items(others)
