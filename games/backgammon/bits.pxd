# The C side of backgammon_bits.py.

cdef unsigned long long opponent_view(unsigned int* planes, int seat) noexcept
cdef unsigned int sources(unsigned int* planes, int seat, unsigned int blocks, int die) noexcept
cdef unsigned long long sources_of_roll(
    unsigned int* planes, int seat, unsigned int blocks, int large, int small
) noexcept
cdef int points_won(unsigned int* planes, int loser) noexcept
cdef unsigned int mirror(unsigned int points) noexcept
