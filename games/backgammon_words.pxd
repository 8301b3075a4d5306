# The C side of backgammon_words.py.

cdef unsigned long long mover(unsigned int* planes, int seat) noexcept
cdef unsigned int sources(unsigned int* planes, int seat, unsigned int blocks, int die) noexcept
cdef unsigned long long pair(unsigned int* planes, int seat, unsigned int blocks, int large, int small) noexcept
cdef int won(unsigned int* planes, int loser) noexcept
cdef int worth(unsigned int* planes, int lead) noexcept
