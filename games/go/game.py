r"""Go: surround more of the board than the other side, and capture what has no liberty left.

The rules follow J. Tromp and B. Taylor ("The Game of Go", tromp.github.io/go.html), except that suicide is
forbidden. A move places a stone on an empty point, or passes. It then removes the stones of the other side without a
liberty. No move may repeat an earlier board, no matter who was to move then (positional superko). Two passes in a row
end the game. Each side gets its stones and the empty points that reach only its stones (area scoring); White also gets
the komi. Black moves first; with a handicap Black's stones stand on the board, and White moves first.

Superko alone ends every game, but late. So a game also ends, and is counted as it stands, after three moves for each
point of the board, or after 100 on small boards.

The score is Black's lead in points, with the komi. Half a point is rounded up for the winner.

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

A playout answers the last move if it can, in this order: it captures a chain that this move put or left in atari, it
saves a chain of its own from atari, or it makes a move beside the last one that forms a shape of games/go/patterns.py.
Otherwise it draws any move that fills no eye of its own, all equally likely, or passes; it seldom puts a stone in
atari. The order follows the report cited in patterns.py.
"""

# mypy: ignore-errors
import cython

if not cython.compiled:
    from games.base.bits import Bits, stir
    from games.game import ONGOING, Game, MoveList
    from games.go.board import absorb, fills, is_eye, is_safe, is_shape, last_liberty, liberty_but, measure, nearness

    # isort: split
    from games.go.board import openness, release, weigh, whole

    LARGEST, WIDTH, TABLE, PASS = 19, 21, 441, 0
    EMPTY, EDGE, FILTER = 0, 3, 64
    RECORD, NEXT, SIZE, LIBERTIES, PLACE, FRESH, PASSES, LAST, PAIRS = 16, 0, 1, 2, 3, 4, 5, 6, 8

from games.base import refusals
from games.go import notation
from games.option import Number, Whole, check

MOST = 1083  # moves of a game on the largest board
BOARDS = 1500  # earlier boards: one for each move, and those that the text of a position bans
KOMI = 361  # points at most
TRIES = cython.declare(cython.int, 4)  # points that a playout draws before it goes through all of them
WORD = cython.declare(cython.ulonglong, (1 << 64) - 1)
ONE = cython.declare(cython.ulonglong, 1)
LOW = cython.declare(cython.ulonglong, (1 << 32) - 1)
steps = cython.declare(cython.int[4], [1, -1, 21, -21])
words = cython.declare(cython.ulonglong[1323], [stir(number + 7) for number in range(1323)])  # by colour, then point
ring = cython.declare(cython.int[8], [20, 21, 22, -1, 1, -22, -21, -20])  # in the order of the bits of a shape


