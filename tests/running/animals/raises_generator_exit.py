"""Raises what ends a generator."""


def bot(game):
    raise GeneratorExit
