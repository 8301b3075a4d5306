"""The static evaluation of kalah, and what its moves capture, on the words of sowing.py.

What a seed is worth, in the store or in a pit, rises as fewer are left to be sown: each weight is a constant and what
is added to it as often as the pressure says. The weights are those that tell best, by logistic regression, who wins
160,000 positions with 12 seeds or more in the pits, from 5,800 games of this program against itself, of 2,000 positions
a move and with 4 to 10 random moves first; 64 of them are a factor of e in the odds. The seeds of the store and of
one's own side, and those next to the store and farthest from it, are terms of C. Gifford et al., "Searching and Game
Playing: An Artificial Intelligence Approach to Mancala", University of Kansas, 2008.
"""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.base.bits import Bits, count, lowest
    from cython.cimports.games.kalah.sowing import ENTRIES, Sowing
else:
    from games.base.bits import Bits, count, lowest
    from games.kalah.sowing import ENTRIES, Sowing

WHOLE = cython.declare(cython.int, 64)  # one, as the pressure counts


def evaluate(
    table: Sowing, south: Bits, north: Bits, ahead: cython.int, whole: cython.int, turn: cython.int
) -> cython.int:
    """What these pits are worth to South, whose store is so many seeds ahead, of so many in the game."""
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
    """What the pits of one side are worth to it: their seeds, those that will be sown to the other, where they lie."""
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
    """How many seeds are in all lanes."""
    # The product adds up all lanes in the highest one, which has room for all seeds of the game.
    return cython.cast(cython.int, (word * table.ones >> table.width * table.top) & table.mask)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def beyond(table: Sowing, word: Bits) -> cython.int:
    """How many seeds are more than it takes from their lanes to the store."""
    over: Bits = (word | table.highs) - table.steps  # a lane with at least as many keeps its highest bit
    kept: Bits = over & table.highs
    return total(table, over & kept - (kept >> table.width - 1))


def best_gain(table: Sowing, own: Bits, other: Bits) -> cython.int:
    """The most seeds that one move of a side captures, its own last one with them; 0 for none."""
    best: cython.int = 0
    lanes: Bits = table.filled(own)
    while lanes:
        best = max(best, gain(table, own, other, lowest(lanes) + 1 - table.width))
        lanes &= lanes - 1
    return best


def gain(table: Sowing, own: Bits, other: Bits, lane: cython.int) -> cython.int:
    """How many seeds the move from the lane with that lowest bit captures, its own last one with them; 0 for none."""
    entry: cython.int = (lane << ENTRIES) + table.seeds(own, lane)
    last: cython.int = table.last[entry]
    if last < 0 or own + table.own[entry] >> last & table.mask != 1:
        return 0
    found: cython.int = cython.cast(
        cython.int, other + table.other[entry] >> table.width * table.top - last & table.mask
    )
    return found + 1 if found else 0
