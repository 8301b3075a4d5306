"""Nim: take from one heap at a time; taking the last stick wins, or under misere=yes loses.

sticks=21, take=3   one heap, from which a move takes 1 to 3: the subtraction game. Lost for the seat to move exactly if
                    the heap is a multiple of take + 1 (misere: if it leaves remainder 1).
heaps=3/5/7         several heaps; a move takes any number from one of them (C. L. Bouton, "Nim, a game with a complete
                    mathematical theory", Annals of Mathematics 3, 1901, pages 35-39). Lost for the seat to move exactly
                    if the nim-sum of the heaps, their exclusive or, is 0 (misere: the same, but if no heap has more
                    than one stick, if the number of sticks is odd).

A move is the number taken, plus 100,000 for each heap before the one it is taken from: `3` takes three sticks from the
first heap, `200001` one from the third.
"""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.game import ONGOING, Game, MoveList
else:
    from games.game import ONGOING, Game, MoveList

from games.base import refusals
from games.nim import notation
from games.option import Sizes, Whole, YesNo, check

ROOM = 20  # heaps
SPREAD = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
STIR = cython.declare(cython.ulonglong, 0xBF58476D1CE4E5B9)
WORD = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def scatter(size: cython.int) -> cython.ulonglong:
    """Return 64 well mixed bits for the size of a heap; 0 for an empty one."""
    bits: cython.ulonglong = size * SPREAD & WORD
    bits = (bits ^ bits >> 29) * STIR & WORD
    return bits ^ bits >> 32


@cython.cclass
class Nim(Game):
    """Take sticks from one heap; the player who takes the last one wins."""

    why_not = refusals.taking
    text, tidy, say, position = notation.text, notation.tidy, notation.say, notation.position
    show, reason, theory = notation.show, notation.reason, notation.theory
    options = {
        "sticks": Whole(21, least=1, most=notation.MOST, note="in one heap"),
        "take": Whole(3, least=1, most=notation.MOST, note="the most that a move takes; with heaps any number"),
        "heaps": Sizes(None, least=1, most=notation.MOST, count=ROOM, note="several heaps instead of sticks and take"),
        "misere": YesNo(False, note="whoever takes the last one loses"),
    }

    sizes = cython.declare(cython.int[20], visibility="readonly")
    count = cython.declare(cython.int, visibility="readonly")  # of heaps, with empty ones
    sticks = cython.declare(cython.int, visibility="readonly")  # in all heaps
    take = cython.declare(cython.int, visibility="readonly")
    misere = cython.declare(cython.bint, visibility="readonly")
    sizes_key: cython.ulonglong  # the sum of the heaps' scattered bits, which ignores their order

    def __init__(self, sticks=None, take=None, heaps=None, misere=False):
        if heaps is not None and (sticks, take) != (None, None):
            raise ValueError("sticks and take go with one heap: leave them out beside heaps")
        if heaps is None:
            heaps, take = (21 if sticks is None else sticks,), 3 if take is None else take
            check(self.options, sticks=heaps[0], take=take)
        heaps = tuple(heaps)
        check(self.options, heaps=heaps, misere=misere)
        self.turn = 0
        self.take = take or notation.MOST
        self.misere = misere
        self.put(heaps)

    @cython.cfunc
    def put(self, heaps):
        """Replace the heaps by heaps of these sizes."""
        heap: cython.int
        self.sizes = [*heaps, *[0] * (ROOM - len(heaps))]
        self.count, self.sticks, self.sizes_key = len(heaps), sum(heaps), 0
        for heap in range(self.count):
            self.sizes_key = self.sizes_key + scatter(self.sizes[heap]) & WORD

    @cython.ccall
    def collect(self, out: MoveList) -> cython.void:
        heap: cython.int
        count: cython.int
        for heap in range(self.count):
            for count in range(1, min(self.take, self.sizes[heap]) + 1):
                out.add(heap * 100_000 + count)

    @cython.cfunc
    def apply(self, move: cython.int) -> cython.void:
        self.resize(move // 100_000, -(move % 100_000))

    @cython.cfunc
    def revert(self, move: cython.int) -> cython.void:
        self.resize(move // 100_000, move % 100_000)

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def resize(self, heap: cython.int, change: cython.int) -> cython.void:
        """Change the size of one heap and pass the turn."""
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

    def set_position(self, text):
        self.undoable = None
        self.turn, heaps = notation.read_position(self, text)
        self.put(heaps)
