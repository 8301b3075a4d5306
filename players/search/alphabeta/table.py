"""A transposition table: what a search knows about positions it has met, in bounded memory.

Each key belongs to one bucket of five entries, two lines of the processor's cache. A new entry takes the place of its
key's old one, else an empty one, else that of the entry that cost the least work, those of earlier searches first.
Compiled and interpreted keep and drop the same entries.

A table begins small and grows as it fills, because it takes longer to clear a gigabyte than to search a small game. It
grows as by linear hashing (W. Litwin, VLDB 1980), a few buckets at a time, so that no move waits for it. The entries of
one bucket go to two neighbours, and the buckets with the highest numbers are split first: so it happens in place.

Processes that were forked may share one table and need no lock. Where two of them write an entry at once, its words no
longer fit together, and it is not found (R. Hyatt, T. Mann, "A lockless transposition table implementation for parallel
search", ICGA Journal 25, 2002).
"""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.memory import map_memory, unmap_memory
    from cython.cimports.libc.stdint import uintptr_t
    from cython.cimports.libc.string import memset
    from cython.cimports.players.search.alphabeta.table import (
        Bucket,
        Entry,
        age_of,
        bound_of,
        read_entry,
        referee_write,
        work_of,
    )
else:
    AT_LEAST, AT_MOST, EXACT = 1, 2, 3  # what a stored score says of the true one

WIDTH = cython.declare(cython.int, 5)
AGES = cython.declare(cython.int, 64)
SPREAD = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
WORD = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
MOST = 1 << 32  # entries
BUCKET = 128  # bytes
FIRST = 1 << 14  # buckets at most to begin with: two megabytes, a large page of the machine's
LOAD = cython.declare(cython.ulonglong, 2)  # entries a bucket, above which the table grows
HASTE = cython.declare(cython.int, 2)  # buckets that it splits at each entry while it grows
NO_KEY = cython.declare(cython.ulonglong, 0)  # the key of positions that are not to be kept


def entries_for(megabytes: float) -> int:
    """How many entries fit into so much memory."""
    return int(megabytes * 2**20) // BUCKET * 5


