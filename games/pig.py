"""Pig: roll a die as often as you dare and hold what it adds up to, but a one loses what the turn has brought.

On its turn a seat rolls or holds. A roll of 2 to 6 adds to the turn's total, and the seat goes on; a roll of 1 loses
the total and ends the turn. Who holds adds the total to its score and ends the turn; the first score that reaches the
target wins. By J. Scarne, "Scarne on Dice", 1945; rules and optimal play in T. W. Neller and C. G. M. Presser, "Optimal
Play of the Dice Game Pig", The UMAP Journal 25 (1), 2004, pages 25-47.

Who would reach the target by holding can only hold, because no roll could better that; and one may hold with a total of
nothing, which passes the turn. Both as in OpenSpiel's `pig`. So positions come again, and a game has no longest length.

A move holds what it is, and the turn's total before it, so that a lost one can be taken back:

    bits    12 ... 3    2 ... 0
             total       what      ROLL, 1 to 6: the face that came, HOLD
"""

import re

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.base.bits import Bits, stir
    from cython.cimports.games.game import CHANCE, ONGOING, Game, MoveList
else:
    from games.base.bits import Bits, stir
    from games.game import CHANCE, ONGOING, Game, MoveList

from games.base import refusals
from games.base.notation import fold
from games.boards.heap_text import match_form, read_number, read_seat
from games.option import Whole, check
from games.picture import Heap, Heaps

MOST = 1000  # as a target: scores and totals stay below 1024
ROLL = cython.declare(cython.int, 0)
HOLD = cython.declare(cython.int, 7)
WHAT = cython.declare(cython.int, 7)
TOTAL = cython.declare(cython.int, 3)
ENOUGH = cython.declare(cython.int, 20)  # a total to hold at
POINT = cython.declare(cython.int, 1000)
TEMPO = cython.declare(cython.int, 4 * 6)  # what it is worth to have the turn, in quarters of a point of the score
SPAN = cython.declare(cython.int, 4 * 24)  # a lead that decides when little is left to go, in the same

HIGHEST = 1023
FORM = re.compile(r"(?P<first>\d+) ?/ ?(?P<second>\d+) (?P<total>\d+) (?P<side>\w+)(?P<rolls> rolls)?", re.IGNORECASE)
ROLLS = {"r", "throw", "again", "rollagain", "rollthedie", "rolldie"}
HOLDS = {"h", "stop", "stay", "bank", "stand", "pass"}


