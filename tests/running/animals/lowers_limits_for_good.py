"""Lets its process never again open a file, as nobody but root can take back."""

import resource


def bot(game):
    resource.setrlimit(resource.RLIMIT_NOFILE, (4, 4))
    return game.moves()[0]
