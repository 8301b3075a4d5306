"""Puts what does nothing in the place of what sets timers and handlers, and hangs."""

import signal


def bot(game):
    signal.setitimer = signal.signal = signal.alarm = lambda *_: None
    while True:
        pass
