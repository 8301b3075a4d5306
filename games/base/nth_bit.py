"""The place of a set bit by its number, as playouts draw it from a word: without a list and without branches.

Compiled games inline it from nth_bit.pxd.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.base.bits import Bits


def nth(bits: Bits, number: int) -> int:
    """Return the place of the set bit with `number` set bits below it; there must be one."""
    for _ in range(number):
        bits &= bits - 1
    return (bits & -bits).bit_length() - 1
