"""Learnt evaluations of a few weights, and steps of TD learning, worked out by hand."""

import random
from math import atanh, tanh

import pytest

from games.adapters.undo import copy_to_search
from games.game import CHANCE, Game
from games.layout import NO_CELLS, Layout
from games.tic_tac_toe import TicTacToe
from players.learning.features import make_network, require_layout
from players.learning.networks import Layered, NTuple
from players.learning.td import Lookahead, SelfPlay
from players.search.random_play import Rng
from referee.support.build import life
from tests.helpers.cases import every_case

near = pytest.approx
inside = pytest.mark.skipif(life() == "compiled", reason="compiled, only learning calls it")


class Told(Game):
    """A position that is nothing but its numbers and the seat to move."""

    swing, scale = 60, 40

    def __init__(self, numbers, turn=0, worth=0):
        self.numbers, self.turn, self.worth = numbers, turn, worth

    def moves(self):
        return [0]

    def make(self, move):
        self.turn = 1 - self.turn

    def score(self):
        return None

    def features(self):
        return self.numbers

    def estimate(self):
        return self.worth


W = [0.5, -1.0, 0.25, 0.5]  # the first number's weights to both units, then the second one's
BIASES = [0.1, 0.2, 0.3, -0.4, 0.0, 0.0]  # of seat 0, seat 1 and chance
OUT = [2.0, -3.0, 0.05]  # of both units, and the constant


def tiny():
    network = Layered(Told([0, 0]), NO_CELLS, 2, told=True)
    network.store.values = [*W, *BIASES, *OUT]
    network.forget()
    return network


@every_case(("numbers", "turn", "total"), [
    # u = 0.1 + 0.5 - 0.5 = 0.1 and 0.2 - 1 - 1 < 0: 0.05 + 2 * 0.1
    ((1, -2), 0, 0.25),
    # u = 0.3 + 0.5 - 0.5 = 0.3 and -0.4 - 1 - 1 < 0: 0.05 + 2 * 0.3
    ((1, -2), 1, 0.65),
    # u = 0.1 + 0.1 = 0.2 and 0.2 + 0.2 = 0.4: 0.05 + 2 * 0.2 - 3 * 0.4
    ((0, 0.4), 0, -0.75),
    # u = 0.3 + 0.1 = 0.4 and -0.4 + 0.2 < 0
    ((0, 0.4), 1, 0.85),
])  # fmt: skip
def test_a_network_of_two_units_has_the_value_worked_out_by_hand(numbers, turn, total):
    network = tiny()
    assert network.worth(Told(numbers, turn)) == near(tanh(total))
    assert network.estimate(Told(numbers, turn)) == round(-200 * total if turn else 200 * total)


def test_a_step_moves_the_weights_of_the_units_that_are_on():
    network = tiny()
    # The value is tanh(0.25) = 0.2449187; the error (1 - 0.2449187) * (1 - 0.2449187 ** 2) = 0.7097880.
    assert network.teach(Told([1, -2]), 1.0, 0.6) == near(0.2449187)
    e = 0.7097880
    w = 0.6 / 3 * e * 2.0  # three inputs: both numbers and the bias; the weight of the first unit is 2
    assert list(network.store.values) == near([
        0.5 + w, -1.0, 0.25 - 2 * w, 0.5, 0.1 + w, 0.2, 0.3, -0.4, 0.0, 0.0,
        2.0 + 0.6 / 2 * e * 0.1, -3.0, 0.05 + 0.6 / 2 * e,
    ], abs=1e-6)  # fmt: skip


def test_a_step_for_seat_1_moves_its_own_biases():
    network = tiny()
    assert network.teach(Told([1, -2], 1), -1.0, 0.6) == near(tanh(0.65))
    change = [after - before for after, before in zip(network.store.values, [*W, *BIASES, *OUT], strict=True)]
    e = (-1 - tanh(0.65)) * (1 - tanh(0.65) ** 2)
    assert change[4:10] == near([0, 0, 0.6 / 3 * e * 2, 0, 0, 0], abs=1e-6)
    assert change[12] == near(0.6 / 2 * e, abs=1e-6)


