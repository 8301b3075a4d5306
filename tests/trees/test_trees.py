"""Trees and the algorithms on them: textbook figures, and every search of the players held beside them."""

import re
from fractions import Fraction
from itertools import combinations, groupby, permutations, product
from math import ceil, floor, inf, log, prod, sqrt
from random import Random
from statistics import mean, variance

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plain import Grab, HighCard, PlainTicTacToe, Race

import games
from games.capabilities import has_chance
from games.game import CHANCE, Game
from games.hexapawn import Hexapawn
from games.names.catalogue import SpecError
from games.pig import Pig
from players.bestfirst import branches, choose_branch
from players.evaluation import with_evaluation
from players.mcts import MctsPlayer
from players.search.alphabeta.expectimax import Expectiminimax
from players.search.alphabeta.table import to_game_score
from players.search.alphabeta.tree import AlphaBeta, Minimax
from players.search.bestfirst import BestFirst
from players.search.clock import Clock
from referee.support.build import life
from referee.trees import bestfirst, mcts, minimax
from referee.trees.minimax import minimax_values
from referee.trees.run import State, ValueScale, scale_of
from referee.trees.task import TreeTask
from referee.trees.tree import DEEPEST, Role, count_plies, grow_tree
from tests.helpers.cases import every_case

COMPILED = life() == "compiled"
FIGURE = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]  # Russell and Norvig, 4th edition, figure 6.5
# The same, in the section on evaluation functions for games of chance: an order-preserving change of the leaves.
LOTTERIES = [((9, 2), (1, 3)), ((9, 1), (1, 4))]
BOOK = "tree-game:3-12-8/2-4-6/14-5-2"


class Decided(Grab):
    """A game that knows what can still be won; the estimate does not."""

    def __init__(self, coins=14):
        super().__init__(coins)

    def estimate(self):
        return 7 - 3 * self.coins

    def at_least(self):
        return self.lead - sum(coin % 4 for coin in range(self.coins))

    def at_most(self):
        return self.lead + sum(coin % 4 for coin in range(self.coins))


OPEN = [
    "tic-tac-toe", "chips:chips=9", "chips:chips=8,rule=last", "nim:heaps=1/2/3", "connect-four:columns=4,rows=4",
    "hexapawn", "yucky-chocolate:rows=3,columns=3", "othello:4", "breakthrough:4,rows=5", "gomoku:columns=4,rows=3,line=3",
    "kalah:pits=3,seeds=2", "hex:3", "dots-and-boxes:2,columns=2", "checkers", "pig:target=12", "backgammon",
    PlainTicTacToe, Grab, Race, Decided,
]  # fmt: skip
ROOM = 400  # nodes of a tree in lockstep


class Figure(Game):
    """A game as drawn in a figure: a list of kids, or a score."""

    stakes = 10**6

    def __init__(self, tree):
        self.tree = tree
        self.mover = self.level = 0
        self.turn = CHANCE if isinstance(tree, tuple) else 0

    def moves(self):
        return [] if isinstance(self.tree, int) else list(range(len(self.tree)))

    def make(self, move):
        if self.turn == CHANCE:
            self.tree = self.tree[move][1]
        else:
            self.tree = self.tree[move]
            self.mover = 1 - self.mover
        self.level += 1
        self.turn = CHANCE if isinstance(self.tree, tuple) else self.mover

    def score(self):
        return self.tree if isinstance(self.tree, int) else None

    def text(self, move):
        return f"{'abcdefghijkl'[self.level]}{move + 1}"


class Lottery(Figure):
    """A figure in which chance moves at each tuple of (weight, kid)."""

    def chances(self):
        return [(move, weight) for move, (weight, _) in enumerate(self.tree)]


def tree_of(game, depth=None, static=False, **room):
    root = grow_tree(game, depth, **room)
    return root, scale_of(root, static)


def named(run, *states):
    """Return the paths of the nodes that end in one of these states."""
    return {node.path for node, mark in run.marks().items() if mark.state in states}


def principal(run):
    best = [node for node, mark in run.marks().items() if mark.best]
    assert [node.depth for node in best] == list(range(1, len(best) + 1))
    return best[-1].path if best else ()


def values(run):
    return {node.path: mark.value for node, mark in run.marks().items()}


def test_a_tree_holds_all_positions_in_the_order_of_their_moves():
    root = grow_tree(games.load("hexapawn"), 3)
    for node in root.walk():
        game = games.load("hexapawn", node.path)
        assert str(node.game.show()) == str(game.show())
        assert [kid.move for kid in node.kids] == ([game.text(move) for move in game.moves()] if node.kids else [])
        assert node.cut == (node.depth == 3 and game.score() is None)
        assert (node.role is Role.END) == (game.score() is not None)
    assert count_plies(root) == 3


def test_the_seat_that_moves_at_the_root_is_max():
    root = grow_tree(games.load("hexapawn", ["a2"]), 2)
    assert (root.game.turn, root.role, root.kids[0].role) == (1, Role.MAX, Role.MIN)
    assert scale_of(root).seat == 1


def test_chance_costs_no_ply_and_has_weights():
    root = grow_tree(Race(), 1)
    assert root.role is Role.CHANCE
    assert [(kid.move, kid.weight, kid.role) for kid in root.kids] == [
        ("1", Fraction(1, 4), Role.MAX), ("2", Fraction(1, 4), Role.MAX), ("3", Fraction(1, 2), Role.MAX),
    ]  # fmt: skip
    assert all(not node.cut or node.role is not Role.CHANCE for node in root.walk())
    assert {node.role for node in root.walk() if node.depth == 3} == {Role.MIN}
    assert count_plies(root) == 1


def test_without_a_depth_as_many_plies_are_grown_as_fit():
    assert count_plies(grow_tree(games.load("tic-tac-toe"), most=10)) == 1
    assert count_plies(grow_tree(games.load("tic-tac-toe"), most=81)) == 1
    assert count_plies(grow_tree(games.load("tic-tac-toe"), most=82)) == 2
    root = grow_tree(games.load("tic-tac-toe"), most=50)
    assert (count_plies(root), [node.cut for node in root.walk()]) == (1, [False] + 9 * [True])
    root = grow_tree(games.load("chips:chips=4,rule=last"))
    assert not any(node.cut for node in root.walk())
    assert sum(1 for _ in root.walk()) == 14


