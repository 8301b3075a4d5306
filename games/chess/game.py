"""Chess: checkmate the other king.

The FIDE Laws of Chess of 1 January 2023 (handbook.fide.com/chapter/E012023), by their numbers: how the pieces move (3.1
to 3.6), en passant (3.7.3.1), promotion (3.7.3.3), castling (3.8), check (3.9), checkmate (5.1.1), stalemate (5.2.1).

The game is a draw when no mate is possible any more (5.2.2), as far as the material tells: two kings alone, with one
knight or bishop beside them, or with bishops that all stand on squares of one colour. That is what python-chess calls
`is_insufficient_material`; other dead positions, such as walls of pawns, are played on.

It is a draw when a position occurs for the third time (9.2), and when both sides have made 50 moves in which no pawn
moved and no piece was taken (9.3). Players claim these two draws, here nobody need: so the fifth time and the 75 moves
of 9.6 never come. A checkmate by the last of these moves wins. Positions differ if rights to castle do, or to capture
en passant, which is one only where that is legal (9.2.2).

variant=chess960  one of 960 starts, by its number (FIDE Guidelines II; R. Scharnagl, "Fischer-Random-Chess", 2004).
variant=gardner   five columns and rows (M. Gardner, Scientific American, July 1969): no castling, no double step.

How the board lies in words and what a move holds is told in board.py. Each move puts a whole position on a stack, on
which all positions are since the last move that cannot be taken back. Compiled, the stack is a piece of memory that
grows; else it is a list.
"""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.base.bits import stir
    from cython.cimports.games.chess.board import DEAD, FIFTY, THIRD, ChessBoard, same
    from cython.cimports.games.chess.evaluation import evaluate, order, rank
    from cython.cimports.games.chess.moves import can_move, flip, forgo, gather, play, prepare
    from cython.cimports.games.game import ONGOING, Game, MoveList
    from cython.cimports.libc.stdlib import free, realloc
    from cython.cimports.libc.string import memcpy, memset
else:
    from games.base.bits import stir
    from games.chess.board import DEAD, FIFTY, THIRD, ChessBoard, same
    from games.chess.evaluation import evaluate, order, rank
    from games.chess.moves import can_move, flip, forgo, gather, play, prepare
    from games.game import ONGOING, Game, MoveList

from copyreg import __newobj__

from games.chess import fen, picture, refusals, san
from games.option import Choice, Whole, check

QUIET = cython.declare(cython.int, 100)  # moves of both sides without progress: then it is a draw
TIMES = cython.declare(cython.int, 3)  # that a position occurs: then it is one too
WORD = cython.declare(cython.ulonglong, (1 << 64) - 1)
WALLS = cython.declare(cython.ulonglong, 0xFFFFFFE0E0E0E0E0)  # beside the board of five columns


