"""What sowing does on a board of two rows of pits, the own store included and the other's skipped, as words to add.

A word of 64 bits holds the pits of a side in lanes, counted from its store, and a lane has room for all seeds:

    bits         59 ... 50   49 ... 40   39 ... 30   29 ... 20   19 ... 10   9 ... 0
                  lane 5      lane 4      lane 3      lane 2      lane 1     lane 0     store

A move holds whose it is and the lowest bit of its lane:

    bits     6     5 ... 0
            seat    lane
"""

from typing import NamedTuple

MOST_PITS = 12  # with more, not even one seed a pit fits
MOST_SEEDS = 20
WIDEST = 16  # bits a lane
SEAT = 6
ENTRIES = 5  # a lane has 32 entries for each of its bits, more than it can hold seeds
STORE, BEYOND = -1, -2  # where a last seed falls, if into no own pit
SIZE = 2304  # of a table by lane and seeds


class Lanes(NamedTuple):
    """The lanes of a board.

    top, width, mask      the highest lane, how many bits each has, and those of lane 0.
    room                  how many seeds a pit may start with.
    ones, highs, lowers   a seed in each lane, the highest bit of each lane, all bits below these.
    steps                 in each lane how many seeds reach the store.
    every                 the set of all lanes, a bit a lane.
    packer, shift         times `packer` the highest bits of all lanes stand side by side, from bit `shift` on, if lanes
                          are at least as wide as they are many; otherwise `packer` is 0.
    """

    top: int
    width: int
    mask: int
    room: int
    ones: int
    highs: int
    lowers: int
    steps: int
    every: int
    packer: int
    shift: int


def lay_out(pits: int) -> Lanes:
    """Return the lanes of a board with that number of pits a side."""
    width = min(64 // pits, WIDEST)
    mask = (1 << width) - 1
    ones = sum(1 << width * lane for lane in range(pits))
    steps = sum(lane + 1 << width * lane for lane in range(pits))
    highs = ones << width - 1
    # The other products fall below bit `shift`, each on a bit of its own, or out of the word.
    shift = pits * (width - 1)
    packer = sum(1 << shift + lane + 1 - width * (lane + 1) for lane in range(pits)) if width >= pits else 0
    room = min(MOST_SEEDS, mask // (2 * pits))
    return Lanes(pits - 1, width, mask, room, ones, highs, highs - ones, steps, (1 << pits) - 1, packer, shift)


def list_moves(lanes: Lanes, number: int) -> list[int]:
    """Return the moves from a set of lanes, a bit a lane; the bit above all lanes is the seat."""
    seat = number >> lanes.top + 1
    return [seat << SEAT | lane * lanes.width for lane in range(lanes.top + 1) if number >> lane & 1]


def sow(lanes: Lanes) -> tuple[list[int], list[int], list[int], list[int]]:
    """Return what each move changes, by (lowest bit of its lane << 5) + seeds.

    These are what it adds to the words of its own and the other side, and to the own store, and the lowest bit of the
    own lane where the last seed falls, or STORE or BEYOND.
    """
    own, other, stored, last = ([0] * SIZE for _ in range(4))
    lap = 2 * lanes.top + 3
    for start in range(lanes.top + 1):
        words, in_store = [0, 0], 0
        for seeds in range(1, 2 * (lanes.top + 1) * lanes.room + 1):
            # Own lanes come down to the store, then the other's lanes, then own ones from the top.
            ahead = (start - seeds) % lap
            place = (lanes.width * start << ENTRIES) + seeds
            last[place] = BEYOND
            if ahead <= lanes.top:
                words[0] += 1 << lanes.width * ahead
                last[place] = lanes.width * ahead
            elif ahead == lap - 1:
                in_store += 1
                last[place] = STORE
            else:
                words[1] += 1 << lanes.width * (ahead - lanes.top - 1)
            own[place] = words[0] - (seeds << lanes.width * start)
            other[place], stored[place] = words[1], in_store
    return own, other, stored, last