def test_a_walk_goes_down_before_it_goes_on():
    paths = [node.path for node in grow_tree(Figure([[1, 2], 3])).walk()]
    assert paths == [(), ("a1",), ("a1", "b1"), ("a1", "b2"), ("a2",)]


@pytest.mark.parametrize(("depth", "most", "said"), [
    (3, 500, "a tree of 3 plies has more than 500 nodes here.*; allowed: depth 2, which has 82"),
    (1, 5, "a tree of 1 ply has more than 5 nodes here"),
    (None, 5, "a tree of 1 ply has more than 5 nodes here"),
])  # fmt: skip
def test_a_tree_that_does_not_fit_is_refused_in_one_line(depth, most, said):
    with pytest.raises(SpecError, match=said):
        grow_tree(games.load("tic-tac-toe"), depth, most)


class Corridor(Game):
    def __init__(self):
        self.turn = 0
        self.steps = 0

    def moves(self):
        return [0]

    def make(self, move):
        self.steps += 1
        self.turn = self.steps % 2

    def score(self):
        return None if self.steps < 20_000 else 1


def test_long_lines_are_cut_where_recursion_would_end_and_random_games_that_never_end_are_refused():
    root, measure = tree_of(Corridor())
    assert count_plies(root) == DEEPEST
    with pytest.raises(SpecError, match="lines of more than 300 moves; allowed: depth 300, which has 301"):
        grow_tree(Corridor(), DEEPEST + 1)
    assert minimax.run_minimax(root, measure).marks()[root].value == 0
    assert minimax.run_alphabeta(root, measure).marks()[root].value == 0
    with pytest.raises(SpecError, match=r"a random game of Corridor was not over after 10,000 moves"):
        mcts.run(Corridor(), 1)


def test_a_game_that_is_over_is_a_tree_of_one_end():
    root, measure = tree_of(games.load("hexapawn", ["a2", "c2", "axb3"]))
    assert root.role is Role.END
    assert [
        minimax.run_minimax(root, measure).marks()[root].value,
        minimax.run_alphabeta(root, measure).marks()[root].value,
    ] == [
        -1,
        -1,
    ]
    assert mcts.run(root.game, 3).marks().popitem()[1].value == 0.0  # White has won, and it is Black's turn


def test_hidden_information_is_drawn_but_not_searched():
    root, measure = tree_of(HighCard())
    assert len(root.kids) == 4
    for method in (minimax.run_minimax, minimax.run_alphabeta):
        with pytest.raises(SpecError, match="HighCard hides something, and .* needs to see all"):
            method(root, measure)
    with pytest.raises(SpecError, match="HighCard hides something, and mcts needs to see all"):
        mcts.run(HighCard(), 10)


def test_nodes_of_one_information_set_have_one_name_and_no_others():
    run = TreeTask(depth=2).run(games.load("kuhn-poker"))
    names = {node: mark.notes for node, mark in run.marks().items() if mark.notes}
    assert names.keys() == {node for node in run.root.walk() if node.role in {Role.MAX, Role.MIN}}
    for one, other in combinations(names, 2):
        same = [(node.game.turn, node.game.known(node.game.turn)) for node in (one, other)]
        assert (names[one] == names[other]) == (same[0] == same[1])
    assert run.facts[0] == "information sets: MAX 6, MIN 6"
    assert all(mark.value is None for node, mark in run.marks().items() if node.kids)


def test_each_step_says_which_nodes_look_the_same():
    run = TreeTask(depth=1).run(games.load("kuhn-poker", ["J"]))
    first, again = [step.sentence for step in run.steps if step.node.role is Role.MAX]
    assert "I1. It knows 'J" in first and "cannot tell it from 1 other node" in first
    assert again.endswith("I1 again. To MAX it looks as after Q.")


def test_words_are_those_of_the_tree():
    whole, margins = ValueScale(0), ValueScale(0, stakes=20)
    assert [whole.format_value(value) for value in (1, 0, -1)] == ["W", "D", "L"]
    assert [margins.format_value(value) for value in (3, 0, -2)] == ["3", "0", "-2"]
    cut, by = ValueScale(0, cut=True), ValueScale(0, cut=True, stakes=20)
    assert [cut.format_value(value) for value in (3, 0, -10, 0.5)] == ["3", "0", "-10", "+0.50"]
    assert [each.format_value((1 << 20) * margin - 3) for each, margin in ((cut, 1), (by, 2))] == [
        "W in 3",
        "W by 2 in 3",
    ]
    assert cut.format_value(4 - (1 << 20)) == "L in 4"
    luck = ValueScale(0, chance=True)
    assert [luck.format_value(value) for value in (1, 0, -1, 0.5, -1 / 3, 1e-9)] == [
        "+1", "0", "-1", "+0.50", "-0.33", "0.00",
    ]  # fmt: skip
    assert [ValueScale(0, shares=True).format_value(value) for value in (1, 0.534)] == ["1.00", "0.53"]
    assert [whole.format_value(inf), whole.format_value(-inf)] == ["+inf", "-inf"]
    assert [ValueScale(1, static=True).format_value(value) for value in (1, -10)] == ["1", "-10"]


def test_an_end_ranks_beyond_every_estimate_and_sooner_beyond_later():
    class Boastful(Figure):
        def estimate(self):
            return 10**9

    measure = ValueScale(0, cut=True, stakes=Figure.stakes)
    won, later, open_yet = (measure.leaf(Boastful(tree), ply) for tree, ply in ((1, 2), (1, 4), ([1, 1], 2)))
    assert won > later > open_yet > 0
    assert ValueScale(1, cut=True, stakes=Figure.stakes).leaf(Boastful(1), 2) == -won


def test_an_estimate_stays_within_what_can_still_be_scored():
    measure = ValueScale(0, cut=True, stakes=60)
    for lead, said in ((5, "W by 4"), (-5, "L by 4"), (1, "1"), (-1, "0"), (0, "1")):
        game = Decided(2)
        game.lead = lead
        assert measure.format_value(measure.leaf(game, 2)) == said
        assert ValueScale(1, cut=True, stakes=60).leaf(game, 2) == -measure.leaf(game, 2)


def test_a_score_beyond_the_stakes_is_told_of():
    class Overdone(Figure):
        stakes = 1

    with pytest.raises(ValueError, match="Overdone.score must return .*: the score 14 is beyond the stakes of 1"):
        tree_of(Overdone(FIGURE))


