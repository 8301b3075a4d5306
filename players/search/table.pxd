# The C side of table.py.
cimport cython

cpdef enum:
    EXACT = 3
    AT_LEAST = 1
    AT_MOST = 2

cdef struct Entry:
    unsigned long long key
    long long score
    int move
    short depth
    unsigned char bound  # and in the bits above the lowest two the age
    unsigned char work

cdef struct Bucket:
    Entry entries[5]
    long long unused

cdef extern from *:
    """
    #if defined(__GNUC__) || defined(__clang__)
    #define referee_prefetch(place) __builtin_prefetch(place)
    #else
    #define referee_prefetch(place)
    #endif
    """
    void referee_prefetch(const void* place) noexcept

cdef int count_bits(long long work) noexcept


@cython.final
cdef class Table:
    cdef void* memory
    cdef Bucket* entries
    cdef unsigned long long buckets
    cdef int age
    cdef readonly int move
    cdef readonly int depth
    cdef readonly int bound
    cdef readonly long long score
    cdef inline Entry* bucket(self, unsigned long long key) noexcept:
        # The high half of the product is well mixed, whatever the key; scaled, it numbers the bucket.
        return self.entries[((key * 0x9E3779B97F4A7C15ULL >> 32) * self.buckets) >> 32].entries

    cdef inline void expect(self, unsigned long long key) noexcept:
        # Both lines of the bucket are on their way while other work is done.
        cdef Entry* entry = self.bucket(key)
        referee_prefetch(entry)
        referee_prefetch(entry + 3)

    cdef bint find(self, unsigned long long key) noexcept
    cdef void store(self, unsigned long long key, long long score, int move, int depth, int bound, long long work) noexcept
