# The C side of score.py.

cpdef enum:
    SPAN = 1 << 20
    HALF = 1 << 19

ctypedef long long Score


cdef inline Score from_root(Score score, int plies) noexcept:
    if score > HALF:
        return score - plies
    return score + plies if score < -HALF else score