def test_a_function_of_ones_own_judges_the_leaves():
    start = games.load("connect-four:columns=4,rows=4")
    game = with_evaluation(start, lambda game: 7 * len(game.moves()) - 30)
    for depth in (1, 2, 3):
        root, measure = tree_of(game, depth)
        search = Minimax(game, Clock())
        search.prepare()
        search.look(depth)
        assert minimax.run_minimax(root, measure).marks()[root].value == search.score == -2
    with pytest.raises(TypeError, match="must return a whole number"):
        minimax.run_minimax(*tree_of(with_evaluation(start, lambda game: 0.5), 1))


def test_the_figure_of_russell_and_norvig():
    root, measure = tree_of(Figure(FIGURE))
    plain, pruned = minimax.run_minimax(root, measure), minimax.run_alphabeta(root, measure)
    assert [values(plain)[path] for path in ((), ("a1",), ("a2",), ("a3",))] == [3, 3, 2, 2]
    assert (values(pruned)[()], principal(pruned), principal(plain)) == (3, ("a1", "b1"), ("a1", "b1"))
    assert named(pruned, State.PRUNED) == {("a2", "b2"), ("a2", "b3")}
    marks = {node.path: mark for node, mark in pruned.marks().items()}
    assert marks["a2", "b2"].why == marks["a2", "b3"].why
    assert marks["a2", "b2"].why == (
        "not looked at: after a2 MIN already holds it to 2, and MAX has 3 for sure by a1 at the root"
    )
    assert (marks["a2",].bound, marks["a2",].window) == ("<=", (3, 2))
    assert (marks["a3",].bound, marks[()].bound, marks[()].window) == ("", "", (3, inf))
    assert (marks["a3", "b1"].window, marks["a3", "b2"].window) == ((3, inf), (3, 14))
    assert pruned.facts == (
        "value for MAX: 3", "nodes looked at: 11; plain minimax: 13", "leaves looked at: 7; plain minimax: 9",
        "best case: 3^1 + 3^1 - 1 leaves (Knuth and Moore) = 5", "moves tried: as the game lists them",
    )  # fmt: skip
    assert plain.facts == ("value for MAX: 3", "nodes looked at: 13", "leaves looked at: 9")


def test_each_step_says_what_happens():
    root, measure = tree_of(Figure([[3, 12], [2, 4]]))
    assert [step.sentence for step in minimax.run_minimax(root, measure).steps] == [
        "MAX moves at the root and looks for the largest of 2 values.",
        "MIN moves after a1 and looks for the smallest of 2 values.", "The game is over after a1 b1: 3.",
        "MIN has at most 3 after a1, by b1.", "The game is over after a1 b2: 12.",
        "MIN takes the smallest: 3, by b1.", "MAX has at least 3 at the root, by a1.",
        "MIN moves after a2 and looks for the smallest of 2 values.", "The game is over after a2 b1: 2.",
        "MIN has at most 2 after a2, by b1.", "The game is over after a2 b2: 4.", "MIN takes the smallest: 2, by b1.",
        "MAX takes the largest: 3, by a1.",
    ]  # fmt: skip
    assert [step.sentence for step in minimax.run_alphabeta(root, measure).steps[6:]] == [
        "MAX has at least 3 at the root, by a1.",
        "MIN moves after a2 and looks for the smallest of 2 values. MAX has 3 for sure by a1 at the root.",
        "The game is over after a2 b1: 2.",
        "After a2 MIN already holds it to 2, and MAX has 3 for sure by a1 at the root: b2 is not looked at.",
        "MAX takes the largest: 3, by a1.",
    ]


def test_a_deep_cut_names_the_ancestor_whose_bound_it_is():
    # Knuth and Moore's example of one: what cuts four plies down is known at the root.
    root, measure = tree_of(Figure([5, [[[4, 9], 8], 6]]))
    run = minimax.run_alphabeta(root, measure)
    assert named(run, State.PRUNED) == {("a2", "b1", "c1", "d2")}
    (mark,) = [mark for mark in run.marks().values() if mark.state is State.PRUNED]
    assert mark.why == (
        "not looked at: after a2 b1 c1 MIN already holds it to 4, and MAX has 5 for sure by a1 at the root"
    )


def test_the_earlier_of_two_equal_bounds_is_named():
    marks = minimax.run_alphabeta(*tree_of(Figure([[3], [3], [2, 9]]))).marks()
    assert [mark.why[-31:] for mark in marks.values() if mark.why] == ["MAX has 3 for sure by a1 at the root"[-31:]]


def test_only_the_last_moves_of_a_long_path_are_named():
    root = grow_tree(Figure([[[[[[1]]]]]]))
    assert [node.where for node in root.walk()][4:] == [
        "after a1 b1 c1 d1", "after ... b1 c1 d1 e1", "after ... c1 d1 e1 f1",
    ]  # fmt: skip


def test_a_tree_of_one_seats_moves_is_not_uniform():
    class Alone(Figure):
        def make(self, move):
            super().make(move)
            self.turn = self.mover = 0

    root, measure = tree_of(Alone(FIGURE))
    assert minimax.run_alphabeta(root, measure).facts[3] == "best case of this tree, which is not uniform: 9 leaves"


def test_four_chips_are_won_by_taking_one():
    root, measure = tree_of(games.load("chips:chips=4,rule=last"))
    run = minimax.run_minimax(root, measure)
    said = {path: measure.format_value(value) for path, value in values(run).items()}
    assert said == {
        (): "W",
        ("1",): "W", ("2",): "L", ("3",): "L",
        ("1", "1"): "W", ("1", "2"): "W", ("2", "1"): "W", ("2", "2"): "L", ("3", "1"): "L",
        ("1", "1", "1"): "L", ("1", "1", "2"): "W", ("1", "2", "1"): "W", ("2", "1", "1"): "W",
        ("1", "1", "1", "1"): "L",
    }  # fmt: skip
    assert principal(run) == ("1", "1", "2")
    assert values(minimax.run_alphabeta(root, measure))[()] == 1


def test_hexapawn_two_plies_deep_as_in_the_lecture():
    root, measure = tree_of(games.load("hexapawn", ["a2"]), 2, static=True)
    found = values(minimax.run_minimax(root, measure))
    leaves = {kid.move: sorted(found[each.path] for each in kid.kids) for kid in root.kids}
    assert leaves == {"b3xa2": [0, 1, 1], "b3-b2": [-10, -1], "c3-c2": [-10, -1, 0]}
    assert {kid.move: found[kid.path] for kid in root.kids} == {"b3xa2": 0, "b3-b2": -10, "c3-c2": -10}
    assert found[()] == 0


