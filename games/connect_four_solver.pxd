# What connect_four_solver.py takes from C.

cdef extern from *:
    """
    #if defined(__GNUC__) || defined(__clang__)
    #define referee_warm(place) __builtin_prefetch(place)
    #else
    #define referee_warm(place) ((void) (place))
    #endif
    """
    void warm "referee_warm"(void *place) noexcept nogil
