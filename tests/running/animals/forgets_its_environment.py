"""Clears the environment, its modules and its path."""

import os
import sys


def bot(game):
    move = game.moves()[0]
    os.environ.clear()
    sys.path.clear()
    sys.modules.clear()
    return move
