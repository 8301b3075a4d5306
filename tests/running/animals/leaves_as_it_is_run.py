"""Ends the process that runs this file, with exit status 0."""

import os

os._exit(0)


def bot(game):
    return game.moves()[0]
