# The C side of game.py.
from games.base.bits cimport Bits, stir
from games.chess.board cimport DEAD, FIFTY, PROMOTED, THIRD, ChessBoard, occupied, same
from games.chess.evaluation cimport evaluate, order, rank
from games.chess.moves cimport can_move, flip, forgo, gather, play, prepare
from games.game cimport ONGOING, Game, MoveList


cdef class Chess(Game):
    cdef readonly int plies, before
    cdef readonly bint free, small
    cdef readonly int most, times
    cdef int room, start
    cdef bint mating
    cdef ChessBoard* stack
    cdef void apply(self, int move)
    cdef void revert(self, int move)
    cdef void become(self, Game other)
    cdef void recall(self) noexcept
    cdef int grow(self) except -1
    cdef ChessBoard* clear(self) except NULL
    cdef ChessBoard* spare(self) except NULL
    cdef int take(self, Chess of, int kept) except -1

    cdef inline void push(self, ChessBoard* board) noexcept:
        self.plies += 1

    cdef inline ChessBoard* back(self, int count) noexcept:
        return self.stack + self.plies - count
