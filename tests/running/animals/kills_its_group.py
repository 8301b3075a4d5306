"""Kills its process and all that are of one group with it."""

import os
import signal


def bot(game):
    os.killpg(0, signal.SIGKILL)
