"""Goes to another folder, and lets nobody read what is written from now on, as this file is run."""

import os

os.chdir("/")
os.umask(0o777)


def bot(game):
    return game.moves()[0]
