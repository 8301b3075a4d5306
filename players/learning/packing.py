"""Whole numbers of 16 bits, most of them 0, in few bytes: where the others lie, and what they are.

What is compressed are the distances from each nonzero number to the next, 4 bytes each, and then their values, 2 bytes
each. Of either all lowest bytes come first, then all next bytes, and so on: equal bytes lie together, which zlib
exploits.
"""

import sys
import zlib
from array import array
from itertools import accumulate, compress, count
from operator import sub

LEVEL = 6  # of compression: 9 takes ten times as long and saves a hundredth
DISTANCE, VALUE = "I", "h"  # as array names 4 bytes and 2
BYTES = 4 + 2


def pack(whole: "array[int]") -> bytes:
    """Return the numbers in few bytes."""
    places = array(DISTANCE, compress(count(), whole))
    distances = array(DISTANCE, map(sub, places, [0, *places[:-1]]))
    values = array(VALUE, filter(None, whole))
    return zlib.compress(by_rank(distances) + by_rank(values), LEVEL)


def unpack(data: bytes, size: int) -> "array[int]":
    """Return the `size` numbers packed in `data`. Raises ValueError if it holds anything else."""
    stream = zlib.decompressobj()
    try:
        ranks = stream.decompress(data, BYTES * (size + 1))  # a small file may hold far more
    except zlib.error as error:
        raise ValueError("they are cut off or changed") from error
    kept, over = divmod(len(ranks), BYTES)
    if over or not stream.eof or stream.unused_data:
        raise ValueError("they are cut off or changed")
    whole = array(VALUE, bytes(2 * size))
    places = accumulate(from_ranks(DISTANCE, ranks[: 4 * kept]))
    for place, value in zip(places, from_ranks(VALUE, ranks[4 * kept :]), strict=True):
        if place >= size:
            raise ValueError(f"there are more of them than {size:,}")
        whole[place] = value
    return whole


def by_rank(numbers: "array[int]") -> bytes:
    """Return the bytes of the numbers: the lowest of all, then the next of all, and so on."""
    if sys.byteorder == "big":
        numbers.byteswap()
    together = numbers.tobytes()
    return b"".join(together[rank :: numbers.itemsize] for rank in range(numbers.itemsize))


def from_ranks(kind: str, ranks: bytes) -> "array[int]":
    """Return the numbers in bytes that by_rank has ordered."""
    width = array(kind).itemsize
    together, number = bytearray(len(ranks)), len(ranks) // width
    for rank in range(width):
        together[rank::width] = ranks[rank * number : (rank + 1) * number]
    numbers = array(kind, bytes(together))
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers
