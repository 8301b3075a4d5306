"""The terms of chess's evaluation that depend on how the pieces stand to each other.

They are counted anew in each position: where the pieces can go, what they attack, the kings' shelter and the structure
of the pawns. term_weights.py says what each means and is worth. Each half sees the board from its own side, so that
its pawns go up: Black's board is turned upside down for that. So the terms are the same for either colour.
"""

# mypy: ignore-errors
import cython

if not cython.compiled:
    from games.base.bits import Bits, count, lowest, upside_down
    from games.chess.board import KNIGHT, PAWN, ROOK
    from games.chess.moves import attack, leap, step, strike

from games.chess.term_weights import PACKED, START

ONE = cython.declare(cython.ulonglong, 1)
WORD = cython.declare(cython.ulonglong, (1 << 64) - 1)
LEFT = cython.declare(cython.ulonglong, 0x7F7F7F7F7F7F7F7F)  # what a step to the left can enter: all but file h
RIGHT = cython.declare(cython.ulonglong, 0xFEFEFEFEFEFEFEFE)
FILE = cython.declare(cython.ulonglong, 0x0101010101010101)
weights = cython.declare(cython.int[512], PACKED + [0] * (512 - len(PACKED)))
# By the number of the kind: where the weights of its reach begin, and how much its attack near the other king counts.
reaches = cython.declare(cython.int[8], [0, 0, START["knight"], START["bishop"], 0, START["rook"], 0, START["queen"]])
urges = cython.declare(cython.int[8], [0, 0, 2, 2, 0, 3, 0, 5])
THREAT = cython.declare(cython.int, START["threat"])
HELD = cython.declare(cython.int, 64)  # from the weight of a threat on, if pawns defend what is attacked
PRESSURE = cython.declare(cython.int, START["pressure"])
SHIELD = cython.declare(cython.int, START["shield"])
STORM = cython.declare(cython.int, START["storm"])
PASSED = cython.declare(cython.int, START["passed"])
STOPPED = cython.declare(cython.int, START["stopped"])
GUARDED = cython.declare(cython.int, START["guarded"])
HUNTER = cython.declare(cython.int, START["hunter"])
KEEPER = cython.declare(cython.int, START["keeper"])
CHAIN = cython.declare(cython.int, START["chain"])
OUTPOST = cython.declare(cython.int, START["outpost"])
ISOLATED = cython.declare(cython.int, START["isolated"])
DOUBLED = cython.declare(cython.int, START["doubled"])
BACKWARD = cython.declare(cython.int, START["backward"])
PAIR = cython.declare(cython.int, START["pair"])
HALF_OPEN = cython.declare(cython.int, START["half"])
OPEN = cython.declare(cython.int, START["open"])
TEMPO = cython.declare(cython.int, START["tempo"])
MOST = cython.declare(cython.int, 31)  # the highest pressure on a king that counts


def terms(board) -> cython.int:
    """Return White's lead by all terms, packed as a weight is."""
    low: Bits = board.low
    mid: Bits = board.mid
    high: Bits = board.high
    total: cython.int = half(low, mid, high, board.white)
    black: Bits = (low | mid | high) & ~board.white
    total -= half(upside_down(low), upside_down(mid), upside_down(high), upside_down(black))
    return total - weights[TEMPO] if board.turn else total + weights[TEMPO]


def half(low: Bits, mid: Bits, high: Bits, own: Bits) -> cython.int:
    """Return the terms of the side whose pieces are `own` and whose pawns go up."""
    men: Bits = low & ~(mid | high)
    ours: Bits = men & own
    theirs: Bits = men & ~own
    kings: Bits = high & ~low
    king: cython.int = lowest(kings & own)
    other: cython.int = lowest(kings & ~own)
    total: cython.int = soldiers(ours, theirs, low | mid | high, king, other)
    total += shelter(king, ours, theirs)
    total += officers(low, mid, high, own, ours, theirs, king, other)
    bishops: Bits = low & mid & ~high & own
    if bishops & bishops - 1:
        total += weights[PAIR]
    return total


def above(bits: Bits) -> Bits:
    """Return the squares of `bits` and all above them."""
    bits |= bits << 8 & WORD
    bits |= bits << 16 & WORD
    return bits | bits << 32 & WORD


def below(bits: Bits) -> Bits:
    """Return the squares of `bits` and all below them."""
    bits |= bits >> 8
    bits |= bits >> 16
    return bits | bits >> 32


def sides(bits: Bits) -> Bits:
    """Return the squares to the left and to the right of `bits`."""
    return bits >> 1 & LEFT | bits << 1 & RIGHT


