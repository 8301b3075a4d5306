# Large pages for a table that is looked up all over.

cdef extern from *:
    """
    #if defined(__linux__)
    #include <sys/mman.h>
    #endif
    #include <stddef.h>
    /* Where the system has none, nothing happens: it is a wish. */
    static inline void wish_for_large_pages(void *memory, size_t size) {
    #if defined(__linux__) && defined(MADV_HUGEPAGE)
        size_t page = 1 << 21, start = ((size_t) memory + page - 1) / page * page, end = ((size_t) memory + size) / page * page;
        if (end > start) madvise((void *) start, end - start, MADV_HUGEPAGE);
    #else
        (void) memory; (void) size;
    #endif
    }
    """
    void wish_for_large_pages(void* memory, size_t size) noexcept nogil
