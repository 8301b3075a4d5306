"""A stopped run: Ctrl-C saves it, and a killed process loses only what it learned since the last save."""

import os
import signal
import subprocess
import sys
import time

import pytest

import games
from referee.learning.learner import Learner
from referee.learning.plan import LearningPlan

pytestmark = pytest.mark.skipif(os.name == "nt", reason="sends signals")


OFTEN = (
    "import referee.learning.run as run; run.SAVED = 0.2\n"
    "from referee.__main__ import main; import sys; main(sys.argv[1:])"
)


def start(folder, *words):
    """Start a run in another process; return it once its first games are saved."""
    command = [sys.executable, "-c", OFTEN, "learn", "connect-four", "--time", "6000", "--seed", "1", *words]
    process = subprocess.Popen(
        [*command, "-o", str(folder / "four.weights")], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout.readline().startswith("learning connect-four")
    deadline = time.monotonic() + 300
    while not (folder / "four.learning").exists():
        assert process.poll() is None and time.monotonic() < deadline
        time.sleep(0.01)
    return process


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("matches", ["0", "4"])
def test_a_run_that_is_interrupted_is_saved_and_can_be_gone_on_with(tmp_path, number, matches):
    process = start(tmp_path, "--matches", matches, "--against", "random")
    process.send_signal(number)
    out, err = process.communicate(timeout=300)
    assert process.returncode == 128 + number
    assert "stopped; --resume goes on from here" in out
    assert f"written: {tmp_path / 'four.weights'}" in out
    assert not err.strip()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["four.learning", "four.weights"]
    learner = Learner.resume(tmp_path / "four.learning")
    assert learner.play.games > 0
    learner.advance(60, games=learner.play.games + 1)


INTERRUPTED_GAME = """
import os
import signal

from games.game import Game

PRESSES = []  # numbers of moves from now on, at which Ctrl-C is pressed


class Sticks(Game):
    def __init__(self, sticks: int = 9):
        self.turn, self.sticks = 0, sticks

    def moves(self):
        return [number for number in (1, 2, 3) if number <= self.sticks]

    def make(self, move):
        self.sticks -= move
        self.turn = 1 - self.turn
        PRESSES[:] = [left - 1 for left in PRESSES]
        if 0 in PRESSES:
            os.kill(os.getpid(), signal.SIGINT)

    def score(self):
        return None if self.sticks else 1 if self.turn else -1

    def features(self):
        return [self.sticks % 4 == rest for rest in range(4)]
"""


@pytest.fixture
def presses(tmp_path):
    """Return a plan for a game in Python, and the list of its moves at which Ctrl-C is pressed."""
    path = tmp_path / "sticks.py"
    path.write_text(INTERRUPTED_GAME)
    game = games.load(str(path))
    return LearningPlan(str(path), seed=4), sys.modules[type(game).__module__].PRESSES


@pytest.mark.parametrize("move", [1, 7, 30])
def test_ctrl_c_lets_the_game_end_so_that_a_run_goes_on_as_if_it_had_not_stopped(tmp_path, presses, move):
    plan, pressed = presses
    whole, stopped = Learner(plan), Learner(plan)
    whole.advance(60, games=60)
    pressed.append(move)
    with pytest.raises(KeyboardInterrupt):
        stopped.advance(60, games=60)
    assert stopped.whole
    assert 0 < stopped.play.games < 60
    stopped.save(tmp_path / "kept")
    again = Learner.resume(tmp_path / "kept")
    again.advance(60, games=60)
    assert again.network.store.state == whole.network.store.state


def test_a_second_ctrl_c_ends_at_once_and_nothing_half_learnt_is_kept(tmp_path, presses, monkeypatch):
    plan, pressed = presses
    monkeypatch.setattr("referee.learning.learner.TWICE", 0.0)
    learner = Learner(plan)
    pressed += [1, 2]
    with pytest.raises(KeyboardInterrupt):
        learner.advance(60, games=60)
    assert not learner.whole
    assert learner.play.games == 0


def test_a_run_that_is_killed_goes_on_from_where_it_was_saved(tmp_path):
    with start(tmp_path, "--matches", "0") as process:
        process.kill()
    assert Learner.resume(tmp_path / "four.learning").play.games > 0
