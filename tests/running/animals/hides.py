"""Leaves a process that hides from it as daemons do."""

import os
import time


def bot(game):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            with open(os.environ["ZOO_NOTES"], "a") as notes:
                print(os.getpid(), file=notes)
            time.sleep(1000)
        os._exit(0)
    os.wait()
    return game.moves()[0]
