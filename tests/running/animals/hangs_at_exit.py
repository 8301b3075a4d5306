"""Leaves a function to be called at exit that never comes back."""

import atexit
import time

atexit.register(time.sleep, 1000)


def bot(game):
    return game.moves()[0]
