"""Takes as many megabytes as it is told, and keeps them."""

import os

held = []


def bot(game):
    while len(held) < int(os.environ["ZOO_APPETITE"]):
        held.append(b"x" * (1 << 20))
    return game.moves()[0]
