"""What Monte Carlo tree search proves: against plain minimax, at positions whose worth is published, and in its moves."""

import math
import random

import pytest
from plain import Grab, HighCard, PlainTicTacToe, Race
from reference import best

import games
from players.mcts import MctsPlayer
from players.search.clock import Clock
from players.search.montecarlo.mcts import Uct
from players.search.random_play import Rng
from players.search.montecarlo.result import Branch, branches, choose_branch, proven_sign
from tests.helpers.cases import every_case
from referee.solving.value import sign
from tests.helpers.positions import opened

SMALL = [
    lambda: games.load("ttt", ["5", "1"]),
    lambda: games.load("nim:heaps=1/2/3"),
    lambda: games.load("nim:sticks=9,misere=yes"),
    lambda: games.load("chips:chips=9"),
    lambda: games.load("hexapawn"),
    lambda: games.load("hex:size=3", ["a1", "c3", "c1"]),
    lambda: games.load("connect-four:columns=3,rows=3,line=3"),
    lambda: games.load("dots-and-boxes:rows=1,columns=1"),
    lambda: games.load("yucky-chocolate:rows=3,columns=3"),
    lambda: Grab(8),
]


def grown(game, playouts, seed=1, **options):
    """A tree of so many playouts."""
    tree = Uct(game, Clock(), Rng(seed), random.Random(seed), 0.7, 1 << 18, **options)
    tree.run(playouts)
    return tree


def nodes(tree, game, node=0):
    """(what the tree holds of a node, the game there) for each node below that one; afterwards the game is as it was."""
    for child in tree.children(node):
        twin = game.copy()
        twin.make(child[1])
        yield child, twin
        yield from nodes(tree, twin, child[0])


@every_case("kind", SMALL)
@every_case("rave", [0, 50])
def test_bounds_hold_what_minimax_finds(kind, rave):
    game = kind()
    proven, exact = 0, {}
    for child, twin in nodes(grown(game, 250, rave=rave), game):
        low, high = child[4:]
        if (low, high) != (-1, 1):
            place = (twin.key(), twin.turn) if twin.key() else len(exact)
            if place not in exact:
                exact[place] = sign(best(twin)[0])
            assert low <= exact[place] <= high
            proven += low == high
    assert proven


@every_case("kind", SMALL)
def test_a_solved_root_is_worth_what_minimax_finds_and_its_move_keeps_it(kind):
    game = kind()
    tree = grown(game, 20_000)
    mine = sign(best(game)[0]) * (1 - 2 * game.turn)
    assert proven_sign(branches(tree)) == mine
    assert sum(each.visits for each in branches(tree)) < 20_000  # once solved it stops
    thought = MctsPlayer(playouts=20_000, seed=3).think(game)
    assert (thought.proven, thought.value) == (True, (mine + 1) / 2)
    game.make(thought.move)
    assert sign(best(game)[0]) == mine * (1 if kind().turn == 0 else -1)


@pytest.mark.parametrize(
    ("spec", "first"),
    [
        ("hexapawn", -1),  # M. Gardner, "Mathematical Games", Scientific American, March 1962: the second player wins
        ("tic-tac-toe", 0),
        ("hex:size=3", 1),  # J. Nash's argument: the first player wins on every board
        ("othello:size=4", -1),  # with best play White wins by 8 (J. Feinstein, "Perfect play in 6x6 Othello", 1993)
        ("nim:heaps=1/2/3", -1),  # C. L. Bouton, "Nim, a Game with a Complete Mathematical Theory", 1901
    ],
)
def test_published_results(spec, first):
    game = games.load(spec)
    thought = MctsPlayer(playouts=60_000, seed=1).think(game)
    assert (thought.proven, thought.value) == (True, (first + 1) / 2)


@pytest.mark.parametrize(("spec", "texts"), [
    ("connect-four", "4 1 4 1 4 2"), ("connect-four", "3 3 4 4 2"), ("breakthrough:columns=3,rows=4", ""),
    ("nim:heaps=3/4/5", ""),
])  # fmt: skip
def test_the_line_of_a_proven_end_leads_to_it(spec, texts):
    game = games.load(spec, texts.split())
    thought = MctsPlayer(playouts=30_000, seed=2).think(game)
    assert thought.proven
    mine = 1 - 2 * game.turn
    assert thought.line[0] == game.text(thought.move)
    for text in thought.line:
        game.make(game.parse(text))
    assert game.score() is not None
    assert (sign(game.score()) * mine + 1) / 2 == thought.value


