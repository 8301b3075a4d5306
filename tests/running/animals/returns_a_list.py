"""Returns all moves at once."""


def bot(game):
    return game.moves()
