"""Chess: checkmate the other king.

The rules are the FIDE Laws of Chess of 1 January 2023 (handbook.fide.com/chapter/E012023): how the pieces move (3.1 to
3.6), en passant (3.7.3.1), promotion (3.7.3.3), castling (3.8), check (3.9), checkmate (5.1.1), stalemate (5.2.1).

A game is a draw if the material cannot mate (5.2.2): two kings alone, with one knight or bishop, or with bishops that
all stand on squares of one colour. python-chess calls this `is_insufficient_material`. Other dead positions, such as
walls of pawns, are played on.

It is also a draw when a position occurs for the third time (9.2), and after 50 moves of each side without a pawn move
or a capture (9.3). Players would have to claim these draws; here they are automatic, so the fifth repetition and the 75
moves of 9.6 never come. A checkmate by the last of these moves wins. Positions with different rights to castle or to
capture en passant are different; the latter exists only if the capture is legal (9.2.2).

draws=claimed     nobody claims a draw, so that only the fifth repetition and the 75 moves of 9.6 end the game.
draws=none        only stalemate is a draw: neither repetition, nor moves without progress, nor material that cannot
                  mate. Games of other programs may need this.
variant=chess960  one of 960 starts, by its number (FIDE Guidelines II; R. Scharnagl, "Fischer-Random-Chess", 2004).
variant=gardner   five files and ranks (M. Gardner, Scientific American, July 1969): no castling, no double step.

board.py describes the bit boards and the bits of a move. Each move puts a whole position on a stack, which reaches back
to the last irreversible move or further. Compiled, the stack is memory that grows; interpreted, it is a list.
"""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.libc.stdlib import free, realloc
    from cython.cimports.libc.string import memcpy, memset
else:
    from games.base.bits import Bits, stir
    from games.chess.board import DEAD, FIFTY, PROMOTED, THIRD, ChessBoard, occupied, same
    from games.chess.evaluation import evaluate, order, rank
    from games.chess.moves import can_move, flip, forgo, gather, play, prepare
    from games.game import ONGOING, Game, MoveList

from copyreg import __newobj__

from games.chess import ending_tables, fen, picture, refusals, san
from games.option import Choice, Whole, check

# For each word of the option draws: the moves of both sides without progress, and the occurrences of a position, that
# make a draw, and whether too little material does. FEN allows counters below 100,000.
DRAWS = {"automatic": (100, 3, True), "claimed": (150, 5, True), "none": (1 << 30, 1 << 30, False)}
WORD = cython.declare(cython.ulonglong, (1 << 64) - 1)
WALLS = cython.declare(cython.ulonglong, 0xFFFFFFE0E0E0E0E0)  # the squares outside the small board


