r"""The dice and the checkers of backgammon; backgammon.py adds the cube. White's seat is 0, Black's 1.

Rules as in T. Keith, "Backgammon Rules" (bkgm.com/rules.html). At first each rolls one die, again where they are equal;
whoever has the higher one starts and plays both. From then on each turn starts with a roll of two dice, and a double is
played four times. A checker lands where the other has one checker at most, and hits that one: it goes to the bar, and
must enter before its side moves anything else. With all checkers at home they are borne off, by the exact number or,
where none stands higher, a larger one. Both numbers must be played if that is possible, else the larger one if
possible, and of a double as many as possible. A gammon (the loser has borne off none) counts 2, a backgammon (and has
one on the bar or in the winner's home) 3. A move here is one checker; who rolled goes on while a die can be used.

Points are numbered 24 to 1 as the seat that moves counts them, with 25 for the bar and 0 for what is off. A word has a
bit for each of these, and four words hold how many stand there, a binary digit each:

          0     1 ... 6     7 ... 18    19 ... 24    25             point p of one side is point 25 - p
         off     home       outer      other's home  bar            of the other

A move holds what is needed to take it back; dice that are left stand in threes of bits, a larger one in the lowest.

    bits    23      22     21    20    19 ... 17   16 ... 12   11 ... 0
         opening   roll   seat   hit      die        from        dice      a roll holds its dice; from 0 is a pass
"""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.backgammon.bits import opponent_view, points_won, sources, sources_of_roll
    from cython.cimports.games.backgammon.evaluation import EquityEstimate
    from cython.cimports.games.base.bits import Bits, lowest, stir
    from cython.cimports.games.game import CHANCE, ONGOING, Game, MoveList
else:
    from games.backgammon.bits import opponent_view, points_won, sources, sources_of_roll
    from games.backgammon.evaluation import EquityEstimate
    from games.base.bits import Bits, lowest, stir
    from games.game import CHANCE, ONGOING, Game, MoveList

from games.backgammon.notation import fold_move, fold_roll, roll_phrase, singles, write_move
from games.backgammon.picture import board
from games.base.notation import fold
from games.base.numeric import seat_index

ROLLED = cython.declare(cython.int, 1 << 22)
OPENING = cython.declare(cython.int, 1 << 23)
HIT = cython.declare(cython.int, 1 << 20)
DICE = cython.declare(cython.int, (1 << 12) - 1)
SEAT = cython.declare(cython.int, 21)
DIE = cython.declare(cython.int, 17)
FROM = cython.declare(cython.int, 12)
MOST = cython.declare(cython.int, 30)  # moves of a position: two of each checker, or the first rolls
OFF = cython.declare(cython.uint, 1)
BAR = cython.declare(cython.uint, 1 << 25)
LOW = cython.declare(cython.ulonglong, (1 << 32) - 1)
POINT = cython.declare(cython.int, 1000)
judge = cython.declare(EquityEstimate, EquityEstimate())
# Doubles last, for a search that stops early.
rolls = cython.declare(
    cython.int[21],
    [1 << 22 | high | low << 3 for high in range(1, 7) for low in range(1, high)]
    + [1 << 22 | die * 0o1111 for die in range(1, 7)],
)
# The same rolls, once with White as the higher and once with Black.
openings = cython.declare(
    cython.int[30],
    [3 << 22 | seat << 21 | high | low << 3 for high in range(1, 7) for low in range(1, high) for seat in (0, 1)],
)
START = {24: 2, 13: 5, 8: 3, 6: 5}


