"""Dies of a segmentation fault as this file is run."""

import ctypes

ctypes.string_at(0)


def bot(game):
    return game.moves()[0]