class Chess(Game):
    """Checkmate the other king."""

    seats = ("White", "Black")
    text, uci, find_uci, say, parse, tidy = san.text, san.uci, san.find_uci, san.say, san.parse, san.tidy
    men, position, move_number, arrangement = fen.men, fen.position, fen.move_number, fen.arrange
    show, cells, reason, why_not = picture.show, picture.cells, picture.reason, refusals.why_not
    threatened_cells = picture.threatened_cells
    solver = ending_tables.solver
    swing, scale = 80, 250  # the scale: by the search's games against itself, 306,618 positions
    looks_back = True
    walks = True
    options = {
        "variant": Choice("standard", words=("standard", "chess960", "gardner"), note="gardner is 5 columns and rows"),
        "start": Whole(518, least=0, most=959, note="the number of the start of chess960; 518 is the usual one"),
        "draws": Choice("automatic", words=tuple(DRAWS), note="claimed: by the fifth repetition and 75 moves"),
    }

    # stack: the positions since the last irreversible move or from further back. The top has number `plies`, and there
    # is always room for one more. before: how many moves led to the lowest one.

    def __init__(self, variant="standard", start=518, draws="automatic"):
        check(self.options, variant=variant, start=start, draws=draws)
        if variant != "chess960" and start != 518:
            raise ValueError(f"start={start} needs variant=chess960")
        self.free, self.small, self.start = variant == "chess960", variant == "gardner", start
        self.most, self.times, self.mating = DRAWS[draws]
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
            words = self.free, self.small, self.start, self.most, self.times, self.mating, self.before, stack
            return __newobj__, (type(self),), (words, getattr(self, "__dict__", {}))

        def __setstate__(self, state):
            stack: bytes
            self.free, self.small, self.start, self.most, self.times, self.mating, self.before, stack = state[0]
            self.plies = len(stack) // cython.sizeof(ChessBoard) - 1
            while self.room < self.plies + 2:
                self.grow()
            memcpy(self.stack, cython.cast(cython.p_char, stack), len(stack))
            self.turn = self.back(0).turn
            for name, field in state[1].items():
                setattr(self, name, field)

    else:  # compiled, the methods above and in game.pxd

        def clear(self):
            """Empty the stack, and return its only position, which is empty too."""
            self.plies, self.stack = 0, [ChessBoard()]
            return self.stack[0]

        def spare(self):
            """Return a copy of the position, not yet on the stack."""
            return self.back(0).copy()

        def push(self, board):
            """Put the spare position on the stack."""
            self.stack[self.plies + 1 :] = [board]
            self.plies += 1

        def take(self, of, kept):
            """Take over the top position of another game, and `kept` positions below it."""
            self.stack = of.stack[of.plies - kept : of.plies + 1]

        def back(self, count):
            """Return the position `count` moves ago."""
            return self.stack[self.plies - count]

    @cython.ccall
    def collect(self, out: MoveList) -> cython.void:
        board = self.back(0)
        if not board.drawn:
            gather(board, out, True)

    @cython.ccall
    def collect_forcing(self, out: MoveList) -> cython.void:
        """Add the captures and the promotions to a queen, the best first; in check, all moves."""
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
        ranks.reserve(out.count - bottom)
        filled: Bits = occupied(board)
        for place in range(bottom, out.count):
            move: cython.int = out.at(place)
            # Most moves enter an empty square and promote nothing: their rank is 0.
            ranks.push(rank(board, move) if filled >> (move & 63) & 1 or move >> PROMOTED else 0)

    def apply(self, move: cython.int) -> cython.void:
        board = self.spare()
        play(board, move)
        self.push(board)
        self.turn = board.turn
        if board.drawn and not self.mating:
            board.drawn = 0
        if board.quiet and not board.drawn:
            self.recall()

    def recall(self) -> cython.void:
        """Find whether a quiet move has drawn the game."""
        board = self.back(0)
        times: cython.int = 1
        count: cython.int
        for count in range(4, min(board.quiet, self.plies) + 1, 2):
            times += same(board, self.back(count))
        board.drawn = THIRD if times >= self.times else FIFTY if board.quiet >= self.most else 0

    def revert(self, move: cython.int) -> cython.void:
        self.plies -= 1
        self.turn ^= 1

    @cython.ccall
    def skip(self) -> cython.bint:
        """Refuse in check, and with at most one piece, where zugzwang is likely."""
        board = self.spare()
        if not forgo(board):
            return False
        self.push(board)
        self.turn = board.turn
        return True

    @cython.ccall
    def urgent(self) -> cython.bint:
        """Return whether the side to move is in check."""
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
        self.most, self.times, self.mating = of.most, of.times, of.mating

    def fields(self):
        """Return the words and numbers of the position that pictures and texts need."""
        board = self.back(0)
        return board.low, board.mid, board.high, board.white, board.rights, board.quiet, board.drawn

    def set_position(self, text):
        self.undoable = None
        found = fen.read_fen(text, 5 if self.small else 8, self.free, self.most)
        board = self.clear()
        board.walls = WALLS if self.small else 0
        for square, letter in enumerate(found.men):
            if letter:
                flip(board, int(letter.islower()), fen.KINDS[letter.upper()], square, 1)
        prepare(board, found.turn, found.rights, found.quiet)
        if board.drawn and not self.mating:
            board.drawn = 0
        if found.quiet >= self.most and not board.drawn:
            board.drawn = FIFTY
        self.turn, self.before = found.turn, found.before

    def outcome(self, move):
        """Return `+` if the move gives check, `#` if it mates, or ""."""
        board = self.spare()
        play(board, move)
        if board.targets == WORD:
            return ""
        return "+" if can_move(board) else "#"

    def is_stuck(self):
        """Return whether the side to move has no legal move, draws aside."""
        return not can_move(self.back(0))
