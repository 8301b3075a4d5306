"""Chips: two seats take chips from one pile, never more than twice what the other just took.

rule=even  An odd number of chips; the first move takes at most half the pile. When the last chip is taken,
           the seat that holds an even number of chips has won (0 is even).
rule=last  Any number from 2; the first move may not take all. Whoever takes the last chip has won. Fibonacci nim:
           the seat to move first loses exactly when the pile is a Fibonacci number (M. J. Whinihan, "Fibonacci Nim",
           The Fibonacci Quarterly 1.4, 1963, pages 9-13). Later on it wins exactly when it may take the smallest part
           of the pile, written as a sum of Fibonacci numbers no two of which are neighbours (A. J. Schwenk,
           "Take-Away Games", The Fibonacci Quarterly 8.3, 1970, pages 225-234).

A move holds the limit that it was made under, so that it can be taken back, and the number taken:

    bits   29 ... 15   14 ... 0
            limit       taken
"""

import re

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.game import ONGOING, Game, MoveList
else:
    from games.game import ONGOING, Game, MoveList

from games.base import refusals
from games.base.notation import fold
from games.boards.heap_text import match_form, read_number, read_seat
from games.option import Choice, Whole, check
from games.picture import Heap, Heaps
from games.theory import Theory

BITS = cython.declare(cython.int, 15)
TAKEN = cython.declare(cython.int, (1 << 15) - 1)
MOST = (1 << 15) - 1
FORM = re.compile(
    r"(?P<pile>\d+) held (?P<mine>\d+) ?/ ?(?P<yours>\d+) (?P<what>take|last) (?P<limit>\d+) (?P<side>\w+)",
    re.IGNORECASE,
)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def smallest_part(number: cython.int) -> cython.int:
    """The smallest of the Fibonacci numbers, no two of them neighbours, that add up to the number; 0 of 0.

    There is one such sum, and taking the largest number that fits finds it (E. Zeckendorf, 1972).
    """
    part: cython.int = 0
    small: cython.int = 1
    large: cython.int = 2
    while large <= number:
        small, large = large, small + large
    while number > 0:
        if small <= number:
            part = small
            number -= small
        small, large = large - small, small
    return part


@cython.cclass
class Chips(Game):
    """Take chips from a pile, at most twice what the other just took."""

    why_not = refusals.taking
    options = {
        "chips": Whole(21, least=2, most=MOST, note="odd and at least 3 under rule=even"),
        "rule": Choice(
            "even", words=("even", "last"), note="the winner: whoever holds an even number, or takes the last"
        ),
    }

    pile: cython.int
    limit: cython.int  # the most that may be taken now, never more than the pile
    mine: cython.int  # held by the first seat
    yours: cython.int  # held by the second
    even: cython.bint  # rule=even

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

    @cython.ccall
    def collect(self, out: MoveList) -> cython.void:
        count: cython.int
        for count in range(1, self.limit + 1):
            out.add(self.limit << BITS | count)

    @cython.ccall
    def collect_ranked(self, out: MoveList, ranks: MoveList) -> cython.void:
        # The least first: it leaves the other least choice. For a pile of 1001 alpha-beta then looks at 600 times
        # fewer positions than with the most first.
        count: cython.int
        self.collect(out)
        for count in range(1, self.limit + 1):
            ranks.add(-count)

    @cython.cfunc
    def apply(self, move: cython.int) -> cython.void:
        count: cython.int = move & TAKEN
        if self.turn == 0:
            self.mine += count
        else:
            self.yours += count
        self.pile -= count
        self.limit = min(2 * count, self.pile)
        self.turn ^= 1

    @cython.cfunc
    def revert(self, move: cython.int) -> cython.void:
        count: cython.int = move & TAKEN
        self.turn ^= 1
        if self.turn == 0:
            self.mine -= count
        else:
            self.yours -= count
        self.pile += count
        self.limit = move >> BITS

    @cython.ccall
    def value(self) -> cython.int:
        if self.pile:
            return ONGOING
        if self.even:
            return -1 if self.mine & 1 else 1
        return 1 if self.turn == 1 else -1

    def theory(self):
        if self.even:
            return None
        part: cython.int = smallest_part(self.pile)
        lost: cython.bint = self.pile == 0 or part > self.limit
        state = f"smallest Fibonacci part {part} with a limit of {self.limit}"
        return Theory("Fibonacci nim", 1 if (self.turn == 1) == lost else -1, self.pile, state=state)

    @cython.ccall
    def key(self) -> cython.ulonglong:
        # Of the chips held only the parity matters; the second seat's follows from the pile's and the first's.
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

    def position(self, seat=None):
        """The pile, what each holds, the most that may be taken, and the side to move: `15 held 2/4 take 8 First`."""
        return f"{self.pile} held {self.mine}/{self.yours} take {self.limit} {self.seats[self.turn]}"

    def set_position(self, text):
        """Read such a text; instead of `take 8` it may say what was taken last: `last 4`."""
        self.undoable = None
        found = match_form(FORM, text, "15 held 2/4 take 8 First")
        chips = self.pile + self.mine + self.yours
        pile = read_number(found["pile"], "the pile", 0, MOST)
        mine, yours = [read_number(found[name], "what is held", 0, MOST) for name in ("mine", "yours")]
        if pile + mine + yours != chips:
            raise ValueError(f"the pile and what is held are {pile + mine + yours} chips, the game has {chips}")
        last = found["what"].casefold() == "last"
        limit = read_number(found["limit"], found["what"], min(pile, 1), MOST if last else pile)
        self.turn = read_seat(found["side"], self.seats)
        self.pile, self.mine, self.yours, self.limit = pile, mine, yours, min(pile, 2 * limit if last else limit)

    def text(self, move):
        return str(move & TAKEN)

    def say(self, move, seat=None):
        return f"takes {move & TAKEN}"

    def tidy(self, entry):
        return fold(entry).removeprefix("take").removesuffix("chips").removesuffix("chip")

    def show(self, seat=None):
        held = (Heap(self.seats[0], self.mine, 0), Heap(self.seats[1], self.yours, 1))
        note = ""
        if self.limit:
            note = f"take 1 to {self.limit}" if self.limit > 1 else "take 1"
        return Heaps((Heap("Pile", self.pile), *held), note=note)

    def reason(self):
        winner, loser = (0, 1) if self.value() > 0 else (1, 0)
        if not self.even:
            return f"{self.seats[winner]} took the last chip"
        held = (self.mine, self.yours)
        return (
            f"{self.seats[winner]} holds an even number, {held[winner]}, {self.seats[loser]} an odd one, {held[loser]}"
        )
