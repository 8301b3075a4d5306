"""Raises the referee's own errors, as if the other had forfeited or the rules had failed."""

from referee.errors.attribution import Told


def bot(game):
    raise Told("It was the rules.\n")
