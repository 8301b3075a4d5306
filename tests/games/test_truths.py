"""What is known of the games from elsewhere, each with its source."""

import random

import pytest
from plain import Grab, PlainTicTacToe
from reference import best, leaves, positions

import games
import players
from games.chips import Chips
from games.nim import Nim
from games.pig import Pig
from games.tic_tac_toe import TicTacToe
from players.minimax import MinimaxPlayer
from referee.batches.plan import Plan, WinTally
from referee.support.build import life


def solved(game):
    thought = MinimaxPlayer().think(game)
    assert thought.proven
    return thought.value


def after(game, text):
    game.make(game.parse(text))
    return game


def test_tic_tac_toe_has_255168_games_and_5478_positions():
    # 255,168: OEIS A061221; 5,478: OpenSpiel, tic_tac_toe.h, kNumberStates.
    assert leaves(TicTacToe()) == 255_168
    assert len(positions(TicTacToe())) == 5_478


def test_tic_tac_toe_is_a_draw():
    assert solved(TicTacToe()) == 0
    assert solved(PlainTicTacToe()) == 0


def test_tic_tac_toe_estimates_open_lines():
    game = TicTacToe()
    assert game.estimate() == 0
    assert after(game, "5").estimate() == 8 - 4
    assert after(game, "1").estimate() == 5 - 4


@pytest.mark.parametrize("take", [1, 2, 3, 4, 7])
@pytest.mark.parametrize("misere", [False, True])
def test_one_heap_is_lost_exactly_at_its_remainder(take, misere):
    # Multiples of take + 1 are lost, and one more than these when the last stick loses.
    for sticks in range(1, 51):
        lost = sticks % (take + 1) == (1 if misere else 0)
        assert solved(Nim(sticks, take, misere=misere)) == (-1 if lost else 1), sticks


def nim_sum(heaps):
    total = 0
    for heap in heaps:
        total ^= heap
    return total


@pytest.mark.parametrize("misere", [False, True])
def test_heaps_are_lost_exactly_at_nim_sum_zero(misere):
    # Bouton 1901. Misere is the same but where no heap has two: then an odd number of ones is lost.
    rng = random.Random(3)
    for _ in range(60 if life() == "compiled" else 10):
        heaps = tuple(rng.randint(1, 9 if life() == "compiled" else 6) for _ in range(rng.randint(2, 5)))
        lost = nim_sum(heaps) == 0
        if misere and max(heaps) == 1:
            lost = len(heaps) % 2 == 1
        assert solved(Nim(heaps=heaps, misere=misere)) == (-1 if lost else 1), heaps


def test_chips_with_the_last_winning_is_lost_exactly_at_fibonacci_numbers():
    # Whinihan 1963, "Fibonacci Nim".
    most = 500 if life() == "compiled" else 100
    lost = [chips for chips in range(2, most + 1) if solved(Chips(chips, "last")) == -1]
    assert lost == [number for number in (2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610, 987) if number <= most]


@pytest.mark.parametrize("chips", [101, 1001] if life() == "compiled" else [101])
def test_large_piles_are_solved_within_the_default_budget(chips):
    thought = MinimaxPlayer().think(Chips(chips))
    assert thought.proven
    assert thought.nodes < 250_000


@pytest.mark.parametrize("chips", range(3, 20, 2))
def test_chips_agrees_with_plain_minimax(chips):
    score, plies = best(Chips(chips))
    thought = MinimaxPlayer().think(Chips(chips))
    assert (thought.value, thought.distance) == (score, plies)


@pytest.mark.parametrize("swap", [False, True])
@pytest.mark.parametrize("game", ["tic-tac-toe", "chips", "nim"])
def test_minimax_loses_no_game_that_is_not_lost_at_the_start(game, swap):
    # Tic-tac-toe is a draw, chips of 21 and nim of 21 are won by the first seat.
    plan = Plan(game, ("random", "minimax") if swap else ("minimax", "random"), seed=5)
    tally = WinTally(plan.names)
    for number in range(1000 if game == "tic-tac-toe" and life() == "compiled" else 30):
        tally.add(plan.task(number).result().record)
    if game == "tic-tac-toe":
        assert tally.won.get("random", 0) == 0
    if not swap:
        assert tally.won.get("random", 0) == 0
        assert tally.won["minimax"] > 0


def test_random_games_of_tic_tac_toe_end_as_elsewhere():
    # OpenSpiel and RBG: X wins 58 %, draws 13 %, 7.63 moves a game.
    plan = Plan("tic-tac-toe", ("random", "random"), seed=9)
    records = [plan.task(number).result().record for number in range(4000)]
    share = sum(record.score == 1 for record in records) / 4000
    draws = sum(record.score == 0 for record in records) / 4000
    length = sum(len(record.moves.split()) for record in records) / 4000
    assert abs(share - 0.585) < 0.03
    assert abs(draws - 0.127) < 0.02
    assert abs(length - 7.63) < 0.06


def test_a_game_of_margins_and_extra_turns_agrees_with_plain_minimax():
    for coins in range(1, 13):
        assert solved(Grab(coins)) == best(Grab(coins))[0], coins


def test_stronger_players_beat_weaker_ones():
    plan = Plan("tic-tac-toe", ("montecarlo:playouts=50", "random"), seed=1, swap=True)
    count = 200 if life() == "compiled" else 40
    scores = [plan.task(number).result().record.winner for number in range(count)]
    assert scores.count("montecarlo") > 0.75 * count
    assert scores.count("random") < 0.1 * count


def test_montecarlo_takes_a_win_and_blocks_a_loss():
    game = games.load("ttt")
    for text in "1 4 2 5".split():
        game.make(game.parse(text))
    assert game.text(players.load("montecarlo", seed=1).choose(game, float("inf"))) == "3"
    game.make(game.parse("9"))
    assert game.text(players.load("montecarlo", seed=1).choose(game, float("inf"))) == "6"


def test_a_move_of_chips_nim_and_pig_has_a_plain_number():
    assert Chips().moves() == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    assert Nim().moves() == [1, 2, 3]
    assert Nim(heaps=(1, 2)).moves() == [1, 100_001, 100_002]
    assert Pig().moves() == [0, 7]


@pytest.mark.parametrize("kind", [Chips, Pig])
def test_a_line_taken_back_leads_to_the_positions_that_it_came_from(kind):
    rng, game, line = random.Random(1), kind(), []
    while game.score() is None:
        line.append((rng.choice(game.moves()), game.position()))
        game.make(line[-1][0])
    for move, before in reversed(line):
        game.unmake(move)
        assert game.position() == before
