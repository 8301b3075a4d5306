"""Where Cython is not installed, a line tells what to install, and everything else works."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from referee.support.build import life

ROOT = Path(__file__).parents[2]
HIDDEN = """
import sys
sys.modules["cython"] = sys.modules["Cython"] = None
from referee.__main__ import main
main(sys.argv[1:])
"""
TYPED = """
import cython

from games.game import Game


class Take(Game):
    def __init__(self):
        self.turn, self.left = 0, 4

    def moves(self):
        return [1, 2][: self.left]

    def make(self, move: cython.int):
        self.left -= move
        self.turn = 1 - self.turn

    def score(self):
        return None if self.left else 2 * self.turn - 1
"""

pytestmark = pytest.mark.skipif(life() == "interpreted", reason="interpreted rules need Cython")


def command(folder, *words):
    """What the command does there, without Cython."""
    (folder / "typed.py").write_text(TYPED)
    return subprocess.run(
        [sys.executable, "-c", HIDDEN, *words], cwd=folder, env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60,
    )  # fmt: skip


@pytest.mark.parametrize("words", [["-g", "2", "minimax", "random"], ["chess", "-g", "1", "minimax:depth=1", "random"]])
def test_games_are_played(tmp_path, words):
    done = command(tmp_path, *words)
    assert done.returncode == 0, done.stderr
    assert "minimax won" in done.stdout


def test_compiling_a_file_says_what_to_install(tmp_path):
    done = command(tmp_path, "compile", "typed.py")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "referee: compiling needs Cython: pip install 'referee[compile]'\n"


def test_a_file_with_c_types_that_is_not_compiled_is_refused_in_a_line(tmp_path):
    done = command(tmp_path, "./typed.py", "-g", "1", "random", "random")
    why = "./typed.py cannot be run: it imports cython, which is not installed: pip install 'referee[compile]'"
    assert done.returncode == 2
    assert done.stderr.splitlines() == [f"referee: {why}"]


def test_the_check_of_such_a_file_says_so_without_a_traceback(tmp_path):
    done = command(tmp_path, "check", "./typed.py")
    assert "it imports cython, which is not installed" in " ".join(done.stdout.split())
    assert "Traceback" not in done.stdout
    assert "Look at" not in done.stdout