class Go(Game):
    """Surround more points than the other side; stones without a liberty are captured."""

    seats = ("Black", "White")
    looks_back = True
    options = {
        "size": Whole(9, least=2, most=19, note="lines of the board"),
        "komi": Number(7, least=-KOMI, most=KOMI, note="points that White has in advance, whole or half"),
        "handicap": Whole(0, least=0, most=9, note="stones of Black's on the board, from 2 on; then White moves first"),
    }
    position, numbers, text, tidy = notation.position, notation.numbers, notation.text, notation.tidy
    cells, show, reason = notation.cells, notation.show, notation.reason
    areas, tally = notation.areas, notation.tally
    chains_by_name, without = notation.chains_by_name, notation.without
    why_not, arrangement = refusals.surrounding, notation.arrange

    def __init__(self, size=9, komi=7, handicap=0):
        check(self.options, size=size, komi=komi, handicap=handicap)
        notation.check_start(komi, handicap)
        self.komi = int(2 * komi)  # in halves
        self.clear(size)
        for row, column in notation.handicap_places(size, handicap):
            self.put(row, column, 0)
        self.turn = int(handicap > 0)
        self.forget()

    def clear(self, size):
        """Make it an empty board of `size` lines without a history."""
        self.size, self.limit, self.answers = size, notation.limit_of(size), True
        self.turn = self.left = 0
        if not cython.compiled:  # compiled, the arrays are there from the start
            self.points, self.chains, self.nexts = [[0] * TABLE for _ in range(3)]
            self.sizes, self.liberties, self.places, self.around, self.codes = [[0] * TABLE for _ in range(5)]
            self.empty, self.found = [0] * (LARGEST * LARGEST), [0] * 512
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

    @property
    def stakes(self):
        """The points of the board and the komi."""
        return self.size * self.size + (abs(self.komi) + 1) // 2

    @cython.ccall
    def collect(self, out: MoveList) -> cython.void:
        # In the order of the board: the order of `empty` depends on the moves that led here.
        point: cython.int
        if self.value() != ONGOING:
            return
        for point in range(WIDTH + 1, WIDTH * (self.size + 1)):
            if self.points[point] == EMPTY and self.allows(point):
                out.add(point)
        out.add(PASS)

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

    @cython.ccall
    def value(self) -> cython.int:
        if self.passes < 2 and self.made < self.limit:
            return ONGOING
        return whole(2 * measure(self.points, self.size, 1, -1) - self.komi)

    @cython.ccall
    def at_least(self) -> cython.int:
        return whole(-2 * self.size * self.size - self.komi)

    @cython.ccall
    def at_most(self) -> cython.int:
        return whole(2 * self.size * self.size - self.komi)

    @cython.ccall
    def estimate(self) -> cython.int:
        """Return Black's lead in quarters of a point."""
        return weigh(self.points, self.size) - 2 * self.komi

    @cython.ccall
    def key(self) -> cython.ulonglong:
        bits: Bits = stir(self.past_sum + self.made & WORD)
        return stir(bits ^ self.board_key()) or 1

    @cython.ccall
    def board_key(self) -> cython.ulonglong:
        bits: Bits = 4 * self.turn + self.passes
        return stir(stir(bits) ^ self.mixed) or 1

    def become(self, other: Game) -> cython.void:
        # The log is not copied: moves made before the copy are not taken back in it.
        of: Go = other
        place: cython.int
        self.turn, self.size, self.komi, self.limit = of.turn, of.size, of.komi, of.limit
        self.left, self.made, self.passes = of.left, of.made, of.passes
        self.last, self.answers = of.last, of.answers
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

    # Positions as texts.

    def set_position(self, text):
        self.undoable = None
        start = notation.read(text, self.size)
        notation.check_liberties(start.stones, self.size)
        twin: Go = Go(self.size, 0)
        twin.komi = self.komi
        for (row, column), seat in start.stones.items():
            twin.put(row, column, seat)
        twin.turn = start.turn
        twin.ban(start.banned)
        twin.passes, twin.made = start.passes, start.made
        self.become(twin)

    def put(self, row, column, seat):
        """Put a stone of `seat` on the point in this row and column, counted from A1, as a move."""
        self.turn = seat
        self.apply(WIDTH * (row + 1) + column + 1)
        self.made = 0

    def ban(self, places):
        """Ban the boards that a stone on each of these points would make. Raise ValueError if one is no move anyway."""
        here, boards = self.mixed, []
        for row, column in places:
            point = WIDTH * (row + 1) + column + 1
            if self.points[point] != EMPTY or not self.reach(point):
                raise ValueError(f"ko={notation.name((row, column))}: no stone can be placed there anyway")
            boards.append(self.board_after(point))
        self.forget()
        self.boards = self.past_sum = 0
        for board in (*boards, here):
            self.remember(board)
        for row, column in places:
            self.taken[WIDTH * (row + 1) + column + 1] |= self.turn + 1

    def is_banned(self, point):
        """Return whether only superko forbids a stone of the side to move on the point."""
        return 0 <= point < TABLE and self.points[point] == EMPTY and self.reach(point) > 0 and not self.allows(point)

    def area(self):
        """Return the area of both sides in points."""
        return measure(self.points, self.size, 1, 0), measure(self.points, self.size, 0, 1)

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

    # Playouts and priors.

    @cython.ccall
    def playout_move(self, random: cython.ulonglong) -> cython.int:
        """Return an answer to the last move, or any move that fills no own eye, or a pass; -1 after the end."""
        return self.draw(random) if self.passes < 2 and self.made < self.limit else -1

    @cython.ccall
    def playout(self, random: cython.ulonglong, moves: MoveList, movers: MoveList) -> cython.int:
        move: cython.int
        before: cython.int = self.made
        while self.passes < 2 and self.made < self.limit:
            move = self.draw(random)
            moves.add(move)
            movers.add(self.turn)
            self.apply(move)
            random ^= random << 13 & WORD
            random ^= random >> 7
            random ^= random << 17 & WORD
        return self.made - before

    def draw(self, random: Bits) -> cython.int:
        """Return the playout's move for this random number."""
        point: cython.int = self.answer(random) if self.answers and self.last != PASS else PASS
        return point if point != PASS else self.draw_any(random)

    def draw_any(self, random: Bits) -> cython.int:
        """Return a move that fills no own eye, all equally likely, or a pass if there is none."""
        cython.declare(place=cython.int, point=cython.int, _=cython.int)
        for _ in range(TRIES if self.left else 0):
            point = self.empty[cython.cast(cython.int, (random >> 32) * self.left >> 32)]
            if self.is_good(point) and (self.lives(point) or self.reach(point) == 2):
                return point
            random = stir(random)
        for place in range(self.left):
            self.found[place] = self.empty[place]
        self.count = self.left
        return self.draw_found(random, False)

    @cython.final
    def lives(self, point: cython.int) -> cython.bint:
        """Return whether a stone of the side to move on the empty point would have two liberties without a capture."""
        if self.around[point] >> 8 <= 2:
            return True
        return is_safe(self.points, self.chains, self.nexts, self.liberties, point, self.turn + 1)

    @cython.final
    def is_good(self, point: cython.int) -> cython.bint:
        """Return whether the side to move may place a stone on the empty point and it is no eye of its own."""
        if self.around[point] >> 4 * self.turn & 15 == 4 and is_eye(self.points, point, self.turn + 1):
            return False
        return self.allows(point)

    def answer(self, random: Bits) -> cython.int:
        """Return an answer to the last move, drawn by the random number, or a pass if there is none."""
        number: cython.int
        point: cython.int = last_liberty(self.points, self.chains, self.nexts, self.liberties, self.chains[self.last])
        self.count = 0
        if point:
            self.offer(point)
        if self.count == 0:
            for number in range(4):
                near: cython.int = self.last + steps[number]
                if self.points[near] == self.turn + 1:
                    self.collect_rescues(self.chains[near])
        first: cython.int = cython.cast(cython.int, (random & LOW) * self.count >> 32)
        return self.found[first] if self.count else self.draw_shape(random)

    @cython.final
    def offer(self, point: cython.int) -> cython.void:
        """List the empty point if it is good."""
        self.found[self.count] = point
        self.count += self.is_good(point)

    def collect_rescues(self, chain: cython.int) -> cython.void:
        """Offer the moves that save a chain of the side to move from atari: captures beside it, or growth."""
        number: cython.int
        liberty: cython.int = last_liberty(self.points, self.chains, self.nexts, self.liberties, chain)
        if liberty == 0:
            return
        stone: cython.int = chain
        while self.count < 400:
            for number in range(4):
                near: cython.int = stone + steps[number]
                if self.points[near] == 2 - self.turn:
                    other: cython.int = self.chains[near]
                    point: cython.int = last_liberty(self.points, self.chains, self.nexts, self.liberties, other)
                    if point:
                        self.offer(point)
            stone = self.nexts[stone]
            if stone == chain:
                break
        if self.lives(liberty):
            self.offer(liberty)

    def draw_shape(self, random: Bits) -> cython.int:
        """Return a point around the last move that forms a shape and where the stone is not in atari, or a pass."""
        number: cython.int
        for number in range(8):
            point: cython.int = self.last + ring[number]
            self.found[self.count] = point
            self.count += self.points[point] == EMPTY and is_shape(self.codes[point])
        return self.draw_found(random, True)

    def draw_found(self, random: Bits, safe: cython.bint) -> cython.int:
        """Draw from the list until a point is good, and with `safe` no stone there is in atari; or return a pass."""
        while self.count:
            place: cython.int = cython.cast(cython.int, (random & LOW) * self.count >> 32)
            point: cython.int = self.found[place]
            if (not safe or self.lives(point)) and self.is_good(point):
                return point
            self.count -= 1
            self.found[place] = self.found[self.count]
            random = stir(random)
        return PASS

    @cython.ccall
    def prior(self, move: cython.int) -> cython.int:
        """Return much for captures, rescues, ladders and shapes, below 0 for filled eyes, passes and stones lost."""
        cython.declare(number=cython.int, found=cython.int)
        found = 0
        if not PASS < move < TABLE:
            return -20 if move == PASS else 0
        if self.around[move] >> 4 * self.turn & 15 == 4 and is_eye(self.points, move, self.turn + 1):
            return -60
        safe: cython.bint = self.lives(move)
        for number in range(4):
            chain: cython.int = self.chains[move + steps[number]]
            colour: cython.int = self.points[move + steps[number]]
            worth: cython.int = min(self.sizes[chain], 5)
            if colour == 2 - self.turn:
                if fills(self.chains, self.liberties, move, chain):
                    found += 15 + 5 * worth
                elif safe and self.chases(chain, move):
                    found += 10 + 3 * worth
            elif safe and colour == self.turn + 1 and fills(self.chains, self.liberties, move, chain):
                safe = not self.is_caught(chain)
                found += (10 + 3 * worth) * safe
        if found == 0 and not safe:
            return -30
        found += nearness(self.around[move], self.turn, self.codes[move], self.last, move)
        return found + openness(self.points, self.size, self.left, move)

    def is_caught(self, stone: cython.int) -> cython.bint:
        """Return whether the chain of the side to move on `stone`, which is in atari, is lost in a ladder."""
        self.count = 0
        self.collect_rescues(self.chains[stone])
        run: cython.int = self.found[0]  # unless that is a capture
        last: cython.bint = self.count == 1 and fills(self.chains, self.liberties, run, self.chains[stone])
        if not last or self.made > self.limit - 2:
            return self.count == 0
        self.apply(run)
        first: cython.int = liberty_but(self.points, self.nexts, stone, run, run)
        second: cython.int = liberty_but(self.points, self.nexts, stone, first, first)
        caught: cython.bint = self.chases(stone, first) or self.chases(stone, second)
        self.revert(run)
        return caught

    def chases(self, stone: cython.int, point: cython.int) -> cython.bint:
        """Return whether the side to move catches the foe's chain on `stone` in a ladder that begins at the point."""
        other: cython.int = liberty_but(self.points, self.nexts, stone, point, point)
        if other == 0 or liberty_but(self.points, self.nexts, stone, point, other) or not self.allows(point):
            return False
        self.apply(point)
        caught: cython.bint = self.is_caught(stone)
        self.revert(point)
        return caught