def test_chance_is_averaged_exactly():
    root, measure = tree_of(Lottery([((1, 1), (1, 2), (1, 4)), ((1, 7), (6, 2))]))
    run = minimax.run_minimax(root, measure)
    assert run.method == "expectiminimax"
    assert values(run)[()] == values(run)["a2",] == float(Fraction(19, 7))
    assert [step.sentence for step in run.steps[-4:]] == [
        "+7 counts 1/7 after a2.",
        "The game is over after a2 b2: +2.",
        "On average that is 1/7 of +7 and 6/7 of +2: +2.71.",
        "MAX takes the largest: +2.71, by a2.",
    ]
    assert principal(run) == ("a2",)
    tie = [((3, 1), (7, 0)), ((1, 3), (9, 0))]  # 0.1 * 3 is more than 0.3 * 1 in floats
    assert principal(minimax.run_minimax(*tree_of(Lottery(tie)))) == ("a1",)


def changed(tree, change):
    if isinstance(tree, int):
        return change(tree)
    if isinstance(tree, tuple):
        return tuple((weight, changed(kid, change)) for weight, kid in tree)
    return [changed(kid, change) for kid in tree]


def choice(tree, kind=Lottery):
    return principal(minimax.run_minimax(*tree_of(kind(tree))))[0]


def test_a_choice_by_averages_flips_under_a_change_that_keeps_the_order():
    root, measure = tree_of(Lottery(LOTTERIES))
    found = values(minimax.run_minimax(root, measure))
    assert (found["a1",], found["a2",], choice(LOTTERIES)) == (2.1, 1.3, "a1")
    stretched = changed(LOTTERIES, {1: 1, 2: 20, 3: 30, 4: 400}.get)
    found = values(minimax.run_minimax(*tree_of(Lottery(stretched))))
    assert (found["a1",], found["a2",], choice(stretched)) == (21.0, 40.9, "a2")


SCORES = st.integers(-9, 9)
LOTTERY = st.lists(st.tuples(st.integers(1, 6), st.one_of(SCORES, st.lists(SCORES, min_size=1, max_size=3))),
                   min_size=1, max_size=3).map(tuple)  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(st.lists(LOTTERY, min_size=2, max_size=3), st.integers(1, 50), st.integers(-100, 100))
def test_no_choice_by_averages_flips_under_a_positive_linear_change(tree, factor, more):
    assert choice(changed(tree, lambda score: factor * score + more)) == choice(tree)


BUSHES = st.recursive(SCORES, lambda kids: st.lists(kids, min_size=1, max_size=3), max_leaves=12)
BUSH = BUSHES.filter(lambda tree: isinstance(tree, list))


@settings(max_examples=60, deadline=None)
@given(BUSH, st.lists(st.integers(1, 1000), min_size=19, max_size=19))
def test_no_choice_without_chance_flips_under_a_change_that_keeps_the_order(tree, steps):
    stretched = changed(tree, lambda score: sum(steps[: score + 9]) - 500)
    assert choice(stretched, Figure) == choice(tree, Figure)


def by_the_book(node, measure, alpha, beta, order=None):
    """Return (value, nodes, leaves) by the functions of figure 6.7, written down again."""
    if not node.kids:
        return measure.leaf(node.game, node.depth), 1, 1
    value, nodes, leaves = (-inf if node.role is Role.MAX else inf), 1, 0
    for kid in order[node] if order else node.kids:
        found, seen, ends = by_the_book(kid, measure, alpha, beta, order)
        nodes, leaves = nodes + seen, leaves + ends
        if node.role is Role.MAX:
            value = max(value, found)
            alpha = max(alpha, value)
        else:
            value = min(value, found)
            beta = min(beta, value)
        if value >= beta if node.role is Role.MAX else value <= alpha:
            break
    return value, nodes, leaves


def looked_at(run):
    return sum(not node.kids and mark.state is State.DONE for node, mark in run.marks().items())


def says_nothing(mark):
    """Return whether a mark has a bound that says nothing."""
    return mark.bound != "" and mark.value in (1, -1)


def check_pruned(root, measure, order="listed"):
    """Check alpha-beta on a tree against plain minimax and the book; return the number of nodes it visits."""
    run = minimax.run_alphabeta(root, measure, order)
    true, marks = minimax.minimax_values(root, measure), run.marks()
    assert marks[root].value == true[root]
    assert marks[root].bound == ""
    seen = [node for node, mark in marks.items() if mark.state is State.DONE]
    pruned = [node for node, mark in marks.items() if mark.state is State.PRUNED]
    assert len(seen) + len(pruned) == len(true)
    for node in seen:
        value, bound = marks[node].value, marks[node].bound
        assert value == true[node] if not bound else value <= true[node] if bound == ">=" else value >= true[node]
    assert all(marks[node].why for node in pruned)
    assert all(marks[kid].state is State.PRUNED for node in pruned for kid in node.kids)
    if order == "listed":
        assert (marks[root].value, len(seen), looked_at(run)) == by_the_book(root, measure, *measure.ends)
    line = [node for node, mark in marks.items() if mark.best]
    assert all(true[node] == true[root] for node in line)
    assert not (line[-1] if line else root).kids
    assert looked_at(run) >= minimax.count_critical_leaves(root, true, measure.ends)
    if measure.ends == (-1, 1):
        assert not any(says_nothing(mark) for step in run.steps for mark in step.changed.values())
    return len(seen)


@settings(max_examples=150, deadline=None)
@given(BUSH)
def test_alpha_beta_is_minimax_and_its_bounds_are_true(tree):
    root, measure = tree_of(Figure(tree))
    for order in minimax.ORDERS:
        check_pruned(root, measure, order)


def test_every_node_is_entered_before_its_kids_and_done_after_them():
    rng = Random(4)
    root, measure = tree_of(Figure([[[rng.randrange(9) for _ in range(3)] for _ in range(3)] for _ in range(3)]))
    for run in (minimax.run_minimax(root, measure), minimax.run_alphabeta(root, measure)):
        marks = dict(run.start)
        for step in run.steps:
            before = {node: marks[node].state for node in step.changed}
            marks.update(step.changed)
            assert step.node in step.changed
            for node in step.changed:
                if marks[node].state is State.DONE and before[node] is not State.DONE:
                    assert all(marks[kid].state in (State.DONE, State.PRUNED) for kid in node.kids)
                    assert before[node] is (State.OPEN if node.kids else State.UNSEEN)
                assert before[node] is not State.PRUNED
        assert marks == run.marks()
        assert not {State.OPEN, State.UNSEEN} & {mark.state for mark in marks.values()}


