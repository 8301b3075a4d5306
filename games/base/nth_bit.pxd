# The C side of nth_bit.py: all of it is inlined where it is used.
from games.base.bits cimport Bits

# All bytes are counted at once, as H. S. Warren does: each byte of `below` holds how many bits are set up to its end. The
# bytes that hold at most `number` are those before the byte of the wanted bit. Within that byte it goes bit by bit.
cdef inline int nth(Bits bits, int number) noexcept:
    cdef Bits ones = 0x0101010101010101ULL, tops = 0x8080808080808080ULL
    cdef Bits below = bits - (bits >> 1 & 0x5555555555555555ULL)
    below = (below & 0x3333333333333333ULL) + (below >> 2 & 0x3333333333333333ULL)
    below = (below + (below >> 4) & 0x0F0F0F0F0F0F0F0FULL) * ones
    cdef int start = <int>((((<Bits>number * ones | tops) - below & tops) >> 7) * ones >> 56) << 3
    cdef int left = number - <int>(below << 8 >> start & 255)
    below = (((bits >> start & 255) * ones & 0x8040201008040201ULL) + 0x7F7F7F7F7F7F7F7FULL & tops) >> 7
    below *= ones
    return start + <int>((((<Bits>left * ones | tops) - below & tops) >> 7) * ones >> 56)
