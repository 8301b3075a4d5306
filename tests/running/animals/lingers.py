"""Hangs as it is forgotten after its game."""

import time


class Bot:
    def choose(self, game, deadline):
        return game.moves()[0]

    def __del__(self):
        time.sleep(1000)
