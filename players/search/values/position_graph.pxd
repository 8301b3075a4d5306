# The C side of position_graph.py.
from games.game cimport Game, MoveList
from players.search.clock cimport Clock
from players.search.values.key_index cimport KeyIndex


cdef class PositionGraph:
    cdef readonly long long positions
    cdef readonly bint has_chance
    cdef str name
    cdef Game start
    cdef Game game
    cdef int stakes
    cdef int most
    cdef long long size  # positions that there is room for
    cdef long long width  # and moves
    cdef MoveList found  # scratch
    cdef KeyIndex numbers  # of the positions, by their keys
    # Of each position; those from 0 to 2 * stakes are the ends with scores from -stakes on.
    cdef int count
    cdef int[::1] turn
    cdef int[::1] first  # of its moves;  first[position + 1]  their end
    cdef int[::1] next  # of them to be followed
    cdef int[::1] low  # the earliest position of its component known so far, or SETTLED
    # Of each move: the position after it, or the move itself before it was followed; its weight, if it is of chance.
    cdef int[::1] target
    cdef int[::1] weight
    # The walk: the positions from the root on, the moves between them, and the positions of components still open.
    cdef int[::1] path
    cdef int depth
    cdef MoveList made
    cdef int[::1] open
    cdef int opened
    cdef bint closing  # the component of the last position of the path is complete, and not yet taken

    cdef int take(self, int start, Clock clock) except -1
    cdef int close(self, Clock clock) except -1
    cdef int step(self) except -1
    cdef int arrive(self) except -1
    cdef int add(self) except -1
    cdef int grow(self, int moves) except -1
    cdef int enter(self, int here) except -1
    cdef int leave(self) except -1


cdef int[::1] extend(int[::1] old, int size)
