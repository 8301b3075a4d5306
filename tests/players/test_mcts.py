"""Monte Carlo tree search: against what is known exactly, with dice, with hidden cards, within its memory."""

import math
import random

import pytest
from plain import Grab, HighCard, PlainTicTacToe, Race
from reference import best

import games
from players.mcts import MctsPlayer
from players.search.clock import Clock
from players.search.alphabeta.expectimax import Expectimax
from players.search.montecarlo.mcts import Uct
from players.search.random_play import Rng
from players.search.alphabeta.table import Table
from players.search.montecarlo.result import branches
from referee.batches.plan import Plan, WinTally
from referee.support.build import life
from tests.helpers.positions import after

GAMES = 16 if life() == "compiled" else 4


def grown(game, playouts, seed=1, most=1 << 20, clock=None):
    """A tree of so many playouts."""
    tree = Uct(game, clock or Clock(), Rng(seed), random.Random(seed), 0.7, most)
    tree.run(playouts)
    return tree


def tally(tree):
    """(move, visits, value) of each move of the root."""
    return [(each.move, each.visits, each.value) for each in branches(tree)]


def test_each_playout_visits_one_move_of_the_root():
    found = tally(grown(games.load("connect-four"), 500))
    assert sorted(move for move, _, _ in found) == sorted(games.load("connect-four").moves())
    assert sum(visits for _, visits, _ in found) == 500
    assert all(0 <= share <= 1 for _, _, share in found)


def test_all_moves_of_the_root_are_tried_even_if_the_game_leaves_some_out_as_it_ranks_them():
    game = games.load("gomoku:columns=7,rows=7", ["d4", "a1", "d5", "b1", "d3", "c1"])
    assert len(game.ranked()) < len(game.moves())
    assert {move for move, _, _ in tally(grown(game, 100))} == set(game.moves())


@pytest.mark.parametrize("kind", [PlainTicTacToe, lambda: games.load("ttt")], ids=["plain", "compiled"])
def test_its_moves_at_tic_tac_toe_lose_nothing(kind):
    rng = random.Random(3)
    for _ in range(12):
        game = kind()
        for _ in range(rng.randrange(2, 6)):
            if game.score() is None:
                game.make(rng.choice(game.moves()))
        if game.score() is None:
            thought = MctsPlayer(playouts=1500, seed=1).think(game)
            assert best(after(game, thought.move))[0] == best(game)[0]


def test_a_seat_that_moves_again_is_searched_as_one_that_does():
    game = Grab(8)
    thought = MctsPlayer(playouts=3000, seed=2).think(game)
    assert best(after(game, thought.move))[0] == best(game)[0]


@pytest.mark.parametrize("seat", [0, 1])
def test_dice_are_sampled_by_their_weights(seat):
    game = Race(3)
    game.mover = seat
    game.make(2)
    exact = Expectimax(game, Table(1 << 12), Clock())
    exact.run(6)
    (_, visits, share), *_ = sorted(tally(grown(game, 4000)), key=lambda each: -each[1])
    assert visits > 2000
    assert share == pytest.approx((exact.value * (1 - 2 * seat) + 1) / 2, abs=0.08)


def test_cards_are_played_for_what_they_are_worth_on_average():
    # The highest card wins twice as much doubled; facing it the lowest folds, and the second highest sees.
    high, low = after(HighCard(), 3, 0), after(HighCard(), 3, 0, 11)
    assert MctsPlayer(playouts=800, seed=1).think(low).move == 10
    assert MctsPlayer(playouts=800, seed=1).think(after(HighCard(), 0, 3, 11)).move == 11
    assert len(MctsPlayer(playouts=800, seed=1).think(high).candidates) == 2


@pytest.mark.parametrize("first", [0, 1, 2])
def test_what_the_other_really_holds_changes_nothing(first):
    tallies = [
        tally(grown(after(HighCard(), first, second).imagine(0, random.Random(4)), 300))
        for second in range(4)
        if second != first
    ]
    assert tallies[0] == tallies[1] == tallies[2]


@pytest.mark.parametrize(("opening", "folly"), [("Q J bet", "call"), ("K Q check bet", "fold"), ("Q K bet", "fold")])
def test_a_jack_never_calls_and_a_king_never_folds(opening, folly):
    game = games.load("kuhn-poker", opening.split())
    thought = MctsPlayer(playouts=1000, seed=1).think(game.imagine(game.turn, random.Random(1)))
    assert game.text(thought.move) != folly


def test_the_tree_keeps_within_its_memory_and_plays_on():
    game = games.load("pig:target=20")
    small, large = grown(game, 2000, most=40), grown(game, 2000)
    assert sum(visits for _, visits, _ in tally(small)) == 2000
    assert max(tally(small), key=lambda each: each[1])[0] == max(tally(large), key=lambda each: each[1])[0]


def test_a_deadline_in_the_past_still_yields_a_move():
    for game in (games.load("hex"), games.load("pig"), after(HighCard(), 0, 1)):
        assert MctsPlayer().choose(game, -math.inf) in game.moves()


def test_it_stops_at_its_budget_of_positions():
    clock = Clock(budget=1000)
    tree = grown(games.load("othello"), None, clock=clock)
    assert clock.nodes == 1000
    assert sum(visits for _, visits, _ in tally(tree)) < 1000


def test_the_same_seed_grows_the_same_tree():
    one, same, other = (tally(grown(games.load("connect-four"), 300, seed)) for seed in (5, 5, 6))
    assert one == same != other


def test_it_beats_flat_playouts():
    plan = Plan("connect-four", ("mcts:playouts=500", "montecarlo:playouts=70"), seed=1, swap=True)
    won = WinTally(plan.names)
    for number in range(GAMES):
        won.add(plan.task(number).result().record)
    assert won.as_dict()["won"]["mcts"] >= 11 * GAMES // 16
