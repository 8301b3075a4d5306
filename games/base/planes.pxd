# The C side of planes.py.
from games.base.bits cimport Bits

cdef enum:
    ROOM = 32  # words


cdef class Planes:
    cdef Bits words[32]
    cdef readonly int kinds, cells, planes, span
    cdef public int seat
    cdef void clear(self) noexcept
    cdef void put(self, int cell, int plane) noexcept
    cdef void put_sides(self, Bits mine, Bits theirs, int turn, int rows) noexcept
    cdef int content(self, int cell) noexcept