@pytest.mark.parametrize(("kids", "depth"), [(2, 1), (2, 4), (3, 3), (4, 3), (2, 7)])
def test_the_best_order_looks_at_no_more_than_knuth_and_moore_say(kids, depth):
    def bush(level):
        return [bush(level - 1) for _ in range(kids)] if level else rng.randrange(1000)

    rng = Random(kids * depth)
    root, measure = tree_of(Figure(bush(depth)))
    counts = {order: looked_at(minimax.run_alphabeta(root, measure, order)) for order in minimax.ORDERS}
    assert counts["best"] == kids ** ceil(depth / 2) + kids ** floor(depth / 2) - 1
    assert counts["best"] == minimax.count_critical_leaves(root, minimax.minimax_values(root, measure))
    assert counts["best"] <= counts["listed"]
    assert counts["best"] <= counts["worst"] <= kids**depth
    assert f"= {counts['best']:,}" in minimax.run_alphabeta(root, measure).facts[3]


def test_the_smallest_critical_tree_is_what_the_best_of_all_orders_looks_at():
    rng, checked = Random(8), 0
    while checked < 25:
        root, measure = tree_of(Figure([[[rng.randrange(6) for _ in range(rng.randrange(1, 3))]
                                         for _ in range(rng.randrange(1, 4))] for _ in range(rng.randrange(2, 4))]))  # fmt: skip
        inner = [node for node in root.walk() if node.kids]
        if prod(len(list(permutations(node.kids))) for node in inner) > 3000 or minimax.uniform_shape(root):
            continue
        orders = product(*(permutations(node.kids) for node in inner))
        least = min(by_the_book(root, measure, -inf, inf, dict(zip(inner, order, strict=True)))[2] for order in orders)
        values = minimax.minimax_values(root, measure)
        assert minimax.count_critical_leaves(root, values) == least
        leaves = f"{least} {'leaf' if least == 1 else 'leaves'}"
        assert (
            minimax.run_alphabeta(root, measure).facts[3] == f"best case of this tree, which is not uniform: {leaves}"
        )
        checked += 1


def test_a_win_ends_the_search_if_only_wins_and_losses_are_possible():
    run = minimax.run_alphabeta(*tree_of(games.load("chips:chips=4,rule=last")))
    marks, root = run.marks(), run.root
    assert [marks[kid].state for kid in root.kids] == [State.DONE, State.PRUNED, State.PRUNED]
    assert (marks[root].value, marks[root].bound, marks[root].window) == (1, "", (1, 1))
    assert marks[root.kids[1]].why == "not looked at: at the root MAX already wins, and no move can do better"
    assert (
        run.steps[-1].sentence
        == "At the root MAX already wins, and no move can do better: the other 2 moves are not looked at."
    )
    assert [node.move for node, mark in marks.items() if mark.best] == ["1", "1", "2"]
    assert run.facts[2:4] == ("leaves looked at: 3; plain minimax: 6", "best case of this tree: 2 leaves")
    assert any(step.sentence == "1 brings L, the worst that MAX can have after 1 1." for step in run.steps)


@pytest.mark.parametrize("spec", ["chips:chips=5,rule=last", "hexapawn", "nim:heaps=1/2/2", "nim:5"])
def test_the_best_order_of_a_game_that_is_won_needs_the_strategy_of_the_winner_alone(spec):
    root, measure = tree_of(games.load(spec))
    true = minimax.minimax_values(root, measure)
    least = minimax.count_critical_leaves(root, true, measure.ends)
    winner = Role.MAX if true[root] == 1 else Role.MIN
    assert least == minimax.count_proof_leaves(root, true, winner, true[root])
    for order in minimax.ORDERS:
        check_pruned(root, measure, order)
    assert least <= minimax.count_critical_leaves(root, true)


def test_plain_minimax_says_no_bound_that_says_nothing_either():
    run = minimax.run_minimax(*tree_of(games.load("tic-tac-toe", ("1", "2", "5", "9", "3"))))
    assert not any(says_nothing(mark) for step in run.steps for mark in step.changed.values())
    assert any("the worst that" in step.sentence for step in run.steps)
    assert any(re.match(r"M(AX|IN) has [WL] ", step.sentence) for step in run.steps)


def test_chance_and_unknown_orders_are_refused_in_one_line():
    root, measure = tree_of(Lottery(LOTTERIES))
    with pytest.raises(SpecError, match="alphabeta has no bounds at chance, which Lottery has: use expectiminimax"):
        minimax.run_alphabeta(root, measure)
    with pytest.raises(SpecError, match="order 'any' must be one of listed, best, worst"):
        minimax.run_alphabeta(*tree_of(Figure(FIGURE)), "any")


def wandered(game, rng):
    """Return the tree of a position some random moves on, or None if there is no room."""
    for _ in range(rng.randrange(12)):
        twin = game.copy()
        twin.make(rng.choice(twin.moves()))
        if twin.score() is not None:
            break
        game = twin
    while game.turn == CHANCE:
        game.make(rng.choice(game.moves()))
    try:
        return None if game.score() is not None else grow_tree(game, most=ROOM)
    except SpecError:
        return None


def trees_of(spec, count, seed):
    rng, found = Random(seed), []
    for _ in range(20 * count):
        root = wandered(games.load(spec) if isinstance(spec, str) else spec(), rng)
        if root:
            found.append(root)
        if len(found) == count:
            break
    assert len(found) == count
    return found


def search_of(kind, root):
    search = kind(root.game, clock := Clock())
    if kind is not Expectiminimax:
        search.prepare()
    search.look(count_plies(root))
    return search, clock.nodes + 1  # it does not count the root


