"""What the pieces of chess attack: by a step, by a leap, along a line.

What a slider attacks along a line comes from a subtraction. With the nearest piece above its square and the nearest one
below it, twice the one bit minus the other is all that lies between them, both included, and nothing of the line beyond
("Obstruction Difference" by M. Hoffmann, www.chessprogramming.org/Obstruction_Difference).

    bits of a line      7 6 5 4 3 2 1 0
    the slider          . . . S . . . .
    other pieces        P . P . . . P P
    2 * 32 - 2          . . 1 1 1 1 1 .      without the slider's own square: what it attacks
"""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.base.bits import Bits, lowest
    from cython.cimports.games.chess.board import highest, kings, knights, occupied, pawns, side, sliders
else:
    from games.base.bits import Bits, lowest
    from games.chess.board import highest, kings, knights, occupied, pawns, side, sliders


def squares_from(square, steps, far):
    """The word of the squares that lie that many of those (column, row) steps from a square, 1 to `far`."""
    found = 0
    for across, up in steps:
        for times in range(1, far + 1):
            column, row = square % 8 + times * across, square // 8 + times * up
            if 0 <= column < 8 and 0 <= row < 8:
                found |= 1 << 8 * row + column
    return found


ONE = cython.declare(cython.ulonglong, 1)
WORD = cython.declare(cython.ulonglong, (1 << 64) - 1)

WAYS = (1, 0), (0, 1), (1, 1), (-1, 1)  # along the four lines, upwards: rows, columns, and the two diagonals
LEAPS = tuple([(across, up) for across in (-2, -1, 1, 2) for up in (-2, -1, 1, 2) if abs(across) != abs(up)])
AROUND = tuple([(across, up) for across in (-1, 0, 1) for up in (-1, 0, 1) if across or up])
above = [squares_from(at, [way], 7) for way in WAYS for at in range(64)]
below = [squares_from(at, [(-across, -up)], 7) for across, up in WAYS for at in range(64)]
leaps = [squares_from(at, LEAPS, 1) for at in range(64)]
around = [squares_from(at, AROUND, 1) for at in range(64)]

if not cython.compiled:  # compiled, chess_attacks.pxd inlines these
    LEFT = 0x7F7F7F7F7F7F7F7F  # what a step to the left can enter: all but column h
    RIGHT = 0xFEFEFEFEFEFEFEFE

    def along(line, square, filled):
        """What a slider on that square attacks on that line, the first piece either way included."""
        up = above[64 * line + square]
        down = below[64 * line + square]
        near = up & filled
        return (up | down) & 2 * (near & -near) - (ONE << highest(down & filled | 1))

    def attack(line, square, filled):
        """What a slider on that square attacks on that line and the next one."""
        return along(line, square, filled) | along(line + 1, square, filled)

    def strike(seat, pawns):
        """The squares that pawns of that seat attack from those squares."""
        if seat:
            return pawns >> 9 & LEFT | pawns >> 7 & RIGHT
        return (pawns << 7 & LEFT | pawns << 9 & RIGHT) & WORD

    def leap(square):
        """The squares that a knight attacks from that square."""
        return leaps[square]

    def step(square):
        """The squares that a king attacks from that square."""
        return around[square]


def through(square: cython.int, other: cython.int) -> Bits:
    """The line that goes through both squares; there must be one."""
    line: cython.int
    for line in range(4):
        whole: Bits = above[64 * line + square] | below[64 * line + square]
        if whole >> other & 1:
            return whole
    return 0


def danger(board, filled: Bits) -> Bits:
    """The squares that the side attacks that is not to move, where those squares are filled."""
    theirs: Bits = side(board, 1 - board.turn)
    found: Bits = strike(1 - board.turn, pawns(board) & theirs) | around[lowest(kings(board) & theirs)]
    pieces: Bits = knights(board) & theirs
    line: cython.int
    while pieces:
        found |= leaps[lowest(pieces)]
        pieces &= pieces - 1
    for line in range(0, 4, 2):
        pieces = sliders(board, line) & theirs
        while pieces:
            found |= attack(line, lowest(pieces), filled)
            pieces &= pieces - 1
    return found


def look(board):
    """Find the pins of the side to move, and the targets of its pieces: all squares, or those that end a check."""
    king: cython.int = lowest(kings(board) & side(board, board.turn))
    filled: Bits = occupied(board)
    theirs: Bits = side(board, 1 - board.turn)
    checks: Bits = (leaps[king] & knights(board) | strike(board.turn, ONE << king) & pawns(board)) & theirs
    targets: Bits = checks
    pinned: Bits = 0
    line: cython.int
    for line in range(4):
        far: Bits = sliders(board, line) & theirs
        ray: Bits = above[64 * line + king]
        if ray & far:
            found: Bits = ray & filled
            first: Bits = found & -found
            found ^= first
            if first & far:
                checks |= first
                targets |= ray & (first - 1) | first
            elif first & ~theirs and found & -found & far:
                pinned |= first
        ray = below[64 * line + king]
        if ray & far:
            found = ray & filled
            first = ONE << highest(found)
            found ^= first
            if first & far:
                checks |= first
                targets |= ray & ~(first - 1)
            elif first & ~theirs and found and ONE << highest(found) & far:
                pinned |= first
    board.pinned = pinned
    board.targets = WORD if not checks else 0 if checks & checks - 1 else targets
