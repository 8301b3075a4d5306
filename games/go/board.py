r"""A board of go: stones, the chains that they form, and the boards that have been.

Rows of points lie 21 apart, whatever the size; the edge around them holds 3. A1 is point 22, and a move is the number
of its point; a pass is 0:

    3    64  65  66  ...            +21
    2    43  44  45  ...             |
    1    22  23  24  ...       -1 --   -- +1
                                     |
          A   B   C  ...            -21

A chain is a set of stones that are joined by neighbours. It has the number of one of its stones, and its stones stand
in a ring: `nexts` leads from each to the next. Its liberties are counted once for each stone that they touch, so that
a stone more or less changes each count by one. So counted they are 0 exactly if the chain has none. Where no stone
stands the number of the chain is 0: what is counted for that one means nothing, and nobody has to ask.

`around` counts what stands beside each point: black stones in bits 0 to 3, white ones in bits 4 to 7, both in the bits
from 8 on. The edge counts as a stone of either side.

A chain that is absorbed by another keeps its own numbers, and so does one that is captured. So a move can be taken back
from few numbers. They stand on a log, 16 for each move:

    0 to 3   next, size and liberties of its point, and the place of the point in the list of the empty ones
    4 to 7   the most stones of a board before, whether the filter has a new bit, passes before it, the move before it
    8 to 15  up to four pairs of chains, a larger and one that it absorbed, or a captured one and 0

A board is known by a word of 64 bits, the words of its stones flipped together. A filter has a bit for the lowest 12
bits of each board that has been: most boards that are new are found to be new by it. So are those with more stones than
any before.
"""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.base.bits import Bits, stir
    from cython.cimports.games.game import Game
else:
    from games.base.bits import Bits, stir
    from games.game import Game

    LARGEST, WIDTH, TABLE, PASS = 19, 21, 441, 0
    EMPTY, EDGE = 0, 3
    RECORD, NEXT, SIZE, LIBERTIES, PLACE, TALLEST, FRESH, PASSES, LAST, PAIRS = 16, 0, 1, 2, 3, 4, 5, 6, 7, 8
    FILTER = 64

WORD = cython.declare(cython.ulonglong, (1 << 64) - 1)
ONE = cython.declare(cython.ulonglong, 1)
steps = cython.declare(cython.int[4], [1, -1, 21, -21])
words = cython.declare(cython.ulonglong[1323], [stir(number + 7) for number in range(1323)])  # by colour, then point


