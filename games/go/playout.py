"""Random games of go: which moves they make, and what is known of a move before it is tried.

A playout answers the last move where there is an answer, in this order: it captures what that move put into atari or
left there, it saves a chain of its own from atari, or it makes a move beside the last one that is a shape of
go_shapes.py. Otherwise it draws any move that fills no eye of its own, each alike, and passes if there is none.

S. Gelly, Y. Wang, R. Munos and O. Teytaud, "Modification of UCT with Patterns in Monte-Carlo Go", INRIA RR-6062, 2006:
the order, and the shapes of three by three points (hane, cut, edge).
"""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.base.bits import Bits, stir
    from cython.cimports.games.game import MoveList
    from cython.cimports.games.go.board import EMPTY, PASS, WIDTH, GoBoard
    from cython.cimports.games.go.scoring import is_eye
else:
    from games.base.bits import Bits, stir
    from games.game import MoveList
    from games.go.board import EMPTY, PASS, WIDTH, GoBoard
    from games.go.scoring import is_eye

from games.go.patterns import codes

TRIES = cython.declare(cython.int, 4)  # points that a playout draws before it looks at all of them
WORD = cython.declare(cython.ulonglong, (1 << 64) - 1)
LOW = cython.declare(cython.ulonglong, (1 << 32) - 1)
steps = cython.declare(cython.int[4], [1, -1, 21, -21])
ring = cython.declare(cython.int[8], [20, 21, 22, -1, 1, -22, -21, -20])  # as the bits of a shape go, the lowest first
shapes = cython.declare(cython.char[65536], [0] * 65536)
ready = cython.declare(cython.bint, False)  # whether they have been entered


