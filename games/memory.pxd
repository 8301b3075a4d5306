# Memory for large tables: zero, and taken from the machine only where it is touched.

cdef extern from *:
    """
    #include <stddef.h>
    #include <stdlib.h>
    #if defined(__unix__) || defined(__APPLE__)
    #include <sys/mman.h>
    /* Shared memory is one and the same after a fork. Large pages are a wish; they begin at multiples of their size. */
    static inline void *map_memory(size_t size, int shared) {
        size_t page = 1 << 21, start, end;
        int kind = (shared ? MAP_SHARED : MAP_PRIVATE) | MAP_ANON;
        void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, kind, -1, 0);
        if (memory == MAP_FAILED) return NULL;
        start = ((size_t) memory + page - 1) / page * page;
        end = ((size_t) memory + size) / page * page;
    #ifdef MADV_HUGEPAGE
        if (end > start) madvise((void *) start, end - start, MADV_HUGEPAGE);
    #endif
        return memory;
    }
    static inline void unmap_memory(void *memory, size_t size) {
        if (memory) munmap(memory, size);
    }
    #else  /* no processes are forked here */
    static inline void *map_memory(size_t size, int shared) {
        (void) shared;
        return calloc(size, 1);
    }
    static inline void unmap_memory(void *memory, size_t size) {
        (void) size;
        free(memory);
    }
    #endif
    """
    void* map_memory(size_t size, int shared) noexcept nogil  # NULL where there is no room
    void unmap_memory(void* memory, size_t size) noexcept nogil
