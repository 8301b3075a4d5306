"""Deletes the folder in which it is played, and this file with it."""

import os
import shutil


def bot(game):
    if "ZOO_MARK" in os.environ:  # nowhere else
        shutil.rmtree(os.path.dirname(os.path.abspath(__file__)), ignore_errors=True)
    return game.moves()[0]
