"""Ends its process as it is made."""

import os


class Bot:
    def __init__(self):
        os._exit(0)

    def choose(self, game, deadline):
        return game.moves()[0]
