"""Ctrl-C while games are played: those that are over are not lost."""

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


@pytest.mark.parametrize(
    "stopped",
    [
        lambda player: referee.batch(Sticks, player, "random", games=20, seed=1),
        lambda player: referee.tournament(Sticks, [player, "random"], rounds=20, openings=0, seed=1),
    ],
)
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
