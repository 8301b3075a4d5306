"""The terms of chess's evaluation that depend on how the pieces stand to each other.

They are counted anew in each position: mobility, threats, the shelter of the kings and the structure of the pawns.
term_weights.py says what each means and is worth. Both sides are counted by the same code: Black's board is turned
upside down first, so that its pawns go up too.
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
# By kind: where its weights of mobility begin, and how much the pressure grows if it attacks next to the enemy king.
mobilities = cython.declare(
    cython.int[8], [0, 0, START["knight"], START["bishop"], 0, START["rook"], 0, START["queen"]]
)
pressures = cython.declare(cython.int[8], [0, 0, 2, 2, 0, 3, 0, 5])
THREAT = cython.declare(cython.int, START["threat"])
DEFENDED = cython.declare(
    cython.int, 64
)  # added to the place of a threat's weight if a pawn defends the attacked piece
PRESSURE = cython.declare(cython.int, START["pressure"])
SHIELD = cython.declare(cython.int, START["shield"])
STORM = cython.declare(cython.int, START["storm"])
PASSED = cython.declare(cython.int, START["passed"])
BLOCKED = cython.declare(cython.int, START["blocked"])
PROTECTED = cython.declare(cython.int, START["protected"])
ENEMY_KING = cython.declare(cython.int, START["enemy_king"])
OWN_KING = cython.declare(cython.int, START["own_king"])
CONNECTED = cython.declare(cython.int, START["connected"])
OUTPOST = cython.declare(cython.int, START["outpost"])
ISOLATED = cython.declare(cython.int, START["isolated"])
DOUBLED = cython.declare(cython.int, START["doubled"])
BACKWARD = cython.declare(cython.int, START["backward"])
PAIR = cython.declare(cython.int, START["pair"])
HALF_OPEN = cython.declare(cython.int, START["half_open"])
OPEN = cython.declare(cython.int, START["open"])
TEMPO = cython.declare(cython.int, START["tempo"])
LIMIT = cython.declare(cython.int, 31)  # the highest pressure that counts


def terms(board) -> cython.int:
    """Return White's lead by all terms, packed like a weight."""
    low: Bits = board.low
    mid: Bits = board.mid
    high: Bits = board.high
    total: cython.int = side_terms(low, mid, high, board.white)
    black: Bits = (low | mid | high) & ~board.white
    total -= side_terms(upside_down(low), upside_down(mid), upside_down(high), upside_down(black))
    return total - weights[TEMPO] if board.turn else total + weights[TEMPO]


def side_terms(low: Bits, mid: Bits, high: Bits, own: Bits) -> cython.int:
    """Return the terms of the side whose pieces are `own` and whose pawns go up."""
    pawns: Bits = low & ~(mid | high)
    own_pawns: Bits = pawns & own
    enemy_pawns: Bits = pawns & ~own
    kings: Bits = high & ~low
    king: cython.int = lowest(kings & own)
    enemy_king: cython.int = lowest(kings & ~own)
    total: cython.int = pawn_terms(own_pawns, enemy_pawns, low | mid | high, king, enemy_king)
    total += shelter_terms(king, own_pawns, enemy_pawns)
    total += piece_terms(low, mid, high, own, own_pawns, enemy_pawns, king, enemy_king)
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


def beside(bits: Bits) -> Bits:
    """Return the squares to the left and to the right of `bits`."""
    return bits >> 1 & LEFT | bits << 1 & RIGHT


def king_steps(one: cython.int, other: cython.int) -> cython.int:
    """Return how many steps a king needs from one square to another."""
    return max(abs((one & 7) - (other & 7)), abs((one >> 3) - (other >> 3)))


