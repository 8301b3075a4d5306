"""Raises the referee's own errors, as if the other had forfeited or the rules had failed."""

from referee.errors.attribution import UserCodeError


def bot(game):
    raise UserCodeError("It was the rules.")
