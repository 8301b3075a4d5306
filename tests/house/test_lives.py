"""The two lives of the program, compiled and interpreted, and how a stale build is told."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from referee.support import build

ROOT = Path(__file__).parents[2]
BATCHES = [
    ["-g", "12", "minimax", "random"],
    ["chips", "-g", "12", "montecarlo:playouts=10", "random", "--swap"],
    ["nim:heaps=3/4/5", "-g", "6", "minimax:depth=3", "montecarlo:playouts=5"],
    ["nim:heaps=20/21/22/23", "-g", "2", "minimax:nodes=2000", "random"],
    ["kalah", "-g", "2", "minimax:depth=3", "random"],
    ["hex:size=5,swap=yes", "-g", "2", "minimax:depth=2", "montecarlo:playouts=3"],
    ["checkers", "-g", "2", "minimax:depth=2", "random"],
    ["gomoku:columns=7,rows=7", "-g", "2", "minimax:depth=2", "random"],
    ["dots-and-boxes", "-g", "2", "minimax:depth=2", "montecarlo:playouts=3"],
    ["pig:target=15", "-g", "4", "minimax:depth=3", "montecarlo:playouts=5"],
    ["backgammon", "-g", "1", "minimax:depth=1", "random"],
    ["kuhn-poker", "-g", "20", "cfr:iterations=50", "montecarlo:playouts=5"],
    ["leduc-poker", "-g", "6", "minimax:nodes=2000", "random"],
    ["liars-dice:dice=2", "-g", "4", "montecarlo:playouts=3", "mcts:playouts=30"],
    ["connect-four", "-g", "2", "mcts:playouts=60", "mcts:playouts=30,memory=1"],
    ["pig:target=12", "-g", "3", "mcts:playouts=60", "random"],
    ["pig:target=12", "-g", "3", "optimal", "montecarlo:playouts=20,spread=ucb"],
    ["chips:chips=40,rule=last", "-g", "4", "optimal", "montecarlo:playouts=10,spread=ucb"],
    ["connect-four:columns=4,rows=4", "-g", "2", "optimal:memory=8", "montecarlo:playouts=20,spread=ucb"],
    ["leduc-poker", "-g", "6", "montecarlo:playouts=10,spread=ucb", "random"],
]


@pytest.fixture(scope="session")
def sources(tmp_path_factory):
    """A copy of the sources alone, which can only be interpreted."""
    folder = tmp_path_factory.mktemp("sources")
    for package in ("games", "players", "referee"):
        shutil.copytree(
            ROOT / package, folder / package, ignore=shutil.ignore_patterns("*.so", "*.pyd", "*.c", "__pycache__")
        )
    return folder


def output(arguments, folder):
    """What the command prints when it runs in that folder's packages."""
    command = [sys.executable, "-m", "referee", *arguments, "--seed", "7", "--json"]
    environment = os.environ | {"PYTHONPATH": str(folder)}
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, check=True, text=True, timeout=120
    ).stdout


@pytest.mark.parametrize("arguments", BATCHES, ids=" ".join)
def test_both_lives_play_the_same_games_from_the_same_seed(arguments, sources):
    assert output(arguments, sources) == output(arguments, ROOT)


def test_the_version_says_which_life_it_is(sources):
    for folder, life in ((sources, "interpreted"), (ROOT, build.life())):
        program = (
            f"import sys; sys.path.insert(0, {str(folder)!r}); from referee.support.build import life; print(life())"
        )
        assert (
            subprocess.run([sys.executable, "-c", program], cwd=folder, capture_output=True, text=True).stdout.strip()
            == life
        )


def test_nothing_is_stale():
    assert build.stale() == []


@pytest.fixture
def built(tmp_path):
    """A tree with one compiled module, as new as its source and its declarations."""
    (tmp_path / "setup.py").touch()
    (tmp_path / "games").mkdir()
    (tmp_path / "players").mkdir()
    for name in ("game.pxd", "game.py", "chips.py", f"chips{build.EXTENSION_SUFFIXES[0]}"):
        (tmp_path / "games" / name).write_text(
            "from cython.cimports.games.game import Game\n" if name == "chips.py" else ""
        )
    return tmp_path


@pytest.mark.parametrize("touched", ["chips.py", "game.pxd"])
def test_a_module_older_than_what_it_is_made_of_is_stale(built, touched):
    assert build.stale(built) == []
    later = (built / "games" / touched).stat().st_mtime + 5
    os.utime(built / "games" / touched, (later, later))
    assert build.stale(built) == [str(Path("games") / f"chips{build.EXTENSION_SUFFIXES[0]}")]


def test_a_source_that_is_not_compiled_is_never_stale(built):
    later = (built / "games" / "chips.py").stat().st_mtime + 5
    os.utime(built / "games" / "game.py", (later, later))
    assert build.stale(built) == []
