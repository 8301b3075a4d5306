"""Raises only a class."""


def bot(game):
    raise LookupError
