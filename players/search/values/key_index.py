"""A hash map from keys of 64 bits to numbers: open addressing with linear probing, at most half full.

D. E. Knuth, "The Art of Computer Programming" 3, section 6.4.
"""

from array import array

# mypy: ignore-errors
import cython

SPREAD = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
WORD = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
START = 1024  # keys that there is room for at first, a power of two


class KeyIndex:
    """Maps each key to its number, and grows as keys are added."""

    def __init__(self):
        self.clear(START)

    def clear(self, room: int) -> None:
        """Drop all keys, and make room for that many, a power of two."""
        self.keys, self.numbers = array("Q", bytes(8 * room)), array("i", [-1]) * room
        self.mask, self.count = room - 1, 0

    def place(self, key):
        """The place of the key, or the free place where it belongs."""
        place: cython.ulonglong = ((key * SPREAD & WORD) >> 32) & self.mask
        while self.numbers[place] >= 0 and self.keys[place] != key:
            place = (place + 1) & self.mask
        return place

    def find(self, key):
        """The number of the key, -1 where it has none."""
        return self.numbers[self.place(key)]

    def add(self, key, number):
        """Give a new key that number, 0 or more."""
        if 2 * self.count > cython.cast(cython.longlong, self.mask):
            self.widen()
        place: cython.longlong = self.place(key)
        self.keys[place], self.numbers[place] = key, number
        self.count += 1
        return 0

    def widen(self):
        """Make twice as much room."""
        keys, numbers = self.keys, self.numbers
        old: cython.longlong
        room: cython.longlong = self.mask + 1
        self.clear(2 * room)
        for old in range(room):
            if numbers[old] >= 0:
                self.add(keys[old], numbers[old])
        return 0
