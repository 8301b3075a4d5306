"""A run that is stopped: Ctrl-C saves it, and a process that is killed loses only what it learnt since it was saved."""

import os
import signal
import subprocess
import sys
import time

import pytest

from referee.learning.learner import Learner

pytestmark = pytest.mark.skipif(os.name == "nt", reason="sends signals")


def start(folder, *words):
    """A run in a process of its own, which has begun to learn."""
    command = [sys.executable, "-m", "referee", "learn", "connect-four", "--time", "600", "--seed", "1", *words]
    process = subprocess.Popen(
        [*command, "-o", str(folder / "four.weights")], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout.readline().startswith("learning connect-four")
    return process


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("matches", ["0", "4"])
def test_a_run_that_is_interrupted_is_saved_and_can_be_gone_on_with(tmp_path, number, matches):
    process = start(tmp_path, "--matches", matches, "--against", "random")
    time.sleep(1.5)
    process.send_signal(number)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 128 + number
    assert "stopped; --resume goes on from here" in out
    assert f"written: {tmp_path / 'four.weights'}" in out
    assert not err.strip()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["four.learning", "four.weights"]
    learner = Learner.resume(tmp_path / "four.learning")
    assert learner.play.games > 0
    learner.advance(60, games=learner.play.games + 1)


def test_a_run_that_is_killed_goes_on_from_where_it_was_saved(tmp_path, monkeypatch):
    code = (
        "import referee.learning.run as run; run.SAVED = 0.2\n"
        "from referee.__main__ import main; import sys; main(sys.argv[1:])"
    )
    words = [
        "learn",
        "connect-four",
        "--time",
        "600",
        "--seed",
        "1",
        "--matches",
        "0",
        "-o",
        str(tmp_path / "x.weights"),
    ]
    process = subprocess.Popen([sys.executable, "-c", code, *words], stdout=subprocess.DEVNULL)
    deadline = time.monotonic() + 60
    while not (tmp_path / "x.learning").exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    time.sleep(0.5)
    process.kill()
    process.wait()
    assert Learner.resume(tmp_path / "x.learning").play.games > 0
