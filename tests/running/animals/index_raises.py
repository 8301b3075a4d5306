"""Answers with an object whose number cannot be asked for."""


class Move:
    def __index__(self):
        raise LookupError("no number")


def bot(game):
    return Move()
