r"""Liar's dice, one round for two: bid how many dice of a face lie under both cups, or call the last bid a lie.

Each seat rolls its dice where only it sees them. The first seat bids, say 2x5: at least two fives among all dice. Then
in turn each bids higher, more dice or as many of a higher face, or calls; there is nothing to call before the first
bid. At a call all dice are shown: if the bid holds the caller has lost, else the bidder has. Rules and order of bids
are those of OpenSpiel's `liars_dice` (bidding_rule=reset-face); en.wikipedia.org/wiki/Liar%27s_dice lists the others.

wild=sixes  sixes count as every face, as in OpenSpiel, where the highest face is wild.
wild=ones   ones do, as mostly played. The order of bids stays, so that one is then the lowest face of each number.
wild=no     none do.

A bid of the wild face itself counts that face alone. Dice may have fewer sides than six (sides=4); `wild=sixes` then
means the highest face.

A hand is the number of its dice of each face, four bits a face, so that their order is nowhere:

    bits   23 ... 20   19 ... 16   15 ... 12   11 ... 8    7 ... 4     3 ... 0
             sixes       fives       fours      threes      twos        ones

A move is a face from 0 while dice roll, then a bid, (number - 1) * 6 + face, or LIAR, which is above all bids. As bids
only ever rise, all that was said is a set, and its highest member was said last. It is a word that holds each as bit
LIAR - move: the last said is the lowest bit, and taking it off takes it back.

    bits   60    59    58   ...   54    53   ...   1     0
          1x1   1x2   1x3        2x1   2x2       10x6   liar
"""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.base.bits import Bits, lowest, stir
    from cython.cimports.games.game import CHANCE, ONGOING, Game, MoveList
else:
    from games.base.bits import Bits, lowest, stir
    from games.game import CHANCE, ONGOING, Game, MoveList

from games.base import refusals
from games.base.numeric import seat_index
from games.liars_dice import notation, picture
from games.option import Choice, Whole, check

MOST = 5  # dice each
FACES = cython.declare(cython.int, 6)
LIAR = cython.declare(cython.int, 60)  # number of bids with the most dice
WIDTH = cython.declare(cython.int, 4)  # bits a face
MASK = cython.declare(cython.int, 15)
NONE = cython.declare(cython.int, 6)  # no face is wild
ONE = cython.declare(cython.ulonglong, 1)
POINT = cython.declare(cython.int, 1000)
SURE = cython.declare(cython.int, 750)  # what it is worth to the bidder that a bid holds; 500 to 1000 play alike

WILD = {"ones": 0, "no": 6}