@pytest.mark.parametrize("spec", OPEN, ids=lambda spec: spec if isinstance(spec, str) else spec.__name__)
def test_every_run_goes_in_lockstep_with_the_textbook_search(spec):
    for root in trees_of(spec, 8 if COMPILED else 2, seed=3):
        fitting = scale_of(root)
        size = sum(1 for _ in root.walk())
        run = minimax.run_minimax(root, fitting)
        if has_chance(root.game):
            search, nodes = search_of(Expectiminimax, root)
            mine = search.value if root.game.turn == 0 else -search.value
            assert run.marks()[root].value == pytest.approx(mine, abs=1e-9)
            assert nodes == size
            continue
        search, nodes = search_of(Minimax, root)
        assert nodes == size
        # A tree without a cut counts scores alone; the searches count plies too, and so does such a measure.
        exact = ValueScale(fitting.seat, cut=True, stakes=root.game.stakes)
        assert minimax.run_minimax(root, exact).marks()[root].value == search.score
        if not fitting.cut:
            assert run.marks()[root].value == to_game_score(search.score)[0]
        pruning, nodes = search_of(AlphaBeta, root)
        assert pruning.score == search.score
        assert check_pruned(root, exact) == nodes
        assert check_pruned(root, fitting) <= nodes


def visits(mark):
    return int(mark.notes[0].split()[0].replace(",", "")) if mark.notes else 0


@pytest.mark.parametrize("kind", [PlainTicTacToe, Grab, Race, Hexapawn, Pig], ids=lambda kind: kind.__name__)
def test_visits_add_up_and_the_terms_are_those_of_the_formula(kind):
    run = mcts.run(kind(), 120, c=0.7, seed=5)
    marks = run.marks()
    assert run.playouts == visits(marks[run.root]) == 120
    assert [number_of(step) for step in run.steps if " backpropagation: " in step.sentence] == [*range(1, 121)]
    assert set(marks) == set(run.root.walk())
    for node, mark in marks.items():
        below = sum(visits(marks[kid]) for kid in node.kids)
        assert node.role is Role.END or below == visits(mark) - (node is not run.root)
        assert 0 <= mark.value <= 1
        if node.role in (Role.CHANCE, Role.END):
            continue
        for kid in node.kids:
            mean = marks[kid].value if node.role is Role.MAX else 1 - marks[kid].value
            more = 0.7 * sqrt(log(visits(mark)) / visits(marks[kid]))
            assert marks[kid].notes[1] == f"UCB {mean:.2f}+{more:.2f}"
        assert node.cut == (len(node.kids) < len(node.game.moves()))
    moves = principal(run)
    if run.root.role is Role.CHANCE:
        assert moves == ()
        return
    assert moves[0] == max(run.root.kids, key=lambda kid: visits(marks[kid])).move


def number_of(step):
    return int(step.sentence.split()[1].rstrip(","))


def phase_of(step):
    return re.match(r"Playout \d+, (selection|expansion|simulation|backpropagation)\b", step.sentence)[1]


def phases_of(run):
    """Yield the steps of each playout by phase, in order."""
    for _, steps in groupby(run.steps, number_of):
        phases = [(phase, list(each)) for phase, each in groupby(steps, phase_of)]
        assert [phase for phase, _ in phases] == list(PHASES)
        assert all(len(each) == 1 for phase, each in phases if phase != "selection")
        yield dict(phases)


PHASES = ("selection", "expansion", "simulation", "backpropagation")
TERMS = re.compile(r"(\S+) +([\d.]+)/(\d+) \+ ([\d.]+)\*sqrt\(ln (\d+) / (\d+)\) += ([\d.]+)")
COUNTS = re.compile(r"(at the root|after .*\S) +([\d.]+)/(\d+) -> ([\d.]+)/(\d+)")
STEPPED = [(PlainTicTacToe, 150, 0.5), (Hexapawn, 120, 1.4), (Grab, 100, 0.0), (Race, 80, 0.7), (Pig, 60, 0.5)]


@pytest.mark.parametrize(("kind", "playouts", "c"), STEPPED, ids=[kind.__name__ for kind, *_ in STEPPED])
def test_recomputed_from_the_numbers_shown_the_arithmetic_picks_the_kid_that_was_selected(kind, playouts, c):
    run = mcts.run(kind(), playouts, c=c, seed=2)
    compared = 0
    for number, phases in enumerate(phases_of(run), 1):
        for step in phases["selection"]:
            if not step.workings:
                continue
            node, found = step.node.parent, {}
            for line in step.workings:
                move, won, count, shown_c, above, again, bound = TERMS.fullmatch(line).groups()
                assert (count, float(shown_c)) == (again, c)
                found[move] = float(won) / int(count) + c * sqrt(log(int(above)) / int(count))
                assert found[move] == pytest.approx(float(bound), abs=0.0005001)
            assert sorted(found) == sorted(node.game.text(move) for move in node.game.moves())
            assert int(above) == number - 1 or node is not run.root
            assert found[step.node.move] == max(found.values())
            first = next(text for text in map(node.game.text, node.game.moves()) if found[text] == max(found.values()))
            assert step.node.move == first == next(iter(found))
            compared += 1
    assert compared > playouts / 4


@pytest.mark.parametrize(("kind", "playouts", "c"), STEPPED, ids=[kind.__name__ for kind, *_ in STEPPED])
def test_the_counts_on_the_way_back_are_those_of_the_tree(kind, playouts, c):
    run = mcts.run(kind(), playouts, c=c, seed=3)
    counted, marks = {}, {}
    for phases in phases_of(run):
        (added,), (played,), (counts,) = (phases[phase] for phase in PHASES[1:])
        new = "its node is added" in added.sentence
        way = [node := counts.node]
        while node.parent:
            way.append(node := node.parent)
        told = [COUNTS.fullmatch(line).groups() for line in counts.workings]
        assert [where for where, *_ in told] == [node.where for node in way]
        share = float(re.search(r"backpropagation: ([\d.]+)/1 ", counts.sentence)[1])
        assert {1.0: "MAX wins", 0.5: "it is a draw", 0.0: "MIN wins"}[share] in played.sentence
        for node, (_, won, count, won_after, count_after) in zip(way, told, strict=True):
            assert (float(won), int(count)) == counted.get(node, (0.0, 0))
            counted[node] = float(won_after), int(count_after)
            assert counted[node] == (float(won) + share, int(count) + 1)
        assert (counted[way[0]][1] == 1) == new or way[0].role is Role.END
        for step in [step for steps in phases.values() for step in steps]:
            marks.update(step.changed)
        assert {node: visits(mark) for node, mark in marks.items()} == {
            node: count for node, (_, count) in counted.items()
        }
        assert all(marks[node].value == won / count for node, (won, count) in counted.items())
        assert all(mark.state is State.DONE for mark in marks.values())


