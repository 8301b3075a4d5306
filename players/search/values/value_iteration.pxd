# The C side of value_iteration.py.
cimport cython
from games.game cimport Game, MoveList
from players.search.clock cimport Clock


@cython.final
cdef class KeyIndex:
    cdef unsigned long long[::1] keys
    cdef int[::1] numbers
    cdef unsigned long long mask
    cdef long long count
    cdef long long place(self, unsigned long long key) noexcept
    cdef int find(self, unsigned long long key) noexcept
    cdef int add(self, unsigned long long key, int number) except -1
    cdef int widen(self) except -1


@cython.final
cdef class ValueIteration:
    cdef readonly long long positions
    cdef readonly bint has_chance
    cdef readonly Game start
    cdef str name
    cdef Game game
    cdef int stakes, most
    cdef long long size  # room for positions
    cdef long long width  # and for moves
    cdef MoveList found  # scratch
    cdef KeyIndex numbers  # of the positions, by their keys
    # Of each position; those from 0 to 2 * stakes are the ends with scores from -stakes on.
    cdef int count
    cdef int[::1] turn
    cdef int[::1] first  # of its moves;  first[position + 1]  their end
    cdef int[::1] next  # the next of its moves to follow
    cdef int[::1] low  # the earliest known position of its component, or SETTLED
    cdef double[::1] worth
    cdef int[::1] plies  # to a win forced without chance: the winner hurries, the loser delays; or NEVER
    # Of each move: the position after it, or the move itself until it is followed; its weight, if it is of chance.
    cdef int[::1] target, weight
    # The walk: the positions from the root on, the moves between them, and the positions of components still open.
    cdef int[::1] path
    cdef int depth
    cdef MoveList made
    cdef int[::1] open
    cdef int opened
    cdef bint closing  # the component of the path's last position is complete, but not yet swept
    # The current pass of a sweep: the next place, down to the component's first, and the largest change so far.
    cdef int place
    cdef double change
    cdef bint sweeping  # whether a sweep is under way
    cdef bint counting  # whether it is for distances
    cdef int close(self, Clock clock) except -1
    cdef int step(self) except -1
    cdef int arrive(self) except -1
    cdef int add(self) except -1
    cdef int grow(self, int moves) except -1
    cdef int enter(self, int here) except -1
    cdef int leave(self) except -1
    cdef int take(self, int start, Clock clock) except -1
    cdef int make_room(self) except -1
    cdef int begin_pass(self) except -1
    cdef int finish_pass(self, int start, Clock clock) except -1
    cdef double back_up(self, int here) noexcept
    cdef int count_plies(self, int here) noexcept
