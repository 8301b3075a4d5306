"""Lines of stones on a board that is held in one word: from a place to the next in line is a step of so many bits.

Compiled games take these from in_line.pxd.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.bits import Bits


def fours(stones: Bits, step: int) -> Bits:
    """The places where four in line begin."""
    stones &= stones >> step
    return stones & stones >> 2 * step


def runs(stones: Bits, step: int, line: int) -> Bits:
    """The places where that many in line begin."""
    length = 1
    while 2 * length <= line:
        stones &= stones >> length * step
        length *= 2
    return stones & stones >> (line - length) * step


def gaps_of_four(stones: Bits, step: int) -> Bits:
    """The places where one more stone makes four in line; stones, and bits beyond the board, may be among them."""
    before = stones << step & stones << 2 * step
    behind = stones >> step & stones >> 2 * step
    return before & (stones << 3 * step | stones >> step) | behind & (stones << step | stones >> 3 * step)


def gaps(stones: Bits, board: Bits, step: int, line: int) -> Bits:
    """The places of the board where one more stone makes that many in line."""
    found = 0
    below = board  # the places with so many stones before them
    for near in range(line):
        if near > 0:
            below &= stones << near * step
        whole = below
        for far in range(1, line - near):
            whole &= stones >> far * step
        found |= whole
    return found
