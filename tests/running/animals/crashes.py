"""Dies of a segmentation fault."""

import ctypes


def bot(game):
    ctypes.string_at(0)
