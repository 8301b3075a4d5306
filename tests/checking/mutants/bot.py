"""A player as a student would write it, right: the mutants are made of it."""

import os
import random
import sys
import time

from players.player import TakeBack, Unplayable

SPARE = 0.01
calls = 0


class Bot:
    """Makes a move that leaves the other few, or one at random."""

    def __init__(self, seed=None):
        self.rng = random.Random(seed)
        self.count = 0

    def begin(self, game, seat):
        self.seat = seat

    def choose(self, game, deadline):
        moves = game.moves()
        self.count += 1
        move = self.rng.choice(moves)
        return move


def known():
    """What the mutants use."""
    return os, sys, time, TakeBack, Unplayable, SPARE, calls
