# The C side of draw.py.
from games.game cimport CHANCE, Game, MoveList
from players.search.rng cimport Rng

cdef int weighted(Game game, MoveList choices, Rng rng) except -1


cdef inline int drawn(Game game, MoveList choices, Rng rng) except -1:
    if game.turn == CHANCE:
        return weighted(game, choices, rng)
    return choices.at(<int>rng.below(choices.count))
