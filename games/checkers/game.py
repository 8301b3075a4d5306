"""Checkers, or English draughts: men walk and jump ahead, kings both ways, and whoever cannot move has lost.

The rules of the World Checkers Draughts Federation (Rules of Draughts, section 1, of
wcdf.net/rules/rules_of_checkers_english.pdf), by their numbers. Black, on the squares 1 to 12, moves first (1.5, 1.13).
A man steps diagonally ahead onto an empty square (1.15); on the furthest row it becomes a king, and its move is over
(1.16). A king steps ahead and back (1.17). A piece jumps over one of the other side next to it onto the empty square
beyond, a man ahead only (1.18), a king ahead and back (1.21). A jump goes on as long as the same piece can jump again,
but over no piece twice, and all of it is one move (1.19, 1.20). Whoever can jump must, whichever way (1.20). Whoever is
left without a move has lost (1.30).

The game is drawn when a position occurs for the third time (1.32.1), and when both sides have made 40 moves in which no
man moved and no piece was taken (1.32.2): players claim these draws, here nobody need. If the last of these moves
leaves the other side without one, it has won.

How pieces lie in words and what a move holds is told in dark_squares.py. Each move leaves on a stack what was before
it, four words: Black's pieces, White's, the kings with the number of quiet moves in bits 48 and up, and the past.
"""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.base.bits import Bits, backwards, lowest, stir
    from cython.cimports.games.base.planes import Planes
    from cython.cimports.games.checkers.board import add_jumps, board, jumped_squares, jumpers, push_steps, steppers
    from cython.cimports.games.checkers.evaluation import evaluate
    from cython.cimports.games.game import ONGOING, Game, MoveList
    from cython.cimports.libc.stdlib import free, realloc
else:
    from games.base.bits import Bits, backwards, lowest, stir
    from games.base.planes import Planes
    from games.checkers.board import add_jumps, board, jumped_squares, jumpers, push_steps, steppers
    from games.checkers.evaluation import evaluate
    from games.game import ONGOING, Game, MoveList

from copyreg import __newobj__

from games.checkers import board as dark_squares
from games.checkers import fen, refusals
from games.checkers.board import squares

QUIET = cython.declare(cython.int, 80)  # moves of both sides without progress: then it is a draw
TIMES = cython.declare(cython.int, 3)  # that a position occurs: then it is one too
TOLD = 20  # quiet moves are worth a note
TURNED = cython.declare(cython.int, 9)  # bits, by which the squares of the board that is turned round lie too high
MOST = cython.declare(cython.int, 48)  # steps of a position: four of each of 12 kings

ONE = cython.declare(cython.ulonglong, 1)
WORD = cython.declare(cython.ulonglong, (1 << 64) - 1)
LOW = cython.declare(cython.ulonglong, (1 << 48) - 1)  # of a word on the stack: the kings

ENDS = cython.declare(cython.ulonglong, squares(1, 2, 3, 4, 29, 30, 31, 32))  # a man can only ever enter the far one


