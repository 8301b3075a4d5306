"""The stones of go on their board: placed and taken back, and which points superko and suicide forbid.

Rows of points lie 21 apart, whatever the size; the edge around them holds 3. A1 is point 22. A move is the number of
its point, and a pass is 0:

    3    64  65  66  ...            +21
    2    43  44  45  ...             |
    1    22  23  24  ...       -1 --   -- +1
                                     |
          A   B   C  ...            -21

`around` counts the stones beside each point: black ones in bits 0 to 3, white ones in bits 4 to 7, both in the bits
from 8 on. The edge counts as a stone of both sides.
`codes` holds what is on the eight points around each point, two bits each, as games/go/patterns.py writes shapes.

games/go/board.py describes chains. A chain that is absorbed or captured keeps its numbers, so a few numbers are enough
to take a move back. Each move leaves 16 on a log:

    0 to 3   next, size and liberties of its point, and the place of the point in the list of empty points
    4 to 6   whether the filter got a new bit, the passes and the move before it
    8 to 15  up to four pairs of chains: a larger one and one that it absorbed, or a captured one and 0

A board is identified by a Zobrist word of 64 bits. A move can repeat an earlier board only if a stone of the same side
has been captured on its point: `taken` knows these points, and may hold more after moves are taken back. A filter has a
bit for the lowest 12 bits of each earlier board, so most boards of such moves are quickly found to be new.
"""

# mypy: ignore-errors
import cython

if not cython.compiled:
    from games.base.bits import Bits, stir
    from games.game import Game
    from games.go.board import absorb, fills, release

    LARGEST, WIDTH, TABLE, PASS = 19, 21, 441, 0
    EMPTY, EDGE, FILTER = 0, 3, 64
    RECORD, NEXT, SIZE, LIBERTIES, PLACE, FRESH, PASSES, LAST, PAIRS = 16, 0, 1, 2, 3, 4, 5, 6, 8

MOST = 1083  # moves of a game on the largest board
BOARDS = 1500  # earlier boards: one for each move, and those that the text of a position bans
WORD = cython.declare(cython.ulonglong, (1 << 64) - 1)
ONE = cython.declare(cython.ulonglong, 1)
steps = cython.declare(cython.int[4], [1, -1, 21, -21])
words = cython.declare(cython.ulonglong[1323], [stir(number + 7) for number in range(1323)])  # by colour, then point
ring = cython.declare(cython.int[8], [20, 21, 22, -1, 1, -22, -21, -20])  # in the order of the bits of a shape


