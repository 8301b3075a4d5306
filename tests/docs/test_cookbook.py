"""The recipes hold what they promise: their games obey the laws, and what other programs do with them works."""

import os
import subprocess
import sys
from random import Random

import pytest

import games
from games.laws import faults
from tests.docs.test_pages import ROOT, blocks

FILES = {file: body for _, _, file, body in blocks("cookbook") if file}
GAMES = ("tug", "fingers", "laying", "parts", "chomp", "typed")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with the files of the page, in which programs find the sources."""
    for file, body in FILES.items():
        (tmp_path / file).write_text(body, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", f"{ROOT}{os.pathsep}{os.environ.get('PYTHONPATH', '')}")
    monkeypatch.setenv("MYPYPATH", str(ROOT))
    return tmp_path


@pytest.mark.parametrize("name", GAMES)
def test_the_laws_hold_of_every_game(name, folder):
    if name == "chomp":
        pytest.importorskip("numpy")
    assert not list(faults(games.load(f"./{name}.py" if name != "typed" else "./typed.py:Countdown"), games=8))


def test_a_turn_in_two_parts_may_be_typed_at_once(folder):
    game = games.load("./parts.py")
    assert game.singles("c2") == ["c", "2"]
    game.make(2)
    assert game.singles("2") == ["2"]
    assert game.turn == 0


def test_the_second_seat_does_not_know_what_the_first_chose(folder):
    game = games.load("./fingers.py")
    assert [game.heard(2, seat) for seat in (0, 1)] == ["2", "fingers"]
    game.make(2)
    assert [game.known(seat) for seat in (0, 1)] == ["2", "?"]
    assert {game.imagine(1, Random(seed)).held[0] for seed in range(20)} == {1, 2}


def test_a_typed_file_passes_a_type_checker(folder):
    pytest.importorskip("mypy")
    words = [
        sys.executable,
        "-m",
        "mypy",
        "typed.py",
        "--cache-dir",
        str(folder / "cache"),
        "--config-file",
        os.devnull,
    ]
    done = subprocess.run(words, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_chart_is_drawn(folder):
    pytest.importorskip("matplotlib")
    done = subprocess.run([sys.executable, "chart.py"], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert "<svg" in (folder / "chart.svg").read_text(encoding="utf-8")
