"""Closes all descriptors."""

import os


def bot(game):
    os.closerange(0, 256)
    return game.moves()[0]
