"""The bounds of Monte Carlo tree search, worked out by hand on trees of two moves."""

import random
from math import log, sqrt

import pytest

import games
from players.search.clock import Clock
from players.search.montecarlo import mcts, nodes
from players.search.montecarlo.mcts import Uct
from players.search.montecarlo.result import branches
from players.search.random_play import Rng
from referee.support.build import life
from tests.helpers.cases import every_case

pytestmark = pytest.mark.skipif(life() == "compiled", reason="compiled, only searches call it")


def tree_of(*children, turn=0, visits=16, explore=0.0, rave=0.0, spec="tic-tac-toe", **root):
    """Return a tree whose root has the children, each a dict of its fields; theirs are the numbers 2, 3 and so on."""
    tree = Uct(games.load(spec), Clock(), Rng(1), random.Random(1), explore, 100, True, rave)
    tree.alpha, tree.proving = 0.0, False
    nodes = tree.nodes
    for place, fields in enumerate(children):
        node = nodes.add(place)
        nodes.at(node).next = node + 1 if place + 1 < len(children) else 0
        for name, value in fields.items():
            if name == "later":
                nodes.later(node).visits, nodes.later(node).total = value
            else:
                setattr(nodes.at(node), name, value)
    for name, value in {"turn": turn, "visits": visits, "child": 2, **root}.items():
        setattr(nodes.at(0), name, value)
    return tree


@every_case(("total", "turn", "chosen"), [
    # 3/4 + 1/sqrt(4) = 1.25 for the first of them; of 9 visits t/9 + 1/3 is more from t = 8.25 on.
    (8.2, 0, 2), (8.3, 0, 3),
    # For seat 1: 1 - 3/4 + 1/2 = 0.75, and 1 - t/9 + 1/3 is more below t = 5.25.
    (5.3, 1, 2), (5.2, 1, 3),
])  # fmt: skip
def test_the_move_with_the_highest_mean_and_width_is_chosen(total, turn, chosen):
    tree = tree_of({"visits": 4, "total": 3.0}, {"visits": 9, "total": total}, turn=turn)
    assert tree.best_plain(0, turn, 1.0, 0.0) == chosen


@every_case(("visits", "explore", "chosen"), [
    # 1/2 + w/2 against 0 + w: the second is chosen if w > 1. w = c sqrt(log 16) = 1.665 c, so from c = 0.6006 on;
    # sqrt(log 10000) = 3.035 is not looked up, and needs c = 0.3295.
    (16, 0.60, 2), (16, 0.61, 3), (10_000, 0.329, 2), (10_000, 0.330, 3),
])  # fmt: skip
def test_the_width_is_c_times_the_root_of_the_logarithm_of_the_parents_visits(visits, explore, chosen):
    tree = tree_of({"visits": 4, "total": 2.0}, {"visits": 1, "total": 0.0}, visits=visits, explore=explore)
    assert tree.best(0) == chosen


def test_more_visits_than_the_tables_have_count_by_the_same_formula():
    # 2500/5000 + 1/sqrt(5000) = 0.51414; of 4 visits t/4 + 1/2 is more from t = 0.0566 on.
    for total, chosen in ((0.056, 2), (0.057, 3)):
        tree = tree_of({"visits": 5000, "total": 2500.0}, {"visits": 4, "total": total})
        assert tree.best_plain(0, 0, 1.0, 0.0) == chosen


def test_an_unvisited_move_comes_first():
    assert tree_of({"visits": 4, "total": 4.0}, {}, {}).best_plain(0, 0, 0.1, 0.0) == 3


@every_case(("turn", "fields", "root"), [
    # A move that can at best draw, where a draw is proven; the same for seat 1.
    (0, {"high": 0}, {"low": 0}), (1, {"low": 0}, {"high": 0}), (0, {"low": -1, "high": -1}, {}),
])  # fmt: skip
def test_a_move_that_cannot_prove_better_is_left_out(turn, fields, root):
    best = {"visits": 4, "total": 0.0 if turn else 4.0}
    for rave in (0.0, 40.0):
        tree = tree_of({**best, **fields}, {"visits": 4, "total": 2.0}, turn=turn, rave=rave, **root)
        assert tree.best(0) == 3
        tree = tree_of(best, {"visits": 4, "total": 2.0}, turn=turn, rave=rave, **root)
        assert tree.best(0) == 2


@every_case(("minimax", "chosen"), [(0.44, 2), (0.46, 3)])
def test_estimates_weigh_three_fifths(minimax, chosen):
    # 0.4 * 3/4 + 0.6 * 1/4 = 0.45; the other move has the same mean and estimate.
    tree = tree_of(
        {"visits": 4, "total": 3.0, "minimax": 0.25}, {"visits": 4, "total": 4 * minimax, "minimax": minimax}
    )
    tree.alpha = Uct(games.load("connect-four"), Clock(), Rng(1), random.Random(1), 0.7, 100).alpha
    assert tree.best(0) == chosen


