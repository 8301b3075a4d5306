"""Asks a person for its move."""


def bot(game):
    return input("your move? ")
