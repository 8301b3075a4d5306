"""The bound by which tree search chooses a move: UCT's, and with RAVE the one that mixes in what was made later."""

import random
from math import log, sqrt

import pytest

import games
from games.game import Game
from players.search.clock import Clock
from players.search.montecarlo.mcts import Uct
from players.search.random_play import Rng

EXPLORE = 0.4
NEAR = 1e-9


def bound(own, later, turn, parent, rave):
    """Return the upper bound of a move as the papers define it; `own` and `later` are (visits, total) for seat 0."""
    visits, total = own
    if later[0] == 0:
        if visits == 0:
            return float("inf")
        mean = total / visits
    else:
        beta = sqrt(rave / (3 * visits + rave))
        mean = beta * later[1] / later[0] + (1 - beta) * (total / visits if visits else 0)
    return (1 - mean if turn else mean) + EXPLORE * sqrt(log(parent) / max(visits, 1))


@pytest.mark.parametrize(
    ("own", "later", "turn", "parent", "rave", "value"),
    [
        # beta = sqrt(4 / (3 * 4 + 4)) = 1/2, mean = 1/2 * 4/10 + 1/2 * 3/4 = 0.575, and no exploration as log 1 = 0.
        ((4, 3.0), (10, 4.0), 0, 1, 4, 0.575),
        ((4, 3.0), (10, 4.0), 1, 1, 4, 0.425),
        # beta = sqrt(12 / (3 * 32 + 12)) = 1/3, mean = 1/3 * 6/10 + 2/3 * 24/32 = 0.7.
        ((32, 24.0), (10, 6.0), 0, 1, 12, 0.7),
        # Without a visit beta is 1: the mean of what was made later counts alone.
        ((0, 0.0), (8, 2.0), 0, 1, 50, 0.25),
        # Without a later one UCT's bound counts: 3/4 + 0.4 * sqrt(log 4 / 4).
        ((4, 3.0), (0, 0.0), 0, 4, 50, 0.9854820),
    ],
)
def test_the_bound_is_the_one_worked_out_by_hand(own, later, turn, parent, rave, value):
    assert bound(own, later, turn, parent, rave) == pytest.approx(value, abs=1e-6)


@pytest.mark.parametrize(
    ("spec", "moves", "rave"),
    [
        *((spec, moves, rave) for spec, moves in (("hex:size=3", []), ("hex:size=3", ["a1"])) for rave in (3.0, 50.0, 1000.0)),
        ("tic-tac-toe", ["5"], 0.0), ("tic-tac-toe", ["5"], 50.0),
    ],
)  # fmt: skip
def test_each_playout_begins_with_the_move_of_the_highest_bound(spec, moves, rave):
    game = games.load(spec, moves)
    tree = Uct(game, Clock(), Rng(5), random.Random(5), EXPLORE, 1 << 16, False, rave)
    compared = 0
    tree.run(1)
    for made in range(1, 120):
        before = {child[1]: (child[0], child[2:4]) for child in tree.children(0)}
        bounds = {
            move: bound(own, tree.later_of(node) if rave else (0, 0.0), game.turn, made, rave)
            for move, (node, own) in before.items()
        }
        tree.run(1)
        (chosen,) = (child[1] for child in tree.children(0) if child[2] > before[child[1]][1][0])
        first, second = sorted(bounds.values())[-1], sorted(bounds.values())[-2]
        assert bounds[chosen] >= first - NEAR
        compared += second < first - NEAR
    assert compared > 50


class Treasure(Game):
    """Take cells in turn. Cell 7 is worth five others, and the larger sum wins, so the best first move is 7."""

    def __init__(self):
        self.turn, self.made = 0, ()

    def moves(self):
        return [cell for cell in range(20) if cell not in self.made]

    def make(self, move):
        self.made = (*self.made, move)
        self.turn = 1 - self.turn

    def score(self):
        if len(self.made) < 20:
            return None
        return 1 if 7 in self.made[::2] else -1


@pytest.mark.parametrize("seed", range(4))
def test_with_rave_the_best_move_is_preferred_before_every_move_was_tried(seed):
    visits = {}
    for rave in (0.0, 50.0):
        tree = Uct(Treasure(), Clock(), Rng(seed), random.Random(seed), EXPLORE, 1 << 16, False, rave)
        tree.run(20)
        visits[rave] = {child[1]: child[2] for child in tree.children(0)}
    assert set(visits[0.0].values()) <= {0, 1, 2}
    assert visits[50.0][7] == max(visits[50.0].values()) > 2