def test_the_playout_that_is_told_is_one_that_the_rules_allow():
    run = mcts.run(games.load("hexapawn"), 60, seed=4)
    for phases in phases_of(run):
        (played,) = phases["simulation"]
        game = played.node.game.copy()
        result, _, moves = played.sentence.partition(": ")[2].partition(" after ")
        for text in moves.rstrip(".").partition(": ")[2].split():
            game.make(game.parse(text))
        assert {1: "MAX wins", -1: "MIN wins"}[game.score()] == result.rstrip(".").removeprefix("simulation ")


def test_while_a_playout_is_under_way_the_nodes_on_its_way_are_at_work():
    run = mcts.run(games.load("tic-tac-toe"), 30, seed=1)
    for count, step in enumerate(run.steps, 1):
        working = {node for node, mark in run.marks(count).items() if mark.state is State.OPEN}
        if phase_of(step) == "backpropagation":
            assert not working
        else:
            assert {run.root, step.node} <= working


def test_the_line_of_best_play_is_that_of_the_most_visits_after_each_playout():
    run = mcts.run(games.load("tic-tac-toe"), 150, c=2.0, seed=1)
    marks = {}
    for step in run.steps:
        marks.update(step.changed)
        if phase_of(step) != "backpropagation":
            continue
        line, node = [], run.root
        while kids := [kid for kid in node.kids if kid in marks]:
            node = max(kids, key=lambda kid: visits(marks[kid]))
            line.append(node)
        assert [node for node, mark in marks.items() if mark.best] == sorted(line, key=list(marks).index)


def test_chance_is_drawn_by_its_weights():
    marks = mcts.run(Race(), 800, seed=1)
    assert [visits(marks.marks()[kid]) / 800 for kid in marks.root.kids] == pytest.approx([0.25, 0.25, 0.5], abs=0.05)
    rare = Lottery([((9, 1), (1, -1))])  # one playout goes on at random from the first move
    shares = [next(iter(mcts.run(rare, 1, seed=seed).marks().values())).value for seed in range(200)]
    assert mean(shares) == pytest.approx(0.9, abs=0.08)


def test_the_same_seed_grows_the_same_tree_and_another_one_another():
    first, again, other = (mcts.run(games.load("tic-tac-toe"), 60, seed=seed) for seed in (1, 1, 2))
    assert [step.sentence for step in first.steps] == [step.sentence for step in again.steps]
    assert values(first) == values(again) != values(other)


def test_nodes_beyond_the_wanted_depth_are_not_drawn():
    whole, part = (mcts.run(games.load("tic-tac-toe"), 100, seed=1, depth=depth) for depth in (None, 1))
    assert max(node.depth for node in whole.marks()) > 1
    assert {node.path: mark for node, mark in part.marks().items()} == {
        node.path: mark for node, mark in whole.marks().items() if node.depth <= 1
    }
    assert all(step.node.depth <= 1 for step in part.steps)


def test_a_playout_says_where_it_went_and_who_won():
    run = mcts.run(games.load("chips:chips=4,rule=last"), 5, seed=1)
    assert [line for step in run.steps for line in (step.sentence, *step.workings)] == [
        "Playout 1, selection ends at the root, with 3 of 3 moves never tried.",
        "Playout 1, expansion at the root: the first move never tried is 1; its node is added.",
        "Playout 1, simulation: MIN wins after 3 random moves: 1 1 1.",
        "Playout 1, backpropagation: 0/1 for MAX counts at 2 nodes.", "after 1      0/0 -> 0/1",
        "at the root  0/0 -> 0/1", "Playout 2, selection ends at the root, with 2 of 3 moves never tried.",
        "Playout 2, expansion at the root: the first move never tried is 2; its node is added.",
        "Playout 2, simulation: MAX wins after 2 random moves: 1 1.",
        "Playout 2, backpropagation: 1/1 for MAX counts at 2 nodes.", "after 2      0/0 -> 1/1",
        "at the root  0/1 -> 1/2", "Playout 3, selection ends at the root, with 1 of 3 moves never tried.",
        "Playout 3, expansion at the root: the first move never tried is 3; its node is added.",
        "Playout 3, simulation: MIN wins after 1 random move: 1.",
        "Playout 3, backpropagation: 0/1 for MAX counts at 2 nodes.", "after 3      0/0 -> 0/1",
        "at the root  1/2 -> 1/3", "Playout 4, selection at the root: 2 has the highest bound for MAX.",
        "2  1/1 + 0.5*sqrt(ln 3 / 1) = 1.524", "1  0/1 + 0.5*sqrt(ln 3 / 1) = 0.524",
        "3  0/1 + 0.5*sqrt(ln 3 / 1) = 0.524",
        "Playout 4, expansion after 2: the first move never tried is 1; its node is added.",
        "Playout 4, simulation: MAX wins after 1 random move: 1.",
        "Playout 4, backpropagation: 1/1 for MAX counts at 3 nodes.", "after 2 1    0/0 -> 1/1",
        "after 2      1/1 -> 2/2", "at the root  1/3 -> 2/4",
        "Playout 5, selection at the root: 2 has the highest bound for MAX.", "2  2/2 + 0.5*sqrt(ln 4 / 2) = 1.416",
        "1  0/1 + 0.5*sqrt(ln 4 / 1) = 0.589", "3  0/1 + 0.5*sqrt(ln 4 / 1) = 0.589",
        "Playout 5, expansion after 2: the first move never tried is 2; its node is added.",
        "Playout 5, simulation has no move to play: MIN wins.",
        "Playout 5, backpropagation: 0/1 for MAX counts at 3 nodes.", "after 2 2    0/0 -> 0/1",
        "after 2      2/2 -> 2/3", "at the root  2/4 -> 2/5",
    ]  # fmt: skip


@pytest.mark.parametrize(("spec", "moves"), [
    ("tic-tac-toe", ["1", "5", "2"]), ("hexapawn", ["a2"]), ("chips:chips=10,rule=last", []), ("othello:4", ["b1"]),
    ("pig:target=8", []),
])  # fmt: skip
def test_it_finds_what_the_player_finds(spec, moves):
    game = games.load(spec, moves)
    thought = MctsPlayer(playouts=400, solver=False, seed=3).think(game)
    run = mcts.run(game, 400, seed=3)
    marks = run.marks()
    (best,) = [kid for kid in run.root.kids if marks[kid].best]
    assert best.move == game.text(thought.move)
    (theirs,) = [each for each in thought.candidates if each.move == thought.move]
    error = sqrt(1 / 4 / visits(marks[best]) + 1 / 4 / theirs.visits)
    assert marks[best].value == pytest.approx(theirs.value, abs=4 * error)


