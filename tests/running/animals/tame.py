"""Makes the first legal move, and harms nobody."""


def tame(game):
    return game.moves()[0]
