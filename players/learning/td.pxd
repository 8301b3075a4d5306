# The C side of td.py.
from games.game cimport Game, MoveList
from players.learning.board_evaluation cimport BoardEvaluation
from players.search.random_play cimport Rng


cdef class Lookahead:
    cdef BoardEvaluation function
    cdef Game game
    cdef readonly MoveList moves
    cdef bint forces
    cdef int depth, first
    cdef int seats[64]
    cdef double best
    cdef int choose(self, object ties) except -2
    cdef double look(self, int depth, double alpha, double beta, int level) except? -9
    cdef double follow(self, int move, int depth, double alpha, double beta, int level) except? -9


cdef class TurnChoice:
    cdef Game game
    cdef BoardEvaluation function
    cdef MoveList moves
    cdef readonly double best
    cdef readonly int length
    cdef int seen
    cdef readonly int way[16]
    cdef int found[16]
    cdef unsigned long long keys[4096]
    cpdef int choose(self) except -1
    cdef int scan(self, int seat, int made) except -1
    cdef bint is_new(self, unsigned long long key) noexcept


cdef class SelfPlay:
    cdef Game game
    cdef BoardEvaluation function
    cdef Lookahead search
    cdef TurnChoice turns_by  # None if moves are chosen one by one
    cdef int done  # moves made of the turn under way
    cdef Rng rng
    cdef MoveList path
    cdef bint leaf
    cdef public double rate, trace, epsilon
    cdef public int opening
    cdef public long long games, plies
    cdef public double error
    cdef double values[1000]  # at each ply: the position's value by the search
    cdef int turns[1000]  # the seat to move
    cdef int seats[1000]  # the seat to move in the position to correct
    cdef bint greedy[1000]  # whether the best move was made
    cdef object one(self)
    cdef int look(self, Game game, int ply)
    cdef int follow_turn(self, int ply)
    cdef double keep(self, Game game, int ply)
    cdef int draw(self, Game game)
    cdef object learn(self, Game game)
    cdef object correct(self, int ply, int seat, double goal)