def far(one: cython.int, other: cython.int) -> cython.int:
    """Return how many steps a king needs from one square to another."""
    return max(abs((one & 7) - (other & 7)), abs((one >> 3) - (other >> 3)))


def soldiers(ours: Bits, theirs: Bits, filled: Bits, king: cython.int, other: cython.int) -> cython.int:
    """Return the terms of the pawns."""
    beside: Bits = sides(ours)
    guarded: Bits = strike(0, ours)
    chained: Bits = ours & (beside | guarded)
    alone: Bits = ours & ~sides(above(ours) | below(ours))
    late: Bits = ours & ~alone & ~chained & strike(1, theirs) >> 8 & ~above(beside)
    passed: Bits = ours & ~below((theirs | sides(theirs)) >> 8) & ~below(ours >> 8)
    total: cython.int = weights[ISOLATED] * count(alone) + weights[BACKWARD] * count(late)
    total += weights[DOUBLED] * count(ours & below(ours >> 8))
    while chained:
        total += weights[CHAIN + (lowest(chained) >> 3)]
        chained &= chained - 1
    while passed:
        square: cython.int = lowest(passed)
        row: cython.int = square >> 3
        total += weights[PASSED + row]
        if filled >> square + 8 & 1:
            total += weights[STOPPED + row]
        if guarded >> square & 1:
            total += weights[GUARDED + row]
        if row > 2:
            total += weights[HUNTER + far(other, square + 8)] + weights[KEEPER + far(king, square + 8)]
        passed &= passed - 1
    return total


def shelter(king: cython.int, ours: Bits, theirs: Bits) -> cython.int:
    """Return the terms of the pawns before the king: how many ranks ahead the nearest of both sides are, or 0."""
    total: cython.int = 0
    row: cython.int = king >> 3
    column: cython.int
    front: Bits = WORD << 8 * row & WORD
    for column in range(max(0, (king & 7) - 1), min(7, (king & 7) + 1) + 1):
        line: Bits = FILE << column & front
        total += weights[SHIELD + ((lowest(line & ours) >> 3) - row if line & ours else 0)]
        total += weights[STORM + ((lowest(line & theirs) >> 3) - row if line & theirs else 0)]
    return total


def officers(low, mid, high, own, ours, theirs, king, other):
    """Return the terms of the pieces: where they can go, what they attack, and how near the other king."""
    filled: Bits = low | mid | high
    barred: Bits = strike(1, theirs)
    free: Bits = ~(barred | ours | ONE << king)
    posts: Bits = strike(0, ours) & ~below(barred)
    ring: Bits = step(other)
    prey: Bits = filled & ~own & ~(ONE << other)
    total: cython.int = hits(low, mid, high, strike(0, ours) & prey, barred, PAWN)
    urge: cython.int = 0
    pieces: Bits = own & ~(ours | ONE << king)
    while pieces:
        square: cython.int = lowest(pieces)
        pieces &= pieces - 1
        kind: cython.int = kind_on(low, mid, high, square)
        reach: Bits = leap(square) if kind == KNIGHT else 0
        if kind & 3 == 3:
            reach = attack(2, square, filled)
        if kind & 5 == 5:
            reach |= attack(0, square, filled)
        total += weights[reaches[kind] + count(reach & free)]
        total += hits(low, mid, high, reach & prey, barred, kind)
        if reach & ring:
            urge += urges[kind] + count(reach & ring)
        if kind < 4 and posts >> square & 1:
            total += weights[OUTPOST + kind]
        if kind == ROOK and not FILE << (square & 7) & ours:
            total += weights[HALF_OPEN if FILE << (square & 7) & theirs else OPEN]
    return total + weights[PRESSURE + min(urge, MOST)]


def kind_on(low: Bits, mid: Bits, high: Bits, square: cython.int) -> cython.int:
    """Return the kind of the piece on `square`."""
    return low >> square & 1 | (mid >> square & 1) << 1 | (high >> square & 1) << 2


def hits(low: Bits, mid: Bits, high: Bits, prey: Bits, barred: Bits, kind: cython.int) -> cython.int:
    """Return the terms of the attack of a piece of this kind on `prey`; `barred` are the squares that pawns defend."""
    total: cython.int = 0
    while prey:
        square: cython.int = lowest(prey)
        total += weights[THREAT + (HELD if barred >> square & 1 else 0) + 8 * kind + kind_on(low, mid, high, square)]
        prey &= prey - 1
    return total
