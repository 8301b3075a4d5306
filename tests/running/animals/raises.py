"""Raises an error."""


def bot(game):
    raise LookupError("nothing found")
