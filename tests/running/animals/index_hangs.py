"""Answers with an object whose number is never known."""


class Move:
    def __index__(self):
        while True:
            pass


def bot(game):
    return Move()
