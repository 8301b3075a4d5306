"""The table of connect four's solver: at most and at least what positions are worth, a word each.

An entry is the whole position, 49 bits of key as ConnectFour.key has it, then two bounds of six bits. A newer position
replaces an older one. The table begins small and is doubled where half of it is in use: to clear a large one takes
longer than an easy question.
"""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.memory import map_memory, unmap_memory
else:

    def lower_of(entry):
        """The least that a position is worth, by its entry."""
        return (entry & MASK) - ZERO

    def upper_of(entry):
        """The most that a position is worth, by its entry."""
        return (entry >> SIX & MASK) - ZERO


ZERO = cython.declare(cython.int, 32)  # what a score of 0 is in an entry, in which each bound takes
SIX = cython.declare(cython.int, 6)  # bits
MASK = cython.declare(cython.int, 63)
FIRST = 1 << 18  # entries to begin with: two megabytes, a large page of the machine's


class Bounds:
    """The bounds of positions by key: a table of so many entries of 8 bytes, 1 to 2**32, or somewhat fewer."""

    def __init__(self, entries: int):
        doublings = max(0, (entries - 1) // FIRST).bit_length()
        self.entries, self.most, self.filled = entries >> doublings, entries >> doublings << doublings, 0
        self.clear(entries)

    if cython.compiled:

        def clear(self, entries):
            """Take memory for the table. Raises MemoryError."""
            unmap_memory(self.words, self.bytes)
            self.bytes = 8 * self.most
            self.words = cython.cast(cython.pointer(cython.ulonglong), map_memory(self.bytes, False))
            if self.words is cython.NULL:
                raise MemoryError(f"no room for a table of {entries} entries")

        def __dealloc__(self):
            unmap_memory(self.words, self.bytes)

    else:

        def clear(self, entries):
            """Begin with nothing: what was not written is 0."""
            self.words = [0] * self.entries

        def place_of(self, key):
            """Where the entry of that key is."""
            return ((key * 0x9E3779B97F4A7C15 & 0xFFFFFFFFFFFFFFFF) >> 32) * self.entries >> 32

        def expect(self, key):
            """Say that the key will be asked for soon: compiled, its entry comes into the processor's cache."""

        def find(self, key):
            """The entry of that key; 0 where there is none."""
            entry = self.words[self.place_of(key)]
            return entry if entry >> 2 * SIX == key else 0

    def note(self, key, least, found):
        """Add the answer to the question whether a position is worth so much at least."""
        place: cython.ulonglong = self.place_of(key)
        entry: cython.ulonglong = self.words[place]
        lower: cython.int = 0
        upper: cython.int = MASK
        self.filled += entry == 0
        if entry >> 2 * SIX == key:
            lower, upper = entry & MASK, entry >> SIX & MASK
        if found:
            lower = max(lower, ZERO + least)
        else:
            upper = min(upper, ZERO + least - 1)
        self.words[place] = key << 2 * SIX | upper << SIX | lower
        if self.filled > self.entries >> 1 and self.entries < self.most:
            self.grow()

    def grow(self):
        """Double the table, in place: an entry at i goes to 2 i or 2 i + 1, those with the highest numbers first."""
        place: cython.ulonglong = self.entries
        if not cython.compiled:
            self.words += [0] * self.entries
        self.entries *= 2
        while place > 0:
            place -= 1
            entry: cython.ulonglong = self.words[place]
            self.words[2 * place] = self.words[2 * place + 1] = 0
            if entry:
                self.words[self.place_of(entry >> 2 * SIX)] = entry
