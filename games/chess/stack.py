"""The positions of a game of chess, one for each move since the last that cannot be taken back, on a stack.

Compiled, the stack is a piece of memory that grows; else it is a list.
"""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.chess.board import ChessBoard
    from cython.cimports.games.game import Game
    from cython.cimports.libc.stdlib import free, realloc
    from cython.cimports.libc.string import memcpy, memset
else:
    from games.chess.board import ChessBoard
    from games.game import Game

from copyreg import __newobj__


class ChessStack(Game):
    """A game whose state is a stack of positions."""

    # stack: the position after each move, from the last one that took a piece or moved a pawn or from further back; its
    # top is that of number `plies`, and there is always room for one more. before: how many moves led to the lowest.

    if cython.compiled:

        def __dealloc__(self):
            free(self.stack)

        def grow(self):
            room: cython.int = 2 * self.room + 32
            stack = cython.cast(cython.pointer(ChessBoard), realloc(self.stack, room * cython.sizeof(ChessBoard)))
            if stack is cython.NULL:
                raise MemoryError("no room for more moves")
            self.stack, self.room = stack, room
            return 0

        def clear(self):
            if self.room < 2:
                self.grow()
            self.plies = 0
            memset(self.stack, 0, cython.sizeof(ChessBoard))
            return self.stack

        def spare(self):
            if self.plies + 2 > self.room:
                self.grow()
            self.stack[self.plies + 1] = self.stack[self.plies]
            return self.stack + self.plies + 1

        def take(self, of, kept):
            while self.room < kept + 2:
                self.grow()
            memcpy(self.stack, of.back(kept), (kept + 1) * cython.sizeof(ChessBoard))
            return 0

        def __reduce__(self):
            return __newobj__, (type(self),), (self.words(), getattr(self, "__dict__", {}))

        def __setstate__(self, state):
            self.set_words(state[0])
            for name, field in state[1].items():
                setattr(self, name, field)

    else:  # compiled, the ones above and chess_stack.pxd

        def clear(self):
            """The lowest position of the stack, empty, which is its top now."""
            self.plies, self.stack = 0, [ChessBoard()]
            return self.stack[0]

        def spare(self):
            """A copy of the position, which is not on the stack yet."""
            return self.back(0).copy()

        def push(self, board):
            """Put the spare position on the stack."""
            self.stack[self.plies + 1 :] = [board]
            self.plies += 1

        def take(self, of, kept):
            """Take over the top of another game's stack, and so many positions below it."""
            self.stack = of.stack[of.plies - kept : of.plies + 1]

        def back(self, count):
            """The position so many moves ago."""
            return self.stack[self.plies - count]

    def words(self):
        """The options, how many moves led to the lowest position on the stack, and the fields of each one on it."""
        boards = [self.fields(count) for count in range(self.plies, -1, -1)]
        return self.free, self.small, self.start, self.before, boards

    def set_words(self, words):
        """Take over all of that."""
        self.free, self.small, self.start, self.before, boards = words
        board = self.clear()
        for number, fields in enumerate(boards):
            if number:
                board = self.spare()
                self.push(board)
            board.low, board.mid, board.high, board.white, board.rights = fields[:5]
            board.walls, board.pinned, board.targets, board.mixed, board.past = fields[5:10]
            board.turn, board.quiet, board.drawn, board.middle, board.end, board.phase = fields[10:]
        self.turn = board.turn

    def fields(self, count):
        """The fields of the position so many moves ago, in the order of chess_board.py."""
        board = self.back(count)
        words = board.low, board.mid, board.high, board.white, board.rights
        more = board.walls, board.pinned, board.targets, board.mixed, board.past
        return *words, *more, board.turn, board.quiet, board.drawn, board.middle, board.end, board.phase
