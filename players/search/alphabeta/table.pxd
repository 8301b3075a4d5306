# The C side of table.py.
cimport cython
from games.game cimport Game, MoveList

cpdef enum:
    SPAN = 1 << 20
    HALF = 1 << 19

ctypedef long long Score


cdef inline Score from_root(Score score, int plies) noexcept:
    if score > HALF:
        return score - plies
    return score + plies if score < -HALF else score


cpdef enum:
    EXACT = 3
    AT_LEAST = 1
    AT_MOST = 2

cdef struct Entry:
    unsigned long long check  # the key, xor both other words
    unsigned long long score
    unsigned long long rest  # move, depth, bound and age, work: 32, 16, 8 and 8 bits from the lowest on

cdef struct Bucket:
    Entry entries[5]
    long long unused

cdef extern from *:
    """
    #if defined(__GNUC__) || defined(__clang__)
    #define referee_prefetch(place) __builtin_prefetch(place)
    #define referee_read(place) __atomic_load_n(place, __ATOMIC_RELAXED)
    #define referee_write(place, word) __atomic_store_n(place, word, __ATOMIC_RELAXED)
    #else
    #define referee_prefetch(place)
    #define referee_read(place) (*(volatile unsigned long long *) (place))
    #define referee_write(place, word) (*(volatile unsigned long long *) (place) = (word))
    #endif
    """
    void referee_prefetch(const void* place) noexcept
    unsigned long long referee_read(unsigned long long* place) noexcept
    void referee_write(unsigned long long* place, unsigned long long word) noexcept

cdef int count_bits(long long work) noexcept


cdef inline Entry read_entry(Entry* place) noexcept:
    # Its words as they are now, each read once; its key comes out right only where one store wrote all three.
    cdef Entry entry
    entry.score, entry.rest = referee_read(&place.score), referee_read(&place.rest)
    entry.check = referee_read(&place.check) ^ entry.score ^ entry.rest
    return entry


cdef inline int bound_of(unsigned long long rest) noexcept:
    return rest >> 48 & 3


cdef inline int age_of(unsigned long long rest) noexcept:
    return rest >> 50 & 63


cdef inline int work_of(unsigned long long rest) noexcept:
    return <int> (rest >> 56)


@cython.final
cdef class Table:
    cdef void* memory
    cdef size_t bytes
    cdef Bucket* entries
    cdef unsigned long long buckets, split, most, filled
    cdef int age
    cdef readonly int move
    cdef readonly int depth
    cdef readonly int bound
    cdef readonly long long score
    cdef inline Entry* bucket(self, unsigned long long key) noexcept:
        # The high half of the product is well mixed, whatever the key; scaled, it numbers the bucket.
        cdef unsigned long long mixed = key * 0x9E3779B97F4A7C15ULL >> 32
        cdef unsigned long long place = mixed * self.buckets >> 32
        if place >= self.split:
            place = mixed * (2 * self.buckets) >> 32
        return self.entries[place].entries

    cdef inline void expect(self, unsigned long long key) noexcept:
        # Both lines of the bucket are on their way while other work is done.
        cdef Entry* entry = self.bucket(key)
        referee_prefetch(entry)
        referee_prefetch(entry + 3)

    cdef bint find(self, unsigned long long key) noexcept
    cdef void store(self, unsigned long long key, long long score, int move, int depth, int bound, long long work) noexcept
    cdef void split_bucket(self) noexcept


@cython.final
cdef class Ordering:
    cdef readonly MoveList moves
    cdef MoveList ranks
    cdef readonly bint ranked
    cdef int killers[128]
    cdef int played[64]
    cdef int history[8192]
    cdef int counters[8192]
    cdef int gather(self, Game game, int first, int ply) except -1
    cdef int next(self, int place, int bottom) noexcept
    cdef int last(self, int ply) noexcept
    cdef void play(self, int move, int ply) noexcept
    cdef int favour(self, int place) noexcept
    cdef bint is_preferred(self, int place) noexcept
    cdef void blame(self, int turn, int bottom, int top, int depth) noexcept
    cdef void cut(self, int turn, int move, int depth, int ply) noexcept
