"""Kills its process."""

import os
import signal


def bot(game):
    os.kill(os.getpid(), signal.SIGKILL)
