"""Rules that return what they must not: each function says so in the same words, whatever it does with the game."""

from functools import partial

import pytest

import referee
from games.game import Game


class Sticks(Game):
    """Take one or two sticks; whoever takes the last one wins."""

    def __init__(self, sticks=4):
        self.turn = 0
        self.sticks = sticks

    def moves(self):
        return [move for move in (1, 2) if move <= self.sticks]

    def make(self, move):
        self.sticks -= move
        self.turn = 1 - self.turn

    def score(self):
        return None if self.sticks else 2 * self.turn - 1


class Empty(Sticks):
    def score(self):
        return self.sticks == 0


class Turned(Sticks):
    def score(self):
        return None if self.sticks else self.turn == 1


class Yielding(Sticks):
    def moves(self):
        yield from Sticks.moves(self)


class Paired(Sticks):
    def moves(self):
        return [(0, move) for move in Sticks.moves(self)]


class Negative(Sticks):
    def moves(self):
        return [-move for move in Sticks.moves(self)]


ASKED = [
    partial(referee.play, first="minimax", second="minimax", seed=1),
    partial(referee.batch, first="random", second="mcts:playouts=5", games=4, seed=1),
    referee.solve,
    partial(referee.analyse, methods="minimax", depth=6),
    referee.tree,
]


@pytest.mark.parametrize("ask", ASKED, ids=["play", "batch", "solve", "analyse", "tree"])
@pytest.mark.parametrize(
    ("game", "rule", "found"),
    [
        (Empty, "score", "it returned False"),
        (Turned, "score", "(it returned|TypeError:) (True|False)"),
        (Yielding, "moves", "it returned a generator"),
        (Paired, "moves", "(it lists .0, 1.|TypeError: 'tuple' object)"),
        (Negative, "moves", "it lists -[12]"),
    ],
)
def test_every_function_names_the_rule_and_what_it_returned(ask, game, rule, found):
    line = f"{game.__name__}.{rule}, line .* of test_rules.py, must return .*: {found}"
    with pytest.raises(referee.UserCodeError, match=line):
        ask(game)
