# The C side of kalah_playout.py.
from games.base.bits cimport Bits
from games.game cimport MoveList
from games.kalah.sowing cimport Sowing

cdef int play_out(
    Sowing lanes, Bits* pits, int* stores, bint empty, int seat, Bits random, MoveList moves, MoveList movers
) except -1
