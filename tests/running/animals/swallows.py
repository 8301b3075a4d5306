"""Hangs, and catches all that is raised to stop it."""

import time


def bot(game):
    while True:
        try:
            time.sleep(1000)
        except BaseException:
            pass
