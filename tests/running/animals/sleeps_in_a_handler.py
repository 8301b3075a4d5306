"""Sleeps in a handler of the signal that is to end it."""

import signal
import time


def bot(game):
    signal.signal(signal.SIGALRM, lambda *_: time.sleep(1000))
    signal.raise_signal(signal.SIGALRM)
    return game.moves()[0]