@cython.cclass
class CheckerPlay(Game):
    """Backgammon without a cube; its fields are in backgammon_play.pxd.

    `side` rolled or rolls next; a seat that moves may not land on `blocks`, and begins at `first` or `second` by a die.
    """

    seats = ("White", "Black")
    walks = True
    plays_turns = True
    stakes = 3
    point = 1000  # what of the estimate is worth one point of the score

    def __init__(self):
        self.turn = CHANCE
        self.opening = True
        self.blocks = self.blots = self.first = self.second = self.dice = self.side = 0
        plane = [sum([1 << point for point, count in START.items() if count >> digit & 1]) for digit in range(4)]
        self.planes = plane * 2

    @cython.ccall
    def collect(self, out: MoveList) -> cython.void:
        out.reserve(MOST)
        if self.turn == CHANCE:
            place: cython.int
            for place in range(30 if self.opening else 21):
                out.push(openings[place] if self.opening else rolls[place])
            return
        self.hits(out)
        self.add(out, self.first & ~(self.blots << (self.dice & 7)), self.dice & 7, 0)
        self.add(out, self.second & ~(self.blots << (self.dice >> 3 & 7)), self.dice >> 3 & 7, 0)

    @cython.ccall
    def collect_forcing(self, out: MoveList) -> cython.void:
        """Add the moves that hit."""
        if self.turn != CHANCE:
            out.reserve(MOST)
            self.hits(out)

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def hits(self, out: MoveList) -> cython.void:
        """Add the moves that hit; there must be room reserved for them."""
        self.add(out, self.first & self.blots << (self.dice & 7), self.dice & 7, HIT)
        self.add(out, self.second & self.blots << (self.dice >> 3 & 7), self.dice >> 3 & 7, HIT)

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def add(self, out: MoveList, cells: cython.uint, die: cython.int, hit: cython.int) -> cython.void:
        """Add the moves from those points by that die."""
        rest: cython.int = hit | self.turn << SEAT | die << DIE | self.dice
        while cells:
            out.push(rest | lowest(cells) << FROM)
            cells &= cells - 1

    @cython.ccall
    def weight(self, move: cython.int) -> cython.int:
        return 1 if move & OPENING or move & 7 == move >> 3 & 7 else 2

    def apply(self, move: cython.int) -> cython.void:
        if move & ROLLED:
            if move & OPENING:
                self.opening = False
                self.side = move >> SEAT & 1
            self.turn = self.side
            self.dice = move & DICE
            self.look()
            return
        place: cython.int = move >> FROM & 31
        die: cython.int = move >> DIE & 7
        if place:
            left: cython.uint = OFF << place
            entered: cython.uint = left >> die if place > die else OFF
            self.shift(self.turn, left, entered)
            if move & HIT:
                self.blots ^= entered
                self.shift(1 - self.turn, OFF << 25 - place + die, BAR)
            self.dice = self.dice >> 3 if self.dice & 7 == die else self.dice & 7
            if entered == OFF and self.has_borne_off(self.turn):
                self.dice = self.first = self.second = 0
                self.turn = 1 - self.turn
                return
            self.second = 0
            self.first = sources(self.planes, self.turn, self.blocks, self.dice & 7) if self.dice else 0
            if self.first:
                return
        self.first = self.second = self.dice = 0
        self.turn = CHANCE
        self.side ^= 1

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def shift(self, seat: cython.int, left: cython.uint, entered: cython.uint) -> cython.void:
        """Take one of that seat's checkers from one point to another: subtract and add in binary."""
        digit: cython.int
        for digit in range(4 * seat, 4 * seat + 4):
            plane: cython.uint = self.planes[digit] ^ left
            left &= plane
            self.planes[digit] = plane ^ entered
            entered &= plane

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def has_borne_off(self, seat: cython.int) -> cython.bint:
        """Whether all fifteen, in binary 1111, of that seat's are off."""
        at: cython.int = 4 * seat
        return self.planes[at] & self.planes[at + 1] & self.planes[at + 2] & self.planes[at + 3] & OFF

    @cython.cfunc
    @cython.exceptval(check=False)
    def look(self) -> cython.void:
        """See where the seat whose turn it is may move from."""
        # A step that a double allows stays allowed whatever is moved before it: all ways to play it are equally long.
        die: cython.int = self.dice & 7
        other: cython.int = self.dice >> 3 & 7
        seen: cython.ulonglong = opponent_view(self.planes, self.turn)
        self.blocks = cython.cast(cython.uint, seen & LOW)
        self.blots = cython.cast(cython.uint, seen >> 32)
        if other in (0, die):
            self.first = sources(self.planes, self.turn, self.blocks, die)
            self.second = 0
        else:
            both: cython.ulonglong = sources_of_roll(self.planes, self.turn, self.blocks, die, other)
            self.first = cython.cast(cython.uint, both & LOW)
            self.second = cython.cast(cython.uint, both >> 32)
        if not (self.first | self.second):
            self.first = OFF

    def revert(self, move: cython.int) -> cython.void:
        self.dice = move & DICE
        if move & ROLLED:
            self.turn = CHANCE
            self.dice = self.first = self.second = 0
            if move & OPENING:
                self.opening = True
                self.side = 0
            return
        self.turn = self.side = move >> SEAT & 1
        place: cython.int = move >> FROM & 31
        die: cython.int = move >> DIE & 7
        if place:
            self.shift(self.turn, OFF << place - die if place > die else OFF, OFF << place)
            if move & HIT:
                self.shift(1 - self.turn, BAR, OFF << 25 - place + die)
        self.look()

    @cython.ccall
    def value(self) -> cython.int:
        return self.points()

    @cython.cfunc
    @cython.exceptval(check=False)
    def points(self) -> cython.int:
        """The points that White has won on the board, or ONGOING."""
        if self.has_borne_off(0):
            return points_won(self.planes, 1)
        return -points_won(self.planes, 0) if self.has_borne_off(1) else ONGOING

    @cython.ccall
    def estimate(self) -> cython.int:
        if self.has_borne_off(0) or self.has_borne_off(1):
            return POINT * self.points()
        return judge.estimate(self.planes, self.side, self.dice, self.opening)

    @cython.ccall
    def key(self) -> cython.ulonglong:
        place: cython.int
        bits: Bits = stir(self.dice | (self.turn + 1) << 12 | self.side << 14 | self.opening << 15)
        for place in range(0, 8, 2):
            low: cython.ulonglong = self.planes[place]
            high: cython.ulonglong = self.planes[place + 1]
            bits = stir(bits ^ low ^ high << 32)
        return bits or 1

    def become(self, other: Game) -> cython.void:
        of: CheckerPlay = other
        self.turn = of.turn
        self.planes[:] = of.planes
        self.blocks, self.blots, self.first, self.second, self.dice = of.blocks, of.blots, of.first, of.second, of.dice
        self.side, self.opening = of.side, of.opening

    def text(self, move):
        if move & ROLLED:
            high, low = move & 7, move >> 3 & 7
            return f"{low}-{high}" if move & OPENING and move >> SEAT & 1 else f"{high}-{low}"
        start, die = move >> FROM & 31, move >> DIE & 7
        return write_move(start, start - die) + "*" * (move & HIT > 0) if start else "pass"

    def say(self, move, seat=None):
        roller = move >> SEAT & 1 if self.opening else self.side
        barred = roller == seat and self.count(roller, 25)
        return roll_phrase(roller, self.text(move), barred) if move & ROLLED else super().say(move, seat)

    def tidy(self, entry):
        """The first move of the entry, without its asterisk; a roll with its larger number first."""
        if self.turn == CHANCE:
            return fold_roll(fold(entry), self.opening)
        return fold_move(self, fold(entry), entry, max([self.dice >> shift & 7 for shift in (0, 3)]))

    def singles(self, entry):
        """Those of a whole turn: `8/4(2)`, `24/18/16`, or `24/14` by 6 and 4."""
        return singles(self.copy(), entry) or [entry]

    def cells(self, move):
        start, die, black = move >> FROM & 31, move >> DIE & 7, move >> SEAT & 1
        if move & ROLLED or not start:
            return ()
        points = [25 - place if black else place for place in (start, start - die) if 0 < place < 25]
        return tuple([(0, point - 13) if point > 12 else (1, 12 - point) for point in points])

    def show(self, seat=None):
        counts = tuple([tuple([self.count(side, point) for point in range(26)]) for side in (0, 1)])
        dice = tuple([die for shift in (0, 3, 6, 9) if (die := self.dice >> shift & 7)])
        return board(counts, seat == 1, dice, self.doing() if self.value() == ONGOING else "")

    def doing(self):
        """What is to be done now, in words."""
        return "each rolls a die" if self.opening else f"{self.seats[self.side]} {'plays' if self.dice else 'rolls'}"

    def count(self, seat, point):
        """How many checkers that seat has on a point, as it counts them."""
        seat = seat_index(seat)
        return sum([(self.planes[4 * seat + digit] >> point & 1) << digit for digit in range(4)])

    def reason(self):
        points = self.points()
        return f"{self.seats[points < 0]} bore off all checkers" + ("", ", a gammon", ", a backgammon")[abs(points) - 1]
