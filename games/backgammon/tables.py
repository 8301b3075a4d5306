"""Tables for the rules and the evaluation of backgammon."""

from math import comb


def count_escapes(blocks: int) -> int:
    """Return how many of the 36 rolls a checker can play in full, a double only twice, with these points blocked.

    The lowest bit of `blocks` is the next point. The idea is the input "escapes" of GNU Backgammon.
    """
    ways = [(one, two) for one in range(1, 7) for two in range(1, 7)]
    free = [not blocks << 1 >> point & 1 for point in range(13)]
    return sum(free[one + two] and (free[one] or free[two]) for one, two in ways)


# The words of both sides at the start: the binary digits of how many checkers stand on their points.
CHECKERS = {24: 2, 13: 5, 8: 3, 6: 5}
START = 2 * [sum(1 << point for point, count in CHECKERS.items() if count >> digit & 1) for digit in range(4)]
# The rolls, doubles last, for a search that stops early; and the first rolls, with White or Black higher.
UNEQUAL = [high | low << 3 for high in range(1, 7) for low in range(1, high)]
ROLLS = [1 << 22 | dice for dice in UNEQUAL] + [1 << 22 | die * 0o1111 for die in range(1, 7)]
OPENINGS = [3 << 22 | seat << 21 | dice for dice in UNEQUAL for seat in (0, 1)]
ESCAPES = [count_escapes(blocks) for blocks in range(1 << 12)]
# C(n, k) at 7 n + k.
CHOOSE = [comb(n, k) for n in range(21) for k in range(7)]
