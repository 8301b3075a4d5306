# The C side of bits.py: all of it is inlined where it is used.

ctypedef unsigned long long Bits

cdef extern from *:
    """
    #if defined(__GNUC__) || defined(__clang__)
    #define referee_lowest(bits) __builtin_ctzll(bits)
    #else
    #define referee_lowest(bits) referee_count(~(bits) & ((bits) - 1))
    static int referee_count(unsigned long long bits) {
        int found = 0;
        for (; bits; bits &= bits - 1) found++;
        return found;
    }
    #endif
    """
    int referee_lowest(Bits bits) noexcept


cdef inline int lowest(Bits bits) noexcept:
    return referee_lowest(bits)


cdef inline int count(Bits bits) noexcept:
    bits -= bits >> 1 & 0x5555555555555555ULL
    bits = (bits & 0x3333333333333333ULL) + (bits >> 2 & 0x3333333333333333ULL)
    return <int>(((bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0FULL) * 0x0101010101010101ULL >> 56)


cdef inline Bits upside_down(Bits bits) noexcept:
    bits = bits >> 8 & 0x00FF00FF00FF00FFULL | (bits & 0x00FF00FF00FF00FFULL) << 8
    bits = bits >> 16 & 0x0000FFFF0000FFFFULL | (bits & 0x0000FFFF0000FFFFULL) << 16
    return bits >> 32 | bits << 32


cdef inline Bits backwards(Bits bits) noexcept:
    bits = bits >> 1 & 0x5555555555555555ULL | (bits & 0x5555555555555555ULL) << 1
    bits = bits >> 2 & 0x3333333333333333ULL | (bits & 0x3333333333333333ULL) << 2
    bits = bits >> 4 & 0x0F0F0F0F0F0F0F0FULL | (bits & 0x0F0F0F0F0F0F0F0FULL) << 4
    return upside_down(bits)


cdef inline Bits stir(Bits bits) noexcept:
    bits += 0x9E3779B97F4A7C15ULL
    bits = (bits ^ bits >> 30) * 0xBF58476D1CE4E5B9ULL
    bits = (bits ^ bits >> 27) * 0x94D049BB133111EBULL
    return bits ^ bits >> 31