@pytest.mark.parametrize(("spec", "moves"), [("tic-tac-toe", ["1", "5"]), ("hexapawn", []), ("pig:target=6", [])])
def test_over_many_seeds_its_visits_are_spread_as_those_of_the_player(spec, moves):
    # Of games that rank no moves: there the player's search is this one, number for number but for its random ones.
    game, seeds, playouts = games.load(spec, moves), 60 if COMPILED else 25, 30
    found = {game.text(move): ([], []) for move in game.moves()}
    for seed in range(seeds):
        thought = MctsPlayer(playouts=playouts, solver=False, seed=seed).think(game)
        for each in thought.candidates:
            found[each.text][0].append(each.visits)
        run = mcts.run(game, playouts, seed=seed)
        for kid in run.root.kids:
            found[kid.move][1].append(visits(run.marks()[kid]))
    for theirs, mine in found.values():
        error = sqrt((variance(theirs) + variance(mine)) / seeds)
        assert mean(mine) == pytest.approx(mean(theirs), abs=4 * error + 0.2)


@pytest.mark.parametrize("count", [0, mcts.MOST + 1])
def test_playouts_are_within_what_can_be_kept(count):
    with pytest.raises(SpecError, match=f"playouts={count} must be from 1 to 5,000"):
        mcts.run(games.load("tic-tac-toe"), count)


def compare(tree, node, number, marks):
    """Check that all nodes from here on agree with the player's search; return their number."""
    below = branches(tree, number)
    count = 1
    if not below:
        return count
    by_text = {kid.move: kid for kid in node.kids}
    for each in below:
        kid = by_text[node.game.text(each.move)]
        mark = marks[kid]
        mine = mark.value if node.role.value == "max" else -mark.value
        chosen = [note for note in mark.notes if note.startswith("chosen")]
        assert (mine, "resolved" in mark.notes) == (each.value, each.resolved)
        assert chosen == ([f"chosen {each.visits:,}"] if each.visits else [])
        count += compare(tree, kid, each.node, marks)
    return count


@every_case(
    ("spec", "moves"),
    [("tic-tac-toe", "5 1"), ("hexapawn", ""), ("breakthrough:columns=4,rows=5", "a2-a3"), (BOOK, "")],
)
@every_case("expansions", [1, 2, 7, 60])
def test_it_grows_the_tree_of_the_player(spec, moves, expansions):
    game = games.load(spec, moves.split())
    run = bestfirst.run(game, expansions)
    tree = BestFirst(game, Clock(), 1 << 20)
    assert tree.run(expansions) == run.expansions
    assert compare(tree, run.root, 0, run.marks()) > len(game.moves())
    best = choose_branch(branches(tree))
    (line,) = (kid.move for kid in run.root.kids if run.marks()[kid].best)
    assert line == game.text(best.move)
    assert run.facts[-1].startswith(f"safe decision: {line}, chosen {best.visits} of ")
    assert "not resolved" not in run.facts[0] if tree.resolved() else "not resolved" in run.facts[0]


def test_a_whole_tree_has_the_values_of_minimax():
    run = bestfirst.run(games.load("hexapawn"), bestfirst.MOST)
    assert run.expansions < bestfirst.MOST
    marks = run.marks()
    signs = {node: (value > 0) - (value < 0) for node, value in minimax_values(run.root, run.measure).items()}
    for node, mark in marks.items():
        assert mark.state is State.DONE
        if "resolved" in mark.notes:
            assert (mark.value > 0) - (mark.value < 0) == signs[node]
    assert run.facts[0] == "value for MAX: L in 6"


def test_each_expansion_goes_down_evaluates_and_backs_up():
    run = bestfirst.run(games.load(BOOK), 20)
    assert run.expansions == 4
    assert [step.sentence for step in run.steps[:6]] == [
        "Expansion 1 begins at the root.",
        "Expansion 1 evaluates 3 positions at the root.",
        "Expansion 1 backs up: the root is worth 0.",
        "Expansion 2 goes down after a1.",
        "Expansion 2 evaluates 3 positions after a1.",
        "Expansion 2 backs up: the root is worth W by 3 in 2, and 1 node is resolved now.",
    ]
    assert run.steps[3].workings == ("at the root: a1 is best for MAX, 0, chosen least of 3",)
    assert run.steps[5].workings[0] == "after a1: MIN takes W by 3 in 2, by b1, before 0, resolved"
    assert {run.marks(4)[node].state for node in (run.root, run.root.kids[0])} == {State.OPEN}
    assert run.root.kids[1] not in run.marks(1)


def test_to_a_depth_deeper_nodes_are_not_drawn():
    whole, part = (bestfirst.run(games.load("hexapawn"), 12, depth) for depth in (None, 1))
    assert {node.depth for node in part.marks()} == {0, 1}
    assert max(node.depth for node in whole.marks()) > 1
    assert [step.sentence for step in whole.steps] == [step.sentence for step in part.steps]
    assert whole.facts == part.facts


def test_a_game_that_is_over_is_told_and_not_expanded():
    run = TreeTask(method="bestfirst").run(games.load("tic-tac-toe", "1 4 2 5 3".split()))
    assert (run.expansions, [step.sentence for step in run.steps]) == (0, ["The game is over at the root: L."])


@pytest.mark.parametrize("count", [0, bestfirst.MOST + 1])
def test_too_many_expansions_or_nodes_are_refused(count):
    with pytest.raises(SpecError, match=f"expansions={count} must be from 1 to 2,000"):
        bestfirst.run(games.load("tic-tac-toe"), count)
    with pytest.raises(SpecError, match="more than 20,000 nodes: give a smaller --expansions"):
        bestfirst.run(games.load("gomoku"), 200)


@every_case("spec", ["tic-tac-toe", "nim:heaps=1/2/3", "nim:heaps=1/3/3"])
def test_solved_leaves_have_the_values_of_the_whole_game(spec):
    after = ("5", "1", "9") if spec == "tic-tac-toe" else ()
    game = games.load(spec, after)
    whole, cut = grow_tree(game), grow_tree(game, 1)
    known, found = minimax_values(whole, scale_of(whole)), minimax_values(cut, scale_of(cut, exact=True))
    assert [found[kid] for kid in cut.kids] == [known[kid] for kid in whole.kids]
    assert found[cut] == known[whole]
