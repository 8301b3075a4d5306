"""Calls itself for ever."""


def bot(game):
    return bot(game)