class GoPlayout(GoBoard):
    """A board of go on which random games are played."""

    def draw(self, random: Bits) -> cython.int:
        """The move of a playout for that random number."""
        point: cython.int = self.answer(random) if self.answers and self.last != PASS else PASS
        return point if point != PASS else self.draw_any(random)

    def draw_any(self, random: Bits) -> cython.int:
        """A move that fills no eye of its own, each alike; a pass if there is none."""
        place: cython.int
        point: cython.int
        _: cython.int
        for _ in range(TRIES if self.left else 0):
            point = self.empty[cython.cast(cython.int, (random >> 32) * self.left >> 32)]
            if self.is_good(point):
                return point
            random = stir(random)
        self.count = 0
        for place in range(self.left):
            point = self.empty[place]
            self.found[self.count] = point
            self.count += self.is_good(point)
        return self.found[cython.cast(cython.int, (random >> 32) * self.count >> 32)] if self.count else PASS

    @cython.final
    def is_good(self, point: cython.int) -> cython.bint:
        """Whether the side to move may place a stone on that empty point, and it is no eye of its own."""
        if self.around[point] >> 4 * self.turn & 15 == 4 and is_eye(self.points, point, self.turn + 1):
            return False
        return self.allows(point)

    # Answers to the last move.

    def answer(self, random: Bits) -> cython.int:
        """An answer to the last move, drawn by the number; a pass where there is none."""
        number: cython.int
        point: cython.int = self.last_liberty(self.chains[self.last])
        self.count = 0
        if point:
            self.offer(point)
        if self.count == 0:
            for number in range(4):
                near: cython.int = self.last + steps[number]
                if self.points[near] == self.turn + 1:
                    self.collect_rescues(self.chains[near])
        if self.count == 0:
            self.collect_patterns()
        return self.found[cython.cast(cython.int, (random & LOW) * self.count >> 32)] if self.count else PASS

    @cython.final
    def offer(self, point: cython.int) -> cython.void:
        """Put the empty point on the list, if a stone may be placed there and it is no eye."""
        self.found[self.count] = point
        self.count += self.is_good(point)

    @cython.final
    def last_liberty(self, chain: cython.int) -> cython.int:
        """The liberty of the chain if it has only one, else 0."""
        number: cython.int
        stone: cython.int = chain
        if self.liberties[chain] > 4:
            return 0
        while True:
            for number in range(4):
                near: cython.int = stone + steps[number]
                if self.points[near] == EMPTY:
                    return near if self.fills(near, chain) else 0
            stone = self.nexts[stone]
            if stone == chain:
                return 0

    def collect_rescues(self, chain: cython.int) -> cython.void:
        """Offer what saves the chain, of the side to move, if it is in atari: to capture beside it, or to grow."""
        number: cython.int
        liberty: cython.int = self.last_liberty(chain)
        if liberty == 0:
            return
        stone: cython.int = chain
        while self.count < 400:
            for number in range(4):
                near: cython.int = stone + steps[number]
                if self.points[near] == 2 - self.turn:
                    point: cython.int = self.last_liberty(self.chains[near])
                    if point:
                        self.offer(point)
            stone = self.nexts[stone]
            if stone == chain:
                break
        if self.is_safe(liberty):
            self.offer(liberty)

    @cython.final
    def is_safe(self, point: cython.int) -> cython.bint:
        """Whether a stone of the side to move on the empty point would have two liberties without a capture."""
        number: cython.int
        first: cython.int = 0
        for number in range(4):
            near: cython.int = point + steps[number]
            other: cython.int = near if self.points[near] == EMPTY else 0
            if self.points[near] == self.turn + 1:
                if self.liberties[self.chains[near]] > 8:  # four of them at most are this point, four another
                    return True
                other = self.liberty_but(self.chains[near], point, first)
            if first and other and first != other:
                return True
            if other:
                first = other
        return first and self.doubled(point, first)

    @cython.final
    def liberty_but(self, chain: cython.int, one: cython.int, other: cython.int) -> cython.int:
        """A liberty of the chain that is neither of those two points; 0 if it has none."""
        number: cython.int
        stone: cython.int = chain
        while True:
            for number in range(4):
                near: cython.int = stone + steps[number]
                if self.points[near] == EMPTY and near not in (one, other):
                    return near
            stone = self.nexts[stone]
            if stone == chain:
                return 0

    @cython.final
    def doubled(self, point: cython.int, first: cython.int) -> cython.bint:
        """Whether one chain of the side to move beside the empty point has a liberty that is neither of the two."""
        number: cython.int
        for number in range(4):
            near: cython.int = point + steps[number]
            if self.points[near] == self.turn + 1 and self.liberty_but(self.chains[near], point, first):
                return True
        return False

    def collect_patterns(self) -> cython.void:
        """Offer the points around the last move that are a shape, and where a stone is not in atari at once."""
        number: cython.int
        if not ready:
            enter_shapes()
        for number in range(8):
            point: cython.int = self.last + ring[number]
            if self.points[point] == EMPTY and shapes[self.shape(point)] and self.is_safe(point):
                self.offer(point)

    @cython.final
    def shape(self, point: cython.int) -> cython.int:
        """What stands on the eight points around that one, two bits each."""
        number: cython.int
        code: cython.int = 0
        for number in range(8):
            code |= self.points[point + ring[number]] << 2 * number
        return code

    # Whole games, and what is known beforehand.

    def play_out(self, random: Bits, moves: MoveList, movers: MoveList) -> cython.int:
        """Play the game to its end by such moves; how many."""
        move: cython.int
        before: cython.int = self.made
        while self.passes < 2 and self.made < self.limit:
            move = self.draw(random)
            moves.add(move)
            movers.add(self.turn)
            self.go_on(move)
            random ^= random << 13 & WORD
            random ^= random >> 7
            random ^= random << 17 & WORD
        return self.made - before

    def weigh_move(self, move: cython.int) -> cython.int:
        """Much for a capture, a chain saved and a shape beside the last move; below 0 for an eye filled and a pass."""
        number: cython.int
        found: cython.int = 0
        if move == PASS:
            return -20
        if self.around[move] >> 4 * self.turn & 15 == 4 and is_eye(self.points, move, self.turn + 1):
            return -60
        safe: cython.bint = self.is_safe(move)
        for number in range(4):
            chain: cython.int = self.chains[move + steps[number]]
            colour: cython.int = self.points[move + steps[number]]
            if colour in (1, 2) and self.fills(move, chain):
                if colour == 2 - self.turn:
                    found += 15 + 5 * min(self.sizes[chain], 5)
                elif safe:
                    found += 10 + 3 * min(self.sizes[chain], 5)
        if found == 0 and not safe:
            return -30
        return found + self.nearness(move)

    @cython.final
    def nearness(self, move: cython.int) -> cython.int:
        """What it is worth that the move is near the last one, and a shape there; on the edge it is worth less."""
        away: cython.int = abs(move // WIDTH - self.last // WIDTH) + abs(move % WIDTH - self.last % WIDTH)
        found: cython.int = 0
        if self.last != PASS and away <= 3:
            found = 12 - 3 * away
            if not ready:
                enter_shapes()
            if away <= 2 and shapes[self.shape(move)]:
                found += 10
        if self.around[move] >= 256 and self.around[move] & 255 == 17 * (self.around[move] >> 8):  # the edge alone
            return found - 10
        return found


def enter_shapes():
    """Mark the codes of all shapes, which takes a moment, before the first playout."""
    global ready  # noqa: PLW0603  # a C variable when compiled
    for code in codes():
        shapes[code] = 1
    ready = True
