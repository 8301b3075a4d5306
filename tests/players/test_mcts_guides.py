"""What guides tree search beside its playouts: estimates by minimax, proof numbers; and that more time plays no worse."""

import random

import pytest

import games
from games.breakthrough import Breakthrough
from games.capabilities import scale_of
from games.connect_four import ConnectFour
from games.game import Game
from players.mcts import MctsPlayer
from players.search.clock import Clock
from players.search.montecarlo.nodes import as_share
from players.search.montecarlo.mcts import Uct
from players.search.random_play import Rng
from referee.reports.analysis.thought_text import ChanceScale, choice_text
from referee.support.build import life

COMPILED = life() == "compiled"
SPECS = ["connect-four", "kalah:pits=3,seeds=3", "othello:size=4", "breakthrough:columns=4,rows=5", "hex:size=4"]
NEVER = 1 << 30


def grown(game, playouts, rave=0.0, most=1 << 18):
    """A tree of so many playouts."""
    tree = Uct(game, Clock(), Rng(3), random.Random(3), 0.4, most, True, rave)
    tree.run(playouts)
    return tree


def nodes(tree, game, node=0, child=None):
    """(node, what its parent holds of it, the game there) for each visited node below that one."""
    for each in tree.children(node):
        if each[2]:
            twin = game.copy()
            twin.make(each[1])
            yield each[0], each, twin
            yield from nodes(tree, twin, each[0])


def counted(tree, node):
    """The proof and the disproof number of a node, by those of its children as the papers define them."""
    numbers = [tree.guides_of(child[0])[1:] for child in tree.children(node)]
    proofs, disproofs = zip(*numbers, strict=True)
    if tree.turn(node):
        return min(sum(proofs), NEVER), min(disproofs)
    return min(proofs), min(sum(disproofs), NEVER)


@pytest.mark.parametrize("spec", SPECS)
def test_proof_numbers_are_those_of_the_children(spec):
    game = games.load(spec)
    tree = grown(game, 600)
    compared = 0
    for node, (_, _, _, _, low, high), _ in nodes(tree, game):
        if low == high:
            assert tree.guides_of(node)[1:] == ((0, NEVER) if low > 0 else (NEVER, 0))
        elif tree.children(node):
            assert tree.guides_of(node)[1:] == counted(tree, node)
            compared += 1
        else:
            assert tree.guides_of(node)[1:] == (1, 1)
    assert compared > 20


@pytest.mark.parametrize("spec", SPECS)
def test_a_leaf_keeps_its_estimate_and_every_other_node_the_best_of_its_children(spec):
    game = games.load(spec)
    tree = grown(game, 400)
    leaves = inner = 0
    for node, (_, _, _, _, low, high), twin in nodes(tree, game):
        value = tree.guides_of(node)[0]
        tried = [tree.guides_of(child[0])[0] for child in tree.children(node) if child[2]]
        if low == high:
            assert value == (low + 1) / 2
        elif not tried:
            assert value == as_share(twin.estimate(), scale_of(game))
            leaves += 1
        elif (low, high) == (-1, 1):
            assert value == (min if tree.turn(node) else max)(tried)
            inner += 1
    assert leaves > 20
    assert inner > 20


def test_a_share_is_a_half_where_an_estimate_favours_nobody():
    assert as_share(0, 30.0) == 0.5
    assert as_share(30, 30.0) == pytest.approx(0.7310585786300049)  # 1 / (1 + exp(-1))
    assert as_share(-30, 30.0) + as_share(30, 30.0) == pytest.approx(1)
    assert (as_share(-(1 << 29), 0.5), as_share(1 << 29, 0.5)) == (pytest.approx(0), 1)


def test_a_subclass_with_another_estimate_has_no_scale():
    class Other(Breakthrough):
        def estimate(self):
            return 1

    class Both(Breakthrough):
        scale = 7

        def estimate(self):
            return 1

    assert scale_of(Breakthrough()) > 0
    assert (scale_of(Other()), scale_of(Both()), scale_of(ConnectFour())) == (0, 7, ConnectFour.scale)
    assert [scale_of(games.load(spec)) for spec in ("pig", "backgammon", "kuhn-poker", "nim")] == [0] * 4
    assert Game.scale == 0


def test_with_rave_nothing_else_guides():
    tree = grown(games.load("connect-four"), 200, rave=50.0)
    assert {tree.guides_of(child[0]) for child in tree.children(0)} == {(0.5, 1, 1)}


@pytest.mark.skipif(not COMPILED, reason="takes a minute interpreted")
@pytest.mark.parametrize(("playouts", "seeds"), [(10_000, 6), (100_000, 4)])
def test_more_time_plays_no_worse_on_the_empty_board_of_connect_four(playouts, seeds):
    # The centre wins, any other move does not (V. Allis, "A Knowledge-Based Approach of Connect-Four", 1988).
    for seed in range(seeds):
        thought = MctsPlayer(playouts=playouts, seed=seed).think(games.load("connect-four"))
        assert thought.line[0] == "4"


@pytest.mark.parametrize("spec", ["hex:size=7", "gomoku"])
def test_a_tree_that_is_full_says_so(spec):
    game = games.load(spec)
    player = MctsPlayer(playouts=100, seed=1)
    thought = player.think(game)
    assert thought.how == ""
    assert "full" not in choice_text("Ann", thought, ChanceScale())
    player = MctsPlayer(playouts=300, memory=1, seed=1)
    player.tree = grown(game, 10, most=700)
    thought = player.think(game)
    assert player.tree.nodes.count <= 700
    assert thought.how.startswith("a tree full at ")
    assert ", in a tree full at " in choice_text("Ann", thought, ChanceScale())
    assert "memory=1" in thought.how
