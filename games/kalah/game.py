"""Kalah, by W. J. Champion: sow seeds from pit to pit, and win what falls into your own store. South moves first.

A move takes all seeds from a pit of the mover and sows them counterclockwise, one into each pit and into the mover's
store, but not into the other's. If the last seed falls into the mover's store, the mover moves again. If it falls into
an empty pit of the mover, it and all seeds in the opposite pit go to the mover's store. The game is over as soon as all
pits of one side are empty, no matter whose turn it is; the other side keeps the seeds left in its pits. The score is
South's seeds minus North's. Rules as in G. Irving, J. Donkers and J. Uiterwijk, "Solving Kalah", ICGA Journal 23 (3),
2000, where the last seed is captured even if the opposite pit is empty (`capture=any`); usually it then stays where it
is (`capture=nonempty`, en.wikipedia.org/wiki/Kalah, and OpenSpiel's `mancala`).

Each side has a word with a lane for each pit (games/kalah/sowing.py). Lanes count from the side's own store, so the
lanes of two opposite pits add up to pits - 1:

    North's store  6  5  4  3  2  1                          lane 0  1  2  3  4  5
                   1  2  3  4  5  6  South's store           lane 5  4  3  2  1  0

A move holds its side and the lowest bit of its lane, which is the index into the tables; a number of a pit would have
to be converted at every move of random games. A stack holds what is needed to take moves back: the seeds in the lane,
and the seeds opposite if the move captured.

    bits     21           20 ... 12       11 ... 0
          captured     from opposite       seeds

The estimate is the worth of all seeds in stores and pits. A seed is worth more when fewer are left to sow, so each
weight is a constant plus a slope times the pressure. The weights come from a logistic regression on the winners of
160,000 positions with 12 seeds or more in the pits, from 5,800 games of this program against itself with 2,000
positions a move, after 4 to 10 random moves; 64 units are a factor of e in the odds. The seeds in the store and on a
side, and those next to the store and farthest from it, are terms of C. Gifford et al., "Searching and Game Playing: An
Artificial Intelligence Approach to Mancala", University of Kansas, 2008.
"""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.base.bits import Bits, count, lowest, stir
    from cython.cimports.games.game import ONGOING, Game, MoveList
    from cython.cimports.libc.stdlib import free, realloc
else:
    from games.base.bits import Bits, count, lowest, stir
    from games.game import ONGOING, Game, MoveList

    SEAT = 6
    LANE = 63
    ENTRIES = 5  # each lane has 32 entries for each bit, more than it can hold seeds
    STORE = -1  # the last seed fell into the store; -2: beyond
    SLOTS = 16  # of a list of moves, or half of that; the last slot holds the number of moves

from games.base import refusals
from games.kalah import notation
from games.kalah.sowing import MOST_PITS, MOST_SEEDS, lay_out, list_moves, sow
from games.option import Choice, Whole, check

WORD = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
ONE = cython.declare(cython.ulonglong, 1)
ROOM = cython.declare(cython.int, 3 * SLOTS)  # for two lists of moves, which are copied in whole blocks
SEEDS = cython.declare(cython.int, (1 << 12) - 1)
OPPOSITE = cython.declare(cython.int, 12)
CAPTURED = cython.declare(cython.int, 1 << 21)
WHOLE = cython.declare(cython.int, 64)  # a pressure of 1


made = {}  # the tables by the number of pits


def tables(pits):
    """Return the tables for boards with `pits` pits a side, made once."""
    if pits not in made:
        made[pits] = Sowing(pits)
    return made[pits]


