"""Prints ten million bytes."""


def bot(game):
    for _ in range(1000):
        print("b" * 10_000)
    return game.moves()[0]
