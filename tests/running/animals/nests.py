"""Answers with a list in a list in a list, without end."""


def bot(game):
    nest = []
    for _ in range(100_000):
        nest = [nest]
    return nest
