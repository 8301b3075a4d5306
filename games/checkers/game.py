"""Checkers, or English draughts: men move and jump forward, kings both ways; a side that cannot move has lost.

The rules follow the World Checkers Draughts Federation (Rules of Draughts, section 1,
wcdf.net/rules/rules_of_checkers_english.pdf). Black, on the squares 1 to 12, moves first (1.5, 1.13). A man steps
diagonally forward onto an empty square (1.15); on the furthest row it becomes a king, which ends its move (1.16). A
king steps forward and back (1.17). A piece jumps over an adjacent piece of the other side onto the empty square beyond,
a man only forward (1.18), a king forward and back (1.21). A jump goes on as long as the same piece can jump again, but
not twice over the same piece, and counts as one move (1.19, 1.20). Jumping is mandatory, but any jump will do (1.20). A
side without a move has lost (1.30).

The game is drawn when a position occurs for the third time (1.32.1), and after 40 moves of each side without a move of
a man or a capture (1.32.2). Players would have to claim these draws; here they are automatic. If the last of these
moves leaves the other side without a move, it wins. With draws=none nobody claims them.

board.py describes the bit boards and the bits of a move. Each move puts the position before it on a stack, in four
words: Black's pieces, White's, the kings with the number of quiet moves in bits 48 and up, and the past.

The terms of the estimate come from A. L. Samuel, "Some Studies in Machine Learning Using the Game of
Checkers", IBM Journal of Research and Development 3 (3), 1959: pieces, advancement, the back row. Their weights go over
from a full board to an empty one with the number of pieces. The weights of men were fitted by logistic regression to
who won 200,000 positions without a jump, from 2,100 games of this program against itself, and rounded. Men that advance
early are usually lost, so on a full board a row forward has a negative weight.
"""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.libc.stdlib import free, realloc
    from cython.cimports.libc.string import memcpy
else:
    from games.base.bits import Bits, backwards, count, lowest, stir
    from games.base.planes import Planes
    from games.game import ONGOING, Game, MoveList

from copyreg import __newobj__

from games.checkers import board, ending_tables, fen, notation, picture
from games.checkers.board import squares
from games.option import Choice, check

# For each word of the option draws: the moves of both sides without progress, and the occurrences of a position, that
# make a draw.
DRAWS = {"automatic": (picture.QUIET, 3), "none": (30_000, 30_000)}
TURNED = cython.declare(cython.int, 9)  # bits to shift a word that was read backwards
MOST = cython.declare(cython.int, 48)  # steps of a position: four of each of 12 kings

ONE = cython.declare(cython.ulonglong, 1)
WORD = cython.declare(cython.ulonglong, (1 << 64) - 1)
BOARD = cython.declare(cython.ulonglong, board.BOARD)
LOW = cython.declare(cython.ulonglong, (1 << 48) - 1)  # the kings in a word on the stack

ENDS = cython.declare(cython.ulonglong, squares(1, 2, 3, 4, 29, 30, 31, 32))  # a man can only enter the far row

# The estimate.

