"""A set of (seat, move) that is cleared at no cost: an entry counts only if it bears the current stamp."""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.libc.stdlib import calloc, free

LAST = cython.declare(cython.int, (1 << 31) - 1)


class StampedSet:
    """Which moves each of the two seats has made."""

    if cython.compiled:

        def __dealloc__(self):
            free(self.keys)
            free(self.stamps)

        def clear(self, count: cython.int) -> cython.int:
            size: cython.ulonglong = 64
            while size < 2 * cython.cast(cython.ulonglong, count):
                size *= 2
            self.stamp += 1
            if size > self.mask + 1 or self.keys is cython.NULL or self.stamp == LAST:
                free(self.keys)
                free(self.stamps)
                size = max(size, self.mask + 1)
                word = cython.cast(cython.size_t, cython.sizeof(cython.ulonglong))
                self.keys = cython.cast(cython.pointer(cython.ulonglong), calloc(size, word))
                self.stamps = cython.cast(cython.p_int, calloc(size, cython.sizeof(cython.int)))
                if self.keys is cython.NULL or self.stamps is cython.NULL:
                    raise MemoryError("no room for a set of moves")
                self.mask, self.stamp = size - 1, 1
            return 0

    else:

        def __init__(self):
            self.moves = set()

        def clear(self, count):
            """Empty the set and make room for so many."""
            self.moves.clear()

        def add(self, turn, move):
            """Add the move of that seat."""
            self.moves.add((turn, move))

        def has(self, turn, move):
            """Whether that seat's move is in it."""
            return (turn, move) in self.moves
