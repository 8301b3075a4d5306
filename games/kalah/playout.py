"""Random games of kalah, played to the end without a call for each move: most of their time a load waits."""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.base.bits import Bits
    from cython.cimports.games.kalah.sowing import ENTRIES, LANE, STORE
else:
    from games.base.bits import Bits  # noqa: TC001  its twin is C's
    from games.kalah.sowing import ENTRIES, LANE, STORE

ONE = cython.declare(cython.ulonglong, 1)
WORD = cython.declare(cython.ulonglong, (1 << 64) - 1)


def play_out(lanes, pits, stores, empty, seat, random, moves, movers):
    """Play on from there by the moves that Kalah.playout_move draws; whose turn it is at the end."""
    mine: Bits = pits[seat]
    theirs: Bits = pits[1 - seat]
    while mine and theirs:
        move: cython.int = lanes.drawn(seat, mine, random)
        moves.add(move)
        movers.add(seat)
        entry: cython.int = ((move & LANE) << ENTRIES) + lanes.seeds(mine, move & LANE)
        last: cython.int = lanes.last[entry]
        mine = mine + lanes.own[entry]
        theirs = theirs + lanes.other[entry]
        stores[seat] += lanes.stored[entry]
        if (last >= 0) & (mine >> (last & 63) & lanes.mask == 1):
            opposite: cython.int = lanes.width * lanes.top - last
            found: Bits = theirs >> opposite & lanes.mask
            if found or empty:
                theirs -= found << opposite
                mine -= ONE << last
                stores[seat] += cython.cast(cython.int, found) + 1
        passed: cython.int = last != STORE
        swapped: Bits = (mine ^ theirs) & -cython.cast(cython.ulonglong, passed)
        mine ^= swapped
        theirs ^= swapped
        seat ^= passed
        random ^= random << 13 & WORD
        random ^= random >> 7
        random ^= random << 17 & WORD
    pits[seat], pits[1 - seat] = mine, theirs
    return seat
