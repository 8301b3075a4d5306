"""Lines of stones on a board in one word, where the next place in a line is `step` bits away.

Compiled games use lines.pxd instead.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.base.bits import count

if TYPE_CHECKING:
    from games.base.bits import Bits


def fours(stones: Bits, step: int) -> Bits:
    """Return the places where four in line begin."""
    stones &= stones >> step
    return stones & stones >> 2 * step


# Connect four on a board of any number of rows.


def any_four(stones: Bits, rows: int) -> bool:
    """Return whether the stones hold four in line."""
    return any(fours(stones, step) for step in (1, rows, rows + 1, rows + 2))


def weigh_fours(stones: Bits, free: Bits, rows: int) -> int:
    """Return the number of lines of four in the free places; a line with exactly two stones counts three times."""
    total = 0
    for step in (1, rows, rows + 1, rows + 2):
        first, second, third, fourth = (stones >> number * step for number in range(4))
        pairs = first & second & ~(third | fourth) | third & fourth & ~(first | second)
        pairs |= (first ^ second) & (third ^ fourth)
        lines = fours(free, step)
        total += count(lines) + 2 * count(lines & pairs)
    return total


def fills_of_four(stones: Bits, rows: int) -> Bits:
    """Return the places where one more stone makes four in line; like gaps_of_four, with other bits among them."""
    # In a column the three are always beneath the fourth.
    below = stones << 1 & stones << 2 & stones << 3
    return below | gaps_of_four(stones, rows) | gaps_of_four(stones, rows + 1) | gaps_of_four(stones, rows + 2)


def runs(stones: Bits, step: int, line: int) -> Bits:
    """Return the places where `line` stones in line begin."""
    length = 1
    while 2 * length <= line:
        stones &= stones >> length * step
        length *= 2
    return stones & stones >> (line - length) * step


def gaps_of_four(stones: Bits, step: int) -> Bits:
    """Return the places where one more stone makes four in line; stones and bits off the board may be among them."""
    before = stones << step & stones << 2 * step
    behind = stones >> step & stones >> 2 * step
    return before & (stones << 3 * step | stones >> step) | behind & (stones << step | stones >> 3 * step)


def gaps(stones: Bits, board: Bits, step: int, line: int) -> Bits:
    """Return the places of the board where one more stone makes `line` in line."""
    found = 0
    below = board  # the places with `near` stones before them
    for near in range(line):
        if near > 0:
            below &= stones << near * step
        whole = below
        for far in range(1, line - near):
            whole &= stones >> far * step
        found |= whole
    return found
