# The C side of dots_and_boxes_estimate.py.
from games.base.bits cimport Bits
from games.move_list cimport MoveList

cdef bint collect_captures(Bits lines, Bits free, Bits boxes, int columns, MoveList out) except -1
cdef int collect_chains(Bits lines, Bits giving, Bits boxes, int columns, MoveList out) except -1
cdef int evaluate(Bits lines, Bits board, Bits boxes, int columns) noexcept
