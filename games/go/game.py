"""Go: surround more of the board than the other side, and capture what has no liberty left.

The rules follow J. Tromp and B. Taylor ("The Game of Go", tromp.github.io/go.html), except that suicide is
forbidden. A move places a stone on an empty point, or passes. It then removes the stones of the other side without a
liberty. No move may repeat an earlier board, no matter who was to move then (positional superko). Two passes in a row
end the game. Each side gets its stones and the empty points that reach only its stones (area scoring); White also gets
the komi. Black moves first; with a handicap Black's stones stand on the board, and White moves first.

Superko alone ends every game, but late. So a game also ends, and is counted as it stands, after three moves for each
point of the board, or after 100 on small boards.

The score is Black's lead in points, with the komi. Half a point is rounded up for the winner. games/go/stones.py says
how points and moves are numbered.

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
    from games.go.board import (
        fills,
        is_eye,
        is_safe,
        is_shape,
        last_liberty,
        liberty_but,
        measure,
        nearness,
        openness,
        weigh,
        whole,
    )
    from games.go.stones import EMPTY, PASS, TABLE, WIDTH, Stones

from games.base import refusals
from games.go import notation
from games.option import Number, Whole, check

KOMI = 361  # points at most
TRIES = cython.declare(cython.int, 4)  # points that a playout draws before it goes through all of them
WORD = cython.declare(cython.ulonglong, (1 << 64) - 1)
LOW = cython.declare(cython.ulonglong, (1 << 32) - 1)
steps = cython.declare(cython.int[4], [1, -1, 21, -21])
ring = cython.declare(cython.int[8], [20, 21, 22, -1, 1, -22, -21, -20])  # in the order of the bits of a shape


class Go(Stones):
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
        self.limit, self.answers = notation.limit_of(size), True
        if not cython.compiled:
            self.found = [0] * 512
        self.clear(size)
        for row, column in notation.handicap_places(size, handicap):
            self.put(row, column, 0)
        self.turn = int(handicap > 0)
        self.forget()

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
        of: Go = other
        self.komi, self.limit, self.answers = of.komi, of.limit, of.answers
        Stones.become(self, other)

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
