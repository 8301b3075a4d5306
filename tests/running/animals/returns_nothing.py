"""Forgets to return its move."""


def bot(game):
    game.moves()[0]
