# The C side of weights.py.
cimport cython


@cython.final
cdef class Weights:
    cdef readonly int size
    cdef float* weights
    cdef float* agreed
    cdef float* moved