@cython.cclass
class LiarsDice(Game):
    """Bid how many dice show a face under both cups, or call the last bid a lie."""

    why_not = refusals.bidding
    text, tidy, meaning, say = notation.text, notation.tidy, notation.meaning, notation.say
    position, known, bid_texts = notation.position, notation.known, notation.bid_texts
    show, reason = picture.show, picture.reason
    options = {
        "dice": Whole(1, least=1, most=MOST, note="each"),
        "wild": Choice("sixes", words=("sixes", "ones", "no"), note="which faces are every face; sixes: the highest"),
        "sides": Whole(6, least=2, most=6, note="of a die"),
    }
    point = POINT

    dice = cython.declare(cython.int, visibility="readonly")  # each
    wild = cython.declare(cython.int, visibility="readonly")  # a face from 0, or NONE
    sides = cython.declare(cython.int, visibility="readonly")
    rolled = cython.declare(cython.int, visibility="readonly")  # dice of both, first all of seat 0's
    hands = cython.declare(cython.int[2], visibility="readonly")
    said = cython.declare(cython.ulonglong, visibility="readonly")

    def __init__(self, dice=1, wild="sixes", sides=6):
        check(self.options, dice=dice, wild=wild, sides=sides)
        self.turn = CHANCE
        self.dice = dice
        self.wild = sides - 1 if wild == "sixes" else WILD[wild]
        self.sides = sides
        self.rolled = 0
        self.hands = [0, 0]
        self.said = 0

    @cython.ccall
    def collect(self, out: MoveList) -> cython.void:
        first: cython.int = 0
        last: cython.int = FACES
        move: cython.int
        if self.said & 1:
            return
        out.reserve(LIAR + 1)
        if self.turn != CHANCE:
            last *= 2 * self.dice
        if self.said:
            # The call first, because it is answered at once; then the lowest bids, which leave most room.
            out.push(LIAR)
            first = LIAR + 1 - lowest(self.said)
        for move in range(first, last):
            if move % FACES < self.sides:
                out.push(move)

    @cython.ccall
    def weight(self, move: cython.int) -> cython.int:
        # As Game has it, but without a look at Python.
        return 1

    @cython.cfunc
    def apply(self, move: cython.int) -> cython.void:
        if self.turn != CHANCE:
            self.said |= ONE << (LIAR - move)
            self.turn ^= 1
            return
        self.hands[self.rolled >= self.dice] += 1 << WIDTH * move
        self.rolled += 1
        if self.rolled == 2 * self.dice:
            self.turn = 0

    @cython.cfunc
    def revert(self, move: cython.int) -> cython.void:
        if self.said:
            self.said &= self.said - 1
            self.turn ^= 1
            return
        self.turn = CHANCE
        self.rolled -= 1
        self.hands[self.rolled >= self.dice] -= 1 << WIDTH * move

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def bid(self) -> cython.int:
        """Return the last bid; there must be one."""
        return LIAR - lowest(self.said & ~ONE)

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def showing(self, face: cython.int) -> cython.int:
        """How many dice of both seats show the face or are wild."""
        both: cython.int = self.hands[0] + self.hands[1]
        found: cython.int = both >> WIDTH * face & MASK
        # Above all faces lie no dice, so that NONE adds none.
        return found if face == self.wild else found + (both >> WIDTH * self.wild & MASK)

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def holds(self) -> cython.bint:
        """Whether the last bid is true; there must be one."""
        bid: cython.int = self.bid()
        return self.showing(bid % FACES) > bid // FACES

    @cython.ccall
    def value(self) -> cython.int:
        # After a call it is the bidder's turn again.
        return (1 if self.holds() != self.turn else -1) if self.said & 1 else ONGOING

    @cython.ccall
    def estimate(self) -> cython.int:
        """Return what the last bid is worth if it is called, and somewhat less, because it may be raised instead."""
        if not self.said:
            return 0
        if self.said & 1:
            return POINT * self.value()
        return SURE if self.holds() == self.turn else -SURE

    @cython.ccall
    def collect_forcing(self, out: MoveList) -> cython.void:
        """Add the call."""
        if self.said and not self.said & 1:
            out.add(LIAR)

    @cython.ccall
    def key(self) -> cython.ulonglong:
        # What was bid before the last bid changes nothing to come; all numbers stand side by side, so that no two
        # positions share a key.
        bits: Bits = self.hands[0]
        last: Bits = (self.bid() << 1 | self.said & 1) + 1 if self.said else 0
        bits = bits << WIDTH * FACES | self.hands[1]
        return stir((bits << 8 | last) << 2 | self.turn + 1) or 1

    @cython.cfunc
    def become(self, other: Game) -> cython.void:
        of: LiarsDice = other
        self.turn = of.turn
        self.dice, self.wild, self.sides, self.rolled = of.dice, of.wild, of.sides, of.rolled
        self.hands[:] = of.hands
        self.said = of.said

    def imagine(self, seat, rng):
        twin: LiarsDice = self.copy()
        own: cython.int = seat_index(seat)
        if not self.said & 1:
            first: cython.int = min(self.rolled, self.dice)  # dice that seat 0 has rolled
            unseen: cython.int = first if own else self.rolled - first
            twin.hands[1 - own] = sum([1 << WIDTH * rng.randrange(self.sides) for _ in range(unseen)])
        return twin

    def heard(self, move, seat):
        # Compiled, because searches of what is hidden ask it at every node.
        if self.turn == CHANCE:
            return "a die" if (self.rolled >= self.dice) != seat else f"{move + 1}"
        return notation.BIDS[move]

    def set_position(self, text):
        self.undoable = None
        hands, said = notation.read_dice(text, self.dice, self.sides)
        self.hands = [sum([1 << WIDTH * (int(face) - 1) for face in hand]) for hand in hands]
        self.rolled, self.said = sum(map(len, hands)), 0
        self.turn = 0 if self.rolled == 2 * self.dice else CHANCE
        for word in said:
            self.apply(self.parse(word))
