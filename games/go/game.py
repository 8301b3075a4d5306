"""Go: surround more of the board than the other side, and capture what has no liberty left.

The rules of J. Tromp and B. Taylor ("The Game of Go", tromp.github.io/go.html), but for suicide, which is forbidden
here. A move places a stone on an empty point, or passes. It then removes the stones of the other side that reach no
empty point. No move may bring back a board that has been, whoever was to move then (positional superko). Two passes in
a row end the game. Each side has its stones and the empty points that reach only its stones (area scoring), and White
the komi too. Black moves first; with a handicap Black's stones stand on the board, and White moves first.

Superko alone ends every game, but late. So a game is also over, and counted as it stands, after three moves for each
point of the board, and on small boards after 100.

The score is by how many points Black is ahead, komi counted. Where a half is left over, it is rounded up to the next
whole point of the winner's: half a point is a 1.
"""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.base.bits import Bits, stir
    from cython.cimports.games.game import ONGOING, Game, MoveList
    from cython.cimports.games.go.board import EDGE, EMPTY, FILTER, LARGEST, LAST, PASS, PASSES, RECORD, TABLE, WIDTH
    from cython.cimports.games.go.playout import GoPlayout
    from cython.cimports.games.go.scoring import measure, weigh
else:
    from games.base.bits import Bits, stir
    from games.game import ONGOING, Game, MoveList
    from games.go.board import EDGE, EMPTY, FILTER, LARGEST, LAST, PASS, PASSES, RECORD, TABLE, WIDTH
    from games.go.playout import GoPlayout
    from games.go.scoring import measure, weigh

from games.base import refusals
from games.go import notation
from games.option import Number, Whole, check
from games.picture import Cell

WORD = cython.declare(cython.ulonglong, (1 << 64) - 1)
MOST = 1083  # moves of a game on the largest board
BOARDS = 1500  # that a game may know of: one for each move, and those that a text bans
KOMI = 361  # points at most


