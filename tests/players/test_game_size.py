"""Random games show which games are too large for a search; the rest of a small game is solved."""

import math
import random

import pytest

import games
import players
import referee
from games.game import Game
from players import optimal
from players.optimal import solve_small
from players.player import Unplayable
from players.search.clock import Clock
from players.search.tree_size import is_hopeless
from referee.table.advice import Advice
from tests.helpers.cases import every_case

HOPELESS = ["chess", "chess:gardner", "checkers", "othello", "go:9", "gomoku", "breakthrough", "hex"]
FEASIBLE = [
    "tic-tac-toe", "othello:4", "hex:size=4", "dots-and-boxes:rows=3,columns=3", "kalah:pits=3,seeds=3", "hexapawn",
    "connect-four:columns=6,rows=5", "nim:heaps=10/20/30", "breakthrough:columns=4,rows=5", "go:3",
]  # fmt: skip


class Countdown(Game):
    """Take one to three of many sticks: an enormous number of lines, and one position for each number of sticks."""

    def __init__(self, sticks=300):
        self.turn, self.sticks = 0, sticks

    def moves(self):
        return [take for take in (1, 2, 3) if take <= self.sticks]

    def make(self, move):
        self.sticks -= move
        self.turn = 1 - self.turn

    def score(self):
        return None if self.sticks else 1 if self.turn == 1 else -1


class Filling(Countdown):
    """The same, and each move is remembered, so that no two lines come to one position."""

    def __init__(self, sticks=200):
        super().__init__(sticks)
        self.taken = []

    def make(self, move):
        super().make(move)
        self.taken.append(move)


class Middling(Filling):
    """Too few lines for random games to show how many there are."""

    def __init__(self, sticks=40):
        super().__init__(sticks)


@pytest.mark.parametrize("spec", HOPELESS)
def test_games_on_usual_boards_are_hopeless(spec):
    assert is_hopeless(games.load(spec))


@every_case("spec", FEASIBLE)
def test_games_solvable_in_minutes_are_not_hopeless(spec):
    assert not is_hopeless(games.load(spec))


def test_many_lines_to_few_positions_are_not_hopeless():
    assert not is_hopeless(Countdown())
    assert is_hopeless(Filling())
    assert players.load("optimal").begin(Countdown(), 0) is None


def test_a_game_of_chance_is_left_to_value_iteration():
    assert not is_hopeless(games.load("backgammon"))


@pytest.mark.parametrize("game", [games.load("chess"), Filling()], ids=["chess", "plain"])
def test_optimal_refuses_a_hopeless_game_without_a_search_and_names_who_plays_it(game, monkeypatch):
    def no_search(*given):
        raise AssertionError("it searches")

    monkeypatch.setattr(optimal, "search_to_end", no_search)
    with pytest.raises(Unplayable, match="is far too large to be solved; minimax, mcts and level:10 play it"):
        players.load("optimal").begin(game, 0)


def test_a_plain_game_is_searched_for_fewer_positions(monkeypatch):
    clocks = []

    def unfinished(game, table, clock):
        clocks.append(clock)
        return type("Search", (), {"final": False})

    monkeypatch.setattr(optimal, "search_to_end", unfinished)
    monkeypatch.setattr(optimal, "SOLVED", type(optimal.SOLVED)(1))
    for game in (Middling(), games.load("connect-four:columns=6,rows=5")):
        with pytest.raises(Unplayable, match="out of reach within 8 MB.*; minimax, mcts and level:10 play it"):
            optimal.OptimalPlayer(8).begin(game, 0)
    plain, compiled = (clock.budget for clock in clocks)
    assert isinstance(clocks[0], Clock)
    assert plain * optimal.PLAIN <= compiled < (plain + 1) * optimal.PLAIN


def test_a_batch_names_the_refusal_of_each_game():
    record = referee.play("chess", "optimal", "random", seed=1)
    assert record.winner == "random"
    assert "Chess is far too large to be solved; minimax, mcts and level:10 play it" in record.why


LUCKY = "tree-game:(.9:2,.1:3)-4/5-1"


class Take(Game):
    """Take one or two sticks; the last one wins."""

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
def test_each_move_has_its_value_if_points_count(spec, values):
    found = solve_small(games.load(spec), math.inf, 1000, random.Random(1))
    assert found.proven
    assert found.value == pytest.approx(max(values.values()))
    assert {each.text: each.value for each in found.candidates} == pytest.approx(values)


def test_points_count_for_the_seat_to_move():
    found = solve_small(games.load("tree-game", ("a1",)), math.inf, 1000, random.Random(1))
    assert {each.text: each.value for each in found.candidates} == {"b1": -3, "b2": -12, "b3": -8}


def test_a_win_has_its_distance():
    found = solve_small(Take(), math.inf, 1000, random.Random(1))
    assert (found.move, found.value, found.distance, found.proven) == (2, 1, 7, True)


@pytest.mark.parametrize("spec", ["go:5", "tree-game:width=2,depth=14", "pig"])
def test_a_game_that_is_too_large_is_not_solved(spec):
    assert solve_small(games.load(spec), math.inf, 1000, random.Random(1)) is None


def test_nothing_is_solved_without_time():
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
def test_a_hint_names_points_if_they_count(spec, said):
    assert Advice(spec, 1).hint(games.load(spec), math.inf) == said


class Walk(Game):
    """Walk left or right on a row; its left end loses for the first seat, its right end wins."""

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
