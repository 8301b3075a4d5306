r"""Backgammon: the dice, the checkers and the doubling cube. White's seat is 0, Black's 1.

Rules as in T. Keith, "Backgammon Rules" and "Match Play" (bkgm.com/rules.html, bkgm.com/faq/MatchPlay.html). At first
each side rolls one die, again if they are equal; the side with the higher one starts and plays both. Later each turn
starts with a roll of two dice, and a double is played four times. A checker may land where the other side has at most
one checker, and hits it: it goes to the bar, and must enter before its side moves anything else. Once all checkers are
at home they are borne off, by the exact number, or by a larger one if no checker stands higher. Both numbers must be
played if possible, otherwise the larger one if possible, and as many moves of a double as possible. A gammon (the loser
has borne off no checker) counts 2, a backgammon (the loser also has a checker on the bar or in the winner's home) 3. A
move here is one checker; the side goes on while a die can be used.

Before its roll a side may offer to double the stakes. The other side takes, and from then on only it may double; or it
drops, and loses the stakes before the double. A gammon counts twice the cube, a backgammon three times. In a match to a
number of points a side wins no more than it needs, and a side that needs no more than the cube shows may not double,
because a larger cube could only help the other. The Jacoby rule, by which gammons count only after a double, is not in
force.

The estimate takes the board's equity as the cubeless equity and adds the value of the cube, by R. Janowski,
"Take-Points in Money Games", 1993 (bkgm.com/articles/Janowski/cubeformulae.pdf): 2/3 of a live cube, which is turned at
the best moment, and 1/3 of a dead cube, which is never turned. With a live cube an owner cashes at a winning chance of
80 %, where the other may as well drop; from there the value falls linearly to the value of a loss.

Points are numbered 24 to 1 as the seat to move counts them, with 25 for the bar and 0 for checkers off. A word has a
bit for each of these, and four words hold the binary digits of how many checkers stand there:

          0     1 ... 6     7 ... 18    19 ... 24    25             point p of one side is point 25 - p
         off     home       outer      other's home  bar            of the other

A move holds what is needed to take it back. The dice left have three bits each, the larger one lowest.

    bits    23      22     21    20    19 ... 17   16 ... 12   11 ... 0
         opening   roll   seat   hit      die        from        dice      a roll holds its dice; from 0 is a pass

A cube action has bit 24, its seat in bit 21, and the action in the two lowest bits.
"""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.backgammon.evaluation import EquityEstimate
    from cython.cimports.games.base.bits import Bits, backwards, lowest, stir
    from cython.cimports.games.base.planes import Planes
    from cython.cimports.games.game import CHANCE, ONGOING, Game, MoveList
else:
    from games.backgammon.evaluation import EquityEstimate
    from games.base.bits import Bits, backwards, lowest, stir
    from games.base.planes import Planes
    from games.game import CHANCE, ONGOING, Game, MoveList

