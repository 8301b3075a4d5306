"""Returns a text that is not a move."""


def bot(game):
    return "resign \x1b[2J\n"
