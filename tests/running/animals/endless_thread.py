"""Starts a thread that never ends, and that Python waits for."""

import threading
import time


def bot(game):
    threading.Thread(target=time.sleep, args=(1000,)).start()
    return game.moves()[0]