class GoBoard(Game):
    """The stones of go, laid and taken back, without a word about who wins."""

    # left: empty points, those first in `empty`; places: where a point stands there. boards: how many have been, the
    # last one this; past_sum: their words added up. tallest: the most stones of any of them.

    @cython.final
    def remember(self, board: Bits) -> cython.void:
        """Count the board, which is the one on the table, among those that have been."""
        bit: Bits = ONE << (board & 63)
        stones: cython.int = self.size * self.size - self.left
        self.filter[board >> 6 & 63] |= bit
        self.past[self.boards] = self.mixed = board
        self.past_sum = self.past_sum + board & WORD
        self.boards += 1
        self.tallest = max(self.tallest, stones)

    def go_on(self, move: cython.int) -> cython.void:
        """Make the move, a pass or a stone."""
        self.log[RECORD * self.made + PASSES], self.log[RECORD * self.made + LAST] = self.passes, self.last
        self.made += 1
        self.last = move
        if move == PASS:
            self.passes += 1
        else:
            self.passes = 0
            self.lay(move)
        self.turn ^= 1

    def lay(self, point: cython.int) -> cython.void:
        """Put a stone of the side to move on the point, and take the chains that it captures off the board."""
        number: cython.int
        own: cython.int = self.turn + 1
        base: cython.int = RECORD * (self.made - 1)
        pair: cython.int = base + PAIRS
        self.log[base + NEXT] = self.nexts[point]
        self.log[base + SIZE], self.log[base + LIBERTIES] = self.sizes[point], self.liberties[point]
        place: cython.int = self.places[point]
        self.log[base + PLACE], self.log[base + TALLEST] = place, self.tallest
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
                    self.absorb(one, other)
                    self.log[pair], self.log[pair + 1] = one, other
                    pair += 2
            elif self.points[near] == 3 - own and self.liberties[other] == 0:
                board ^= self.capture(other)
                self.log[pair], self.log[pair + 1] = other, 0
                pair += 2
        self.log[base + PASSES] |= pair - base - PAIRS << 1
        self.log[base + FRESH] = not self.filter[board >> 6 & 63] >> (board & 63) & 1
        self.remember(board)

    def lift(self, point: cython.int) -> cython.void:
        """Take the stone on the point off again, the last one laid: `lay` backwards."""
        base: cython.int = RECORD * self.made
        pair: cython.int = base + PAIRS + (self.log[base + PASSES] >> 1)
        board: Bits = self.mixed
        if self.log[base + FRESH]:
            self.filter[board >> 6 & 63] ^= ONE << (board & 63)
        self.boards -= 1
        self.past_sum = self.past_sum - board & WORD
        self.mixed = self.past[self.boards - 1]
        self.tallest = self.log[base + TALLEST]
        while pair > base + PAIRS:
            pair -= 2
            if self.log[pair + 1]:
                self.release(self.log[pair], self.log[pair + 1])
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
        """Tell the points and chains beside the point that a stone of that colour was laid there (1) or lifted (-1)."""
        number: cython.int
        count: cython.int = change * (257 if colour == 1 else 272)
        for number in range(4):
            near: cython.int = point + steps[number]
            self.around[near] += count
            self.liberties[self.chains[near]] -= change

    def absorb(self, one: cython.int, other: cython.int) -> cython.void:
        """Make the other chain a part of the one."""
        stone: cython.int = other
        while True:
            self.chains[stone] = one
            stone = self.nexts[stone]
            if stone == other:
                break
        self.sizes[one] += self.sizes[other]
        self.liberties[one] += self.liberties[other]
        self.nexts[one], self.nexts[other] = self.nexts[other], self.nexts[one]

    def release(self, one: cython.int, other: cython.int) -> cython.void:
        """Part the two again, of which the one absorbed the other last."""
        stone: cython.int = other
        self.nexts[one], self.nexts[other] = self.nexts[other], self.nexts[one]
        self.sizes[one] -= self.sizes[other]
        self.liberties[one] -= self.liberties[other]
        while True:
            self.chains[stone] = other
            stone = self.nexts[stone]
            if stone == other:
                break

    def capture(self, chain: cython.int) -> Bits:
        """Take the chain off the board; the words of its stones, flipped together."""
        found: Bits = 0
        base: cython.int = TABLE * self.points[chain]
        stone: cython.int = chain
        while True:
            found ^= words[base + stone]
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
        """Put a chain of the side that is not to move back on the board, the one captured last."""
        stone: cython.int = chain
        self.left -= self.sizes[chain]
        while True:
            self.touch(stone, 2 - self.turn, 1)
            self.points[stone] = 2 - self.turn
            self.chains[stone] = chain
            stone = self.nexts[stone]
            if stone == chain:
                break

    # What may be done.

    @cython.final
    def fills(self, point: cython.int, chain: cython.int) -> cython.bint:
        """Whether the empty point is the only liberty of that chain, which touches it."""
        number: cython.int
        left: cython.int = self.liberties[chain]
        if left > 4:
            return False
        for number in range(4):
            left -= self.chains[point + steps[number]] == chain
        return left == 0

    @cython.final
    def reach(self, point: cython.int) -> cython.int:
        """What a stone of the side to move would do on the empty point: 0: have no liberty, 1: live, 2: capture."""
        number: cython.int
        near: cython.int
        taken: cython.int = self.around[point] >> 8
        if taken != self.around[point] >> 4 * self.turn & 15:  # there is a stone of the other side
            for number in range(4):
                near = point + steps[number]
                if self.points[near] == 2 - self.turn and self.fills(point, self.chains[near]):
                    return 2
        if taken < 4:
            return 1
        for number in range(4):
            near = point + steps[number]
            if self.points[near] == self.turn + 1 and not self.fills(point, self.chains[near]):
                return 1
        return 0

    @cython.final
    def allows(self, point: cython.int) -> cython.bint:
        """Whether the side to move may place a stone on the empty point: no suicide, and no board that has been."""
        found: cython.int = self.reach(point)
        if found == 2:
            return not self.has_been(self.board_after(point))
        if found == 0 or self.size * self.size - self.left >= self.tallest:
            return found > 0
        return not self.has_been(self.mixed ^ words[(self.turn + 1) * TABLE + point])

    @cython.final
    def board_after(self, point: cython.int) -> Bits:
        """The word of the board after a stone of the side to move on that point."""
        number: cython.int
        board: Bits = self.mixed ^ words[(self.turn + 1) * TABLE + point]
        done: cython.int[4] = [0, 0, 0, 0]
        for number in range(4):
            near: cython.int = point + steps[number]
            if self.points[near] == 2 - self.turn and self.fills(point, self.chains[near]):
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
        """Whether that board has been on the table."""
        place: cython.int = self.boards - 1 if self.filter[board >> 6 & 63] >> (board & 63) & 1 else -1
        while place >= 0 and self.past[place] != board:
            place -= 1
        return place >= 0
