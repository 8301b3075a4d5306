"""Writes rubbish to all descriptors that take it."""

import os


def bot(game):
    for number in range(3, 100):
        try:
            os.set_blocking(number, False)
            os.write(number, b'{"move": 1}\n[' * 10)
        except OSError:
            pass
    return game.moves()[0]
