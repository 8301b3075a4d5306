"""Ctrl-C and errors in the rules while games are played: those that are over are not lost."""

import signal

import pytest

import referee
from tests.scripting.test_scripting import Sticks


class Interrupting:
    """Plays three games as a person lets it, who presses Ctrl-C in the fourth."""

    begun = 0

    def choose(self, game, deadline):
        return game.moves()[0]

    def begin(self, game, seat):
        self.begun += 1
        if self.begun == 4:
            signal.raise_signal(signal.SIGINT)


@pytest.mark.parametrize("stopped", [
    lambda player: referee.batch(Sticks, player, "random", games=20, seed=1),
    lambda player: referee.tournament(Sticks, [player, "random"], rounds=20, openings=0, seed=1),
])  # fmt: skip
def test_the_games_that_are_over_come_with_ctrl_c(stopped):
    with pytest.raises(
        KeyboardInterrupt, match=r"^stopped after 3 games, which are in sys\.last_value\.found$"
    ) as told:
        stopped(Interrupting())
    assert [record.number for record in told.value.found.records] == [0, 1, 2]
    assert "Interrupting" in str(told.value.found)


def test_ctrl_c_before_the_first_game_is_over_has_nothing_to_tell():
    player = Interrupting()
    player.begun = 3
    with pytest.raises(KeyboardInterrupt) as told:
        referee.batch(Sticks, player, "random", games=20, seed=1)
    assert (told.value.args, hasattr(told.value, "found")) == ((), False)


class Breaking(Sticks):
    """Sticks whose rules break where four are left."""

    def make(self, move):
        if self.sticks - move == 4:
            raise KeyError("broken")
        super().make(move)


def takes_two_first(game, rng):
    return 2 if game.sticks == 7 else rng.choice(game.moves())


@pytest.mark.parametrize("workers", [1, 2])
def test_the_games_that_are_over_come_with_an_error_in_the_rules(workers):
    with pytest.raises(KeyError, match="broken") as told:
        referee.batch(Breaking, takes_two_first, "random", swap=False, games=40, seed=3, workers=workers)
    found = told.value.found
    numbers = [record.number for record in found.records]
    assert numbers == sorted(set(numbers))
    assert 0 < found.wins + found.losses == len(numbers) < 40
    games = "1 game, which is" if len(numbers) == 1 else f"{len(numbers)} games, which are"
    assert f"stopped after {games} in sys.last_value.found" in told.value.__notes__


def test_the_games_of_a_tournament_come_with_an_error_in_the_rules():
    with pytest.raises(KeyError) as told:
        referee.tournament(Breaking, [takes_two_first, "random"], rounds=20, openings=0, seed=3)
    assert told.value.found.records


def test_ctrl_c_keeps_games_that_finished_before_an_earlier_one(monkeypatch):
    def stopped(tasks, *_):
        for task in tasks:
            if task.heading.number == 6:
                raise KeyboardInterrupt
            if task.heading.number != 2:
                yield task.result()

    monkeypatch.setattr("referee.scripting.matches.play_tasks", stopped)
    with pytest.raises(KeyboardInterrupt, match="^stopped after 5 games") as told:
        referee.batch(Sticks, "random", "random", games=20, seed=1, workers=2)
    assert [record.number for record in told.value.found.records] == [0, 1, 3, 4, 5]