def pawn_terms(
    own_pawns: Bits, enemy_pawns: Bits, filled: Bits, king: cython.int, enemy_king: cython.int
) -> cython.int:
    """Return the terms of the pawns."""
    neighbours: Bits = beside(own_pawns)
    protected: Bits = strike(0, own_pawns)
    connected: Bits = own_pawns & (neighbours | protected)
    isolated: Bits = own_pawns & ~beside(above(own_pawns) | below(own_pawns))
    backward: Bits = own_pawns & ~isolated & ~connected & strike(1, enemy_pawns) >> 8 & ~above(neighbours)
    passed: Bits = own_pawns & ~below((enemy_pawns | beside(enemy_pawns)) >> 8) & ~below(own_pawns >> 8)
    total: cython.int = weights[ISOLATED] * count(isolated) + weights[BACKWARD] * count(backward)
    total += weights[DOUBLED] * count(own_pawns & below(own_pawns >> 8))
    while connected:
        total += weights[CONNECTED + (lowest(connected) >> 3)]
        connected &= connected - 1
    while passed:
        square: cython.int = lowest(passed)
        row: cython.int = square >> 3
        total += weights[PASSED + row]
        if filled >> square + 8 & 1:
            total += weights[BLOCKED + row]
        if protected >> square & 1:
            total += weights[PROTECTED + row]
        if row > 2:
            total += weights[ENEMY_KING + king_steps(enemy_king, square + 8)]
            total += weights[OWN_KING + king_steps(king, square + 8)]
        passed &= passed - 1
    return total


def shelter_terms(king: cython.int, own_pawns: Bits, enemy_pawns: Bits) -> cython.int:
    """Return the terms `shield` and `storm` of the pawns in front of the king."""
    total: cython.int = 0
    row: cython.int = king >> 3
    column: cython.int
    front: Bits = WORD << 8 * row & WORD
    for column in range(max(0, (king & 7) - 1), min(7, (king & 7) + 1) + 1):
        line: Bits = FILE << column & front
        total += weights[SHIELD + ((lowest(line & own_pawns) >> 3) - row if line & own_pawns else 0)]
        total += weights[STORM + ((lowest(line & enemy_pawns) >> 3) - row if line & enemy_pawns else 0)]
    return total


def piece_terms(low, mid, high, own, own_pawns, enemy_pawns, king, enemy_king):
    """Return the terms of the pieces: mobility, threats, pressure on the enemy king, outposts and open files."""
    filled: Bits = low | mid | high
    pawn_attacks: Bits = strike(1, enemy_pawns)
    free: Bits = ~(pawn_attacks | own_pawns | ONE << king)
    outposts: Bits = strike(0, own_pawns) & ~below(pawn_attacks)
    ring: Bits = step(enemy_king)
    enemies: Bits = filled & ~own & ~(ONE << enemy_king)
    total: cython.int = threats(low, mid, high, strike(0, own_pawns) & enemies, pawn_attacks, PAWN)
    pressure: cython.int = 0
    pieces: Bits = own & ~(own_pawns | ONE << king)
    while pieces:
        square: cython.int = lowest(pieces)
        pieces &= pieces - 1
        kind: cython.int = kind_on(low, mid, high, square)
        reach: Bits = leap(square) if kind == KNIGHT else 0
        if kind & 3 == 3:
            reach = attack(2, square, filled)
        if kind & 5 == 5:
            reach |= attack(0, square, filled)
        total += weights[mobilities[kind] + count(reach & free)]
        total += threats(low, mid, high, reach & enemies, pawn_attacks, kind)
        if reach & ring:
            pressure += pressures[kind] + count(reach & ring)
        if kind < 4 and outposts >> square & 1:
            total += weights[OUTPOST + kind]
        if kind == ROOK and not FILE << (square & 7) & own_pawns:
            total += weights[HALF_OPEN if FILE << (square & 7) & enemy_pawns else OPEN]
    return total + weights[PRESSURE + min(pressure, LIMIT)]


def kind_on(low: Bits, mid: Bits, high: Bits, square: cython.int) -> cython.int:
    """Return the kind of the piece on `square`."""
    return low >> square & 1 | (mid >> square & 1) << 1 | (high >> square & 1) << 2


def threats(low: Bits, mid: Bits, high: Bits, attacked: Bits, defended: Bits, kind: cython.int) -> cython.int:
    """Return the terms of a piece of this kind that attacks the pieces on `attacked`; pawns defend `defended`."""
    total: cython.int = 0
    while attacked:
        square: cython.int = lowest(attacked)
        place: cython.int = 8 * kind + kind_on(low, mid, high, square)
        total += weights[THREAT + place + (DEFENDED if defended >> square & 1 else 0)]
        attacked &= attacked - 1
    return total
