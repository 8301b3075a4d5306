"""Chips: two seats take chips from one pile, never more than twice what the other just took.

rule=even  An odd number of chips; the first move takes at most half the pile. When the last chip is taken,
           the seat that holds an even number of chips has won (0 is even).
rule=last  Any number from 2; the first move may not take all. Taking the last chip wins. Fibonacci nim:
           the seat to move first loses exactly if the pile is a Fibonacci number (M. J. Whinihan, "Fibonacci Nim",
           The Fibonacci Quarterly 1.4, 1963, pages 9-13). Later a seat wins exactly if it may take the smallest part
           of the pile as a sum of non-neighbouring Fibonacci numbers (A. J. Schwenk, "Take-Away Games", The Fibonacci
           Quarterly 8.3, 1970, pages 225-234).

A move is the number of chips that it takes. To take moves back, the game keeps the limits before them.
"""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.game import ONGOING, Game, MoveList
else:
    from games.game import ONGOING, Game, MoveList

from games.base import refusals
from games.chips import notation
from games.option import Choice, Whole, check

BITS = cython.declare(cython.int, 15)  # per number of chips in the key


@cython.cclass
class Chips(Game):
    """Take chips from a pile, at most twice what the other just took."""

    why_not = refusals.taking
    text, tidy, say, position = notation.text, notation.tidy, notation.say, notation.position
    show, reason, theory = notation.show, notation.reason, notation.theory
    options = {
        "chips": Whole(21, least=2, most=notation.MOST, note="odd and at least 3 under rule=even"),
        "rule": Choice(
            "even", words=("even", "last"), note="who wins: whoever holds an even number, or whoever takes the last"
        ),
    }

    pile = cython.declare(cython.int, visibility="readonly")
    limit = cython.declare(cython.int, visibility="readonly")  # the most that may be taken now, at most the pile
    mine = cython.declare(cython.int, visibility="readonly")  # held by the first seat
    yours = cython.declare(cython.int, visibility="readonly")  # held by the second
    even = cython.declare(cython.bint, visibility="readonly")  # rule=even
    past: MoveList  # the limits before each move

    def __init__(self, chips=21, rule="even"):
        check(self.options, rule=rule)
        if rule == "even" and (type(chips) is not int or chips < 3 or chips % 2 == 0):
            raise ValueError(f"chips={chips} must be odd under rule=even and at least 3")
        check(self.options, chips=chips)
        self.turn = 0
        self.pile = chips
        self.even = rule == "even"
        self.limit = chips // 2 if self.even else chips - 1
        self.mine = self.yours = 0
        self.past = MoveList()

    @cython.ccall
    def collect(self, out: MoveList) -> cython.void:
        count: cython.int
        for count in range(1, self.limit + 1):
            out.add(count)

    @cython.ccall
    def collect_ranked(self, out: MoveList, ranks: MoveList) -> cython.void:
        # The least first: it leaves the other the least choice. For a pile of 1001 alpha-beta then searches 600 times
        # fewer positions than with the most first.
        count: cython.int
        self.collect(out)
        for count in range(1, self.limit + 1):
            ranks.add(-count)

    @cython.cfunc
    def apply(self, move: cython.int) -> cython.void:
        self.past.add(self.limit)
        if self.turn == 0:
            self.mine += move
        else:
            self.yours += move
        self.pile -= move
        self.limit = min(2 * move, self.pile)
        self.turn ^= 1

    @cython.cfunc
    def revert(self, move: cython.int) -> cython.void:
        self.turn ^= 1
        if self.turn == 0:
            self.mine -= move
        else:
            self.yours -= move
        self.pile += move
        self.limit = self.past.pop()

    @cython.ccall
    def value(self) -> cython.int:
        if self.pile:
            return ONGOING
        if self.even:
            return -1 if self.mine & 1 else 1
        return 1 if self.turn == 1 else -1

    @cython.ccall
    def key(self) -> cython.ulonglong:
        # Of the held chips only the parity matters; the second seat's follows from the pile and the first seat's.
        chips: cython.ulonglong = self.limit << BITS | self.pile
        parity: cython.ulonglong = self.mine & self.even
        return chips << 3 | parity << 2 | self.turn << 1 | 1

    @cython.cfunc
    def become(self, other: Game) -> cython.void:
        of: Chips = other
        self.turn = of.turn
        self.pile = of.pile
        self.limit = of.limit
        self.mine = of.mine
        self.yours = of.yours
        self.even = of.even
        if self.past is None or not cython.compiled:
            self.past = MoveList()
        self.past.count = 0

    def set_position(self, text):
        self.undoable = None
        self.turn, self.pile, self.mine, self.yours, self.limit = notation.read_position(self, text)
        self.past = MoveList()
