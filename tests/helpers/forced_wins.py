"""Forced wins found by trying everything, to compare searches with."""


def wins_within(game, plies):
    """Whether the seat to move wins within `plies`, by trying everything."""
    if plies < 1:
        return False
    for move in game.moves():
        then = game.copy()
        then.make(move)
        if (score := then.score()) is not None:
            if (score if game.turn == 0 else -score) > 0:
                return True
        elif wins_within(then, plies - 1) if then.turn == game.turn else loses_within(then, plies - 1):
            return True
    return False


def loses_within(game, plies):
    """Whether the seat to move loses within `plies`, whatever it does."""
    if plies < 1:
        return False
    for move in game.moves():
        then = game.copy()
        then.make(move)
        if (score := then.score()) is not None:
            if (score if game.turn == 0 else -score) >= 0:
                return False
        elif not (loses_within(then, plies - 1) if then.turn == game.turn else wins_within(then, plies - 1)):
            return False
    return True


def after_move(game, text):
    """The position after the move of that text."""
    then = game.copy()
    then.make(then.parse(text))
    return then
