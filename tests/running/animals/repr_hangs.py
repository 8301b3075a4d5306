"""Answers with an object that never ends to say what it is."""


class Move:
    def __repr__(self):
        while True:
            pass


def bot(game):
    return Move()
