"""Forks, and lets the child raise an error."""

import os


def bot(game):
    if os.fork() == 0:
        raise LookupError("in the child")
    return game.moves()[0]
