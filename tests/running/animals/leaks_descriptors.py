"""Opens files until there are no more descriptors."""

import os


def bot(game):
    try:
        while True:
            os.open(os.devnull, os.O_RDONLY)
    except OSError:
        return game.moves()[0]
