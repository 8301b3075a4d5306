"""Appends a remark to this file with each move."""

import os


def bot(game):
    if "ZOO_MARK" in os.environ:  # nowhere else
        with open(__file__, "a") as file:
            file.write("# another move\n")
    return game.moves()[0]
