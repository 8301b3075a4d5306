"""Games that run out of moves before their end, or change while they are studied: one line says so, and nobody loses."""

from functools import partial
from typing import ClassVar

import pytest

import referee
from games.game import Game
from referee.errors.attribution import UserCodeError


class Greedy(Game):
    """One or two of five sticks are taken, also two of the last one; who takes the last has won."""

    def __init__(self):
        self.turn, self.left = 0, 5

    def moves(self):
        return [1, 2] if self.left > 0 else []

    def make(self, move):
        self.left, self.turn = self.left - move, 1 - self.turn

    def score(self):
        return None if self.left else 2 * self.turn - 1


@pytest.mark.parametrize("spec", ["random", "mcts:playouts=9", "montecarlo:playouts=3", "optimal", "cfr"])
def test_a_game_that_runs_out_of_moves_costs_nobody_the_game(spec):
    with pytest.raises(UserCodeError, match="no moves though it is not over|it is empty, but the game goes on"):
        referee.batch(Greedy, spec, "random", games=20, seed=1)


def test_the_game_is_called_by_its_own_name(monkeypatch):
    monkeypatch.setattr(Greedy, "score", lambda self: None)
    with pytest.raises(UserCodeError, match="^Greedy has no moves though it is not over"):
        referee.play(Greedy, "bestfirst", "random", seed=1)


@pytest.mark.parametrize("study", [referee.solve, referee.analyse, partial(referee.review, moves="1 1")])
def test_studies_of_such_a_game_blame_its_rules(study):
    with pytest.raises(UserCodeError, match=r"^Greedy.moves, line .* it is empty, but the game goes on\nas "):
        study(Greedy)


class Shared(Game):
    """Five cells are taken in turn, and all games share them."""

    taken: ClassVar = []

    def __init__(self):
        self.turn = 0

    def moves(self):
        return [cell for cell in range(5) if cell not in self.taken]

    def make(self, move):
        self.taken.append(move)
        self.turn = 1 - self.turn

    def score(self):
        return None if self.moves() else 1


@pytest.mark.parametrize(
    ("study", "said"),
    [
        (referee.solve, "does not fit together: do its rules keep games.laws"),
        (referee.analyse, "^Shared cannot be played: moves made in a copy change the game itself"),
    ],
)
def test_a_position_that_changes_as_it_is_studied_is_named(study, said):
    Shared.taken.clear()
    with pytest.raises((UserCodeError, referee.SpecError), match=said):
        study(Shared)


GLOBAL = """
from games.game import Game

board = [0] * 5


class Outside(Game):
    def __init__(self):
        self.turn, self.made = 0, 0

    def moves(self):
        return [cell for cell in range(5) if not board[cell]]

    def make(self, move):
        board[move] = 1
        self.made, self.turn = self.made + 1, 1 - self.turn

    def score(self):
        return None if self.made < 5 else 1
"""


def test_facts_blame_a_board_outside_the_game(tmp_path, command):
    (tmp_path / "outside.py").write_text(GLOBAL)
    status, _, err = command(f"facts {tmp_path / 'outside.py'} --games 2 --time 2")
    assert status == 1
    assert "Outside " in err  # which of its rules fails first depends on the games that its process has played
    assert "Traceback" not in err
