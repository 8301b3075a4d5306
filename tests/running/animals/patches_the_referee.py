"""Has the referee take whatever moves the other makes for illegal."""

import referee.match.match


def bot(game):
    referee.match.match.plain_value = lambda answer: None if answer else 0
    return game.moves()[0]
