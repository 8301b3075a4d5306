"""Proof numbers, compared with exhaustive search on random positions, and what they refuse."""

import random

import pytest
from plain import PlainTicTacToe

import games
from games.game import CHANCE
from players.search.clock import Clock
from players.search.alphabeta.solver import ProofNumbers, Solver
from players.search.alphabeta.tree import Chance
from players.search.alphabeta.table import Table, to_game_score
from referee.solving.exhaustive import Turns
from referee.solving.exhaustive import fits
from tests.helpers.random_games import wander
from referee.support.build import life

FAST = life() == "compiled"
MANY = 10 if FAST else 1  # parts of the positions

# The game, how many moves are made at random, at least and at most, and how many positions of each part.
SPECS = {
    "tic-tac-toe": (0, 6, 5),
    "hexapawn": (0, 4, 4),
    "hexapawn:columns=4,rows=4": (2, 6, 5),
    "hex:size=3": (1, 5, 5),
    "hex:size=4": (7, 12, 3),
    "breakthrough:columns=4,rows=4,home=1": (2, 8, 3),
    "breakthrough:columns=5,rows=5,home=1": (8, 12, 2),
    "breakthrough:columns=4,rows=5": (12, 20, 2),
    "gomoku:columns=4,rows=4,line=3": (2, 8, 3),
    "gomoku:columns=4,rows=4,line=4": (7, 12, 3),
    "connect-four:columns=4,rows=4": (3, 10, 3),
    "connect-four:columns=5,rows=4,line=3": (4, 10, 3),
    "dots-and-boxes:rows=2,columns=2": (3, 10, 3),
    "kalah:pits=3,seeds=2": (0, 10, 3),
}


def exact(game):
    """What seat 0 wins by exhaustive search."""
    search = Solver(game, Table(1 << 14), Clock(), 200)
    search.settle()
    margin = to_game_score(search.lower)[0]
    assert margin == to_game_score(search.upper)[0]
    return margin if game.turn == 0 else -margin


def proven(game, least, table=None, clock=None):
    """The search after it has asked whether seat 0 gets so much."""
    proof = ProofNumbers(game, table or Table(1 << 14), clock or Clock(), least)
    proof.run()
    return proof


@pytest.mark.parametrize("spec", SPECS)
def test_it_proves_what_exhaustive_search_finds(spec):
    least, most, count = SPECS[spec]
    rng, table = random.Random(spec), Table(1 << 12)  # which all positions of the game share, and which is too small
    for _ in range(count * MANY):
        game = wander(rng, spec, least, most)
        score = exact(game)
        for wanted in {0, 1, score, score + 1}:
            proof = proven(game, wanted, table)
            assert proof.proven == (score >= wanted), (game.show(), wanted)
            if proof.proven == (game.turn == 0):  # the seat to move has its way
                twin = game.copy()
                twin.make(proof.best_move)
                after = exact(twin) if twin.score() is None else twin.score()
                assert (after >= wanted) == proof.proven, (game.show(), wanted)


def test_a_shared_table_keeps_opposite_scores_apart():
    table, game = Table(1 << 14), games.load("dots-and-boxes:rows=1,columns=2")
    score = exact(game)
    for wanted in (2, -2, 1, -1):
        assert proven(game, wanted, table).proven == (score >= wanted), wanted


def test_it_stops_where_the_clock_says_so_and_goes_on():
    table, clock, stops = Table(1 << 14), Clock(budget=50), 0
    while (proof := proven(games.load("hex:size=3"), 1, table, clock)).proven is None:
        stops += 1
        clock.budget += 50
    assert proof.proven
    assert stops > 3


def test_it_goes_no_deeper_than_it_may():
    proof = ProofNumbers(games.load("hex:size=3"), Table(1 << 10), Clock(), 1, deepest=2)
    proof.run()
    assert proof.proven is None


@pytest.mark.parametrize("spec", ["go:size=2", "checkers", "chess"])
def test_games_that_look_back_are_refused(spec):
    assert not fits(games.load(spec))
    with pytest.raises(ValueError, match="not for proof numbers"):
        ProofNumbers(games.load(spec), Table(100), Clock(), 1)


def test_rules_in_python_are_fit():
    assert fits(PlainTicTacToe())
    assert proven(PlainTicTacToe(), 0).proven
    assert not proven(PlainTicTacToe(), 1).proven


def test_chance_is_met():
    class Rolling(PlainTicTacToe):
        def make(self, move):
            super().make(move)
            self.turn = CHANCE

    with pytest.raises(Chance):
        proven(Rolling(), 1)


@pytest.mark.parametrize("spec", ["hex:size=3", "tic-tac-toe", "hexapawn:columns=4,rows=4"])
@pytest.mark.parametrize("plies", [0, 1, 2])
def test_turns_find_what_one_search_finds(spec, plies, monkeypatch):
    monkeypatch.setattr("referee.solving.exhaustive.PART", 20)
    rng = random.Random(plies)
    for _ in range(5):
        game = wander(rng, spec, plies, plies)
        turns = Turns(1 << 12, Clock())
        search = Solver(game, Table(1 << 12), turns.clock, 100)
        turns.settle(game, search)
        assert search.question() is None
        search.run()
        alone = Solver(game, Table(1 << 12), Clock(), 100)
        alone.run()
        assert (search.final, search.score) == (True, alone.score)
        twin = game.copy()
        twin.make(search.best_move)
        if (score := twin.score()) is None:
            score = exact(twin)
        assert score == exact(game)
