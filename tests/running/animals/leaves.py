"""Ends its process with exit status 0."""

import os


def bot(game):
    os._exit(0)
