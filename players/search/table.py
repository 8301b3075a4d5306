"""A transposition table: what a search knows about positions it has met, in bounded memory.

Each key belongs to one bucket of four entries. A new entry takes the place of its key's old one, else an empty
one, else that of the entry searched least deep. Compiled and interpreted keep and drop the same entries.
"""

import cython

if cython.compiled:
    from cython.cimports.libc.stdlib import calloc, free
    from cython.cimports.players.search.table import Entry
else:
    AT_LEAST, AT_MOST, EXACT = 1, 2, 3  # what a stored score says of the true one

WIDTH = cython.declare(cython.int, 4)
SPREAD = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
WORD = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
MOST = 1 << 32  # entries
SIZE = 24  # bytes of one
NO_KEY = 0  # the key of positions that are not to be kept


def buckets_of(entries: int) -> int:
    """How many buckets hold that many entries."""
    if not 1 <= entries <= MOST:
        raise ValueError(f"a table has 1 to {MOST} entries, not {entries}")
    return max(1, entries // WIDTH)


class Table:
    """Scores, moves and depths by key. `find` leaves what it found in score, move, depth and bound."""

    if cython.compiled:

        def __init__(self, entries: int = 1 << 20):
            self.buckets = buckets_of(entries)
            free(self.entries)
            self.entries = cython.cast(cython.pointer(Entry), calloc(self.buckets * WIDTH, cython.sizeof(Entry)))
            if self.entries is cython.NULL:
                raise MemoryError(f"no room for a table of {entries} entries")

        def __dealloc__(self):
            free(self.entries)

        def find(self, key):
            entry: cython.pointer(Entry) = self.bucket(key)
            i: cython.int
            for i in range(WIDTH):
                if entry[i].key == key and entry[i].bound:
                    self.score, self.move = entry[i].score, entry[i].move
                    self.depth, self.bound = entry[i].depth, entry[i].bound
                    return key != NO_KEY
            return False

        def store(self, key, score, move, depth, bound):
            bucket: cython.pointer(Entry) = self.bucket(key)
            place: cython.pointer(Entry) = bucket
            i: cython.int
            for i in range(WIDTH):
                if not bucket[i].bound or bucket[i].key == key:
                    place = bucket + i
                    break
                if bucket[i].depth < place.depth:
                    place = bucket + i
            place.key, place.score, place.move = key, score, move
            place.depth, place.bound = cython.cast(cython.short, depth), cython.cast(cython.short, bound)

    else:

        def __init__(self, entries=1 << 20):
            self.buckets = buckets_of(entries)
            self.kept = {}
            self.score = self.move = self.depth = self.bound = 0

        def bucket(self, key):
            return ((key * SPREAD & WORD) >> 32) * self.buckets >> 32

        def find(self, key):
            """Whether the key is in the table."""
            for entry in self.kept.get(self.bucket(key), ()):
                if entry[0] == key:
                    _, self.score, self.move, self.depth, self.bound = entry
                    return key != NO_KEY
            return False

        def store(self, key, score, move, depth, bound):
            """Keep the score, the best move and what kind of bound the score is, of a search so deep."""
            bucket = self.kept.setdefault(self.bucket(key), [])
            place = next((i for i, entry in enumerate(bucket) if entry[0] == key), len(bucket))
            if place == WIDTH:
                place = min(range(WIDTH), key=lambda i: bucket[i][3])
            bucket[place : place + 1] = [(key, score, move, depth, bound)]
