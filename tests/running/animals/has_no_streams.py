"""Puts None in the place of what it prints to."""

import sys


def bot(game):
    sys.stdin = sys.stdout = sys.stderr = sys.__stdout__ = sys.__stderr__ = None
    return game.moves()[0]
