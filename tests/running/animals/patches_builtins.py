"""Spoils what Python has built in."""

import builtins


def bot(game):
    move = game.moves()[0]
    builtins.print = builtins.open = builtins.len = builtins.isinstance = builtins.getattr = None
    builtins.__import__ = None
    return move
