"""Lets each of six children take 60 megabytes and keep them."""

import os
import time


def bot(game):
    for _ in range(6):
        if os.fork() == 0:
            with open(os.environ["ZOO_NOTES"], "a") as notes:
                print(os.getpid(), file=notes)
            held = b"x" * (60 << 20)
            time.sleep(1000 + len(held))
    time.sleep(0.2)
    return game.moves()[0]
