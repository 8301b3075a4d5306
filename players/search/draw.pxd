# The C side of draw.py.
from games.game cimport CHANCE, Game, MoveList
from players.search.rng cimport Rng

cdef int draw_weighted(Game game, MoveList choices, Rng rng) except -1


cdef inline int draw_move(Game game, MoveList choices, Rng rng) except -1:
    if game.turn == CHANCE:
        return draw_weighted(game, choices, rng)
    return choices.at(<int>rng.below(choices.count))
