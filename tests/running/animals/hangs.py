"""Computes for ever."""


def bot(game):
    while True:
        pass