from games.backgammon import arrangement as backgammon_arrangement
from games.backgammon import notation, picture, tables, xgid
from games.option import BySeat, YesNo, check

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
ON = cython.declare(cython.uint, (1 << 25) - 2)
LOW = cython.declare(cython.ulonglong, (1 << 32) - 1)
MIRRORED = cython.declare(cython.int, 38)  # shift of a word read backwards, which makes point p point 25 - p
POINT = cython.declare(cython.int, 1000)
judge = cython.declare(EquityEstimate, EquityEstimate())
rolls = cython.declare(cython.int[21], tables.ROLLS)
openings = cython.declare(cython.int[30], tables.OPENINGS)
CUBE = cython.declare(cython.int, 1 << 24)
ROLL = cython.declare(cython.int, notation.ROLL)
DOUBLE = cython.declare(cython.int, notation.DOUBLE)
TAKE = cython.declare(cython.int, notation.TAKE)
DROP = cython.declare(cython.int, notation.DROP)
NOBODY = cython.declare(cython.int, -1)
HIGHEST = cython.declare(cython.int, 64)
FREE = cython.declare(cython.int, 3 * 64)  # points needed without a match: more than can be won
# The equity of a live cube in 1024ths of a dead cube's equity (341 are a third).
BOTH = cython.declare(cython.int, 1707)  # 1 / 0.6, if either side may double
ALONE = cython.declare(cython.int, 1280)  # 1.25, if one side may
HELD = cython.declare(cython.int, 256000)  # plus 0.25 points for that side


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def reach(cells: cython.uint, blocks: cython.uint, die: cython.int) -> cython.uint:
    """Return the points and the bar from which a checker can be moved by this die."""
    if cells >> 25:
        cells = BAR
    found: cython.uint = (cells & ~(blocks << die)) >> die + 1 << die + 1
    if cells < 128:
        found |= cells & OFF << die
        if cells >> die == 0:
            # No checker is on the die's point or higher: bear off the highest.
            cells |= cells >> 1
            cells |= cells >> 2
            cells |= cells >> 4
            found = cells ^ cells >> 1
    return found


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def occupied(planes: cython.p_uint, seat: cython.int) -> cython.uint:
    """Return where `seat` has checkers, with the bar."""
    at: cython.int = 4 * seat
    return (planes[at] | planes[at + 1] | planes[at + 2] | planes[at + 3]) & ~OFF


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def stacked(planes: cython.p_uint, seat: cython.int) -> cython.uint:
    """Return where `seat` has more than one checker."""
    at: cython.int = 4 * seat
    return (planes[at + 1] | planes[at + 2] | planes[at + 3]) & ~OFF


@cython.cfunc
@cython.exceptval(check=False)
def opponent_view(planes: cython.p_uint, seat: cython.int) -> cython.ulonglong:
    """Return the points where the other seat has several checkers, as `seat` counts; from bit 32 on, a single one."""
    more: cython.uint = stacked(planes, 1 - seat) & ON
    one: cython.ulonglong = backwards(occupied(planes, 1 - seat) & ON & ~more) >> MIRRORED
    return backwards(more) >> MIRRORED | one << 32


@cython.cfunc
@cython.exceptval(check=False)
def sources(planes: cython.p_uint, seat: cython.int, blocks: cython.uint, die: cython.int) -> cython.uint:
    """Return the points and the bar from which `seat` can move a checker by this die."""
    return reach(occupied(planes, seat), blocks, die)


@cython.cfunc
@cython.exceptval(check=False)
def sources_of_roll(
    planes: cython.p_uint, seat: cython.int, blocks: cython.uint, large: cython.int, small: cython.int
) -> cython.ulonglong:
    """Return where the seat can begin with the larger of two dice, and from bit 32 on with the smaller one.

    Moves that lead to the same with either die are listed once.
    """
    cells: cython.uint = occupied(planes, seat)
    first: cython.uint = reach(cells, blocks, large)
    second: cython.uint = reach(cells, blocks, small)
    # If each die has two points to move from, one is left for the other die in any case.
    if not (first & first - 1 and second & second - 1):
        more: cython.uint = stacked(planes, seat)
        before: cython.uint = playable_first(cells, more, blocks, first, large, small)
        behind: cython.uint = playable_first(cells, more, blocks, second, small, large)
        if before | behind:
            first, second = before, behind
        elif first:
            second = 0
    # Both dice bear the highest checker off, and the next one too.
    second &= ~(first & (OFF << small + 1) - 1)
    late: cython.ulonglong = second
    return first | late << 32


@cython.cfunc
@cython.exceptval(check=False)
def playable_first(
    cells: cython.uint, more: cython.uint, blocks: cython.uint, begin: cython.uint, die: cython.int, then: cython.int
) -> cython.uint:
    """Return the points of `begin` from which a checker can be moved by `die` so that the other die can be used then.

    cells  where the seat has checkers;  more  where it has more than one.
    """
    found: cython.uint = 0
    while begin:
        cell: cython.uint = begin & -begin
        if reach((cells & (more | ~cell) | cell >> die) & ~OFF, blocks, then):
            found |= cell
        begin ^= cell
    return found


@cython.cfunc
@cython.exceptval(check=False)
def points_won(planes: cython.p_uint, loser: cython.int) -> cython.int:
    """Return the points that the loser's opponent has won: 1, or 2 for a gammon, or 3 for a backgammon."""
    at: cython.int = 4 * loser
    if (planes[at] | planes[at + 1] | planes[at + 2] | planes[at + 3]) & OFF:
        return 1
    return 3 if occupied(planes, loser) >> 19 else 2