class Go(GoPlayout):
    """Surround more points than the other side; stones without a liberty are captured."""

    seats = ("Black", "White")
    why_not = refusals.surrounding
    arrangement = notation.arrange
    looks_back = True
    options = {
        "size": Whole(9, least=2, most=19, note="lines of the board"),
        "komi": Number(7, least=-KOMI, most=KOMI, note="points that White has in advance, whole or half"),
        "handicap": Whole(0, least=0, most=9, note="stones of Black's on the board, from 2 on; then White moves first"),
    }

    def __init__(self, size=9, komi=7, handicap=0):
        check(self.options, size=size, komi=komi, handicap=handicap)
        if 2 * komi % 1:
            raise ValueError(f"komi={komi} must be a whole number or end in .5")
        if handicap == 1:
            raise ValueError("handicap=1 must be 0, or 2 to 9: to move first is no handicap")
        self.komi = int(2 * komi)  # in halves
        self.clear(size)
        for row, column in notation.handicap_places(size, handicap):
            self.put(row, column, 0)
        self.turn = int(handicap > 0)
        self.forget()

    def clear(self, size):
        """Make it an empty board of that size, on which no move has been made."""
        self.answers, self.last = True, PASS
        self.turn = self.made = self.passes = self.left = self.boards = self.tallest = self.past_sum = self.mixed = 0
        self.size, self.limit = size, notation.limit_of(size)
        if not cython.compiled:  # compiled, new arrays are there from the start
            self.points, self.chains, self.nexts = [[0] * TABLE for _ in range(3)]
            self.sizes, self.liberties, self.places, self.around = [[0] * TABLE for _ in range(4)]
            self.empty, self.found = [0] * (LARGEST * LARGEST), [0] * 512
            self.filter, self.past, self.log = [0] * FILTER, [0] * BOARDS, [0] * (RECORD * MOST)
        for point in range(TABLE):
            self.points[point], self.chains[point], self.around[point] = EDGE, 0, 0
        for word in range(FILTER):
            self.filter[word] = 0
        for row in range(size):
            for column in range(size):
                point = WIDTH * (row + 1) + column + 1
                self.points[point], self.places[point], self.empty[self.left] = EMPTY, self.left, point
                self.around[point] = 273 * ((row in (0, size - 1)) + (column in (0, size - 1)))
                self.left += 1
        self.remember(0)

    def forget(self):
        """Let all boards before this one be as if they had never been."""
        self.boards = self.past_sum = self.made = self.passes = self.tallest = 0
        self.last = PASS
        for word in range(FILTER):
            self.filter[word] = 0
        self.remember(self.mixed)

    @property
    def stakes(self):
        """All points of the board, and the komi."""
        return self.size * self.size + (abs(self.komi) + 1) // 2

    @cython.ccall
    def collect(self, out: MoveList) -> cython.void:
        # In the order of the board: that of `empty` tells how it came to be.
        point: cython.int
        if self.value() != ONGOING:
            return
        for point in range(WIDTH + 1, WIDTH * (self.size + 1)):
            if self.points[point] == EMPTY and self.allows(point):
                out.add(point)
        out.add(PASS)

    def apply(self, move: cython.int) -> cython.void:
        self.go_on(move)

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
        """How far Black is ahead, in quarters of a point."""
        return weigh(self.points, self.size) - 2 * self.komi

    @cython.ccall
    def playout_move(self, random: cython.ulonglong) -> cython.int:
        """An answer to the last move, or a move that fills no eye of its own, or a pass. -1 when the game is over."""
        return self.draw(random) if self.passes < 2 and self.made < self.limit else -1

    @cython.ccall
    def playout(self, random: cython.ulonglong, moves: MoveList, movers: MoveList) -> cython.int:
        return self.play_out(random, moves, movers)

    @cython.ccall
    def prior(self, move: cython.int) -> cython.int:
        return self.weigh_move(move) if 0 <= move < TABLE else 0

    @cython.ccall
    def key(self) -> cython.ulonglong:
        bits: Bits = stir(self.past_sum + self.made & WORD)
        return stir(bits ^ self.board_key()) or 1

    @cython.ccall
    def board_key(self) -> cython.ulonglong:
        bits: Bits = 4 * self.turn + self.passes
        return stir(stir(bits) ^ self.mixed) or 1

    def become(self, other: Game) -> cython.void:
        # The log stays: moves made before the copy are not taken back in it.
        of: Go = other
        place: cython.int
        self.turn, self.size, self.komi, self.limit = of.turn, of.size, of.komi, of.limit
        self.left, self.made, self.passes, self.tallest = of.left, of.made, of.passes, of.tallest
        self.last, self.answers = of.last, of.answers
        self.mixed, self.past_sum, self.boards = of.mixed, of.past_sum, of.boards
        for place in range(WIDTH * (of.size + 2)):
            self.points[place], self.chains[place] = of.points[place], of.chains[place]
            self.nexts[place] = of.nexts[place]
            self.sizes[place], self.liberties[place] = of.sizes[place], of.liberties[place]
            self.places[place], self.around[place] = of.places[place], of.around[place]
        for place in range(of.size * of.size):
            self.empty[place] = of.empty[place]
        self.filter[:] = of.filter
        for place in range(of.boards):
            self.past[place] = of.past[place]

    def put(self, row, column, seat):
        """Put a stone of that seat on the point in that row and column, counted from A1, as if it had moved there."""
        self.turn = seat
        self.apply(WIDTH * (row + 1) + column + 1)
        self.made = 0

    def position(self, seat=None):
        goes_on = self.score() is None
        banned = [self.text(point) for point in self.numbers() if goes_on and self.is_banned(point)]
        return notation.write(self.show().rows, self.turn, banned, self.passes, self.made)

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

    def ban(self, places):
        """Let the boards that a stone on each of those points would make have been. Raises ValueError."""
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
        self.tallest += 1  # a board that is banned has one stone more at most

    def is_banned(self, point):
        """Whether superko alone forbids a stone of the side to move on the point."""
        return 0 <= point < TABLE and self.points[point] == EMPTY and self.reach(point) > 0 and not self.allows(point)

    def numbers(self):
        """The numbers of all points, from A1 row by row."""
        return [WIDTH * row + column for row in range(1, self.size + 1) for column in range(1, self.size + 1)]

    def text(self, move):
        return "pass" if move == PASS else notation.name(divmod(move - WIDTH - 1, WIDTH))

    def tidy(self, entry):
        return notation.tidy(entry, self.seats[self.turn])

    def cells(self, move):
        return () if move == PASS else ((self.size - move // WIDTH, move % WIDTH - 1),)

    def show(self, seat=None):
        stones = [Cell(), Cell("B", 0), Cell("W", 1)]
        sides = range(1, self.size + 1)
        rows = tuple(
            [tuple([stones[self.points[WIDTH * row + column]] for column in sides]) for row in reversed(sides)]
        )
        black = measure(self.points, self.size, 1, 0)
        white = measure(self.points, self.size, 0, 1)
        return notation.draw(rows, notation.describe_area(black, white, self.komi, self.passes))

    def reason(self):
        ahead = 2 * measure(self.points, self.size, 1, -1) - self.komi
        return notation.describe_end(ahead, self.passes, self.made)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def whole(halves: cython.int) -> cython.int:
    """So many halves of a point in points, a half that is left over rounded away from 0."""
    return (halves + (halves & 1 if halves > 0 else -(halves & 1))) // 2
