"""Value iteration against other methods, where positions recur, and what it refuses."""

import os
import signal
import subprocess
import sys

import pytest
from plain import Grab, PlainPig, PlainTicTacToe, Race, pig_by_neller

import games
from games.game import CHANCE, Game
from players.player import Unplayable
from players.search.clock import Clock
from players.search.values.value_iteration import ValueIteration
from referee.support.build import life

COMPILED = life() == "compiled"


class Circle(Game):
    """Six places in a circle: seat 0 steps back or ahead, seat 1 ahead; seat 0 wins if it is to move at the goal."""

    def __init__(self, goal=3):
        self.turn = 0
        self.place = 0
        self.goal = goal

    def moves(self):
        return [] if self.score() is not None else [1, 5] if self.turn == 0 else [1]

    def make(self, move):
        self.place = (self.place + move) % 6
        self.turn = 1 - self.turn

    def score(self):
        return 1 if self.place == self.goal and self.turn == 0 else None


def swept(game, **more):
    sweep = ValueIteration(game, **more)
    assert sweep.run(Clock())
    return sweep


def worth(game):
    known = {}

    def of(position):
        if position.score() is not None:
            return position.score()
        key = str(position.show()), position.turn
        if key not in known:
            known[key] = tried(position, of)
        return known[key]

    return of(game)


def tried(game, of):
    """Return the best of what follows, or the mean after chance."""
    weights = dict(game.chances()) if game.turn == CHANCE else dict.fromkeys(game.moves(), 1)
    values = {}
    for move in weights:
        twin = game.copy()
        twin.make(move)
        values[move] = of(twin)
    if game.turn == CHANCE:
        return sum(weights[move] * values[move] for move in weights) / sum(weights.values())
    return (min if game.turn else max)(values.values())


@pytest.mark.parametrize("game", [Grab(9), Grab(12), PlainTicTacToe()], ids=["grab-9", "grab-12", "ttt"])
def test_games_that_end_are_worth_what_trying_everything_says(game):
    assert swept(game).value() == worth(game)


@pytest.mark.parametrize("target", [2, 5, 10, pytest.param(25, marks=pytest.mark.skipif(not COMPILED, reason="slow"))])
def test_pig_is_worth_what_the_equations_of_neller_and_presser_say(target):
    assert (1 + swept(PlainPig(target)).value()) / 2 == pytest.approx(pig_by_neller(target), abs=1e-9)


@pytest.mark.skipif(games.CATALOGUE.find("pig") is None, reason="without pig")
def test_our_pig_has_the_same_value():
    assert swept(games.load("pig:target=10")).value() == pytest.approx(swept(PlainPig(10)).value(), abs=1e-9)


@pytest.mark.skipif(games.CATALOGUE.find("pig") is None or not COMPILED, reason="without pig, or slow")
def test_the_first_wins_pig_as_often_as_was_published():
    sweep = swept(games.load("pig:target=100"))
    assert 100 * (1 + sweep.value()) / 2 == pytest.approx(53.06, abs=0.005)  # Neller and Presser, 2004


@pytest.mark.parametrize("game", [Race(5), PlainPig(6)], ids=["race", "pig"])
def test_each_value_follows_from_the_positions_after_it(game):
    sweep, met = swept(game), 0
    while game.score() is None and met < 200:
        assert sweep.value(game) == pytest.approx(tried(game, sweep.value), abs=1e-10)
        game.make(game.moves()[met % len(game.moves())])
        met += 1
    assert met > 4


def test_the_weights_of_chance_count():
    class Even(Race):
        """All rolls alike."""

        def chances(self):
            return [(1, 1), (2, 1), (3, 1)]

    values = [value for _, _, value in swept(Race(5)).moves(Race(5))]
    assert swept(Race(5)).value() == pytest.approx((values[0] + values[1] + 2 * values[2]) / 4)
    assert swept(Even(5)).value() != pytest.approx(swept(Race(5)).value(), abs=1e-3)


def test_a_win_through_recurring_positions_is_found():
    # Two steps on or none a round: from 0 the even places come about, and none of the odd ones with seat 0 to move.
    assert [swept(Circle(goal)).value() for goal in (2, 4, 3)] == [1, 1, 0]


def test_play_that_never_ends_counts_nothing():
    class Nowhere(Circle):
        """There is no goal."""

        def score(self):
            return None

    assert swept(Nowhere()).value() == 0


def test_the_best_moves_are_those_that_keep_the_value():
    sweep = swept(PlainTicTacToe())
    game = PlainTicTacToe()
    for move in (0, 4):
        game.make(move)
    assert [text for _, text, _ in sweep.best(game)] == [text for _, text, value in sweep.moves(game) if value == 0]
    game.make(8)
    assert {text for _, text, _ in sweep.best(game)} == {"2", "4", "6", "8"}  # a corner would lose


def test_a_sweep_that_was_stopped_goes_on_where_it_was():
    sweep, stops = ValueIteration(PlainPig(5)), 0
    while not sweep.run(Clock(budget=100)):
        stops += 1
    assert stops > 5
    assert sweep.value() == pytest.approx(swept(PlainPig(5)).value(), abs=1e-10)


def test_positions_are_counted_and_refused_beyond_the_most():
    count = swept(Race(5)).positions
    assert swept(Race(5), most=count).positions == count
    with pytest.raises(Unplayable, match=f"Race has more than {count - 1} positions, too many to solve"):
        swept(Race(5), most=count - 1)


def test_an_unreachable_position_raises_key_error():
    with pytest.raises(KeyError):
        swept(Race(5)).value(Race(6))


class Keyless(Race):
    """Cannot be told apart."""

    def key(self):
        return 0


class Beyond(Race):
    """Pays more than it may."""

    def score(self):
        found = super().score()
        return found and 2 * found


class Blank(Race):
    """Has a roll that never comes."""

    def chances(self):
        return [(1, 1), (2, 0), (3, 1)]


@pytest.mark.parametrize(("kind", "error", "complaint"), [
    (Keyless, Unplayable, "no keys"), (Beyond, ValueError, "beyond its stakes"),
    (Blank, ValueError, "whole numbers from 1"),
])  # fmt: skip
def test_a_game_that_cannot_be_swept_is_refused_in_one_line(kind, error, complaint):
    with pytest.raises(error, match=complaint) as caught:
        swept(kind())
    assert "\n" not in str(caught.value)


def test_a_game_that_is_over_has_nothing_to_solve():
    with pytest.raises(ValueError, match="no moves"):
        ValueIteration(Race(0))


@pytest.mark.skipif(os.name == "nt", reason="signals are sent otherwise there")
def test_ctrl_c_stops_it_at_once():
    program = (
        "from tests.players.test_sweep import *\n"
        "try:\n    print('started', flush=True)\n    swept(PlainPig(90))\nexcept KeyboardInterrupt:\n    print('stopped')\n"
    )
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE,
                          env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}, text=True) as running:  # fmt: skip
        assert running.stdout.readline() == "started\n"
        running.send_signal(signal.SIGINT)
        assert running.communicate(timeout=300)[0] == "stopped\n"
