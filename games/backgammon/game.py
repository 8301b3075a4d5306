"""Backgammon with its doubling cube: the dice and the checkers are in backgammon_play.py.

Rules as in T. Keith, "Backgammon Rules" and "Match Play" (bkgm.com/rules.html, bkgm.com/faq/MatchPlay.html). Before its
roll a side may offer to double what the game is worth. The other takes, and from then on only it may double; or it
drops, and loses what the game was worth before. A gammon counts twice the cube, a backgammon three times. In a match to
so many points what a side wins is no more than it needs, and who needs no more than the cube says may not double: a
larger cube could only serve the other. The Jacoby rule, by which gammons count after a double alone, is not in force.

The estimate takes the board's equity for that without a cube, and adds what it is worth to be the one who may double
next, by R. Janowski, "Take-Points in Money Games", 1993 (bkgm.com/articles/Janowski/cubeformulae.pdf): a cube that is
turned at the best moment, weighted 2/3, and one that is never turned, weighted 1/3. At the best moment an owner reaches
a point where the other may as well drop with 80 % of the games; from there the value falls in a line to that of a loss.

A move of the cube has bit 24, its seat as all moves have it, and what is done in the two lowest bits.
"""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.backgammon.moves import CheckerPlay
    from cython.cimports.games.base.bits import Bits, stir
    from cython.cimports.games.base.planes import Planes
    from cython.cimports.games.game import CHANCE, ONGOING, Game, MoveList
else:
    from games.backgammon.moves import CheckerPlay
    from games.base.bits import Bits, stir
    from games.base.planes import Planes
    from games.game import CHANCE, ONGOING, Game, MoveList

from dataclasses import replace

from games.backgammon import arrangement as backgammon_arrangement
from games.backgammon import picture as backgammon_view
from games.backgammon import refusals, xgid
from games.backgammon.xgid import describe_cube
from games.base.numeric import seat_index
from games.option import BySeat, YesNo, check

CUBE = cython.declare(cython.int, 1 << 24)
SEAT = cython.declare(cython.int, 21)
ROLL = cython.declare(cython.int, 0)
DOUBLE = cython.declare(cython.int, 1)
TAKE = cython.declare(cython.int, 2)
DROP = cython.declare(cython.int, 3)
NOBODY = cython.declare(cython.int, -1)
HIGHEST = cython.declare(cython.int, 64)
FREE = cython.declare(cython.int, 3 * 64)  # points that no side needs, where there is no match
POINT = cython.declare(cython.int, 1000)
# The equity of a cube that is turned at the best moment, in 1024ths (341 are a third) of that of one never turned.
BOTH = cython.declare(cython.int, 1707)  # 1 / 0.6, where either side may turn it
ALONE = cython.declare(cython.int, 1280)  # 1.25, where one side may
HELD = cython.declare(cython.int, 256000)  # 0.25 points, and more for that side
WORDS = ("roll", "double", "take", "drop")


