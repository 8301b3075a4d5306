"""Writes rubbish into this file."""

import os


def bot(game):
    if "ZOO_MARK" in os.environ:  # nowhere else
        with open(__file__, "w") as file:
            file.write("def (")
    return game.moves()[0]
