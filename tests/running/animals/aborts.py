"""Aborts its process."""

import os


def bot(game):
    os.abort()