def count_buckets(entries: int, shared: bool) -> tuple[int, int]:
    """How many buckets a table for so many entries has to begin with, and at most: that is a multiple of it."""
    if not 1 <= entries <= MOST:
        raise ValueError(f"a table has 1 to {MOST} entries, not {entries}")
    most = max(1, entries // WIDTH)
    if shared:
        return most, most
    doublings = max(0, -(-most // FIRST) - 1).bit_length()
    return most >> doublings, most >> doublings << doublings


def count_bits(work: cython.longlong) -> cython.int:
    """The number of bits of the work, at most 63."""
    found: cython.int = 0
    while work > 0:
        work >>= 1
        found += 1
    return found


class Table:
    """Scores, moves and depths by key. `find` leaves what it found in score, move, depth and bound.

    shared  whether processes forked later search with this very table; it has its full size at once. Interpreted each
            of them goes on with a copy.
    """

    # buckets: how many there are by the count that is being left. split: from this number on they are split in two.
    # filled: entries that are not empty, in a table that may grow.

    if cython.compiled:

        def __init__(self, entries: int = 1 << 20, shared: bool = False):
            self.buckets, self.most = count_buckets(entries, shared)
            self.split, self.filled, self.age = self.buckets, 0, 0
            unmap_memory(self.memory, self.bytes)
            step: uintptr_t = cython.sizeof(Bucket) * (FIRST if self.most >= FIRST else 1)
            self.bytes = self.most * cython.sizeof(Bucket) + step
            self.memory = map_memory(self.bytes, shared)
            if self.memory is cython.NULL:
                raise MemoryError(f"no room for a table of {entries} entries")
            start: uintptr_t = cython.cast(uintptr_t, self.memory) + step - 1
            self.entries = cython.cast(cython.pointer(Bucket), start - start % step)

        def __dealloc__(self):
            unmap_memory(self.memory, self.bytes)

        def find(self, key):
            place: cython.pointer(Entry) = self.bucket(key)
            i: cython.int
            for i in range(WIDTH):
                entry: Entry = read_entry(place + i)
                if entry.check == key and bound_of(entry.rest):
                    self.score = cython.cast(cython.longlong, entry.score)
                    self.move = cython.cast(cython.int, entry.rest)
                    self.depth, self.bound = cython.cast(cython.short, entry.rest >> 32), bound_of(entry.rest)
                    return key != NO_KEY
            return False

        def store(self, key, score, move, depth, bound, work):
            bucket: cython.pointer(Entry) = self.bucket(key)
            place: cython.pointer(Entry) = bucket
            least: cython.int = 2 * AGES
            i: cython.int
            _: cython.int
            for i in range(WIDTH):
                entry: Entry = read_entry(bucket + i)
                if not bound_of(entry.rest) or entry.check == key:
                    place = bucket + i
                    self.filled += not bound_of(entry.rest)
                    break
                worth: cython.int = work_of(entry.rest) + (AGES if age_of(entry.rest) == self.age else 0)
                if worth < least:
                    place, least = bucket + i, worth
            rest: cython.ulonglong = cython.cast(cython.uint, move)
            rest |= cython.cast(cython.ulonglong, cython.cast(cython.ushort, depth)) << 32
            rest |= cython.cast(cython.ulonglong, bound | self.age << 2 | count_bits(work) << 8) << 48
            told: cython.ulonglong = score
            referee_write(cython.address(place.check), key ^ told ^ rest)
            referee_write(cython.address(place.score), told)
            referee_write(cython.address(place.rest), rest)
            for _ in range(HASTE):
                if self.filled > LOAD * self.buckets and self.buckets < self.most:
                    self.split_bucket()

        def split_bucket(self):
            self.split -= 1
            old: Bucket = self.entries[self.split]
            halves: cython.pointer(Bucket) = self.entries + 2 * self.split
            memset(halves, 0, 2 * cython.sizeof(Bucket))
            i: cython.int
            for i in range(WIDTH):
                if bound_of(old.entries[i].rest):
                    half: cython.pointer(Entry) = self.bucket(read_entry(cython.address(old.entries[i])).check)
                    while bound_of(half.rest):
                        half += 1
                    half[0] = old.entries[i]
            if self.split == 0:
                self.buckets *= 2
                self.split = self.buckets

    else:

        def __init__(self, entries=1 << 20, shared=False):
            self.buckets, self.most = count_buckets(entries, shared)
            self.split, self.filled, self.age = self.buckets, 0, 0
            self.kept = {}
            self.score = self.move = self.depth = self.bound = 0

        def bucket(self, key):
            mixed = (key * SPREAD & WORD) >> 32
            place = mixed * self.buckets >> 32
            return place if place < self.split else mixed * 2 * self.buckets >> 32

        def expect(self, key):
            """Say that the key will be asked for soon: compiled, its bucket comes into the processor's cache."""

        def find(self, key):
            """Whether the key is in the table."""
            for entry in self.kept.get(self.bucket(key), ()):
                if entry[0] == key:
                    _, self.score, self.move, self.depth, self.bound, _, _ = entry
                    return key != NO_KEY
            return False

        def store(self, key, score, move, depth, bound, work):
            """Keep the score, the best move and what kind of bound the score is, of a search so deep and of such work.

            work  counts positions.
            """
            bucket = self.kept.setdefault(self.bucket(key), [])
            keys = [entry[0] for entry in bucket]
            place = keys.index(key) if key in keys else len(bucket)
            if place == WIDTH:
                place = min(range(WIDTH), key=lambda i: bucket[i][6] + AGES * (bucket[i][5] == self.age))
            self.filled += place == len(bucket)
            bucket[place : place + 1] = [(key, score, move, depth, bound, self.age, count_bits(work))]
            for _ in range(HASTE):
                if self.filled > LOAD * self.buckets and self.buckets < self.most:
                    self.split_bucket()

        def split_bucket(self):
            """Spread the entries of the last bucket that is not split yet over two."""
            self.split -= 1
            for entry in self.kept.pop(self.split, ()):
                self.kept.setdefault(self.bucket(entry[0]), []).append(entry)
            if self.split == 0:
                self.buckets *= 2
                self.split = self.buckets

    def grow_old(self) -> None:
        """Another search begins: what is known gives way first."""
        self.age = (self.age + 1) % AGES
