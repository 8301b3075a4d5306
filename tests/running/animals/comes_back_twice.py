"""Forks, and both of it come back with a move."""

import os


def bot(game):
    if os.fork() == 0:
        with open(os.environ["ZOO_NOTES"], "a") as notes:
            print(os.getpid(), file=notes)
    return game.moves()[0]
