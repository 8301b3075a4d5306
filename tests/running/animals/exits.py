"""Calls sys.exit."""

import sys


def bot(game):
    sys.exit()
