"""Stops the timer that watches over it, and hangs."""

import signal


def bot(game):
    signal.setitimer(signal.ITIMER_REAL, 0)
    while True:
        pass