def test_with_rave_or_without_a_scale_estimates_do_not_weigh():
    assert Uct(games.load("connect-four"), Clock(), Rng(1), random.Random(1), 0.7, 100, True, 50.0).alpha == 0
    assert Uct(games.load("nim"), Clock(), Rng(1), random.Random(1), 0.7, 100).alpha == 0


@every_case(("turn", "mean", "chosen"), [
    # Of 16 visits the weight is 0.01 * 16 ** (1/4) = 0.02, times the root's number 3: 0.06. The first move has number
    # 3 and 1/2 + 0.06/3 = 0.52; the second has number 6 and needs a mean of 0.51.
    (0, 0.509, 2), (0, 0.511, 3), (1, 0.509, 2), (1, 0.511, 3),
])  # fmt: skip
def test_the_move_nearer_to_a_proof_is_preferred(turn, mean, chosen):
    own, other = ("disproof", "proof") if turn else ("proof", "disproof")
    total = 4 * (1 - mean if turn else mean)
    one, two = {own: 3, other: 50}, {own: 6, other: 1}
    tree = tree_of(
        {"visits": 4, "total": 2.0, **one}, {"visits": 4, "total": total, **two}, turn=turn, **{own: 3, other: 9}
    )
    tree.proving = True
    assert tree.best(0) == chosen


@every_case(("own", "later", "k", "turn", "value"), [
    # beta = sqrt(k / (3 n + k)). k = 4, n = 4: 1/2; 1/2 * 4/10 + 1/2 * 3/4 = 0.575. The width adds 1/sqrt(4).
    ((4, 3.0), (10, 4.0), 4.0, 0, 1.075), ((4, 3.0), (10, 4.0), 4.0, 1, 0.925),
    # k = 12, n = 32: 1/3; 1/3 * 6/10 + 2/3 * 1/4 = 0.3667, and 1/sqrt(32) = 0.1768.
    ((32, 8.0), (10, 6.0), 12.0, 0, 0.5434433),
    # Beyond what a tree looks up, k = 3 n / 8: 1/3; 1/3 * 9/10 + 2/3 * 1/2 = 0.6333, and 1/sqrt(n).
    ((400, 200.0), (10, 9.0), 150.0, 0, 0.6833333), ((10_000, 5_000.0), (10, 9.0), 3_750.0, 0, 0.6433333),
    # Unvisited: RAVE's mean alone, and a width as of one visit. Never made later: UCT's bound.
    ((0, 0.0), (8, 2.0), 50.0, 0, 1.25), ((0, 0.0), (8, 2.0), 50.0, 1, 1.75), ((4, 3.0), (0, 0.0), 50.0, 0, 1.25),
    ((4, 3.0), (0, 0.0), 50.0, 1, 0.75), ((0, 0.0), (0, 0.0), 50.0, 0, 1e200),
])  # fmt: skip
def test_the_mean_is_mixed_with_that_of_later_moves(own, later, k, turn, value):
    tree = tree_of({"visits": own[0], "total": own[1], "later": later}, rave=k, turn=turn)
    assert tree.mixed_bound(2, turn, 1.0) == pytest.approx(value)


@every_case(("prior", "turn", "visits", "total"), [
    # Ten virtual playouts, five of them won; a prior adds wins or losses for the seat that moves.
    (0, 0, 10, 5.0), (6, 0, 16, 11.0), (-4, 0, 14, 5.0), (6, 1, 16, 5.0), (-4, 1, 14, 9.0),
])  # fmt: skip
def test_a_prior_counts_as_virtual_playouts(prior, turn, visits, total):
    class Primed:
        def __init__(self):
            self.turn = turn

        def prior(self, move):
            return prior if move == 1 else 0

    tree = tree_of({}, {}, rave=50.0)
    tree.prime(Primed(), 2)
    assert tree.later_of(2) == (10, 5.0)
    assert tree.later_of(3) == (visits, total)


def test_a_game_with_priors_is_primed_where_rave_is_on():
    game = games.load("hex:size=4")
    tree = Uct(game, Clock(), Rng(1), random.Random(1), 0.0, 1000, True, 50.0)
    tree.run(1)
    first = {child[1]: tree.later_of(child[0]) for child in tree.children(0)}
    assert min(visits for visits, _ in first.values()) >= 10
    assert not Uct(game, Clock(), Rng(1), random.Random(1), 0.0, 1000, True, 0.0).primed


@every_case(("spec", "rave", "visits"), [("hex:size=4", 50.0, 4), ("hex:size=4", 0.0, 1), ("nim", 50.0, 1)])
def test_a_node_gets_children_after_its_first_visit_and_after_four_where_they_have_priors(spec, rave, visits):
    tree = Uct(games.load(spec), Clock(), Rng(1), random.Random(1), 0.5, 1000, True, rave)
    tree.run(1)
    node, game = tree.nodes.at(0).child, games.load(spec)
    game.make(tree.nodes.at(node).move)
    for seen in range(visits + 1):
        tree.nodes.at(node).visits = seen
        assert tree.expand(game, node) == (seen == visits)


