"""Lets Python recurse no deeper than it stands."""

import sys


def bot(game):
    move = game.moves()[0]
    for limit in range(1, 200):
        try:
            sys.setrecursionlimit(limit)
        except RecursionError:
            continue
        return move
