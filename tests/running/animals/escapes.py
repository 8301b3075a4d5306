"""Kills its parent, and does not want to die of that."""

import ctypes
import os
import signal
import time


def bot(game):
    with open(os.environ["ZOO_NOTES"], "a") as notes:
        print(os.getpid(), file=notes)
    ctypes.CDLL(None).prctl(1, 0, 0, 0, 0)
    if os.getppid() > 1:
        os.kill(os.getppid(), signal.SIGKILL)
    time.sleep(1000)