FULL = cython.declare(cython.int, 24)  # pieces of a full board
FEW = cython.declare(cython.int, 12)  # with at most this many pieces, kings hunt
# Men on the back row that keep the other's from becoming kings: the two of the bridge, and the others.
BRIDGE = cython.declare(cython.ulonglong[2], [squares(1, 3), squares(30, 32)])
OTHERS = cython.declare(cython.ulonglong[2], [squares(2, 4), squares(29, 31)])
# The squares of rows whose number, from 0, has the bit 1, 2, 4: three population counts add up the rows of all men.
ONES = cython.declare(cython.ulonglong, squares(*[square for square in range(1, 33) if (square - 1) // 4 & 1]))
TWOS = cython.declare(cython.ulonglong, squares(*[square for square in range(1, 33) if (square - 1) // 4 & 2]))
FOURS = cython.declare(cython.ulonglong, squares(*[square for square in range(1, 33) if (square - 1) // 4 & 4]))


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def step(way: cython.int) -> cython.int:
    """Return the difference in bits to the next square in a way."""
    return (4 + (way & 1)) * (1 - (way & 2))


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def steppers(down: Bits, up: Bits, empty: Bits) -> Bits:
    """Return the pieces that can step, of those that may go down the board and those that may go up."""
    return down & (empty >> 4 | empty >> 5) | up & (empty << 4 | empty << 5)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def jumpers(down: Bits, up: Bits, theirs: Bits, empty: Bits) -> Bits:
    """Return the pieces that can jump, of those that may go down the board and those that may go up."""
    down &= theirs >> 4 & empty >> 8 | theirs >> 5 & empty >> 10
    return down | up & (theirs << 4 & empty << 8 | theirs << 5 & empty << 10)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def push_steps(out: MoveList, pieces: Bits, far: cython.int) -> cython.void:
    """Add the steps of the pieces by `far` bits; room for them must be reserved."""
    while pieces:
        bit: cython.int = lowest(pieces)
        out.push(bit | (bit + far) << 6)
        pieces &= pieces - 1


def add_jumps(out, start, bit, theirs, empty, jumps, ways):
    """Add all jumps from `start` that go on from `bit` in the `ways` of a mask; return whether there is one.

    A man's move ends by itself where it becomes a king, because none of its ways leads on.
    """
    way: cython.int
    found: cython.int = 0
    for way in range(4):
        over: cython.int = bit + step(way)
        to: cython.int = over + step(way)
        if ways >> way & 1 and theirs >> over & empty >> to & 1:
            found = 1
            if not add_jumps(out, start, to, theirs ^ ONE << over, empty, jumps << 2 | way, ways):
                out.add((jumps << 2 | way) << 12 | to << 6 | start)
    return found


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def jumped_squares(move: cython.int) -> Bits:
    """Return the squares that the move jumps over."""
    found: Bits = 0
    bit: cython.int = move >> 6 & 63
    jumps: cython.int = move >> 12
    while jumps > 1:
        found |= ONE << bit - step(jumps & 3)
        bit -= 2 * step(jumps & 3)
        jumps >>= 2
    return found


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def distances(bit: cython.int, pieces: Bits) -> cython.int:
    """Return the sum of the steps that a king on this square needs to each of the pieces."""
    total: cython.int = 0
    near: Bits = ONE << bit
    while pieces & ~near:
        total += count(pieces & ~near)
        near |= (near << 4 | near << 5 | near >> 4 | near >> 5) & BOARD
    return total


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def places(black: Bits, white: Bits, lost: cython.int) -> cython.int:
    """Return Black's worth of the places of these men; `lost` pieces are off the board."""
    fall: cython.int = lost + lost // 2
    total: cython.int = (lost - 10) * (rows(black | white) - 7 * count(white))
    total += (50 - fall) * (count(black & BRIDGE[0]) - count(white & BRIDGE[1]))
    return total + (20 - fall) * (count(black & OTHERS[0]) - count(white & OTHERS[1]))


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def material(pieces: Bits, kings: Bits) -> cython.int:
    """Return the worth of the pieces: 5 for a man, 7 for a king."""
    return 5 * count(pieces) + 2 * count(pieces & kings)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def rows(men: Bits) -> cython.int:
    """Return the sum of the rows of the men, counted down the board from 0."""
    return count(men & ONES) + 2 * count(men & TWOS) + 4 * count(men & FOURS)


def hunt(hunters: Bits, hunted: Bits) -> cython.int:
    """Return the sum of the distances of all hunters to all hunted pieces."""
    total: cython.int = 0
    while hunters:
        total += distances(lowest(hunters), hunted)
        hunters &= hunters - 1
    return total


def evaluate(black: Bits, white: Bits, kings: Bits, turn: cython.int) -> cython.int:
    """Return Black's lead, 180 to 290 a man: pieces, men's places, a jump that threatens the mover, the hunt."""
    both: cython.int = count(black | white)
    lost: cython.int = FULL - both
    ahead: cython.int = material(black, kings) - material(white, kings)
    total: cython.int = ahead * (60 - both) + places(black & ~kings, white & ~kings, lost)
    empty: Bits = BOARD & ~(black | white)
    if turn and jumpers(black, black & kings, white, empty):
        total += 5 * both // 2
    elif not turn and jumpers(white & kings, white, black, empty):
        total -= 5 * both // 2
    if both <= FEW and ahead:
        total -= 8 * (hunt(black & kings, white) if ahead > 0 else -hunt(white & kings, black))
    return total


class Checkers(Game):
    """Jump over the other side's pieces; the side that cannot move loses."""

    seats = ("Black", "White")
    text, tidy, parse, why_not = notation.text, notation.tidy, notation.parse, notation.why_not
    position, arrangement = fen.position, fen.arrange
    solver = ending_tables.solver
    show, cells, layout, reason = picture.show, picture.cells, picture.layout, picture.reason
    scale = 220  # fitted by benchmarks/scale.py
    looks_back = True
    swing = 90  # in games of the program against itself 99 of 100 moves without a jump changed the estimate by less
    walks = True
    below = 1
    options = {"draws": Choice("automatic", words=tuple(DRAWS), note="none: neither by repetition nor by quiet moves")}

    def __init__(self, draws="automatic"):
        check(self.options, draws=draws)
        self.most, self.times = DRAWS[draws]
        self.turn = 0
        self.pieces = [squares(*range(1, 13)), squares(*range(21, 33))]
        self.kings = self.past = self.quiet = self.plies = 0
        self.drawn = False
        if not cython.compiled:  # compiled, new fields hold zeros
            self.room, self.stack = 0, []

    if cython.compiled:

        def __dealloc__(self):
            free(self.stack)

        def grow(self) -> cython.int:
            room: cython.int = 2 * self.room + 128
            stack = cython.cast(cython.p_ulonglong, realloc(self.stack, 4 * room * cython.sizeof(cython.ulonglong)))
            if stack is cython.NULL:
                raise MemoryError("no room for more moves")
            self.stack, self.room = stack, room
            return 0

        def __reduce__(self):
            stack = cython.cast(cython.p_char, self.stack)[: 4 * self.plies * cython.sizeof(cython.ulonglong)]
            rules = self.most, self.times
            words = rules, self.turn, self.pieces, self.kings, self.quiet, self.past, self.drawn, stack
            return __newobj__, (type(self),), (words, getattr(self, "__dict__", {}))

        def __setstate__(self, state):
            stack: bytes
            rules, self.turn, pieces, self.kings, self.quiet, self.past, self.drawn, stack = state[0]
            self.most, self.times = rules
            self.pieces = pieces
            self.plies = len(stack) // (4 * cython.sizeof(cython.ulonglong))
            while self.room < self.plies:
                self.grow()
            memcpy(self.stack, cython.cast(cython.p_char, stack), len(stack))
            for name, field in state[1].items():
                setattr(self, name, field)

    else:  # compiled: memory instead of the list above

        def grow(self):
            """Make room for more moves on the stack."""
            self.stack += [0] * 512
            self.room += 128

    @cython.final
    def going(self, way: cython.int) -> Bits:
        """Return the mover's pieces that may go down the board (0), which is forward for Black, or up (1)."""
        return self.pieces[self.turn] if way == self.turn else self.pieces[self.turn] & self.kings

    @cython.ccall
    def collect(self, out: MoveList) -> cython.void:
        self.gather(out, True)

    @cython.ccall
    def collect_forcing(self, out: MoveList) -> cython.void:
        self.gather(out, False)

    @cython.final
    def gather(self, out: MoveList, quiet: cython.bint) -> cython.int:
        """Add the jumps, or if there is none and `quiet` is true, the steps."""
        down: Bits = self.going(0)
        up: Bits = self.going(1)
        theirs: Bits = self.pieces[1 - self.turn]
        empty: Bits = BOARD & ~(down | up | theirs)
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
            # Its own square is empty while it jumps, and it may return there.
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
        # Clear the start before setting the end: a jump may end where it began.
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

    @cython.final
    def settle(self) -> cython.void:
        """Update the past after a quiet move, and find whether the game is drawn."""
        place: cython.int = 4 * (self.plies - 1)
        self.past = self.past + stir(stir(self.stack[place]) + self.stack[place + 1] & WORD) & WORD
        self.quiet += 1
        # While only kings move, the words of the pieces determine the kings, and also the turn, because each move
        # changes the sum of all rows by one. The shortest way back takes four moves.
        black: Bits = self.pieces[0]
        white: Bits = self.pieces[1]
        times: cython.int = 1
        back: cython.int
        for back in range(4, self.quiet + 1, 2):
            place = 4 * (self.plies - back)
            times += self.stack[place] == black and self.stack[place + 1] == white
        self.drawn = times >= self.times or self.quiet >= self.most

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
        empty: Bits = BOARD & ~(down | up | theirs)
        if steppers(down, up, empty) or jumpers(down, up, theirs, empty):
            return 0 if self.drawn else ONGOING
        return 2 * self.turn - 1

    @cython.ccall
    def estimate(self) -> cython.int:
        return evaluate(self.pieces[0], self.pieces[1], self.kings, self.turn)

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
        # Computed on demand: hashing a few words costs less than updating a key at every move of a playout.
        return stir(self.board_key() + self.past & WORD) or 1

    @cython.ccall
    def board_key(self) -> cython.ulonglong:
        bits: Bits = stir(stir(self.pieces[0] | self.turn) + self.pieces[1] & WORD)
        return stir(bits + self.kings & WORD) or 1

    def become(self, other: Game) -> cython.void:
        of: Checkers = other
        self.turn, self.most, self.times = of.turn, of.most, of.times
        self.pieces[:] = of.pieces
        self.kings, self.past, self.quiet, self.drawn = of.kings, of.past, of.quiet, of.drawn
        while self.room < of.plies:
            self.grow()
        self.plies = of.plies
        place: cython.int
        for place in range(4 * of.plies):
            self.stack[place] = of.stack[place]

    def set_position(self, text):
        self.undoable = None
        self.turn, pieces, self.kings, self.quiet = fen.read_fen(text, self.most)
        self.pieces = pieces
        self.past, self.drawn, self.plies = 0, self.quiet >= self.most, self.quiet
        while self.room < self.plies:
            self.grow()
        # The positions before the quiet moves are unknown: the stack holds empty boards instead, which equal none.
        place: cython.int
        for place in range(4 * self.plies):
            self.stack[place] = 0