def line_of_three(weights):
    """Return the network of the tuple of cells 0, 1 and 2 of tic-tac-toe, without symmetries."""
    cells = tuple((place // 3, place % 3) for place in range(9))
    network = NTuple(TicTacToe(), Layout(cells, 3, (tuple(range(9)),), False), [(0, 1, 2)])
    values = [0.0] * 27
    for place, weight in weights.items():
        values[place] = weight
    network.store.values = values
    return network


def board(*moves):
    game = TicTacToe()
    for move in moves:
        game.make(move)
    return game


def test_a_tuple_reads_its_cells_as_a_number_in_base_3():
    network = line_of_three({0: 0.1, 11: 0.7, 19: -0.5})
    assert network.worth(board()) == near(tanh(0.1))
    # Own stones count 1, the other seat's 2. Cells 0, 1, 2 hold 2, 0, 1: 2 + 0 * 3 + 1 * 9 = 11.
    assert network.worth(board(2, 0)) == near(tanh(0.7))
    # For seat 1 to move they hold 1, 0, 2: 1 + 2 * 9 = 19, and an estimate counts for seat 0.
    assert network.worth(board(2, 0, 4)) == near(tanh(-0.5))
    assert [network.estimate(board(2, 0)), network.estimate(board(2, 0, 4))] == [140, 100]


def linear(bias):
    """Return a network of one number and a bias, without hidden units."""
    network = Layered(Told([0]), NO_CELLS, 0, told=True)
    network.store.values = [0.0, bias, 0.0, 0.0]
    network.forget()
    return network


@every_case(("network", "game", "place", "share"), [
    (line_of_three({0: 0.7}), board(), 0, 1),
    (linear(0.7), Told([0]), 1, 2),  # the rate is shared by the number and the bias, and the number is 0
])  # fmt: skip
def test_steps_that_disagree_slow_each_other_down(network, game, place, share):
    steps, weight = [], 0.7
    for goal in (-1.0, 1.0, 1.0):
        value = tanh(weight)
        error = (goal - value) * (1 - value * value)
        # The rate times |sum of the errors| / sum of |errors| so far.
        coherence = abs(sum(steps)) / sum(map(abs, steps)) if steps else 1
        weight += 0.5 / share * coherence * error
        steps.append(error)
        network.teach(game, goal, 0.5)
        assert network.store.values[place] == near(weight, abs=1e-6)
    # The first: tanh(0.7) = 0.604368, error -1.604368 * 0.634739 = -1.018355.
    assert steps[0] == near(-1.018355, abs=1e-5)


class Turned(Told):
    """One cell, shown as seat 1 sees it, while chance moves."""

    def collect_contents(self, out):
        out.seat = 1
        out.set_contents([1])


def test_a_board_seen_by_seat_1_counts_the_other_way_round():
    game = Turned([], CHANCE)
    network = Layered(game, Layout(((0, 0),), 2, ((0,),), True), 0)
    network.store.values = [0.3, 0.0, 0.0, 0.2]  # the cell's weight, and the biases of seat 0, seat 1 and chance
    network.forget()
    # 0.3 + 0.2 = 0.5 for seat 1; the goal is 0.25 for seat 0, so -0.25 for seat 1.
    assert network.worth(game) == near(-tanh(0.5))
    assert network.estimate(game) == -100
    assert network.teach(game, 0.25, 0.8) == near(-tanh(0.5))
    step = 0.8 / 2 * (-0.25 - tanh(0.5)) * (1 - tanh(0.5) ** 2)
    assert list(network.store.values) == near([0.3 + step, 0.0, 0.0, 0.2 + step])


def test_a_step_is_shared_among_the_images_of_a_tuple():
    game = TicTacToe()
    network = make_network(game, require_layout(game), "lines1", 1)
    network.teach(game, 1.0, 0.9)
    # The value is 0 and the error 1; each of the nine cells adds 0.9 / 9 to the weight of an empty corner, edge or centre.
    assert sorted(value for value in network.store.values if value) == near([0.1, 0.4, 0.4])
    assert network.worth(game) == near(tanh(4 * 0.4 + 4 * 0.4 + 0.1))


def test_swing_and_scale_are_the_games_in_units_of_the_network():
    # A sum of 1 is an estimate of 200, half of which is the scale: 60 of the game's 40 are 150 of 100.
    network = tiny()
    assert (network.swing, network.scale, network.point) == (150, 100, 200)

    class Unscaled(Told):
        scale = 0

    assert Layered(Unscaled([1]), NO_CELLS, 0, told=True).swing == 0


def test_the_games_own_estimate_is_halved_by_its_scale_and_counts_for_the_seat_to_move():
    network = Layered(Told([0]), NO_CELLS, 0, told=True, based=True)
    # 20 / (2 * 40) = 0.25, and no more than 4
    assert network.worth(Told([0], 0, 20)) == near(tanh(0.25))
    assert network.worth(Told([0], 1, 20)) == near(-tanh(0.25))
    assert network.estimate(Told([0], 1, 20)) == 50
    assert network.estimate(Told([0], 0, 9000)) == 800


class Drawn(Told):
    """The same before a roll: estimates are averaged, so they are in thousandths of a point."""

    def chances(self):
        return [(0, 1)]


def test_an_estimate_that_is_averaged_is_the_value_in_thousandths():
    network = Layered(Drawn([0.0]), NO_CELLS, 0, told=True)
    network.store.values = [1.0, 0.0, 0.0, 0.5]  # the number's weight, and the biases of seat 0, seat 1 and chance
    network.forget()
    assert network.point == 1000
    assert network.estimate(Drawn([0.25])) == round(1000 * tanh(0.25))
    assert network.estimate(Drawn([0.25], 1)) == -round(1000 * tanh(0.25))
    assert network.estimate(Drawn([0.25], CHANCE)) == round(1000 * tanh(0.75))


@every_case("features", ["cells+hidden3", "cells", "lines2+lines1"])
def test_a_value_updated_from_move_to_move_is_the_one_from_scratch(features):
    game = TicTacToe()
    network, fresh = (make_network(game, require_layout(game), features, 1) for _ in range(2))
    rng = random.Random(3)
    weights = [rng.uniform(-1, 1) for _ in range(network.size)]
    network.store.values = weights
    for _ in range(2):
        game = TicTacToe()
        while game.score() is None:
            fresh = make_network(game, require_layout(game), features, 1)
            fresh.store.values = weights
            assert network.worth(game) == near(fresh.worth(game), abs=1e-5)
            game.make(rng.choice(game.moves()))


class Corridor(Game):
    """Three forced moves, and seat 0 wins. The network values the positions 0.1, -0.4 and 0.6 for the seat to move."""

    def __init__(self):
        self.turn = self.made = 0

    def moves(self):
        return [0]

    def make(self, move):
        self.made += 1
        self.turn = 1 - self.turn

    def score(self):
        return 1 if self.made == 3 else None

    def features(self):
        return [atanh((0.1, -0.4, 0.6, 0.0)[self.made])]


def learnt(leaf, trace, epsilon, opening=0):
    """Return how many corrections a game has, and the sum of their squares; the rate of 0 keeps the network as it is."""
    network = Layered(Corridor(), NO_CELLS, 0, told=True)
    network.store.values = [1.0, 0.0, 0.0, 0.0][: network.size]
    network.forget()
    play = SelfPlay(Corridor(), network, Rng(1), leaf)
    play.rate, play.trace, play.epsilon, play.opening = 0.0, trace, epsilon, opening
    play.play(1)
    return play.plies, play.error


@every_case(("leaf", "trace", "epsilon", "plies", "error"), [
    # Searched one ply deep the positions are worth 0.4, -0.6 and 1. Leaves are the second and third position.
    # Third: 1 for seat 0. Second: 0.6 + 0.5 * (1 - 0.6) = 0.8 for seat 0.
    (True, 0.5, 0.0, 2, (1 - 0.6) ** 2 + (-0.8 + 0.4) ** 2),
    (True, 0.0, 0.0, 2, (1 - 0.6) ** 2 + (-0.6 + 0.4) ** 2),
    (True, 1.0, 0.0, 2, (1 - 0.6) ** 2 + (-1 + 0.4) ** 2),
    # Third: 1. Second: -0.6 + 0.5 * (-1 + 0.6) = -0.8. First: 0.4 + 0.5 * (0.8 - 0.4) = 0.6.
    (False, 0.5, 0.0, 3, (1 - 0.6) ** 2 + (-0.8 + 0.4) ** 2 + (0.6 - 0.1) ** 2),
    (False, 0.0, 0.0, 3, (1 - 0.6) ** 2 + (-0.6 + 0.4) ** 2 + (0.4 - 0.1) ** 2),
    # After random moves: leaves teach nothing, and the positions what the search found.
    (True, 0.5, 1.0, 0, 0.0),
    (False, 0.5, 1.0, 3, (1 - 0.6) ** 2 + (-0.6 + 0.4) ** 2 + (0.4 - 0.1) ** 2),
])  # fmt: skip
def test_a_game_teaches_what_lambda_makes_of_it(leaf, trace, epsilon, plies, error):
    assert learnt(leaf, trace, epsilon) == (plies, near(error, abs=1e-5))


def test_the_moves_of_an_opening_are_random():
    assert learnt(True, 0.5, 0.0, opening=1_000_000) == (0, 0.0)


class Branching(Game):
    """A tree: for each position the seat to move, its value for that seat, its moves, and those that are noisy."""

    def __init__(self, tree):
        self.tree, self.at, self.turn = tree, 0, 0

    def moves(self):
        return list(self.tree[self.at][2]) or [99]

    def forcing(self):
        return list(self.tree[self.at][3])

    def make(self, move):
        self.at, self.turn = move, self.tree[move][0]

    def score(self):
        return None

    def features(self):
        return [atanh(self.tree[self.at][1])]


ROOT = (0, 0.0, (1, 2), ())


@inside
@every_case(("depth", "tree", "best", "move", "leaf"), [
    (1, {1: (1, -0.3, (), ()), 2: (1, 0.1, (), ())}, 0.3, 1, (1, -0.3)),
    # Two plies: seat 1 leaves 0.5 or -0.2 after move 1, and 0.4 or 0.1 after move 2.
    (2, {1: (1, -0.9, (3, 4), ()), 2: (1, 0.1, (5, 6), ()), 3: (0, 0.5, (), ()), 4: (0, -0.2, (), ()),
         5: (0, 0.4, (), ()), 6: (0, 0.1, (), ())}, 0.1, 2, (0, 0.1)),
    # Move 1 is followed by a capture that costs 0.6; or it would gain something, and seat 1 leaves it.
    (1, {1: (1, -0.3, (3,), (3,)), 2: (1, 0.1, (), ()), 3: (0, -0.6, (), ())}, -0.1, 2, (1, 0.1)),
    (1, {1: (1, -0.3, (3,), (3,)), 2: (1, 0.1, (), ()), 3: (0, 0.8, (), ())}, 0.3, 1, (1, -0.3)),
    (1, {1: (1, -0.3, (3,), (3,)), 2: (1, 0.9, (), ()), 3: (0, -0.6, (), ())}, -0.6, 1, (0, -0.6)),
    # Seat 0 moves twice.
    (2, {1: (0, 0.2, (3,), ()), 2: (1, 0.5, (4,), ()), 3: (1, -0.4, (), ()), 4: (0, 0.3, (), ())}, 0.4, 1, (1, -0.4)),
])  # fmt: skip
def test_a_short_search_keeps_the_end_of_the_best_line(depth, tree, best, move, leaf):
    game = copy_to_search(Branching({0: ROOT, **tree}))
    network = Layered(Branching({0: ROOT, **tree}), NO_CELLS, 0, told=True)
    network.store.values = [1.0, 0.0, 0.0, 0.0]
    network.forget()
    search = Lookahead(game, network, depth, 10)
    assert search.choose(Rng(1)) == move
    assert search.best == near(best)
    assert (search.seats[0], network.told[10 * 2]) == (leaf[0], near(atanh(leaf[1])))  # two numbers for each slot


@inside
def test_moves_of_equal_value_are_drawn_and_a_bound_is_no_equal_value():
    def drawn(tree, depth):
        network = Layered(Branching(tree), NO_CELLS, 0, told=True)
        network.store.values = [1.0, 0.0, 0.0, 0.0]
        network.forget()
        return {Lookahead(copy_to_search(Branching(tree)), network, depth, 10).choose(Rng(seed)) for seed in range(9)}

    assert drawn({0: ROOT, 1: (1, -0.3, (), ()), 2: (1, -0.3, (), ())}, 1) == {1, 2}
    # Move 2 is worth 0.1 by its first answer, as move 1 is, but -0.5 by its second one.
    tree = {1: (1, 0, (3,), ()), 2: (1, 0, (4, 5), ()), 3: (0, 0.1, (), ()), 4: (0, 0.1, (), ()), 5: (0, -0.5, (), ())}
    assert drawn({0: ROOT, **tree}, 2) == {1}
