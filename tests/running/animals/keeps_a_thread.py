"""Starts a thread that never ends as this file is run."""

import threading
import time

threading.Thread(target=time.sleep, args=(1000,)).start()


def bot(game):
    return game.moves()[0]