@every_case(("turn", "low", "high"), [(0, 0, 1), (1, -1, 0)])
def test_a_node_is_proven_by_its_best_child(turn, low, high):
    # Bounds (0, 0) and (-1, 1): seat 0 has a draw and may win, seat 1 has a draw and may win.
    tree = tree_of({"low": 0, "high": 0}, {"low": -1, "high": 1}, turn=turn)
    assert tree.prove(0)
    assert (tree.nodes.at(0).low, tree.nodes.at(0).high) == (low, high)
    assert not tree.prove(0)


def test_a_playout_counts_within_what_is_proven():
    tree = tree_of({"low": 0, "visits": 1, "total": 0.5}, {}, visits=1, low=-1)
    tree.path.count = 0
    tree.path.add(0)
    tree.path.add(2)
    tree.count(0.0, False)  # lost, but a draw is proven below
    assert (tree.nodes.at(2).visits, tree.nodes.at(2).total) == (2, 1.0)
    assert (tree.nodes.at(0).visits, tree.nodes.at(0).total) == (2, 0.5)


def test_the_tables_of_functions_hold_what_the_formulas_give():
    for visits in (1, 2, 16, 4095):
        assert mcts.LOG_ROOTS[visits] == pytest.approx(sqrt(log(visits)))
        assert mcts.FOURTH_ROOTS[visits] == pytest.approx(visits**0.25)


NEVER = 1 << 30


@every_case(("turn", "one", "two", "bounds", "found"), [
    # Seat 0 needs one move, the easiest to prove; all of them must be disproven. For seat 1 it is the other way round.
    (0, (3, 5), (2, 7), (-1, 1), (2, 5 + 7)), (1, (3, 5), (2, 7), (-1, 1), (3 + 2, 5)),
    (0, (3, 5), (NEVER, 0), (-1, 1), (3, 5)), (1, (3, 5), (NEVER, 0), (-1, 1), (NEVER, 0)),
    # Proven: a win of seat 0, a draw, a loss.
    (0, (3, 5), (2, 7), (1, 1), (0, NEVER)), (0, (3, 5), (2, 7), (0, 0), (NEVER, 0)), (1, (3, 5), (2, 7), (-1, -1), (NEVER, 0)),
    (-1, (3, 5), (2, 7), (-1, 1), (1, 1)),  # chance proves nothing
])  # fmt: skip
def test_proof_numbers_are_the_least_and_the_sum_of_the_childrens(turn, one, two, bounds, found):
    children = [dict(zip(("proof", "disproof"), each, strict=True)) for each in (one, two)]
    tree = tree_of(*children, turn=turn, low=bounds[0], high=bounds[1])
    assert nodes.count_proofs(tree.nodes, 0) == (found != (1, 1))
    assert tree.guides_of(0)[1:] == found


@every_case(("turn", "low", "high", "best"), [
    (0, -1, 1, 0.6), (1, -1, 1, 0.3), (-1, -1, 1, 0.5),
    (0, -1, 0, 0.5), (1, 0, 1, 0.5),  # at best a draw, at worst a draw
])  # fmt: skip
def test_the_best_estimate_of_the_visited_children_is_backed_up_within_what_is_proven(turn, low, high, best):
    tree = tree_of(
        {"visits": 1, "minimax": 0.3}, {"minimax": 0.0 if turn else 0.9}, {"visits": 1, "minimax": 0.6},
        turn=turn, low=low, high=high,
    )  # fmt: skip
    nodes.take_best(tree.nodes, 0)
    assert tree.guides_of(0)[0] == best


@every_case(("trail", "movers", "counted"), [
    ((0, 2, 1), (0, 1, 0), [(1, 0.25), (1, 0.25), (0, 0.0)]),  # move 2 was made by the other seat
    ((0, 2, 2), (0, 1, 0), [(1, 0.25), (0, 0.0), (1, 0.25)]),
    ((0, 1, 1), (0, 0, 0), [(1, 0.25), (1, 0.25), (0, 0.0)]),  # twice counts once
    ((0, 1), (0, -1), [(1, 0.25), (0, 0.0), (0, 0.0)]),  # chance made it
])  # fmt: skip
def test_a_playout_counts_for_the_moves_that_the_same_seat_made_later(trail, movers, counted):
    tree = tree_of({}, {}, {}, rave=50.0)
    tree.path.add(0)
    tree.path.add(2)
    for move, mover in zip(trail, movers, strict=True):
        tree.trail.add(move)
        tree.movers.add(mover)
    tree.count_later(0.25)
    assert [tree.later_of(node) for node in (2, 3, 4)] == counted


def test_a_move_counts_for_the_seat_that_makes_it():
    for turn, total, low, high in ((0, 3.0, 0, 1), (1, 1.0, -1, 0)):
        (found,) = branches(tree_of({"visits": 4, "total": 3.0, "low": 0, "high": 1}, turn=turn))
        assert (found.visits, found.total, found.low, found.high) == (4, total, low, high)
