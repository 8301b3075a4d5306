"""Lets each of six children take 60 megabytes and keep them."""

import os
import time


def bot(game):
    heard, told = os.pipe()
    for _ in range(6):
        if os.fork() == 0:
            with open(os.environ["ZOO_NOTES"], "a") as notes:
                print(os.getpid(), file=notes)
            held = b"x" * (60 << 20)
            os.write(told, b"x")
            time.sleep(1000 + len(held))
    os.close(told)
    for _ in range(6):
        os.read(heard, 1)  # on a busy machine they take their time
    os.close(heard)
    time.sleep(0.2)
    return game.moves()[0]
