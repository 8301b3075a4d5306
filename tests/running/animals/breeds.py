"""Leaves five children that take no notice of signals."""

import os
import signal
import time


class Bot:
    def begin(self, game, seat):
        for _ in range(5):
            if os.fork() == 0:
                signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
                with open(os.environ["ZOO_NOTES"], "a") as notes:
                    print(os.getpid(), file=notes)
                time.sleep(1000)

    def choose(self, game, deadline):
        return game.moves()[0]
