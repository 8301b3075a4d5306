"""Answers with an object that says a million letters of itself."""


class Move:
    def __repr__(self):
        return "m" * 1_000_000


def bot(game):
    return Move()
