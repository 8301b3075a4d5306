"""Where rules of people's own fail: which positions are unsound, and by which moves a failure is found again."""

import textwrap

import pytest

import games
from referee.errors import reproduce
from referee.errors.attribution import format_traceback
from referee.errors.reproduce import (
    FAR,
    NEAR,
    error_signature,
    find_line_to_error,
    find_rules_fault,
    nearest_positions,
    random_positions,
)

LADDER = """
    from games.game import Game, CHANCE

    class Ladder(Game):
        def __init__(self, rungs=30, trap=9):
            self.turn, self.left, self.trap, self.path = 0, rungs, trap, []
        def moves(self):
            return [0, 1] if self.left else []
        def make(self, move):
            self.path.append(move)
            self.left -= 1
            self.turn = 1 - self.turn
            if self.path[-self.trap:] == [1] * self.trap:
                raise KeyError(self.left)
        def score(self):
            return None if self.left else 0
    """


@pytest.fixture
def ladder(tmp_path, monkeypatch):
    monkeypatch.setattr(reproduce, "LOOKING", 600.0)  # the number of positions is the limit on a busy machine, too
    path = tmp_path / "ladder.py"
    path.write_text(textwrap.dedent(LADDER))
    return lambda options="": games.load(f"{path}:{options}")


def failing(game, moves):
    twin = game.copy()
    with pytest.raises(KeyError) as caught:
        for move in moves:
            twin.make(move)
    return format_traceback(caught.value)


def test_the_fewest_moves_to_a_near_failure_are_found(ladder):
    game = ladder()
    assert find_line_to_error(failing(game, [0, 0, 0] + [1] * 9), game) == ("1",) * 9


def test_a_failure_far_away_is_found_in_random_games(ladder):
    game = ladder("rungs=1000,trap=5")
    for _ in range(12):
        game.make(0)
    line = find_line_to_error(failing(game, [1] * 5), game)
    assert line[-5:] == ("1",) * 5


def test_a_failure_that_legal_moves_do_not_lead_to_is_not_found(ladder):
    game = ladder("trap=4")
    trace = failing(game, [1] * 4)
    assert find_line_to_error(trace.replace("KeyError", "ValueError"), game) is None
    assert find_line_to_error(trace.replace("in make", "in score"), game) is None
    assert find_line_to_error("", game) is None
    assert find_line_to_error(trace, games.load("tic-tac-toe")) is None


def test_the_number_of_positions_is_limited():
    game = games.load("gomoku")
    assert len(list(nearest_positions(game))) == NEAR
    assert len(list(random_positions(game))) <= FAR
    assert len(list(nearest_positions(games.load("chips:chips=3")))) < 10


@pytest.mark.parametrize("name", list(games.CATALOGUE))
def test_all_games_are_sound_near_the_start(name):
    game = games.load(name)
    assert find_rules_fault(game) is None
    assert all(
        error is None for *_, error in (found for found, _ in zip(nearest_positions(game), range(50), strict=False))
    )


def test_a_trace_is_known_by_its_last_place_and_the_kind_of_error():
    trace = 'Traceback (most recent call last):\n  File "a.py", line 3, in f\n  File "b.py", line 4, in g\n    x\n'
    assert error_signature(f"{trace}KeyError: 7\n") == error_signature(f"{trace}KeyError: 8\n")
    assert error_signature(f"{trace}KeyError: 7\n") != error_signature(f"{trace}IndexError: 7\n")
    assert error_signature("Nim.moves, line 3 of a.py, must return a list: 7\n") == (
        "",
        "Nim.moves, line 3 of a.py, must return a list",
    )
