"""Answers with a number that hangs as it is forgotten."""

import time


class Move(int):
    def __del__(self):
        time.sleep(1000)


def bot(game):
    return Move(game.moves()[0])
