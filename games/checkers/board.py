r"""The 32 dark squares of a draughts board as bits of a word, and what the bits of a move say.

One bit is left out after every two rows, so that the four neighbours of any square are 4 and 5 bits away, and what
would lie beyond the edge is such a gap. The lowest ten bits stay empty, so that two steps from any square stay inside
the word.

    the squares:      1   2   3   4        their bits:      10  11  12  13
                    5   6   7   8                         14  15  16  17
                      9  10  11  12                         19  20  21  22             -5  -4
                   13  14  15  16                         23  24  25  26                 \ /
                     17  18  19  20                         28  29  30  31
                   21  22  23  24                         32  33  34  35                 / \
                     25  26  27  28                         37  38  39  40             +4  +5
                   29  30  31  32                         41  42  43  44

A move holds the bits of the squares that it leaves and enters, and its jumps: a 1, then the way of each jump, the last
one lowest. For a step it holds 0 there.

    bits   30 ... 12   11 ... 6   5 ... 0        ways   0: +4   1: +5   2: -4   3: -5
             jumps        to        from

There are at most nine jumps: each leads two rows on, so all captured pieces stand on even rows, or all on odd rows, and
none at the edge; that leaves nine squares.
"""

FIRST = 10  # the bit of square 1


def squares(*numbers: int) -> int:
    """Return the word of the squares with these numbers."""
    return sum(1 << FIRST + (number - 1) + (number - 1) // 8 for number in numbers)


BOARD = squares(*range(1, 33))


def number(bit: int) -> int:
    """Return the number of the square of a bit, 1 to 32."""
    return bit - FIRST - (bit - FIRST) // 9 + 1


def place(number: int) -> tuple[int, int]:
    """Return the row and column in the picture of the square with this number; square 1 is at the top."""
    row, column = divmod(number - 1, 4)
    return row, 2 * column + (row % 2 == 0)


def way_of(move: int) -> list[int]:
    """Return the numbers of the squares on the move's way, from first to last."""
    bits = [move >> 6 & 63]
    jumps = move >> 12
    while jumps > 1:
        bits.append(bits[-1] - 2 * (4, 5, -4, -5)[jumps & 3])
        jumps >>= 2
    return [number(bit) for bit in (bits[::-1] if len(bits) > 1 else [move & 63, *bits])]
