"""Lines of stones on a board in one word, where the next place in a line is `step` bits away.

The compiled game and its solver use lines.pxd instead.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.base.bits import count

if TYPE_CHECKING:
    from games.base.bits import Bits

HEIGHT = 7  # bits of a column; the topmost is always clear
BOTTOMS = sum(1 << HEIGHT * column for column in range(7))
BOARD = BOTTOMS * 0b111111
TWOFOLD = 18  # with more empty places, mirror images share a key


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


# The usual board of 7 columns and 6 rows, for the solver. Places are bits as in game.py, and keys are as in
# ConnectFour.key.


def threats(stones: Bits, filled: Bits) -> Bits:
    """Return the empty places where one more of these stones makes four in line."""
    found = stones << 1 & stones << 2 & stones << 3  # a column grows from below
    found |= gaps_of_four(stones, HEIGHT - 1) | gaps_of_four(stones, HEIGHT) | gaps_of_four(stones, HEIGHT + 1)
    return found & (BOARD ^ filled)


def safe_places(filled: Bits, against: Bits) -> Bits:
    """Return where the seat to move can play without losing at once; the other one wins at the places `against`."""
    places = filled + BOTTOMS & BOARD
    stops = places & against
    if stops:
        places = 0 if stops & (stops - 1) else stops
    return places & ~(against >> 1)


def key_of(mine: Bits, filled: Bits, left: int) -> Bits:
    """Return the key of the position with `left` empty places."""
    key = filled + BOTTOMS | mine
    if left <= TWOFOLD:
        return key
    other = 0
    for column in range(7):
        other = other << HEIGHT | (key >> HEIGHT * column & 127)
    return min(key, other)


def stones_of(key: Bits) -> Bits:
    """Return the stones of both seats: in each column, all places below the highest bit."""
    filled = key >> 1 & BOARD
    for _ in range(5):
        filled |= filled >> 1 & BOARD
    return filled
