"""Has each line of Python traced by a function that raises."""

import sys
import threading


def _spoil(*_):
    raise LookupError("traced")


def bot(game):
    move = game.moves()[0]
    threading.settrace(_spoil)
    sys.setprofile(_spoil)
    sys.settrace(_spoil)
    return move
