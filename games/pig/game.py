"""Pig: roll a die as often as you dare and hold what it adds up to, but a one loses what the turn has brought.

On its turn a seat rolls or holds. A roll of 2 to 6 adds to the turn's total, and the seat goes on; a roll of 1 loses
the total and ends the turn. Holding adds the total to the score and ends the turn; the first score that reaches the
target wins. By J. Scarne, "Scarne on Dice", 1945; rules and optimal play in T. W. Neller and C. G. M. Presser, "Optimal
Play of the Dice Game Pig", The UMAP Journal 25 (1), 2004, pages 25-47.

A seat that would reach the target by holding can only hold, because no roll is better. A seat may hold with a total of
0, which passes the turn. Both rules come from OpenSpiel's `pig`. So positions recur, and the length of a game has no
limit.

A move is the face that came, 1 to 6, or 0 to roll, or 7 to hold. To take moves back, the game keeps the totals of past
turns.
"""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.base.bits import Bits, stir
    from cython.cimports.games.game import CHANCE, ONGOING, Game, MoveList
else:
    from games.base.bits import Bits, stir
    from games.game import CHANCE, ONGOING, Game, MoveList

from games.base import refusals
from games.option import Whole, check
from games.pig import notation

MOST = 1000  # for the target: scores and totals stay below 1024
ROLL = cython.declare(cython.int, 0)
HOLD = cython.declare(cython.int, 7)
ENOUGH = cython.declare(cython.int, 20)  # the total at which to hold
POINT = cython.declare(cython.int, 1000)
TEMPO = cython.declare(cython.int, 4 * 6)  # the value of having the turn, in quarters of a point
SPAN = cython.declare(cython.int, 4 * 24)  # a lead that decides near the end, in quarters of a point


@cython.cclass
class Pig(Game):
    """Roll as often as you dare and hold; a one loses the turn."""

    why_not = refusals.holding
    text, tidy, meaning, say, position = notation.text, notation.tidy, notation.meaning, notation.say, notation.position
    show, reason = notation.show, notation.reason
    options = {"target": Whole(100, least=2, most=MOST, note="the score that wins")}
    point = POINT

    target = cython.declare(cython.int, visibility="readonly")
    mover = cython.declare(cython.int, visibility="readonly")  # whose turn it is, even while the die rolls
    total = cython.declare(cython.int, visibility="readonly")  # of this turn
    scores = cython.declare(cython.int[2], visibility="readonly")
    past: MoveList  # the totals of past turns

    def __init__(self, target=100):
        check(self.options, target=target)
        self.turn = self.mover = self.total = 0
        self.target = target
        self.scores = [0, 0]
        self.past = MoveList()

    @cython.ccall
    def collect(self, out: MoveList) -> cython.void:
        what: cython.int
        if self.value() != ONGOING:
            return
        out.reserve(HOLD)
        if self.turn == CHANCE:
            for what in range(1, 7):
                out.push(what)
        elif self.scores[self.mover] + self.total >= self.target:
            out.push(HOLD)
        else:
            # Holding at 20 or more is close to optimal.
            out.push(HOLD if self.total >= ENOUGH else ROLL)
            out.push(ROLL if self.total >= ENOUGH else HOLD)

    @cython.ccall
    def weight(self, move: cython.int) -> cython.int:
        # Game's default would first look at the Python class.
        return 1

    @cython.cfunc
    def apply(self, move: cython.int) -> cython.void:
        if move == ROLL:
            self.turn = CHANCE
            return
        if move == HOLD:
            self.scores[self.mover] += self.total
        if move in (HOLD, 1):
            self.past.add(self.total)
            self.total = 0
            self.mover ^= 1
        else:
            self.total += move
        self.turn = self.mover

    @cython.cfunc
    def revert(self, move: cython.int) -> cython.void:
        if move in (HOLD, 1):
            self.total = self.past.pop()
            self.mover ^= 1
        else:
            self.total -= move
        if move == HOLD:
            self.scores[self.mover] -= self.total
        self.turn = self.mover if move in (ROLL, HOLD) else CHANCE

    @cython.ccall
    def value(self) -> cython.int:
        if self.scores[0] >= self.target:
            return 1
        return -1 if self.scores[1] >= self.target else ONGOING

    @cython.ccall
    def estimate(self) -> cython.int:
        """Return the lead, with three quarters of the turn's total; the more is left to go, the less it counts.

        Compared with the exact expectation under optimal play to 100, it is off by 0.06 of a point on average.
        """
        if self.scores[0] >= self.target or self.scores[1] >= self.target:
            return POINT * self.value()
        own: cython.int = 4 * (self.target - self.scores[self.mover]) - 3 * self.total
        other: cython.int = 4 * (self.target - self.scores[1 - self.mover])
        lead: cython.int = other - own + TEMPO
        share: cython.int = min(POINT * abs(lead) // (SPAN + (own + other) * 2 // 3), POINT)
        # A parabola: steep for small leads.
        share = share * (2 * POINT - share) // POINT
        if self.scores[self.mover] + self.total >= self.target:
            lead, share = 1, POINT
        return share if (lead < 0) == self.mover else -share

    @cython.ccall
    def key(self) -> cython.ulonglong:
        bits: Bits = self.scores[0] << 10 | self.scores[1]
        bits = (bits << 10 | self.total) << 2 | self.mover << 1 | (self.turn == CHANCE)
        return stir(bits) or 1

    @cython.cfunc
    def become(self, other: Game) -> cython.void:
        of: Pig = other
        self.turn = of.turn
        self.target, self.mover, self.total = of.target, of.mover, of.total
        self.scores[:] = of.scores
        if self.past is None or not cython.compiled:
            self.past = MoveList()
        self.past.count = 0

    def set_position(self, text):
        self.undoable = None
        scores, self.total, self.mover, self.turn = notation.read_position(self, text)
        self.scores = scores
        self.past = MoveList()
