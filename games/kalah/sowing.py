"""What sowing adds to the words of both sides in kalah.

A word of 64 bits has a lane for each pit of a side, counted from its store; each lane has room for all seeds:

    bits         59 ... 50   49 ... 40   39 ... 30   29 ... 20   19 ... 10   9 ... 0
                  lane 5      lane 4      lane 3      lane 2      lane 1     lane 0     store

A move holds its seat and the lowest bit of its lane:

    bits     6     5 ... 0
            seat    lane
"""

MOST_PITS = 12  # with more, not even one seed in each pit fits
MOST_SEEDS = 20
WIDEST = 16  # bits a lane
SEAT = 6
ENTRIES = 5  # each lane has 32 entries for each bit, more than it can hold seeds
STORE, BEYOND = -1, -2  # where a last seed falls, if not into an own pit
SIZE = 2304  # of a table by lane and seeds


def lay_out(pits: int) -> tuple[int, ...]:
    """Return the fields of the lanes of a board with `pits` pits a side, in this order.

    top, width, mask      the highest lane, the bits of each lane, and the bits of lane 0.
    room                  the most seeds with which a pit may start.
    ones, highs, lowers   a seed in each lane, the highest bit of each lane, all other bits.
    steps                 in each lane, the seeds that reach the store.
    every                 the set of all lanes, a bit a lane.
    packer, shift         multiplying by `packer` puts the highest bits of all lanes side by side, from bit `shift` on;
                          if there are more lanes than bits in a lane, that is impossible and `packer` is 0.
    """
    width = min(64 // pits, WIDEST)
    mask = (1 << width) - 1
    ones = sum(1 << width * lane for lane in range(pits))
    steps = sum(lane + 1 << width * lane for lane in range(pits))
    highs = ones << width - 1
    # The other products fall below bit `shift`, each on a bit of its own, or out of the word.
    shift = pits * (width - 1)
    packer = sum(1 << shift + lane + 1 - width * (lane + 1) for lane in range(pits)) if width >= pits else 0
    room = min(MOST_SEEDS, mask // (2 * pits))
    return pits - 1, width, mask, room, ones, highs, highs - ones, steps, (1 << pits) - 1, packer, shift


def list_moves(pits: int, width: int, number: int) -> list[int]:
    """Return the moves from a set of lanes, a bit a lane; the bit above all lanes is the seat."""
    return [number >> pits << SEAT | lane * width for lane in range(pits) if number >> lane & 1]


def sow(pits: int, width: int, room: int) -> tuple[list[int], list[int], list[int], list[int]]:
    """Return four tables of what a move changes, by (lowest bit of its lane << 5) + seeds.

    They hold what it adds to the words of its own and the other side and to its own store, and the lowest bit of the
    own lane where the last seed falls, or STORE or BEYOND.
    """
    own, other, stored, last = ([0] * SIZE for _ in range(4))
    lap = 2 * pits + 1
    for start in range(pits):
        words, in_store = [0, 0], 0
        for seeds in range(1, 2 * pits * room + 1):
            # Own lanes come down to the store, then the other's lanes, then own ones from the top.
            ahead = (start - seeds) % lap
            place = (width * start << ENTRIES) + seeds
            last[place] = BEYOND
            if ahead < pits:
                words[0] += 1 << width * ahead
                last[place] = width * ahead
            elif ahead == lap - 1:
                in_store += 1
                last[place] = STORE
            else:
                words[1] += 1 << width * (ahead - pits)
            own[place] = words[0] - (seeds << width * start)
            other[place], stored[place] = words[1], in_store
    return own, other, stored, last
