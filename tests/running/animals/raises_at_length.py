"""Raises an error whose message has twenty million letters."""


def bot(game):
    raise LookupError("x" * 20_000_000)