class Sowing:
    """The lanes of a board, as in sowing.py, and tables of what sowing changes.

    lists                      for each seat and set of its lanes, a bit a lane, the moves from these lanes.
    draws                      for each set of lanes, 64 apart, the lane that each sixtieth of the random numbers draws,
                               if there are at most 6; 60 is a multiple of 1 to 6, so no length is needed.
    own, other, stored, last   what a move adds, and where its last seed falls.
    """

    def __reduce__(self):
        return tables, (self.top + 1,)

    def __init__(self, pits):
        self.top, self.width, self.mask, self.room, self.ones, self.highs, self.lowers, *rest = lay_out(pits)
        self.steps, self.every, self.packer, self.shift = rest
        self.fill_lists(pits)
        own, other, stored, last = sow(pits, self.width, self.room)
        if cython.compiled:
            place: cython.int
            for place in range(2304):
                self.own[place], self.other[place] = own[place] & WORD, other[place]
                self.stored[place], self.last[place] = stored[place], last[place]
        else:
            self.own, self.other, self.stored, self.last = own, other, stored, last

    def fill_lists(self, pits: cython.int):
        """Fill in the moves of each seat from each set of lanes."""
        self.slots = 8 if pits < 8 else SLOTS
        if cython.compiled:
            size: cython.size_t = (self.slots << pits + 1) * cython.sizeof(cython.int)
            self.lists = cython.cast(cython.p_int, realloc(self.lists, size))
            if self.lists is cython.NULL:
                raise MemoryError(f"no room for the moves of {pits} pits")
        else:
            self.lists = [0] * (self.slots << pits + 1)
        for number in range(2 << pits):
            moves = list_moves(pits, self.width, number)
            for slot, move in enumerate(moves):
                self.lists[self.slots * number + slot] = move
            self.lists[self.slots * (number + 1) - 1] = len(moves)
            if cython.compiled and moves and number < 1 << pits <= 64:  # moves of seat 0
                for sixtieth in range(60):
                    self.draws[number << 6 | sixtieth] = moves[sixtieth * len(moves) // 60]

    if cython.compiled:

        def __dealloc__(self):
            free(self.lists)

    if not cython.compiled:  # compiled, game.pxd inlines these

        def seeds(self, word, lane):
            """Return the number of seeds in the lane with this lowest bit."""
            return word >> lane & self.mask

        def filled(self, word):
            """Return the highest bit of each lane that holds seeds."""
            return ((word & self.lowers) + self.lowers | word) & self.highs

        def again(self, word):
            """Return the highest bit of each lane whose last seed falls into the store, except after a whole lap."""
            return self.highs ^ self.filled(word ^ self.steps)

        def packed(self, bits):
            """Return the set of lanes with these highest bits, a bit a lane."""
            return sum([(bits >> self.width * (lane + 1) - 1 & 1) << lane for lane in range(self.top + 1)])

        def drawn(self, seat, word, random):
            """Return the move from a random lane that holds seeds; there must be one."""
            start = self.slots * (seat << self.top + 1 | self.packed(self.filled(word)))
            return self.lists[start + ((random >> 32) * self.lists[start + self.slots - 1] >> 32)]

        def add(self, out, seat, early, late):
            """Add the moves from two sets of lanes; room for two whole lists must be reserved."""
            for lanes in (early, late):
                start = self.slots * (seat << self.top + 1 | lanes)
                for move in self.lists[start : start + self.lists[start + self.slots - 1]]:
                    out.push(move)


@cython.cclass
class Kalah(Game):
    """Sow seeds from pit to pit; the side with more seeds at the end wins by the difference."""

    seats = ("South", "North")
    why_not = refusals.sowing
    text, say, tidy, position = notation.text, notation.say, notation.tidy, notation.position
    show, cells, reason = notation.show, notation.cells, notation.reason
    scale = 10  # fitted by benchmarks/scale.py
    arrangement = notation.arrange
    swing = 120  # in games of the program against itself 95 of 100 moves changed the estimate by less
    options = {
        "pits": Whole(6, least=1, most=MOST_PITS, note="of each side"),
        "seeds": Whole(4, least=1, most=MOST_SEEDS, note="in each pit; at most 15 in 8, 7 in 9, 3 in 10, 1 in more"),
        "capture": Choice("nonempty", words=("nonempty", "any"), note="any: capture it even if none is opposite"),
    }

    sowing = cython.declare(Sowing, visibility="readonly")
    total = cython.declare(cython.int, visibility="readonly")  # seeds of the game
    empty: cython.bint  # whether a last seed opposite an empty pit is captured
    pits = cython.declare(cython.ulonglong[2], visibility="readonly")
    mover: cython.ulonglong  # the pits of the side to move
    stores = cython.declare(cython.int[2], visibility="readonly")
    past: MoveList  # what is needed to take back each move

    def __init__(self, pits=6, seeds=4, capture="nonempty"):
        check(self.options, pits=pits, seeds=seeds, capture=capture)
        self.sowing = tables(pits)
        if seeds > self.sowing.room:
            raise ValueError(f"seeds={seeds} with pits={pits} must be at most {self.sowing.room}")
        self.turn = 0
        self.total = 2 * pits * seeds
        self.empty = capture == "any"
        self.pits = [self.sowing.ones * seeds] * 2
        self.mover = self.pits[0]
        self.stores = [0, 0]
        self.past = MoveList()

    @property
    def stakes(self):
        """The number of seeds."""
        return self.total

    @cython.ccall
    def collect(self, out: MoveList) -> cython.void:
        if self.pits[0] and self.pits[1]:
            self.gather(out, self.sowing.filled(self.mover), self.sowing.again(self.mover))

    @cython.cfunc
    @cython.inline
    @cython.exceptval(-1, check=False)
    def gather(self, out: MoveList, lanes: cython.ulonglong, first: cython.ulonglong) -> cython.int:
        """Add the moves from lanes with these highest bits; those in `first` move again and come first."""
        # Within each class, pits nearer the store come first.
        early: cython.int = self.sowing.packed(first)
        out.reserve(ROOM)
        self.sowing.add(out, self.turn, early, self.sowing.packed(lanes) & ~early)
        return 0

    @cython.ccall
    def playout_move(self, random: cython.ulonglong) -> cython.int:
        if not (self.pits[0] and self.pits[1]):
            return -1
        return self.sowing.drawn(self.turn, self.mover, random)

    @cython.ccall
    def playout(self, random: cython.ulonglong, moves: MoveList, movers: MoveList) -> cython.int:
        # Without a call for each move; memory loads take most of the time.
        before: cython.int = moves.count
        table: Sowing = self.sowing
        seat: cython.int = self.turn
        mine: Bits = self.pits[seat]
        theirs: Bits = self.pits[1 - seat]
        while mine and theirs:
            move: cython.int = table.drawn(seat, mine, random)
            moves.add(move)
            movers.add(seat)
            entry: cython.int = ((move & LANE) << ENTRIES) + table.seeds(mine, move & LANE)
            last: cython.int = table.last[entry]
            mine = mine + table.own[entry]
            theirs = theirs + table.other[entry]
            self.stores[seat] += table.stored[entry]
            if (last >= 0) & (mine >> (last & 63) & table.mask == 1):
                opposite: cython.int = table.width * table.top - last
                found: Bits = theirs >> opposite & table.mask
                if found or self.empty:
                    theirs -= found << opposite
                    mine -= ONE << last
                    self.stores[seat] += cython.cast(cython.int, found) + 1
            passed: cython.int = last != STORE
            swapped: Bits = (mine ^ theirs) & -cython.cast(cython.ulonglong, passed)
            mine ^= swapped
            theirs ^= swapped
            seat ^= passed
            random ^= random << 13 & WORD
            random ^= random >> 7
            random ^= random << 17 & WORD
        self.pits[seat], self.pits[1 - seat] = mine, theirs
        self.turn, self.mover = seat, mine
        return moves.count - before

    @cython.cfunc
    def apply(self, move: cython.int) -> cython.void:
        seat: cython.int = self.turn
        seeds: cython.int = self.sowing.seeds(self.mover, move & LANE)
        entry: cython.int = ((move & LANE) << ENTRIES) + seeds
        last: cython.int = self.sowing.last[entry]
        own: cython.ulonglong = self.mover + self.sowing.own[entry]
        other: cython.ulonglong = self.pits[1 - seat] + self.sowing.other[entry]
        self.pits[1 - seat] = other
        self.pits[seat] = own
        self.stores[seat] += self.sowing.stored[entry]
        self.turn = seat ^ (last != STORE)
        passed: cython.ulonglong = last != STORE
        self.mover = own ^ (own ^ other) & -passed
        if (last >= 0) & (own >> (last & 63) & self.sowing.mask == 1):
            seeds |= self.capture(seat, last)
            self.mover = self.pits[1 - seat]
        self.past.add(seeds)

    @cython.cfunc
    @cython.exceptval(check=False)
    def capture(self, seat: cython.int, last: cython.int) -> cython.int:
        """Capture the last seed, in a lane that was empty, and the seeds opposite; return how to take that back."""
        opposite: cython.int = self.sowing.width * self.sowing.top - last
        found: cython.int = cython.cast(cython.int, self.pits[1 - seat] >> opposite & self.sowing.mask)
        if found == 0 and not self.empty:
            return 0
        self.shift(seat, last, found, -1)
        return CAPTURED | found << OPPOSITE

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def shift(self, seat: cython.int, last: cython.int, found: cython.int, sign: cython.int) -> cython.void:
        """Move the last seed and the `found` seeds opposite into the store, or with `sign` 1 back."""
        opposite: cython.ulonglong = found
        opposite <<= self.sowing.width * self.sowing.top - last
        self.pits[1 - seat] += sign * opposite
        self.pits[seat] += sign * (ONE << last)
        self.stores[seat] -= sign * (found + 1)

    @cython.cfunc
    def revert(self, move: cython.int) -> cython.void:
        seat: cython.int = move >> SEAT
        back: cython.int = self.past.pop()
        entry: cython.int = ((move & LANE) << ENTRIES) + (back & SEEDS)
        self.turn = seat
        if back & CAPTURED:
            self.shift(seat, self.sowing.last[entry], (back ^ CAPTURED) >> OPPOSITE, 1)
        self.stores[seat] -= self.sowing.stored[entry]
        self.pits[seat] -= self.sowing.own[entry]
        self.pits[1 - seat] -= self.sowing.other[entry]
        self.mover = self.pits[seat]

    @cython.ccall
    def value(self) -> cython.int:
        return ONGOING if self.pits[0] and self.pits[1] else self.margin()

    @cython.cfunc
    @cython.exceptval(check=False)
    def margin(self) -> cython.int:
        """Return South's seeds minus North's, including the seeds left in pits after the end."""
        left: cython.int = self.total - self.stores[0] - self.stores[1]
        return self.stores[0] - self.stores[1] + (left if self.pits[0] else -left)

    @cython.ccall
    def estimate(self) -> cython.int:
        ahead: cython.int = self.stores[0] - self.stores[1]
        return evaluate(self.sowing, self.pits[0], self.pits[1], ahead, self.total, self.turn)

    @cython.ccall
    def at_least(self) -> cython.int:
        return 2 * self.stores[0] - self.total

    @cython.ccall
    def at_most(self) -> cython.int:
        return self.total - 2 * self.stores[1]

    @cython.ccall
    def collect_forcing(self, out: MoveList) -> cython.void:
        """Add the moves that move again, then those that capture."""
        if not (self.pits[0] and self.pits[1]):
            return
        again: cython.ulonglong = self.sowing.again(self.pits[self.turn])
        self.gather(out, again | self.capturing_lanes(), again)

    @cython.ccall
    def collect_ranked(self, out: MoveList, ranks: MoveList) -> cython.void:
        # Moves that move again come first, then captures: searches to the same depth need fewer positions.
        place: cython.int
        bottom: cython.int = out.count
        again: cython.ulonglong = 0
        taking: cython.ulonglong = 0
        self.collect(out)
        if bottom < out.count:
            again = self.sowing.again(self.pits[self.turn])
            taking = self.capturing_lanes()
        for place in range(bottom, out.count):
            top: cython.ulonglong = ONE << (out.at(place) & LANE) + self.sowing.width - 1
            ranks.add(2 if top & again else 1 if top & taking else 0)

    @cython.cfunc
    @cython.exceptval(check=False)
    def capturing_lanes(self) -> cython.ulonglong:
        """Return the highest bit of each lane from which the side to move can capture."""
        found: cython.ulonglong = 0
        own: cython.ulonglong = self.pits[self.turn]
        lanes: cython.ulonglong = self.sowing.filled(own)
        while lanes:
            lane: cython.int = lowest(lanes) + 1 - self.sowing.width
            if gain(self.sowing, own, self.pits[1 - self.turn], lane):
                found |= lanes & -lanes
            lanes &= lanes - 1
        return found

    @cython.ccall
    def key(self) -> cython.ulonglong:
        # The pits and South's store determine North's store; after the end all seeds count as in the stores.
        store: cython.int = self.stores[0]
        south: cython.ulonglong = self.pits[0]
        north: cython.ulonglong = self.pits[1]
        if not (south and north):
            store = (self.total + self.margin()) // 2
            south = north = 0
        mixed: Bits = stir(stir(stir(south) + north & WORD) + 2 * store + self.turn & WORD)
        return mixed or 1

    @cython.cfunc
    def become(self, other: Game) -> cython.void:
        of: Kalah = other
        self.turn = of.turn
        self.sowing, self.total, self.empty = of.sowing, of.total, of.empty
        self.pits[:] = of.pits
        self.mover = of.mover
        self.stores[:] = of.stores
        if self.past is None or not cython.compiled:
            self.past = MoveList()
        self.past.count = 0

    def set_position(self, text):
        self.undoable = None
        self.turn, self.total, pits, stores = notation.read_position(self, text)
        self.pits, self.stores = pits, stores
        self.mover = self.pits[self.turn]
        self.past = MoveList()


# The estimate, and what moves capture.


@cython.cfunc
@cython.exceptval(check=False)
def evaluate(
    table: Sowing, south: Bits, north: Bits, ahead: cython.int, whole: cython.int, turn: cython.int
) -> cython.int:
    """Return South's worth of the pits, with its store `ahead` seeds ahead, of `whole` seeds in the game."""
    left: cython.int = total(table, south) + total(table, north)
    pressure: cython.int = 20 * WHOLE * whole // (3 * whole + 20 * left)  # 0.87 to 6.7 of WHOLE
    found: cython.int = ahead * (13 * pressure - WHOLE)
    found += side(table, south, pressure) - side(table, north, pressure)
    mover: Bits = north if turn else south
    first: cython.int = best_gain(table, mover, south if turn else north)
    then: cython.int = best_gain(table, south if turn else north, mover)
    tempo: cython.int = first * (14 * pressure - 6 * WHOLE) - then * (9 * pressure - 6 * WHOLE)
    tempo += count(table.again(mover)) * (82 * WHOLE - 39 * pressure)
    found += -tempo if turn else tempo
    return found // WHOLE if found >= 0 else -(-found // WHOLE)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def side(table: Sowing, word: Bits, pressure: cython.int) -> cython.int:
    """Return the worth of one side's pits to it: seeds, seeds that will be sown to the other side, and their places."""
    far: cython.int = cython.cast(cython.int, word >> table.width * table.top)
    near: cython.int = cython.cast(cython.int, word & table.mask)
    found: cython.int = total(table, word) * (30 * pressure - 38 * WHOLE)
    found += beyond(table, word) * (36 * WHOLE - 30 * pressure)
    found += count(table.filled(word)) * (17 * pressure - 6 * WHOLE)
    return found + near * (6 * WHOLE - pressure) + far * 5 * pressure


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def total(table: Sowing, word: Bits) -> cython.int:
    """Return the number of seeds in all lanes."""
    # The product adds up all lanes in the highest lane, which has room for all seeds of the game.
    return cython.cast(cython.int, (word * table.ones >> table.width * table.top) & table.mask)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def beyond(table: Sowing, word: Bits) -> cython.int:
    """Return how many seeds will go beyond the store when sown from their lanes."""
    over: Bits = (word | table.highs) - table.steps  # a lane with at least as many keeps its highest bit
    kept: Bits = over & table.highs
    return total(table, over & kept - (kept >> table.width - 1))


@cython.cfunc
@cython.exceptval(check=False)
def best_gain(table: Sowing, own: Bits, other: Bits) -> cython.int:
    """Return the most seeds that one move of a side captures, with its own last seed; 0 for none."""
    best: cython.int = 0
    lanes: Bits = table.filled(own)
    while lanes:
        best = max(best, gain(table, own, other, lowest(lanes) + 1 - table.width))
        lanes &= lanes - 1
    return best


@cython.cfunc
@cython.exceptval(check=False)
def gain(table: Sowing, own: Bits, other: Bits, lane: cython.int) -> cython.int:
    """Return the seeds that the move from the lane captures, with its own last seed; 0 for none."""
    entry: cython.int = (lane << ENTRIES) + table.seeds(own, lane)
    last: cython.int = table.last[entry]
    if last < 0 or own + table.own[entry] >> last & table.mask != 1:
        return 0
    found: cython.int = cython.cast(
        cython.int, other + table.other[entry] >> table.width * table.top - last & table.mask
    )
    return found + 1 if found else 0