@cython.cclass
class Backgammon(Game):
    """Race fifteen checkers home by dice and bear them off; a gammon counts two, a backgammon three."""

    seats = ("White", "Black")
    walks = plays_turns = True
    point = 1000  # the amount of the estimate that equals one point of the score
    text, say, tidy, singles = notation.text, notation.say, notation.tidy, notation.singles
    count, is_about_stakes, at_stake = notation.count, notation.is_about_stakes, notation.at_stake
    show, cells, layout = picture.show, picture.cells, picture.layout
    doing, reason, why_not = picture.doing, picture.reason, notation.why_not
    position, arrangement = xgid.position, backgammon_arrangement.arrange
    options = {
        "cube": YesNo(False, note="with the doubling cube"),
        "away": BySeat(None, least=1, most=1000, note="points that White and Black need to win the match"),
    }

    planes = cython.declare(cython.uint[8], visibility="public")  # four words of White's, four of Black's
    dice = cython.declare(cython.int, visibility="readonly")  # left to play
    side = cython.declare(cython.int, visibility="readonly")  # the seat that rolled or rolls next
    opening = cython.declare(cython.bint, visibility="readonly")  # before the first roll
    blocks: cython.uint  # where the seat that moves may not land, and where it hits
    blots: cython.uint
    first: cython.uint  # where it may begin with each of the two dice
    second: cython.uint
    cube = cython.declare(cython.int, visibility="readonly")  # its value; 0 without a cube
    owner = cython.declare(cython.int, visibility="readonly")  # the only seat that may double, NOBODY: both
    asked = cython.declare(cython.bint, visibility="readonly")  # whether the seat to move rolls or doubles
    offered = cython.declare(cython.bint, visibility="readonly")  # whether the seat to move takes or drops
    dropped = cython.declare(cython.bint, visibility="readonly")
    match = cython.declare(cython.bint, visibility="readonly")  # whether the game is one of a match
    needs = cython.declare(cython.int[2], visibility="readonly")  # points that each seat needs

    def __init__(self, cube=False, away=None):
        check(self.options, cube=cube, away=away)
        self.turn, self.opening, self.planes = CHANCE, True, list(tables.START)
        self.blocks = self.blots = self.first = self.second = self.dice = self.side = 0
        self.cube, self.owner = 1 if cube else 0, NOBODY
        self.asked = self.offered = self.dropped = False
        self.match = away is not None
        self.needs = list(away or (FREE, FREE))

    @property
    def stakes(self):
        return min(max(self.needs[0], self.needs[1]), FREE if self.cube else 3)

    @cython.ccall
    def collect(self, out: MoveList) -> cython.void:
        place: cython.int
        action: cython.int = CUBE | self.turn << SEAT
        out.reserve(MOST)
        if self.dropped:
            return
        if self.asked or self.offered:
            out.push(action | (ROLL if self.asked else TAKE))
            out.push(action | (DOUBLE if self.asked else DROP))
        elif self.turn == CHANCE:
            for place in range(30 if self.opening else 21):
                out.push(openings[place] if self.opening else rolls[place])
        else:
            self.hits(out)
            self.add(out, self.first & ~(self.blots << (self.dice & 7)), self.dice & 7, 0)
            self.add(out, self.second & ~(self.blots << (self.dice >> 3 & 7)), self.dice >> 3 & 7, 0)

    @cython.ccall
    def collect_forcing(self, out: MoveList) -> cython.void:
        """Add the moves that hit."""
        if not (self.turn == CHANCE or self.asked or self.offered):
            out.reserve(MOST)
            self.hits(out)

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def hits(self, out: MoveList) -> cython.void:
        """Add the moves that hit; room for them must be reserved."""
        self.add(out, self.first & self.blots << (self.dice & 7), self.dice & 7, HIT)
        self.add(out, self.second & self.blots << (self.dice >> 3 & 7), self.dice >> 3 & 7, HIT)

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def add(self, out: MoveList, cells: cython.uint, die: cython.int, hit: cython.int) -> cython.void:
        """Add the moves from these points by this die."""
        rest: cython.int = hit | self.turn << SEAT | die << DIE | self.dice
        while cells:
            out.push(rest | lowest(cells) << FROM)
            cells &= cells - 1

    @cython.ccall
    def weight(self, move: cython.int) -> cython.int:
        return 1 if move & OPENING or move & 7 == move >> 3 & 7 else 2

    @cython.cfunc
    def apply(self, move: cython.int) -> cython.void:
        if move & CUBE:
            self.turn_cube(move & 3)
            return
        self.play(move)
        if self.turn == CHANCE and self.may_double(self.side, self.cube, self.owner):
            self.asked = True
            self.turn = self.side

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def play(self, move: cython.int) -> cython.void:
        """Make a move of the dice or of a checker."""
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

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def turn_cube(self, action: cython.int) -> cython.void:
        """Roll, double, take or drop."""
        self.asked = False
        self.offered = action == DOUBLE
        self.dropped = action == DROP
        if action == DOUBLE:
            self.turn = 1 - self.turn
            return
        if action == TAKE:
            self.cube *= 2
            self.owner = self.turn
        if action != DROP:
            self.turn = CHANCE

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def shift(self, seat: cython.int, left: cython.uint, entered: cython.uint) -> cython.void:
        """Move one checker of `seat` from one point to another: subtract and add in binary."""
        digit: cython.int
        for digit in range(4 * seat, 4 * seat + 4):
            plane: cython.uint = self.planes[digit] ^ left
            left &= plane
            self.planes[digit] = plane ^ entered
            entered &= plane

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def has_borne_off(self, seat: cython.int) -> cython.bint:
        """Return whether all fifteen checkers of `seat` (binary 1111) are off."""
        at: cython.int = 4 * seat
        return self.planes[at] & self.planes[at + 1] & self.planes[at + 2] & self.planes[at + 3] & OFF

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def look(self) -> cython.void:
        """Find from where the seat to move may move."""
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

    @cython.cfunc
    def revert(self, move: cython.int) -> cython.void:
        if not move & CUBE:
            self.asked = False
            self.take_back(move)
            return
        action: cython.int = move & 3
        self.turn = move >> SEAT & 1
        self.dropped = False
        self.offered = action >= TAKE
        self.asked = action < TAKE
        if action == TAKE:
            self.cube >>= 1
            self.owner = NOBODY if self.cube == 1 else 1 - self.turn

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def take_back(self, move: cython.int) -> cython.void:
        """Take back a move of the dice or of a checker."""
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
        if self.dropped:
            return self.won(1 - 2 * self.side, self.cube)
        points: cython.int = self.points()
        return points if points == ONGOING else self.won(points, self.cube)

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def points(self) -> cython.int:
        """Return the points that White has won on the board, or ONGOING."""
        if self.has_borne_off(0):
            return points_won(self.planes, 1)
        return -points_won(self.planes, 0) if self.has_borne_off(1) else ONGOING

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def won(self, points: cython.int, cube: cython.int) -> cython.int:
        """Return White's points on the board times the cube, limited by what each side needs in the match."""
        found: cython.int = points * (cube or 1)
        return max(-self.needs[1], min(self.needs[0], found))

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def may_double(self, seat: cython.int, cube: cython.int, owner: cython.int) -> cython.bint:
        """Return whether `seat` may double this cube before its rolls."""
        return 0 < cube < HIGHEST and owner != 1 - seat and cube < self.needs[seat]

    @cython.ccall
    def estimate(self) -> cython.int:
        if self.has_borne_off(0) or self.has_borne_off(1):
            return POINT * self.value()
        equity: cython.int = judge.estimate(self.planes, self.side, self.dice, self.opening)
        if not (self.cube or self.match):
            return equity
        if self.dropped:
            return POINT * self.value()
        if self.is_safe(1):
            equity = min(equity, POINT)
        if self.is_safe(0):
            equity = max(equity, -POINT)
        if not self.offered:
            return self.worth(equity, self.cube, self.owner)
        taken: cython.int = self.worth(equity, 2 * self.cube, self.turn)
        gone: cython.int = POINT * self.won(1 - 2 * self.side, self.cube)
        return max(taken, gone) if self.turn == 0 else min(taken, gone)

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def is_safe(self, seat: cython.int) -> cython.bint:
        """Return whether `seat` has borne off a checker, so that it cannot lose a gammon."""
        at: cython.int = 4 * seat
        return (self.planes[at] | self.planes[at + 1] | self.planes[at + 2] | self.planes[at + 3]) & 1

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def worth(self, equity: cython.int, cube: cython.int, owner: cython.int) -> cython.int:
        """Return the estimate for this cubeless equity and this cube; `owner` as in the field."""
        white: cython.bint = self.may_double(0, cube, owner)
        black: cython.bint = self.may_double(1, cube, owner)
        if not (white or black):
            return self.points_on_average(equity, cube or 1)
        sign: cython.int = 1 if white and (equity >= 0 or not black) else -1
        dead: cython.int = sign * equity
        live: cython.int = min(POINT, dead * BOTH >> 10 if white and black else dead * ALONE + HELD >> 10)
        return self.points_on_average(sign * max(dead, (dead + 2 * live) * 341 >> 10), cube or 1)

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def points_on_average(self, equity: cython.int, cube: cython.int) -> cython.int:
        """Convert the equity to thousandths of points; points that a side does not need count nothing."""
        wins: cython.int = self.won(1, cube)
        loses: cython.int = self.won(-1, cube)
        if -POINT <= equity <= POINT:
            return (equity * (wins - loses) + POINT * (wins + loses)) >> 1
        if equity > POINT:
            return POINT * wins + ((equity - POINT) * (self.won(3, cube) - wins) >> 1)
        return POINT * loses + ((equity + POINT) * (loses - self.won(-3, cube)) >> 1)

    @cython.ccall
    def collect_contents(self, out: Planes) -> cython.void:
        digit: cython.int
        out.seat = 1 - self.side if self.dice else self.side
        for digit in range(4):
            theirs: Bits = self.planes[4 - 4 * out.seat + digit]
            out.words[digit] = self.planes[4 * out.seat + digit] | theirs << 32

    @cython.ccall
    def key(self) -> cython.ulonglong:
        place: cython.int
        bits: Bits = stir(self.dice | (self.turn + 1) << 12 | self.side << 14 | self.opening << 15)
        for place in range(0, 8, 2):
            low: cython.ulonglong = self.planes[place]
            high: cython.ulonglong = self.planes[place + 1]
            bits = stir(bits ^ low ^ high << 32)
        bits = bits or 1
        if not self.cube:
            return bits
        bits ^= (self.cube << 5) + (self.owner + 1 << 3) + (self.asked << 2) + (self.offered << 1) + self.dropped
        return stir(bits) or 1

    @cython.cfunc
    def become(self, other: Game) -> cython.void:
        of: Backgammon = other
        self.turn = of.turn
        self.planes[:] = of.planes
        self.blocks, self.blots, self.first, self.second, self.dice = of.blocks, of.blots, of.first, of.second, of.dice
        self.side, self.opening = of.side, of.opening
        self.cube, self.owner, self.match = of.cube, of.owner, of.match
        self.asked, self.offered, self.dropped = of.asked, of.offered, of.dropped
        self.needs[:] = of.needs

    def can_double(self):
        """Return whether the side that rolls next may double before its roll."""
        return not self.opening and self.may_double(self.side, self.cube, self.owner)

    def set_position(self, text):
        self.undoable = None
        state = xgid.read_position(text)
        self.planes, self.dice, self.opening, self.side = state.planes, state.dice, state.side is None, state.side or 0
        self.cube, self.owner, self.match = state.cube, state.owner, state.needs is not None
        self.needs = list(state.needs or (FREE, FREE))
        may = self.can_double()
        self.asked = may and state.action == "roll"
        self.offered, self.dropped = state.action == "offered", state.action == "dropped"
        self.turn = state.find_turn(may)
        self.blocks = self.blots = self.first = self.second = 0
        if self.dice:
            self.look()
