"""Raises what ends a loop."""


def bot(game):
    return next(iter([]))
