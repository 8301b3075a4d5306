"""Has a thread interrupt the main one, a moment after it has moved."""

import _thread
import threading


def bot(game):
    threading.Timer(0.002, _thread.interrupt_main).start()
    return game.moves()[0]
