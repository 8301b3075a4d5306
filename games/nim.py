"""Nim: take from one heap at a time; whoever takes the last has won, or under misere=yes has lost.

sticks=21, take=3   one heap, from which a move takes 1 to 3: the subtraction game. Lost for the seat to move exactly
                    when the heap is a multiple of take + 1 (misere: when it leaves remainder 1).
heaps=3/5/7         several heaps; a move takes any number from one of them (C. L. Bouton, "Nim, a game with a complete
                    mathematical theory", Annals of Mathematics 3, 1901, pages 35-39). Lost for the seat to move exactly
                    when the nim-sum of the heaps, their exclusive or, is 0 (misere: the same, but when no heap holds
                    more than one stick, when the number of sticks is odd).

A move holds the heap and the number taken:

    bits   19 ... 15   14 ... 0
            heap        taken
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
from games.boards.board_text import count_of
from games.boards.heap_text import match_form, read_numbers, read_seat
from games.option import Sizes, Whole, YesNo, check
from games.picture import Heap, Heaps
from games.theory import Theory

BITS = cython.declare(cython.int, 15)
TAKEN = cython.declare(cython.int, (1 << 15) - 1)
MOST = (1 << 15) - 1
LETTERS = "abcdefghijklmnopqrst"
ROOM = len(LETTERS)
FORM = re.compile(r"(?P<heaps>[\d/ ]+) (?P<side>\w+)")
SPREAD = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
STIR = cython.declare(cython.ulonglong, 0xBF58476D1CE4E5B9)
WORD = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def scatter(size: cython.int) -> cython.ulonglong:
    """64 well mixed bits of the size of a heap; 0 for an empty one."""
    bits: cython.ulonglong = size * SPREAD & WORD
    bits = (bits ^ bits >> 29) * STIR & WORD
    return bits ^ bits >> 32


@cython.cclass
class Nim(Game):
    """Take sticks from one heap; whoever takes the last one wins."""

    why_not = refusals.taking
    options = {
        "sticks": Whole(21, least=1, most=MOST, note="in one heap"),
        "take": Whole(3, least=1, most=MOST, note="the most that a move takes; with heaps any number"),
        "heaps": Sizes(None, least=1, most=MOST, count=ROOM, note="several heaps instead of sticks and take"),
        "misere": YesNo(False, note="whoever takes the last one loses"),
    }

    sizes: cython.int[20]
    count: cython.int  # of heaps, the empty ones too
    sticks: cython.int  # in all heaps
    take: cython.int
    misere: cython.bint
    sizes_key: cython.ulonglong  # the sum of the heaps' scattered bits, the same in whatever order they lie

    def __init__(self, sticks=None, take=None, heaps=None, misere=False):
        if heaps is not None and (sticks, take) != (None, None):
            raise ValueError("sticks and take go with one heap: leave them out beside heaps")
        if heaps is None:
            heaps, take = (21 if sticks is None else sticks,), 3 if take is None else take
            check(self.options, sticks=heaps[0], take=take)
        heaps = tuple(heaps)
        check(self.options, heaps=heaps, misere=misere)
        self.turn = 0
        self.sizes = [*heaps, *[0] * (ROOM - len(heaps))]
        self.count = len(heaps)
        self.sticks = sum(heaps)
        self.take = take or MOST
        self.misere = misere
        self.sizes_key = sum(map(scatter, heaps)) & WORD

    @cython.ccall
    def collect(self, out: MoveList) -> cython.void:
        heap: cython.int
        count: cython.int
        for heap in range(self.count):
            for count in range(1, min(self.take, self.sizes[heap]) + 1):
                out.add(heap << BITS | count)

    @cython.cfunc
    def apply(self, move: cython.int) -> cython.void:
        self.resize(move >> BITS, -(move & TAKEN))

    @cython.cfunc
    def revert(self, move: cython.int) -> cython.void:
        self.resize(move >> BITS, move & TAKEN)

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def resize(self, heap: cython.int, change: cython.int) -> cython.void:
        """Change one heap's size; the turn passes."""
        size: cython.int = self.sizes[heap]
        self.sizes_key = (self.sizes_key - scatter(size) + scatter(size + change)) & WORD
        self.sizes[heap] = size + change
        self.sticks += change
        self.turn ^= 1

    @cython.ccall
    def value(self) -> cython.int:
        if self.sticks:
            return ONGOING
        return 1 if (self.turn == 1) != self.misere else -1

    def theory(self):
        # One heap of which at most so many are taken is worth its remainder, any other heap its size.
        nim_sum: cython.int = 0
        large: cython.bint = False
        heap: cython.int
        for heap in range(self.count):
            rest: cython.int = self.sizes[heap] % (self.take + 1)
            nim_sum ^= rest
            large = large or rest > 1
        lost: cython.bint = (nim_sum == 0) != (self.misere and not large)
        divided: cython.bint = self.count == 1 and self.take != MOST
        name = f"remainder by {self.take + 1}" if divided else "nim-sum"
        state = f"a remainder of {nim_sum} when divided by {self.take + 1}" if divided else f"nim-sum {nim_sum}"
        if self.misere and not large and not divided:
            state += " with no heap of more than 1"
        return Theory(name, 1 if (self.turn == 1) == lost else -1, self.sticks, state=state)

    @cython.ccall
    def key(self) -> cython.ulonglong:
        return self.sizes_key ^ (SPREAD if self.turn else 1)

    @cython.cfunc
    def become(self, other: Game) -> cython.void:
        of: Nim = other
        self.turn = of.turn
        self.sizes[:] = of.sizes
        self.count = of.count
        self.sticks = of.sticks
        self.take = of.take
        self.misere = of.misere
        self.sizes_key = of.sizes_key

    def position(self, seat=None):
        """The heaps and the side to move: `3/5/7 First`."""
        return f"{'/'.join(map(str, tuple(self.sizes)[: self.count]))} {self.seats[self.turn]}"

    def set_position(self, text):
        self.undoable = None
        found = match_form(FORM, text, "3/5/7 First")
        heaps = read_numbers(found["heaps"], "heap", 0, MOST)
        if len(heaps) != self.count:
            raise ValueError(f"it has {count_of(len(heaps), 'heap')}, the game {self.count}")
        self.turn = read_seat(found["side"], self.seats)
        self.sizes = [*heaps, *[0] * (ROOM - len(heaps))]
        self.sticks = sum(heaps)
        self.sizes_key = sum(map(scatter, heaps)) & WORD

    def text(self, move):
        return (LETTERS[move >> BITS] if self.count > 1 else "") + str(move & TAKEN)

    def say(self, move, seat=None):
        return f"takes {move & TAKEN}" + (f" from {LETTERS[move >> BITS]}" if self.count > 1 else "")

    def tidy(self, entry):
        return fold(entry).removeprefix("take").removesuffix("sticks").removesuffix("stick")

    def show(self, seat=None):
        heaps = [Heap(LETTERS[heap] if self.count > 1 else "Heap", self.sizes[heap]) for heap in range(self.count)]
        return Heaps(tuple(heaps), unit="|", note=self.note() if self.sticks else "")

    def note(self):
        """What may be taken, in words."""
        if self.count > 1:
            return "take any number from one heap, as in " + self.text(max(self.moves()))
        most = min(self.take, self.sticks)
        return f"take 1 to {most}" if most > 1 else "take 1"

    def reason(self):
        return f"{self.seats[1 - self.turn]} took the last stick"
