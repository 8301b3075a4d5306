"""What sowing does on a board of two rows of pits, the own store included and the other's skipped, as words to add.

A word of 64 bits holds the pits of a side in lanes, counted from its store, and a lane has room for all seeds:

    bits         59 ... 50   49 ... 40   39 ... 30   29 ... 20   19 ... 10   9 ... 0
                  lane 5      lane 4      lane 3      lane 2      lane 1     lane 0     store

A move holds whose it is and the lowest bit of its lane:

    bits     6     5 ... 0
            seat    lane
"""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.base.bits import Bits
    from cython.cimports.libc.stdlib import free, realloc
else:
    from games.base.bits import Bits  # noqa: TC001  its twin is C's

    SEAT = 6
    LANE = 63
    ENTRIES = 5  # a lane has 32 entries for each of its bits, more than it can hold seeds
    STORE = -1  # where a last seed falls, if into no own pit
    BEYOND = -2
    SLOTS = 16  # of a list of moves, or half of that; the last one holds how many they are

MOST_PITS = 12  # with more, not even one seed a pit fits
MOST_SEEDS = 20
WIDEST = 16  # bits a lane
ONE = cython.declare(cython.ulonglong, 1)

made = {}  # by the number of pits


def sowing(pits):
    """The tables for boards of so many pits a side, made once."""
    if pits not in made:
        made[pits] = Sowing(pits)
    return made[pits]


class Sowing:
    """The lanes of a board, and tables of what sowing changes.

    top, width, mask      the highest lane, how many bits each has, and those of lane 0.
    room                  how many seeds a pit may start with.
    ones, highs, lowers   a seed in each lane, the highest bit of each lane, all bits below these.
    steps                 in each lane how many seeds reach the store.
    lists                 for each seat and set of its lanes, a bit a lane, the moves from these in order.
    draws                 for each set of lanes, 64 apart, the lane that each sixtieth of the numbers draws, where there
                          are at most 6: as 60 is a multiple of 1 to 6, no list is asked first for how long it is.
    own, other, stored    what a move adds to the words of its own and the other side, and to the own store; by
                          (lowest bit of the lane << 5) + seeds, as is
    last                  the lowest bit of the own lane where the last seed falls, or STORE or BEYOND.
    """

    def __reduce__(self):
        return sowing, (self.top + 1,)

    def __init__(self, pits):
        self.width = min(64 // pits, WIDEST)
        self.top = pits - 1
        self.mask = (1 << self.width) - 1
        self.room = min(MOST_SEEDS, self.mask // (2 * pits))
        self.ones = sum([1 << self.width * lane for lane in range(pits)])
        self.highs = self.ones << self.width - 1
        self.lowers = self.highs - self.ones
        self.steps = sum([lane + 1 << self.width * lane for lane in range(pits)])
        self.every = (1 << pits) - 1
        # Times this word the highest bits of all lanes stand side by side, from bit `shift` on, if lanes are at least
        # as wide as they are many: the other products then fall below, each on a bit of its own, or out of the word.
        self.shift = pits * (self.width - 1)
        ups = [self.shift + lane + 1 - self.width * (lane + 1) for lane in range(pits)]
        self.packer = sum([1 << up for up in ups]) if self.width >= pits else 0
        if not cython.compiled:  # compiled, new arrays hold zeros
            self.own, self.other, self.stored, self.last = [[0] * 2304 for _ in range(4)]
        self.fill_lists(pits)
        for lane in range(pits):
            self.fill(lane, 2 * pits * self.room)

    def fill_lists(self, pits):
        """Write down the moves of each seat from each set of lanes."""
        self.slots = 8 if pits < 8 else SLOTS
        if cython.compiled:
            size: cython.size_t = (self.slots << pits + 1) * cython.sizeof(cython.int)
            self.lists = cython.cast(cython.p_int, realloc(self.lists, size))
            if self.lists is cython.NULL:
                raise MemoryError(f"no room for the moves of {pits} pits")
        else:
            self.lists = [0] * (self.slots << pits + 1)
        for number in range(2 << pits):
            moves = [number >> pits << SEAT | lane * self.width for lane in range(pits) if number >> lane & 1]
            for slot, move in enumerate(moves):
                self.lists[self.slots * number + slot] = move
            self.lists[self.slots * (number + 1) - 1] = len(moves)
            if cython.compiled and moves and number < 1 << pits <= 64:  # seat 0's
                for sixtieth in range(60):
                    self.draws[number << 6 | sixtieth] = moves[sixtieth * len(moves) // 60]

    if cython.compiled:

        def __dealloc__(self):
            free(self.lists)

    def fill(self, start: cython.int, most: cython.int):
        """Sow from that lane one seed after the other, and note what has changed after each."""
        lap: cython.int = 2 * self.top + 3
        own: Bits = 0
        other: Bits = 0
        stored: cython.int = 0
        seeds: cython.int
        for seeds in range(1, most + 1):
            # Own lanes come down to the store, then the other's lanes, then own ones from the top.
            ahead: cython.int = (start - seeds) % lap
            ahead = ahead + lap if ahead < 0 else ahead
            place: cython.int = (self.width * start << ENTRIES) + seeds
            self.last[place] = BEYOND
            if ahead <= self.top:
                own += ONE << self.width * ahead
                self.last[place] = self.width * ahead
            elif ahead == lap - 1:
                stored += 1
                self.last[place] = STORE
            else:
                other += ONE << self.width * (ahead - self.top - 1)
            lifted: Bits = seeds
            self.own[place] = own - (lifted << self.width * start)
            self.other[place], self.stored[place] = other, stored

    if not cython.compiled:  # compiled, sowing.pxd inlines these

        def seeds(self, word, lane):
            """How many seeds are in the lane with that lowest bit."""
            return word >> lane & self.mask

        def filled(self, word):
            """The highest bit of each lane that holds seeds."""
            return ((word & self.lowers) + self.lowers | word) & self.highs

        def again(self, word):
            """The highest bit of each lane whose last seed falls into the store, but not after once around."""
            return self.highs ^ self.filled(word ^ self.steps)

        def packed(self, bits):
            """The set of lanes with these highest bits, a bit a lane."""
            return sum([(bits >> self.width * (lane + 1) - 1 & 1) << lane for lane in range(self.top + 1)])

        def drawn(self, seat, word, random):
            """The move from one of the lanes that hold seeds, drawn by those 64 bits; not for a side without seeds."""
            start = self.slots * (seat << self.top + 1 | self.packed(self.filled(word)))
            return self.lists[start + ((random >> 32) * self.lists[start + self.slots - 1] >> 32)]

        def add(self, out, seat, early, late):
            """Add the moves from those two sets of lanes; there must be room reserved for two whole lists."""
            for lanes in (early, late):
                start = self.slots * (seat << self.top + 1 | lanes)
                for move in self.lists[start : start + self.lists[start + self.slots - 1]]:
                    out.push(move)
