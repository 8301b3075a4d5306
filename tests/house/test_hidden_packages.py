"""A person's own games.py or players.py hides a package of that name: one line says so, however referee is started."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCRIPT = "from referee.match import play\nprint(play.__name__)\n"


def run(folder, *words):
    """Run Python in that folder, which it searches first, as it does for people."""
    command = [sys.executable, *words]
    environment = {"PYTHONPATH": str(ROOT), "PATH": ""}
    return subprocess.run(
        command, cwd=folder, check=False, capture_output=True, text=True, env=environment, timeout=300
    )


@pytest.mark.parametrize("package", ["games", "players"])
def test_a_script_beside_a_file_of_that_name_is_told_to_rename_it(tmp_path, package):
    (tmp_path / f"{package}.py").write_text("")
    (tmp_path / "mine.py").write_text(SCRIPT)
    done = run(tmp_path, "mine.py")
    last = done.stderr.splitlines()[-1]
    assert done.returncode == 1 and not done.stdout
    found = tmp_path / f"{package}.py"
    assert last == f"ImportError: {found} hides the package {package}, which referee needs: please rename it"


def test_the_script_that_is_called_so_itself_is_told_to_be_renamed(tmp_path):
    (tmp_path / "players.py").write_text(SCRIPT)
    done = run(tmp_path, "players.py")
    assert f"ImportError: {tmp_path / 'players.py'} hides the package players" in done.stderr.splitlines()[-1]


@pytest.mark.parametrize("package", ["games", "players"])
def test_python_m_referee_says_in_one_line_which_file_to_rename(tmp_path, package):
    (tmp_path / f"{package}.py").write_text("")
    done = run(tmp_path, "-m", "referee", "nim", "random", "random")
    found = tmp_path / f"{package}.py"
    assert done.returncode == 1 and not done.stdout
    assert done.stderr == f"{found} hides the package {package}, which referee needs: please rename it\n"


def test_pytest_shows_one_line_and_no_frame_of_the_program(tmp_path):
    (tmp_path / "players.py").write_text("def greedy(game):\n    return max(game.moves())\n")
    (tmp_path / "test_mine.py").write_text("from players import greedy\nfrom referee.match import play\n")
    done = run(tmp_path, "-m", "pytest", "-p", "no:cacheprovider", "test_mine.py")
    errors = [line for line in done.stdout.splitlines() if line.startswith("E  ")]
    found = tmp_path / "players.py"
    assert errors == [f"E   ImportError: {found} hides the package players, which referee needs: please rename it"]
    assert "find_hiding_file" not in done.stdout and "refuse_hidden_packages" not in done.stdout.replace(
        "_packages()", ""
    )


def test_a_folder_of_that_name_without_an_init_file_hides_nothing(tmp_path):
    (tmp_path / "games").mkdir()
    (tmp_path / "mine.py").write_text(SCRIPT)
    done = run(tmp_path, "mine.py")
    assert (done.returncode, done.stdout, done.stderr) == (0, "play\n", "")


def test_other_files_beside_a_script_are_left_in_peace(tmp_path):
    (tmp_path / "bots.py").write_text("raise SystemExit('nobody imports this')\n")
    (tmp_path / "mine.py").write_text(SCRIPT)
    done = run(tmp_path, "mine.py")
    assert (done.returncode, done.stdout, done.stderr) == (0, "play\n", "")
