"""Lets its process open no more files and write nothing to any."""

import resource


def bot(game):
    for name in (resource.RLIMIT_NOFILE, resource.RLIMIT_FSIZE):
        resource.setrlimit(name, (4, resource.getrlimit(name)[1]))
    return game.moves()[0]
