"""A game that no search can finish is told from random games, and optimal refuses it before the first move."""

import pytest

import games
import players
import referee
from games.game import Game
from players import optimal
from players.player import Unplayable
from players.search.clock import Clock
from players.search.tree_size import is_hopeless
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
def test_a_game_on_its_usual_board_is_hopeless(spec):
    assert is_hopeless(games.load(spec))


@every_case("spec", FEASIBLE)
def test_a_game_that_is_solved_in_minutes_is_not_hopeless(spec):
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
