"""Makes all descriptors stand for standard input."""

import os


def bot(game):
    for number in range(1, 100):
        os.dup2(0, number)
    return game.moves()[0]
