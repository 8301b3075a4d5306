"""Where processes cannot be forked, as on Windows, games are played, and what cannot be is told in one line."""

import subprocess
import sys
from pathlib import Path

import pytest

from games.names.user_files import is_file_spec, split_file_spec
from tests.helpers.processes import referee

ROOT = Path(__file__).parents[2]
NO_FORK = "players in processes of their own need processes that fork, which this system has not got"
BOT = "def bot(game):\n    return game.moves()[0]\n"


def windows(folder, *words):
    """What the command does there, on a system without fork."""
    return referee(folder, *words, module="tests.helpers.windows", HOME=str(folder), XDG_DATA_HOME=str(folder))


def test_the_helper_hides_what_windows_lacks():
    code = (
        "import tests.helpers.windows, os, signal; print(hasattr(os, 'fork'), hasattr(signal, 'SIGKILL'))\nimport fcntl"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert done.stdout == "False False\n"
    assert "ModuleNotFoundError: import of fcntl halted" in done.stderr


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_batch_is_played(tmp_path, workers):
    done = windows(tmp_path, "-g", "2", "minimax", "random", "--workers", workers)
    assert done.stdout.endswith("minimax won 2, random won 0, 0 draws\n"), done.stderr
    assert "Traceback" not in done.stderr


def test_a_tournament_is_played_by_two_workers(tmp_path):
    words = ["minimax", "random", "--openings", "1", "--workers", "2"]
    done = windows(tmp_path, "tournament", "tic-tac-toe", *words)
    assert done.returncode == 0, done.stderr
    assert "minimax" in done.stdout
    assert "Traceback" not in done.stderr


def test_a_bot_in_a_file_plays(tmp_path):
    (tmp_path / "bot.py").write_text(BOT)
    done = windows(tmp_path, "-g", "2", "./bot.py:bot", "random", "--seed", "1")
    assert "bot won" in done.stdout, done.stderr


@pytest.mark.parametrize(
    "words",
    [
        ["chess", "-g", "1", f"uci:{sys.executable}", "random"],
        ["check", "./bot.py:bot"],
    ],
)
def test_features_that_need_fork_are_refused_in_one_line(tmp_path, words):
    (tmp_path / "bot.py").write_text(BOT)
    done = windows(tmp_path, *words)
    assert done.returncode != 0
    assert done.stderr.splitlines()[-1] == f"referee: {NO_FORK}"
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("spec", "parts"),
    [
        (r"C:\games\x.py", (r"C:\games\x.py", "")),
        (r"C:\my games\x.py:Name:depth=3", (r"C:\my games\x.py", "Name:depth=3")),
        ("C:/x.py:Name", ("C:/x.py", "Name")),
        (r"\\server\share\x.py:Name", (r"\\server\share\x.py", "Name")),
        (r"x.py:Name:eval=C:\y.py:score", ("x.py", r"Name:eval=C:\y.py:score")),
    ],
)
def test_the_colon_of_a_drive_ends_no_path(spec, parts):
    assert is_file_spec(spec)
    assert split_file_spec(spec) == parts