class Checkers(Game):
    """Jump over the other's pieces; whoever cannot move has lost."""

    seats = ("Black", "White")
    why_not = refusals.why_not
    scale = 220  # fitted by benchmarks/scale.py
    arrangement = fen.arrange
    looks_back = True
    swing = 90  # in games of the program against itself 99 of 100 moves without a jump changed the estimate by less
    walks = True
    below = 1
    options = {}

    # pieces: Black's and White's. kings: of both. quiet: how many moves since a man moved or a piece was taken.
    # past: the positions before each of these, mixed and added up, for the key: in whatever order they came, the future
    # is the same. drawn: whether it is, by those moves. stack: as above; plies moves, with room for more.

    def __init__(self):
        self.turn = 0
        self.pieces = [squares(*range(1, 13)), squares(*range(21, 33))]
        self.kings = self.past = self.quiet = self.plies = 0
        self.drawn = False
        if not cython.compiled:  # compiled, new fields hold zeros
            self.room, self.stack = 0, []

    if cython.compiled:

        def __dealloc__(self):
            free(self.stack)

        def grow(self):
            room: cython.int = 2 * self.room + 128
            stack = cython.cast(cython.p_ulonglong, realloc(self.stack, 4 * room * cython.sizeof(cython.ulonglong)))
            if stack is cython.NULL:
                raise MemoryError("no room for more moves")
            self.stack, self.room = stack, room
            return 0

        def __reduce__(self):
            return __newobj__, (type(self),), (self.words(), getattr(self, "__dict__", {}))

        def __setstate__(self, state):
            self.set_words(state[0])
            for name, field in state[1].items():
                setattr(self, name, field)

    else:  # compiled, the one above and checkers.pxd

        def grow(self):
            """Make room for more moves on the stack."""
            self.stack += [0] * 512
            self.room += 128

        def going(self, way):
            """The pieces of the side to move that may go down the board (0), which is ahead for Black, or up (1)."""
            return self.pieces[self.turn] if way == self.turn else self.pieces[self.turn] & self.kings

    @cython.ccall
    def collect(self, out: MoveList) -> cython.void:
        self.gather(out, True)

    @cython.ccall
    def collect_forcing(self, out: MoveList) -> cython.void:
        self.gather(out, False)

    def gather(self, out: MoveList, quiet: cython.bint) -> cython.int:
        """Add the jumps, or if there is none and quiet moves are wanted the steps."""
        down: Bits = self.going(0)
        up: Bits = self.going(1)
        theirs: Bits = self.pieces[1 - self.turn]
        empty: Bits = board() & ~(down | up | theirs)
        jumping: Bits = jumpers(down, up, theirs, empty)
        if self.drawn:
            return 0
        if not jumping and quiet:
            out.reserve(MOST)
            push_steps(out, down & empty >> 4, 4)
            push_steps(out, down & empty >> 5, 5)
            push_steps(out, up & empty << 4, -4)
            push_steps(out, up & empty << 5, -5)
        while jumping:
            bit: cython.int = lowest(jumping)
            ways: cython.int = (3 if down >> bit & 1 else 0) | (12 if up >> bit & 1 else 0)
            # Its own square is empty while it jumps: it may come by there again.
            add_jumps(out, bit, bit, theirs, empty | ONE << bit, 1, ways)
            jumping &= jumping - 1
        return 0

    def apply(self, move: cython.int) -> cython.void:
        if self.plies == self.room:
            self.grow()
        place: cython.int = 4 * self.plies
        self.stack[place], self.stack[place + 1] = self.pieces[0], self.pieces[1]
        self.stack[place + 2] = cython.cast(cython.ulonglong, self.quiet) << 48 | self.kings
        self.stack[place + 3] = self.past
        self.plies += 1
        start: Bits = ONE << (move & 63)
        end: Bits = ONE << (move >> 6 & 63)
        # Not both flipped: a jump may end where it began.
        self.pieces[self.turn] = self.pieces[self.turn] ^ start | end
        self.turn ^= 1
        king: cython.bint = self.kings & start != 0
        if king:
            self.kings = self.kings ^ start | end
        else:
            self.kings |= end & ENDS
        if king and move >> 12 == 0:
            self.settle()
            return
        self.past = self.quiet = 0
        if move >> 12:
            gone: Bits = jumped_squares(move)
            self.pieces[self.turn] ^= gone
            self.kings &= ~gone

    def settle(self) -> cython.void:
        """After a quiet move: add the position before it to the past, and find whether the game is drawn."""
        place: cython.int = 4 * (self.plies - 1)
        self.past = self.past + stir(stir(self.stack[place]) + self.stack[place + 1] & WORD) & WORD
        self.quiet += 1
        # While only kings move, the pieces tell which of them are kings; and the turn, as each move changes the sum of
        # all rows by one. The shortest way back takes four moves.
        black: Bits = self.pieces[0]
        white: Bits = self.pieces[1]
        times: cython.int = 1
        back: cython.int
        for back in range(4, self.quiet + 1, 2):
            place = 4 * (self.plies - back)
            times += self.stack[place] == black and self.stack[place + 1] == white
        self.drawn = times == TIMES or self.quiet == QUIET

    def revert(self, move: cython.int) -> cython.void:
        self.plies -= 1
        self.turn ^= 1
        place: cython.int = 4 * self.plies
        self.pieces[0], self.pieces[1] = self.stack[place], self.stack[place + 1]
        self.kings, self.quiet = self.stack[place + 2] & LOW, self.stack[place + 2] >> 48
        self.past = self.stack[place + 3]
        self.drawn = False

    @cython.ccall
    def value(self) -> cython.int:
        down: Bits = self.going(0)
        up: Bits = self.going(1)
        theirs: Bits = self.pieces[1 - self.turn]
        empty: Bits = board() & ~(down | up | theirs)
        if steppers(down, up, empty) or jumpers(down, up, theirs, empty):
            return 0 if self.drawn else ONGOING
        return 2 * self.turn - 1

    @cython.ccall
    def estimate(self) -> cython.int:
        return evaluate(self.pieces[0], self.pieces[1], self.kings, self.turn)

    def layout(self):
        """A cell holds a man (1) or king (2) of the mover, whose men go down, or a man (3) or king (4) of the other."""
        return dark_squares.layout()

    @cython.ccall
    def collect_contents(self, out: Planes) -> cython.void:
        mine: Bits = self.pieces[self.turn]
        theirs: Bits = self.pieces[1 - self.turn]
        out.words[0] = (mine | theirs) & ~self.kings
        out.words[1] = mine & self.kings | theirs & ~self.kings
        out.words[2] = theirs & self.kings
        if self.turn:
            out.words[0] = backwards(out.words[0]) >> TURNED
            out.words[1] = backwards(out.words[1]) >> TURNED
            out.words[2] = backwards(out.words[2]) >> TURNED

    @cython.ccall
    def key(self) -> cython.ulonglong:
        # Mixed where it is asked for: a few words cost less here than tables would at every move of a playout.
        return stir(self.board_key() + self.past & WORD) or 1

    @cython.ccall
    def board_key(self) -> cython.ulonglong:
        bits: Bits = stir(stir(self.pieces[0] | self.turn) + self.pieces[1] & WORD)
        return stir(bits + self.kings & WORD) or 1

    def become(self, other: Game) -> cython.void:
        of: Checkers = other
        self.turn = of.turn
        self.pieces[:] = of.pieces
        self.kings, self.past, self.quiet, self.drawn = of.kings, of.past, of.quiet, of.drawn
        while self.room < of.plies:
            self.grow()
        self.plies = of.plies
        place: cython.int
        for place in range(4 * of.plies):
            self.stack[place] = of.stack[place]

    def words(self):
        """The turn, the words of Black's pieces, White's and the kings, the quiet moves, the past, drawn, the stack."""
        stack = [self.stack[place] for place in range(4 * self.plies)]
        return self.turn, self.pieces[0], self.pieces[1], self.kings, self.quiet, self.past, self.drawn, stack

    def set_words(self, words):
        """Take over all words, as `words` returns them."""
        turn, black, white, kings, quiet, past, drawn, stack = words
        self.turn, self.pieces = turn, [black, white]
        self.kings, self.quiet, self.past, self.drawn = kings, quiet, past, drawn
        while 4 * self.room < len(stack):
            self.grow()
        for place, word in enumerate(stack):
            self.stack[place] = word
        self.plies = len(stack) // 4

    def position(self, seat=None):
        return fen.write_fen(*self.words()[:5])

    def set_position(self, text):
        self.undoable = None
        turn, pieces, kings, quiet = fen.read_fen(text, QUIET)
        # What the quiet moves led from is not known: the stack holds as many boards without a piece, which equal none.
        self.set_words((turn, *pieces, kings, quiet, 0, quiet == QUIET, [0] * (4 * quiet)))

    def text(self, move):
        return dark_squares.text(move)

    def tidy(self, entry):
        return dark_squares.fold_entry(entry)

    def parse(self, entry):
        return dark_squares.read(entry, self)

    def cells(self, move):
        return tuple([dark_squares.place(bit) for bit in dark_squares.way_of(move)])

    def show(self, seat=None):
        crowned = "B, W: kings" if self.kings else ""
        idle = f"{self.quiet} of {QUIET} moves without progress" if self.quiet >= TOLD else ""
        note = "; ".join(filter(None, (crowned, idle)))
        return dark_squares.picture((self.pieces[0], self.pieces[1]), self.kings, note)

    def reason(self):
        if self.value():
            return f"{self.seats[self.turn]} has no {'move' if self.pieces[self.turn] else 'piece'} left"
        return "forty moves a side without progress" if self.quiet == QUIET else "the third repetition"
