"""Liar's dice, one round for two: bid how many dice of a face lie under both cups, or call the last bid a lie.

Each seat rolls its dice where only it sees them. The first seat bids, say 2x5: at least two fives among all dice. Then
the seats in turn bid higher, more dice or the same number of a higher face, or call; the first seat cannot call before
a bid. At a call all dice are shown: if the bid holds the caller has lost, otherwise the bidder. The rules and the order
of bids follow OpenSpiel's `liars_dice` (bidding_rule=reset-face); en.wikipedia.org/wiki/Liar%27s_dice has others.

wild=sixes  sixes count as every face, as in OpenSpiel, where the highest face is wild.
wild=ones   ones do, as in most places. The order of bids stays, so one is then the lowest face of each number.
wild=no     no face does.

A bid of the wild face counts only that face. Dice may have fewer than six sides (sides=4); `wild=sixes` then means the
highest face.

A hand stores the number of its dice of each face, four bits per face, and so forgets their order:

    bits   23 ... 20   19 ... 16   15 ... 12   11 ... 8    7 ... 4     3 ... 0
             sixes       fives       fours      threes      twos        ones

A move is a face from 0 while dice roll, then a bid, (number - 1) * 6 + face, or LIAR, which is above all bids. Bids
only rise, so the moves so far are a set, and its highest member came last. It is a word with bit LIAR - move for each:
the last move is the lowest bit, and clearing it takes the move back.

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
from games.liars_dice import notation
from games.option import Choice, Whole, check

MOST = 5  # dice each
FACES = cython.declare(cython.int, 6)
LIAR = cython.declare(cython.int, 60)  # number of bids with the most dice
WIDTH = cython.declare(cython.int, 4)  # bits per face
MASK = cython.declare(cython.int, 15)
NONE = cython.declare(cython.int, 6)  # no face is wild
ONE = cython.declare(cython.ulonglong, 1)
POINT = cython.declare(cython.int, 1000)
SURE = cython.declare(cython.int, 750)  # the value for the bidder of a true bid; 500 to 1000 play alike

WILD = {"ones": 0, "no": 6}


@cython.cclass
class LiarsDice(Game):
    """Bid how many dice show a face under both cups, or call the last bid a lie."""

    why_not = refusals.bidding
    text, tidy, meaning, say = notation.text, notation.tidy, notation.meaning, notation.say
    position, known, bid_texts = notation.position, notation.known, notation.bid_texts
    show, reason = notation.show, notation.reason
    options = {
        "dice": Whole(1, least=1, most=MOST, note="each"),
        "wild": Choice("sixes", words=("sixes", "ones", "no"), note="which faces are every face; sixes: the highest"),
        "sides": Whole(6, least=2, most=6, note="of a die"),
    }
    point = POINT

    dice = cython.declare(cython.int, visibility="readonly")  # each
    wild = cython.declare(cython.int, visibility="readonly")  # a face from 0, or NONE
    sides = cython.declare(cython.int, visibility="readonly")
    rolled = cython.declare(cython.int, visibility="readonly")  # dice of both, all of seat 0's first
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
            # The call first, because it ends the game; then the lowest bids, which leave most room.
            out.push(LIAR)
            first = LIAR + 1 - lowest(self.said)
        for move in range(first, last):
            if move % FACES < self.sides:
                out.push(move)

    @cython.ccall
    def weight(self, move: cython.int) -> cython.int:
        # Game's default would first look at the Python class.
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
        """Return how many dice of both seats show the face or are wild."""
        both: cython.int = self.hands[0] + self.hands[1]
        found: cython.int = both >> WIDTH * face & MASK
        # There are no dice above the highest face, so NONE adds 0.
        return found if face == self.wild else found + (both >> WIDTH * self.wild & MASK)

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def holds(self) -> cython.bint:
        """Return whether the last bid is true; there must be one."""
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
        # Bids before the last do not matter any more. All numbers stand side by side, so no two positions share a key.
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
        # Compiled, because searches with hidden information call it at every node.
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
