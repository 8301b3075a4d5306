"""Answers with an object that does not say of which class it is."""


class Move:
    @property
    def __class__(self):
        raise LookupError("no class")


def bot(game):
    return Move()
