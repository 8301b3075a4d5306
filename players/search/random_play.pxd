# The C side of random_play.py.
cimport cython
from games.game cimport CHANCE, Game, MoveList, ONGOING
from players.search.clock cimport Clock

cdef int LONGEST


@cython.final
cdef class Rng:
    cdef public unsigned long long state

    cdef inline unsigned long long below(self, unsigned long long count) noexcept:
        self.state ^= self.state << 13
        self.state ^= self.state >> 7
        self.state ^= self.state << 17
        return ((self.state >> 32) * count) >> 32

    cdef inline unsigned long long next(self) noexcept:
        self.below(1)
        return self.state


cdef int draw_weighted(Game game, MoveList choices, Rng rng) except -1
cdef int refuse_unended(Game game) except -1


cdef inline int count_on(Game game, int count) except -1:
    if count >= LONGEST:
        refuse_unended(game)
    return count + 1


cdef inline int draw_move(Game game, MoveList choices, Rng rng) except -1:
    if game.turn == CHANCE:
        return draw_weighted(game, choices, rng)
    return choices.at(<int>rng.below(choices.count))


cdef inline int draw_next(Game game, MoveList choices, Rng rng, bint trusted, bint drawn) except -2:
    cdef unsigned long long before = rng.state
    cdef int move
    if not trusted and game.value() != ONGOING:
        return -1
    if drawn and game.turn != CHANCE:
        move = game.playout_move(rng.next())
        if move >= 0:
            return move
        rng.state = before
    choices.count = 0
    game.collect(choices)
    return draw_move(game, choices, rng) if choices.count else -1


cdef inline int draw_all(Game game, MoveList path, MoveList movers, Rng rng) except -2:
    cdef unsigned long long before = rng.state
    cdef int count = game.playout(rng.next(), path, movers)
    cdef int place
    if count == 0:
        rng.state = before
    for place in range(1, count):
        rng.next()
    return count


cdef class Playouts:
    cdef readonly long long total
    cdef Game seen  # as it was handed in
    cdef Game start, game
    cdef Rng rng
    cdef Clock clock
    cdef MoveList choices, path, movers
    cdef bint trusted  # whether the game has no moves when it is over
    cdef bint drawn  # whether the game draws playout moves itself
    cdef bint whole  # whether the game plays whole playouts itself
    cdef bint can_restart, unmakes
    cdef int one(self)