@cython.cclass
class Backgammon(CheckerPlay):
    """Race fifteen checkers home by dice and bear them off; a gammon counts two, a backgammon three."""

    arrangement = backgammon_arrangement.arrange
    why_not = refusals.why_not
    options = {
        "cube": YesNo(False, note="with the doubling cube"),
        "away": BySeat(None, least=1, most=1000, note="points that White and Black need to win the match"),
    }

    cube: cython.int  # what it says; 0 where the game has none
    owner: cython.int  # the only seat that may double, NOBODY: both
    asked: cython.bint  # whether a side that may double is to say whether it does
    offered: cython.bint  # whether the other is to take or to drop
    dropped: cython.bint
    match: cython.bint  # whether the game is one of a match
    needs: cython.int[2]  # points that each seat needs

    def __init__(self, cube=False, away=None):
        check(self.options, cube=cube, away=away)
        CheckerPlay.__init__(self)
        self.cube, self.owner = 1 if cube else 0, NOBODY
        self.asked = self.offered = self.dropped = False
        self.match = away is not None
        self.needs = list(away or (FREE, FREE))

    @property
    def stakes(self):
        return min(max(self.needs[0], self.needs[1]), FREE if self.cube else 3)

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def may_double(self, seat: cython.int, cube: cython.int, owner: cython.int) -> cython.bint:
        """Whether that seat may double such a cube before its rolls."""
        return 0 < cube < HIGHEST and owner != 1 - seat and cube < self.needs[seat]

    @cython.ccall
    def collect(self, out: MoveList) -> cython.void:
        action: cython.int = CUBE | self.turn << SEAT
        if self.dropped:
            return
        if self.asked:
            out.add(action | ROLL)
            out.add(action | DOUBLE)
        elif self.offered:
            out.add(action | TAKE)
            out.add(action | DROP)
        else:
            CheckerPlay.collect(self, out)

    @cython.ccall
    def collect_forcing(self, out: MoveList) -> cython.void:
        if not (self.asked or self.offered):
            CheckerPlay.collect_forcing(self, out)

    @cython.cfunc
    def apply(self, move: cython.int) -> cython.void:
        if move & CUBE:
            self.turn_cube(move & 3)
            return
        CheckerPlay.apply(self, move)
        if self.turn == CHANCE and self.may_double(self.side, self.cube, self.owner):
            self.asked = True
            self.turn = self.side

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

    @cython.cfunc
    def revert(self, move: cython.int) -> cython.void:
        if not move & CUBE:
            self.asked = False
            CheckerPlay.revert(self, move)
            return
        action: cython.int = move & 3
        self.turn = move >> SEAT & 1
        self.dropped = False
        self.offered = action >= TAKE
        self.asked = action < TAKE
        if action == TAKE:
            self.cube >>= 1
            self.owner = NOBODY if self.cube == 1 else 1 - self.turn

    @cython.ccall
    def value(self) -> cython.int:
        if self.dropped:
            return self.won(1 - 2 * self.side, self.cube)
        points: cython.int = self.points()
        return points if points == ONGOING else self.won(points, self.cube)

    @cython.cfunc
    @cython.exceptval(check=False)
    def won(self, points: cython.int, cube: cython.int) -> cython.int:
        """What those points of the board are worth to White with that cube, in the match."""
        found: cython.int = points * (cube or 1)
        return max(-self.needs[1], min(self.needs[0], found))

    @cython.ccall
    def estimate(self) -> cython.int:
        equity: cython.int = CheckerPlay.estimate(self)
        if not (self.cube or self.match):
            return equity
        if self.dropped or self.points() != ONGOING:
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

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def is_safe(self, seat: cython.int) -> cython.bint:
        """Whether that seat has borne off a checker, so that it cannot lose a gammon."""
        at: cython.int = 4 * seat
        return (self.planes[at] | self.planes[at + 1] | self.planes[at + 2] | self.planes[at + 3]) & 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def worth(self, equity: cython.int, cube: cython.int, owner: cython.int) -> cython.int:
        """The estimate in a position of that equity without a cube, by who may still double such a one."""
        white: cython.bint = self.may_double(0, cube, owner)
        black: cython.bint = self.may_double(1, cube, owner)
        if not (white or black):
            return self.points_on_average(equity, cube or 1)
        sign: cython.int = 1 if white and (equity >= 0 or not black) else -1
        dead: cython.int = sign * equity
        live: cython.int = min(POINT, dead * BOTH >> 10 if white and black else dead * ALONE + HELD >> 10)
        return self.points_on_average(sign * max(dead, (dead + 2 * live) * 341 >> 10), cube or 1)

    @cython.cfunc
    @cython.exceptval(check=False)
    def points_on_average(self, equity: cython.int, cube: cython.int) -> cython.int:
        """Thousandths of the points that White wins by that equity: what a side does not need counts for nothing."""
        wins: cython.int = self.won(1, cube)
        loses: cython.int = self.won(-1, cube)
        if -POINT <= equity <= POINT:
            return (equity * (wins - loses) + POINT * (wins + loses)) >> 1
        if equity > POINT:
            return POINT * wins + ((equity - POINT) * (self.won(3, cube) - wins) >> 1)
        return POINT * loses + ((equity + POINT) * (loses - self.won(-3, cube)) >> 1)

    def layout(self):
        return None if self.cube or self.match else backgammon_view.counts_layout()

    @cython.ccall
    def collect_contents(self, out: Planes) -> cython.void:
        digit: cython.int
        out.seat = 1 - self.side if self.dice else self.side
        for digit in range(4):
            theirs: Bits = self.planes[4 - 4 * out.seat + digit]
            out.words[digit] = self.planes[4 * out.seat + digit] | theirs << 32

    @cython.ccall
    def key(self) -> cython.ulonglong:
        bits: Bits = CheckerPlay.key(self)
        if not self.cube:
            return bits
        bits ^= (self.cube << 5) + (self.owner + 1 << 3) + (self.asked << 2) + (self.offered << 1) + self.dropped
        return stir(bits) or 1

    @cython.cfunc
    def become(self, other: Game) -> cython.void:
        CheckerPlay.become(self, other)
        of: Backgammon = other
        self.cube, self.owner, self.match = of.cube, of.owner, of.match
        self.asked, self.offered, self.dropped = of.asked, of.offered, of.dropped
        self.needs[:] = of.needs

    def position(self, seat=None):
        counts = [tuple([self.count(side, point) for point in range(26)]) for side in (0, 1)]
        may = not self.opening and self.value() == ONGOING and self.may_double(self.side, self.cube, self.owner)
        action = xgid.name_action(self.dice, self.dropped, self.offered, may and not self.asked)
        needs, side = tuple(self.needs) if self.match else None, None if self.opening else self.side
        return xgid.write_xgid(counts, side, self.dice, action, (self.cube, self.owner), needs)

    def set_position(self, text):
        self.undoable = None
        state = xgid.read_position(text)
        self.planes, self.dice, self.opening, self.side = state.planes, state.dice, state.side is None, state.side or 0
        self.cube, self.owner, self.match = state.cube, state.owner, state.needs is not None
        self.needs = list(state.needs or (FREE, FREE))
        may = not self.opening and self.may_double(self.side, self.cube, self.owner)
        self.asked = may and state.action == "roll"
        self.offered, self.dropped = state.action == "offered", state.action == "dropped"
        self.turn = state.find_turn(may)
        self.blocks = self.blots = self.first = self.second = 0
        if self.dice:
            self.look()

    def at_stake(self, seat):
        """What the game is worth: twice that as long as the seat has borne off none while the other bears off."""
        seat = seat_index(seat)
        gammon = self.is_safe(1 - seat) and not self.is_safe(seat)
        return abs(self.won((1 if seat else -1) * (2 if gammon else 1), self.cube))

    def is_about_stakes(self):
        """Whether a side is to say what it does with the cube."""
        return self.asked or self.offered

    def text(self, move):
        return WORDS[move & 3] if move & CUBE else super().text(move)

    def tidy(self, entry):
        """What is said to the cube as the game's own word; else what the checkers' play makes of it."""
        return xgid.fold_action(entry, self.asked) if self.is_about_stakes() else super().tidy(entry)

    def cells(self, move):
        return () if move & CUBE else super().cells(move)

    def show(self, seat=None):
        picture = super().show(seat)
        if not (self.cube or self.match):
            return picture
        needs = f"{self.seats[0]} needs {self.needs[0]}, {self.seats[1]} {self.needs[1]}" if self.match else ""
        note = "; ".join(filter(None, (picture.note, describe_cube(self.cube, self.owner, self.seats), needs)))
        owner = None if self.owner == NOBODY else self.owner
        return replace(picture, note=note, cube=(self.cube, owner) if self.cube else None)

    def doing(self):
        if self.asked:
            return f"{self.seats[self.side]} rolls or doubles"
        if self.offered:
            return f"{self.seats[self.side]} doubles to {2 * self.cube}, {self.seats[self.turn]} takes or drops"
        return super().doing()

    def reason(self):
        if self.dropped:
            return f"{self.seats[1 - self.side]} dropped the double to {2 * self.cube}"
        return super().reason() + (f", with the cube at {self.cube}" if self.cube > 1 else "")
