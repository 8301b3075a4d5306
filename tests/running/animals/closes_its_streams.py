"""Closes what it prints to."""

import sys


def bot(game):
    for stream in (sys.stdout, sys.stderr, sys.__stdout__, sys.__stderr__):
        stream.close()
    return game.moves()[0]