class Chess(Game):
    """Checkmate the other king."""

    seats = ("White", "Black")
    text, uci, say, parse, tidy = san.text, san.uci, san.say, san.parse, san.tidy
    men, position, arrangement = fen.men, fen.position, fen.arrange
    show, cells, reason, why_not = picture.show, picture.cells, picture.reason, refusals.why_not
    swing = 80
    looks_back = True
    walks = True
    options = {
        "variant": Choice("standard", words=("standard", "chess960", "gardner"), note="gardner is 5 columns and rows"),
        "start": Whole(518, least=0, most=959, note="the number of the start of chess960; 518 is the usual one"),
    }

    # stack: the position after each move, from the last one that took a piece or moved a pawn or from further back; its
    # top is that of number `plies`, and there is always room for one more. before: how many moves led to the lowest.

    def __init__(self, variant="standard", start=518):
        check(self.options, variant=variant, start=start)
        if variant != "chess960" and start != 518:
            raise ValueError(f"start={start} needs variant=chess960")
        self.free, self.small, self.start = variant == "chess960", variant == "gardner", start
        self.set_position(fen.start_of(variant, start))

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
            stack = cython.cast(cython.p_char, self.stack)[: (self.plies + 1) * cython.sizeof(ChessBoard)]
            words = self.free, self.small, self.start, self.before, stack
            return __newobj__, (type(self),), (words, getattr(self, "__dict__", {}))

        def __setstate__(self, state):
            stack: bytes
            self.free, self.small, self.start, self.before, stack = state[0]
            self.plies = len(stack) // cython.sizeof(ChessBoard) - 1
            while self.room < self.plies + 2:
                self.grow()
            memcpy(self.stack, cython.cast(cython.p_char, stack), len(stack))
            self.turn = self.back(0).turn
            for name, field in state[1].items():
                setattr(self, name, field)

    else:  # compiled, the ones above and game.pxd

        def clear(self):
            """Return the lowest position of the stack, empty, which is its top now."""
            self.plies, self.stack = 0, [ChessBoard()]
            return self.stack[0]

        def spare(self):
            """Return a copy of the position, which is not on the stack yet."""
            return self.back(0).copy()

        def push(self, board):
            """Put the spare position on the stack."""
            self.stack[self.plies + 1 :] = [board]
            self.plies += 1

        def take(self, of, kept):
            """Take over the top of another game's stack, and so many positions below it."""
            self.stack = of.stack[of.plies - kept : of.plies + 1]

        def back(self, count):
            """Return the position so many moves ago."""
            return self.stack[self.plies - count]

    @cython.ccall
    def collect(self, out: MoveList) -> cython.void:
        board = self.back(0)
        if not board.drawn:
            gather(board, out, True)

    @cython.ccall
    def collect_forcing(self, out: MoveList) -> cython.void:
        """Add the captures and the promotions to a queen, in check all moves, the best of them first."""
        board = self.back(0)
        bottom: cython.int = out.count
        if not board.drawn:
            gather(board, out, board.targets != WORD)
            order(board, out, bottom)

    @cython.ccall
    def collect_ranked(self, out: MoveList, ranks: MoveList) -> cython.void:
        board = self.back(0)
        place: cython.int
        bottom: cython.int = out.count
        if not board.drawn:
            gather(board, out, True)
        for place in range(bottom, out.count):
            ranks.add(rank(board, out.at(place)))

    def apply(self, move: cython.int) -> cython.void:
        board = self.spare()
        play(board, move)
        self.push(board)
        self.turn = board.turn
        if board.quiet and not board.drawn:
            self.recall()

    def recall(self) -> cython.void:
        """After a quiet move: find whether it draws the game."""
        board = self.back(0)
        times: cython.int = 1
        count: cython.int
        for count in range(4, min(board.quiet, self.plies) + 1, 2):
            times += same(board, self.back(count))
        board.drawn = THIRD if times >= TIMES else FIFTY if board.quiet >= QUIET else 0

    def revert(self, move: cython.int) -> cython.void:
        self.plies -= 1
        self.turn ^= 1

    @cython.ccall
    def skip(self) -> cython.bint:
        """In check it cannot be, and with one piece or none it may be better not to move (zugzwang)."""
        board = self.spare()
        if not forgo(board):
            return False
        self.push(board)
        self.turn = board.turn
        return True

    @cython.ccall
    def urgent(self) -> cython.bint:
        """In check."""
        return self.back(0).targets != WORD

    @cython.ccall
    def value(self) -> cython.int:
        board = self.back(0)
        if board.drawn == DEAD:
            return 0
        if can_move(board):
            return 0 if board.drawn else ONGOING
        return 0 if board.targets == WORD else 2 * board.turn - 1

    @cython.ccall
    def estimate(self) -> cython.int:
        return evaluate(self.back(0))

    @cython.ccall
    def key(self) -> cython.ulonglong:
        board = self.back(0)
        return stir(self.board_key() + stir(board.past + board.quiet & WORD) & WORD) or 1

    @cython.ccall
    def board_key(self) -> cython.ulonglong:
        board = self.back(0)
        return stir(board.mixed ^ board.rights) or 1

    def become(self, other: Game) -> cython.void:
        of: Chess = other
        kept: cython.int = min(of.back(0).quiet, of.plies)
        self.take(of, kept)
        self.plies, self.before, self.turn = kept, of.before + of.plies - kept, of.turn
        self.free, self.small, self.start = of.free, of.small, of.start

    def fields(self):
        """Return the words and numbers of the position that people see: see board.py."""
        board = self.back(0)
        return board.low, board.mid, board.high, board.white, board.rights, board.quiet, board.drawn

    def set_position(self, text):
        self.undoable = None
        found = fen.read_fen(text, 5 if self.small else 8, self.free)
        board = self.clear()
        board.walls = WALLS if self.small else 0
        for square, letter in enumerate(found.men):
            if letter:
                flip(board, int(letter.islower()), fen.KINDS[letter.upper()], square, 1)
        prepare(board, found.turn, found.rights, found.quiet)
        self.turn, self.before = found.turn, found.before

    def outcome(self, move):
        """`+` where the move gives check, `#` where it mates, else nothing."""
        board = self.spare()
        play(board, move)
        if board.targets == WORD:
            return ""
        return "+" if can_move(board) else "#"

    def is_stuck(self):
        """Whether the side to move has no legal move, draws aside."""
        return not can_move(self.back(0))