def test_a_win_at_once_is_found_as_soon_as_its_move_is_visited():
    game = games.load("connect-four", "4 1 4 1 4 2".split())
    thought = MctsPlayer(playouts=7, seed=1).think(game)
    assert (game.text(thought.move), thought.proven, thought.value) == ("4", True, 1)
    assert thought.line == ("4",)


def test_a_proven_loss_is_never_made_while_there_is_anything_else():
    # X threatens 4: whatever else O does, X wins at once, which as many playouts as there are moves do not tell.
    game = games.load("connect-four", "4 1 4 1 4".split())
    for seed in range(5):
        thought = MctsPlayer(playouts=300, seed=seed).think(game)
        assert game.text(thought.move) == "4"
        lost = [each for each in thought.candidates if each.proven]
        assert len(lost) == 6
        assert all(each.value == 0 and each.error is None for each in lost)


def test_what_is_proven_goes_before_what_is_visited():
    def move(visits, total, low=-1, high=1, number=0):
        return Branch(0, number, visits, total, low, high)

    much, won, drawn, lost = move(90, 60), move(1, 1, 1, 1), move(2, 1, 0, 0), move(99, 0, -1, -1)
    assert choose_branch([much, won, drawn, lost]) is won
    assert choose_branch([much, drawn, lost]) is much
    assert choose_branch([move(90, 30), drawn, lost]) is drawn  # a sure draw beats what looks like less
    assert choose_branch([lost, move(0, 0)]).visits == 0
    assert choose_branch([lost, move(3, 0, -1, -1)]) is lost
    assert choose_branch([move(9, 5, -1, 0), drawn]) is drawn
    assert proven_sign([lost, drawn]) == 0
    assert proven_sign([lost, much]) is None


def test_without_solver_nothing_is_proven():
    thought = MctsPlayer(playouts=400, seed=1, solver=False).think(games.load("ttt", ["1", "4", "2"]))
    assert not thought.proven
    assert not any(each.proven for each in thought.candidates)
    assert sum(each.visits for each in thought.candidates) == 400


def test_where_luck_decides_only_plain_wins_are_proven():
    pig = games.load("pig:target=10", "roll 6 roll 6".split())
    thought = MctsPlayer(playouts=50, seed=1).think(pig)
    assert (pig.text(thought.move), thought.proven, thought.value) == ("hold", True, 1)
    for game in (games.load("pig"), Race(4), HighCard()):
        opened(game)
        assert not MctsPlayer(playouts=200, seed=1).think(game).proven


def test_chance_is_never_proven_but_what_follows_it_may_be():
    class Toss(Race):
        stakes = 1

    game = Toss(2)
    game.make(1)
    for child, twin in nodes(grown(game, 2000), game):
        low, high = child[4:]
        if low == high and twin.score() is None:
            assert twin.turn != -1
        if low == high and twin.score() is not None:
            assert low == twin.score()


def test_stakes_beyond_one_are_not_proven_where_there_is_luck():
    class High(Race):
        stakes = 3

        def score(self):
            found = super().score()
            return None if found is None else 3 * found

    game = High(1)
    game.make(1)
    thought = MctsPlayer(playouts=100, seed=1).think(game)
    assert not any(each.proven for each in thought.candidates)
    assert thought.move == 1


def test_errors_are_those_of_a_share():
    thought = MctsPlayer(playouts=900, seed=1).think(games.load("connect-four"))
    for each in thought.candidates:
        assert each.error == pytest.approx(math.sqrt(each.value * (1 - each.value) / each.visits))
    assert sum(each.visits for each in thought.candidates) == 900
    assert thought.depth >= 3
    assert thought.nodes > 900


def test_a_plain_game_is_proven_as_its_compiled_twin():
    one, other = PlainTicTacToe(), games.load("ttt")
    for cell in (4, 0):
        one.make(cell)
    other = games.load("ttt", ["5", "1"])
    found = [MctsPlayer(playouts=3000, seed=1).think(game) for game in (one, other)]
    assert found[0].value == found[1].value == 0.5
    assert found[0].proven and found[1].proven
