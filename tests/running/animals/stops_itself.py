"""Stops its process."""

import os
import signal


def bot(game):
    os.kill(os.getpid(), signal.SIGSTOP)
    return game.moves()[0]
