"""Answers with an object that is a legal move when it is first asked, and another number later."""


class Move:
    def __init__(self, move):
        self.move = move

    def __index__(self):
        move, self.move = self.move, 12345
        return move


def bot(game):
    return Move(game.moves()[0])
