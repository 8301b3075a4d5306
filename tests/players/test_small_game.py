"""What is left of a small game is solved before a move; a large one, or one that has no time, is not."""

import math
import random

import pytest

import games
import players
from games.game import Game
from players.optimal import solve_small
from referee.table.advice import Advice

LUCKY = "tree-game:(.9:2,.1:3)-4/5-1"


class Take(Game):
    """Take one or two sticks; whoever takes the last one wins."""

    def __init__(self, sticks=11):
        self.sticks = sticks
        self.turn = 0

    def moves(self):
        return list(range(1, min(2, self.sticks) + 1))

    def make(self, move):
        self.sticks -= move
        self.turn = 1 - self.turn

    def score(self):
        return None if self.sticks else (1 if self.turn == 1 else -1)


@pytest.mark.parametrize(("spec", "values"), [
    ("tree-game", {"a1": 3, "a2": 2, "a3": 2}),
    (LUCKY, {"a1": 2.1, "a2": 1}),
    ("tree-game:-4-1/-5-9", {"a1": -4, "a2": -5}),
    ("tree-game:3-0/0-2", {"a1": 0, "a2": 0}),
])  # fmt: skip
def test_where_points_count_each_move_has_its_value(spec, values):
    found = solve_small(games.load(spec), math.inf, 1000, random.Random(1))
    assert found.proven
    assert found.value == pytest.approx(max(values.values()))
    assert {each.text: each.value for each in found.candidates} == pytest.approx(values)


def test_the_seat_to_move_is_the_one_whose_points_they_are():
    found = solve_small(games.load("tree-game", ("a1",)), math.inf, 1000, random.Random(1))
    assert {each.text: each.value for each in found.candidates} == {"b1": -3, "b2": -12, "b3": -8}


def test_where_winning_counts_it_is_told_how_soon_that_is():
    found = solve_small(Take(), math.inf, 1000, random.Random(1))
    assert (found.move, found.value, found.distance, found.proven) == (2, 1, 7, True)


@pytest.mark.parametrize("spec", ["go:5", "tree-game:width=2,depth=14", "pig"])
def test_a_game_that_is_too_large_is_not_solved(spec):
    assert solve_small(games.load(spec), math.inf, 1000, random.Random(1)) is None


def test_nothing_is_solved_where_there_is_no_time():
    assert solve_small(games.load("tree-game:width=2,depth=9"), 0.0, 100_000, random.Random(1)) is None


@pytest.mark.parametrize("spec", ["tree-game", LUCKY])
def test_the_highest_level_plays_small_games_exactly(spec):
    thought = players.load("level:10").think(games.load(spec))
    assert thought.proven
    assert thought.line[0] == "a1"


def test_the_highest_level_still_samples_large_games():
    thought = players.load("level:10").think(games.load("go:5"), 0.0)
    assert not thought.proven


@pytest.mark.parametrize(("spec", "said"), [
    ("tree-game", "Hint: a1 brings 3 points with best play; a2 brings 2, a3 brings 2."),
    (LUCKY, "Hint: a1 brings 2.1 points with best play; a2 brings 1."),
    ("tree-game:1-4/0-5", "Hint: a1 brings 1 point with best play; a2 brings 0."),
])  # fmt: skip
def test_a_hint_tells_points_where_they_count(spec, said):
    assert Advice(spec, 1).hint(games.load(spec), math.inf) == said


class Walk(Game):
    """Walk left or right on a row; who brings the token to an end of it wins or loses by that end."""

    def __init__(self):
        self.at = 4
        self.turn = 0

    def moves(self):
        return [0, 1]

    def make(self, move):
        self.at += 2 * move - 1
        self.turn = 1 - self.turn

    def score(self):
        return {0: -1, 8: 1}.get(self.at)


def test_a_game_whose_positions_recur_is_solved_too():
    found = solve_small(Walk(), math.inf, 1000, random.Random(1))
    assert (found.value, found.proven) == (0, True)
