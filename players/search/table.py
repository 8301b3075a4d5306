"""A transposition table: what a search knows about positions it has met, in bounded memory.

Each key belongs to one bucket of five entries, two lines of the processor's cache. A new entry takes the place of its
key's old one, else an empty one, else that of the entry that cost the least work, those of earlier searches first.
Compiled and interpreted keep and drop the same entries.
"""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.memory import wish_for_large_pages
    from cython.cimports.libc.stdint import uintptr_t
    from cython.cimports.libc.stdlib import calloc, free
    from cython.cimports.players.search.table import Bucket, Entry
else:
    AT_LEAST, AT_MOST, EXACT = 1, 2, 3  # what a stored score says of the true one

WIDTH = cython.declare(cython.int, 5)
AGES = cython.declare(cython.int, 64)
SPREAD = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
WORD = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
MOST = 1 << 32  # entries
BUCKET = 128  # bytes
LARGE = cython.declare(cython.ulonglong, 1 << 23)  # buckets: a smaller table is not worth clearing in large pages
NO_KEY = 0  # the key of positions that are not to be kept


def entries_for(megabytes: float) -> int:
    """How many entries fit into so much memory."""
    return int(megabytes * 2**20) // BUCKET * 5


def count_buckets(entries: int) -> int:
    """How many buckets hold that many entries."""
    if not 1 <= entries <= MOST:
        raise ValueError(f"a table has 1 to {MOST} entries, not {entries}")
    return max(1, entries // WIDTH)


def count_bits(work: cython.longlong) -> cython.int:
    """The number of bits of the work, at most 63."""
    found: cython.int = 0
    while work > 0:
        work >>= 1
        found += 1
    return found


class Table:
    """Scores, moves and depths by key. `find` leaves what it found in score, move, depth and bound."""

    if cython.compiled:

        def __init__(self, entries: int = 1 << 20):
            self.buckets = count_buckets(entries)
            self.age = 0
            free(self.memory)
            self.memory = calloc(self.buckets + 1, cython.sizeof(Bucket))
            if self.memory is cython.NULL:
                raise MemoryError(f"no room for a table of {entries} entries")
            start: uintptr_t = cython.cast(uintptr_t, self.memory) + cython.sizeof(Bucket) - 1
            start -= start % cython.sizeof(Bucket)
            self.entries = cython.cast(cython.pointer(Bucket), start)
            if self.buckets > LARGE:
                wish_for_large_pages(self.memory, (self.buckets + 1) * cython.sizeof(Bucket))

        def __dealloc__(self):
            free(self.memory)

        def find(self, key):
            entry: cython.pointer(Entry) = self.bucket(key)
            i: cython.int
            for i in range(WIDTH):
                if entry[i].key == key and entry[i].bound:
                    self.score, self.move = entry[i].score, entry[i].move
                    self.depth, self.bound = entry[i].depth, entry[i].bound & 3
                    return key != NO_KEY
            return False

        def store(self, key, score, move, depth, bound, work):
            bucket: cython.pointer(Entry) = self.bucket(key)
            place: cython.pointer(Entry) = bucket
            least: cython.int = 2 * AGES
            i: cython.int
            for i in range(WIDTH):
                if not bucket[i].bound or bucket[i].key == key:
                    place = bucket + i
                    break
                worth: cython.int = bucket[i].work + (AGES if bucket[i].bound >> 2 == self.age else 0)
                if worth < least:
                    place, least = bucket + i, worth
            place.key, place.score, place.move = key, score, move
            place.depth = cython.cast(cython.short, depth)
            place.bound = cython.cast(cython.uchar, bound | self.age << 2)
            place.work = cython.cast(cython.uchar, count_bits(work))

    else:

        def __init__(self, entries=1 << 20):
            self.buckets = count_buckets(entries)
            self.age = 0
            self.kept = {}
            self.score = self.move = self.depth = self.bound = 0

        def bucket(self, key):
            return ((key * SPREAD & WORD) >> 32) * self.buckets >> 32

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
            place = next((i for i, entry in enumerate(bucket) if entry[0] == key), len(bucket))
            if place == WIDTH:
                place = min(range(WIDTH), key=lambda i: bucket[i][6] + AGES * (bucket[i][5] == self.age))
            bucket[place : place + 1] = [(key, score, move, depth, bound, self.age, count_bits(work))]

    def grow_old(self) -> None:
        """Another search begins: what is known gives way first."""
        self.age = (self.age + 1) % AGES
