"""Answers half a second late."""

import time


def late(game, deadline):
    if deadline - time.monotonic() < 100:
        time.sleep(max(deadline - time.monotonic(), 0) + 0.5)
    return game.moves()[0]