class Stones(Game):
    """A board of go with its stones and its earlier boards."""

    def clear(self, size):
        """Make it an empty board of `size` lines without a history."""
        self.size = size
        self.turn = self.left = 0
        if not cython.compiled:  # compiled, the arrays are there from the start
            self.points, self.chains, self.nexts = [[0] * TABLE for _ in range(3)]
            self.sizes, self.liberties, self.places, self.around, self.codes = [[0] * TABLE for _ in range(5)]
            self.empty = [0] * (LARGEST * LARGEST)
            self.filter, self.past, self.log = [0] * FILTER, [0] * BOARDS, [0] * (RECORD * MOST)
            self.taken = [0] * TABLE
        for point in range(TABLE):
            self.points[point], self.chains[point], self.around[point] = EDGE, 0, 0
        for row in range(size):
            for column in range(size):
                point = WIDTH * (row + 1) + column + 1
                self.points[point], self.places[point], self.empty[self.left] = EMPTY, self.left, point
                self.around[point] = 273 * ((row in (0, size - 1)) + (column in (0, size - 1)))
                self.left += 1
        for point in self.empty[: self.left]:
            self.codes[point] = sum([self.points[point + ring[number]] << 2 * number for number in range(8)])
        self.mixed = 0
        self.forget()

    def forget(self):
        """Forget all boards before this one."""
        self.boards = self.past_sum = self.made = self.passes = 0
        self.last = PASS
        for place in range(TABLE):
            self.filter[place % FILTER] = self.taken[place] = 0
        self.remember(self.mixed)

    def apply(self, move: cython.int) -> cython.void:
        self.log[RECORD * self.made + PASSES], self.log[RECORD * self.made + LAST] = self.passes, self.last
        self.made += 1
        self.last = move
        if move == PASS:
            self.passes += 1
        else:
            self.passes = 0
            self.lay(move)
        self.turn ^= 1

    def revert(self, move: cython.int) -> cython.void:
        self.made -= 1
        self.turn ^= 1
        self.passes = self.log[RECORD * self.made + PASSES] & 1
        self.last = self.log[RECORD * self.made + LAST]
        if move != PASS:
            self.lift(move)

    def become(self, other: Game) -> cython.void:
        # The log is not copied: moves made before the copy are not taken back in it.
        of: Stones = other
        place: cython.int
        self.turn, self.size, self.left = of.turn, of.size, of.left
        self.made, self.passes, self.last = of.made, of.passes, of.last
        self.mixed, self.past_sum, self.boards = of.mixed, of.past_sum, of.boards
        for place in range(WIDTH * (of.size + 2)):
            self.points[place], self.chains[place] = of.points[place], of.chains[place]
            self.nexts[place] = of.nexts[place]
            self.sizes[place], self.liberties[place] = of.sizes[place], of.liberties[place]
            self.places[place], self.around[place] = of.places[place], of.around[place]
            self.codes[place], self.taken[place] = of.codes[place], of.taken[place]
        for place in range(of.size * of.size):
            self.empty[place] = of.empty[place]
        self.filter[:] = of.filter
        for place in range(of.boards):
            self.past[place] = of.past[place]

    # Placing and removing stones.

    @cython.final
    def remember(self, board: Bits) -> cython.bint:
        """Add the current board to the earlier ones; return whether its bit of the filter is new."""
        bit: Bits = ONE << (board & 63)
        fresh: cython.bint = not self.filter[board >> 6 & 63] & bit
        self.filter[board >> 6 & 63] |= bit
        self.past[self.boards] = self.mixed = board
        self.past_sum = self.past_sum + board & WORD
        self.boards += 1
        return fresh

    def lay(self, point: cython.int) -> cython.void:
        """Put a stone of the side to move on the point, and remove the chains that it captures."""
        number: cython.int
        own: cython.int = self.turn + 1
        base: cython.int = RECORD * (self.made - 1)
        pair: cython.int = base + PAIRS
        self.log[base + NEXT] = self.nexts[point]
        self.log[base + SIZE], self.log[base + LIBERTIES] = self.sizes[point], self.liberties[point]
        place: cython.int = self.places[point]
        self.log[base + PLACE] = place
        self.left -= 1
        last: cython.int = self.empty[self.left]
        self.empty[place], self.places[last] = last, place
        self.points[point] = own
        self.chains[point] = self.nexts[point] = point
        self.sizes[point] = 1
        self.liberties[point] = 4 - (self.around[point] >> 8)
        self.touch(point, own, 1)
        board: Bits = self.mixed ^ words[own * TABLE + point]
        for number in range(4):
            near: cython.int = point + steps[number]
            one: cython.int = self.chains[point]
            other: cython.int = self.chains[near]
            if self.points[near] == own:
                if one != other:
                    if self.sizes[one] < self.sizes[other]:
                        one, other = other, one
                    absorb(self.chains, self.nexts, self.sizes, self.liberties, one, other)
                    self.log[pair], self.log[pair + 1] = one, other
                    pair += 2
            elif self.points[near] == 3 - own and self.liberties[other] == 0:
                board ^= self.capture(other)
                self.log[pair], self.log[pair + 1] = other, 0
                pair += 2
        self.log[base + PASSES] |= pair - base - PAIRS << 1
        self.log[base + FRESH] = self.remember(board)

    def lift(self, point: cython.int) -> cython.void:
        """Undo the last `lay`, on this point."""
        base: cython.int = RECORD * self.made
        pair: cython.int = base + PAIRS + (self.log[base + PASSES] >> 1)
        board: Bits = self.mixed
        if self.log[base + FRESH]:
            self.filter[board >> 6 & 63] ^= ONE << (board & 63)
        self.boards -= 1
        self.past_sum = self.past_sum - board & WORD
        self.mixed = self.past[self.boards - 1]
        while pair > base + PAIRS:
            pair -= 2
            if self.log[pair + 1]:
                release(self.chains, self.nexts, self.sizes, self.liberties, self.log[pair], self.log[pair + 1])
            else:
                self.restore(self.log[pair])
        self.touch(point, self.turn + 1, -1)
        self.points[point] = EMPTY
        self.chains[point], self.nexts[point] = 0, self.log[base + NEXT]
        self.sizes[point], self.liberties[point] = self.log[base + SIZE], self.log[base + LIBERTIES]
        place: cython.int = self.log[base + PLACE]
        last: cython.int = self.empty[place]
        self.empty[self.left], self.places[last] = last, self.left
        self.empty[place], self.places[point] = point, place
        self.left += 1

    @cython.final
    def touch(self, point: cython.int, colour: cython.int, change: cython.int) -> cython.void:
        """Update the points and chains beside a point where a stone was laid (`change` 1) or lifted (-1)."""
        number: cython.int
        count: cython.int = change * (257 if colour == 1 else 272)
        for number in range(4):
            near: cython.int = point + steps[number]
            self.around[near] += count
            self.liberties[self.chains[near]] -= change
        for number in range(8):
            self.codes[point - ring[number]] ^= colour << 2 * number

    def capture(self, chain: cython.int) -> Bits:
        """Remove the chain from the board; return the words of its stones, combined by exclusive or."""
        found: Bits = 0
        base: cython.int = TABLE * self.points[chain]
        stone: cython.int = chain
        while True:
            found ^= words[base + stone]
            self.taken[stone] |= 2 - self.turn
            self.points[stone] = EMPTY
            self.chains[stone] = 0
            self.empty[self.left], self.places[stone] = stone, self.left
            self.left += 1
            self.touch(stone, 2 - self.turn, -1)
            stone = self.nexts[stone]
            if stone == chain:
                break
        return found

    def restore(self, chain: cython.int) -> cython.void:
        """Put the chain captured last, of the side not to move, back on the board."""
        stone: cython.int = chain
        self.left -= self.sizes[chain]
        while True:
            self.touch(stone, 2 - self.turn, 1)
            self.points[stone] = 2 - self.turn
            self.chains[stone] = chain
            stone = self.nexts[stone]
            if stone == chain:
                break

    # Which moves are legal.

    @cython.final
    def reach(self, point: cython.int) -> cython.int:
        """Return what a stone of the side to move does on the empty point: 0 suicide, 1 lives, 2 captures."""
        cython.declare(number=cython.int, near=cython.int)
        taken: cython.int = self.around[point] >> 8
        if taken != self.around[point] >> 4 * self.turn & 15:  # there is a stone of the other side
            for number in range(4):
                near = point + steps[number]
                if self.points[near] == 2 - self.turn and fills(self.chains, self.liberties, point, self.chains[near]):
                    return 2
        if taken < 4:
            return 1
        for number in range(4):
            near = point + steps[number]
            if self.points[near] == self.turn + 1 and not fills(self.chains, self.liberties, point, self.chains[near]):
                return 1
        return 0

    @cython.final
    def allows(self, point: cython.int) -> cython.bint:
        """Return whether the side to move may place a stone on the empty point: no suicide, no earlier board."""
        if self.taken[point] & self.turn + 1 and self.reach(point) and self.has_been(self.board_after(point)):
            return False
        return self.around[point] >> 8 < 4 or self.reach(point) > 0

    @cython.final
    def board_after(self, point: cython.int) -> Bits:
        """Return the word of the board after the side to move places a stone on the point."""
        number: cython.int
        board: Bits = self.mixed ^ words[(self.turn + 1) * TABLE + point]
        done: cython.int[4] = [0, 0, 0, 0]
        for number in range(4):
            near: cython.int = point + steps[number]
            if self.points[near] == 2 - self.turn and fills(self.chains, self.liberties, point, self.chains[near]):
                chain: cython.int = self.chains[near]
                if chain in (done[0], done[1], done[2]):
                    continue
                done[number] = chain
                stone: cython.int = chain
                while True:
                    board ^= words[(2 - self.turn) * TABLE + stone]
                    stone = self.nexts[stone]
                    if stone == chain:
                        break
        return board

    @cython.final
    def has_been(self, board: Bits) -> cython.bint:
        """Return whether this board has occurred before."""
        place: cython.int = self.boards - 1 if self.filter[board >> 6 & 63] >> (board & 63) & 1 else -1
        while place >= 0 and self.past[place] != board:
            place -= 1
        return place >= 0