@cython.cclass
class Pig(Game):
    """Roll as often as you dare and hold; a one loses the turn."""

    why_not = refusals.holding
    options = {"target": Whole(100, least=2, most=MOST, note="the score that wins")}
    point = POINT

    target: cython.int
    mover: cython.int  # whose turn it is while the die rolls too
    total: cython.int  # of this turn
    scores: cython.int[2]

    def __init__(self, target=100):
        check(self.options, target=target)
        self.turn = self.mover = self.total = 0
        self.target = target
        self.scores = [0, 0]

    @cython.ccall
    def collect(self, out: MoveList) -> cython.void:
        before: cython.int = self.total << TOTAL
        what: cython.int
        if self.value() != ONGOING:
            return
        out.reserve(HOLD)
        if self.turn == CHANCE:
            for what in range(1, 7):
                out.push(before | what)
        elif self.scores[self.mover] + self.total >= self.target:
            out.push(before | HOLD)
        else:
            # Holding at 20 or more is close to the best there is.
            out.push(before | (HOLD if self.total >= ENOUGH else ROLL))
            out.push(before | (ROLL if self.total >= ENOUGH else HOLD))

    @cython.ccall
    def weight(self, move: cython.int) -> cython.int:
        # As Game has it, but without a look at Python.
        return 1

    @cython.cfunc
    def apply(self, move: cython.int) -> cython.void:
        what: cython.int = move & WHAT
        if what == ROLL:
            self.turn = CHANCE
            return
        if what == HOLD:
            self.scores[self.mover] += self.total
        if what in (HOLD, 1):
            self.total = 0
            self.mover ^= 1
        else:
            self.total += what
        self.turn = self.mover

    @cython.cfunc
    def revert(self, move: cython.int) -> cython.void:
        what: cython.int = move & WHAT
        self.total = move >> TOTAL
        if what in (HOLD, 1):
            self.mover ^= 1
        if what == HOLD:
            self.scores[self.mover] -= self.total
        self.turn = self.mover if what in (ROLL, HOLD) else CHANCE

    @cython.ccall
    def value(self) -> cython.int:
        if self.scores[0] >= self.target:
            return 1
        return -1 if self.scores[1] >= self.target else ONGOING

    @cython.ccall
    def estimate(self) -> cython.int:
        """The lead, with what the turn has brought at three quarters, the smaller the more there is yet to go.

        Held against the exact expectation under optimal play to 100, it is off by 0.06 of a point on average.
        """
        if self.scores[0] >= self.target or self.scores[1] >= self.target:
            return POINT * self.value()
        own: cython.int = 4 * (self.target - self.scores[self.mover]) - 3 * self.total
        other: cython.int = 4 * (self.target - self.scores[1 - self.mover])
        lead: cython.int = other - own + TEMPO
        share: cython.int = min(POINT * abs(lead) // (SPAN + (own + other) * 2 // 3), POINT)
        # A parabola, steep where the lead is small.
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

    def position(self, seat=None):
        """Both scores, the turn's total and whose turn it is, `rolls` while the die does: `40/28 12 First`."""
        rolls = " rolls" * (self.turn == CHANCE and self.value() == ONGOING)
        return f"{self.scores[0]}/{self.scores[1]} {self.total} {self.seats[self.mover]}{rolls}"

    def set_position(self, text):
        self.undoable = None
        found = match_form(FORM, text, "40/28 12 First")
        scores = [read_number(found[name], "the score", 0, HIGHEST) for name in ("first", "second")]
        total, mover = read_number(found["total"], "the turn's total", 0, HIGHEST), read_seat(found["side"], self.seats)
        if 1 in (*scores, total):
            raise ValueError("nobody can have 1: a roll of 1 brings nothing")
        over = max(scores) >= self.target
        if scores[mover] >= self.target or (over and (total or found["rolls"])):
            raise ValueError(
                f"{self.target} are reached by a hold, after which it is the other's turn, with a total of 0"
            )
        if found["rolls"] and scores[mover] + total >= self.target:
            raise ValueError(f"who has {scores[mover]} and {total} more holds, and does not roll")
        self.scores, self.total, self.mover = scores, total, mover
        self.turn = CHANCE if found["rolls"] else mover

    def text(self, move):
        return {ROLL: "roll", HOLD: "hold"}.get(move & WHAT, str(move & WHAT))

    def meaning(self, move):
        """What is at stake with a roll, and what a hold brings."""
        if move & WHAT == ROLL:
            return f"a 1 loses {self.total}" if self.total else "throw the die"
        if move & WHAT != HOLD:
            return ""
        kept = self.scores[self.mover] + self.total
        return f"keep {self.total}, {kept} in all" if self.total else "let the other roll"

    def say(self, move, seat=None):
        what = move & WHAT
        if self.turn != CHANCE:
            return "rolls" if what == ROLL else "holds"
        return f"{{{self.mover}}} rolls {what}{': the turn is over' if what == 1 else ''}"

    def tidy(self, entry):
        """The entry as `roll` or `hold`, which `r`, `throw`, `h`, `stop` and `stay` are too; or a face."""
        word = fold(entry)
        return "roll" if word in ROLLS else "hold" if word in HOLDS else word

    def show(self, seat=None):
        heaps = [Heap(self.seats[whose], self.scores[whose], whose) for whose in (0, 1)]
        if self.value() != ONGOING:
            return Heaps(tuple(heaps), note=f"{self.target} win")
        note = f"{self.seats[self.mover]} {'rolls' if self.turn == CHANCE else 'may roll or hold'}, {self.target} win"
        return Heaps((*heaps, Heap("Turn", self.total, self.mover)), note=note)

    def reason(self):
        winner = 0 if self.value() > 0 else 1
        return f"{self.seats[winner]} reached {self.target} with {self.scores[winner]}"
