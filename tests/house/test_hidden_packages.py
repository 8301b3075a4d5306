"""A person's own games.py or players.py hides a package of that name: one line says so, however referee is started."""

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = "from referee.match import play\nprint(play.__name__)\n"


@pytest.fixture
def run(tmp_path):
    """Run Python in a folder of these files, which it searches first, as it does for people."""

    def finished(files, *words):
        for name, text in files.items():
            (tmp_path / name).write_text(text)
        environment = {"PYTHONPATH": str(Path(__file__).parents[2]), "PATH": ""}
        done = subprocess.run(
            [sys.executable, *words], cwd=tmp_path, capture_output=True, text=True, env=environment, timeout=300
        )
        return done.returncode, done.stdout, done.stderr

    return finished


def notice(path):
    return f"{path} hides the package {path.stem}, which referee needs: please rename it"


@pytest.mark.parametrize("package", ["games", "players"])
def test_a_script_and_the_command_are_told_to_rename_the_file(tmp_path, package, run):
    said = notice(tmp_path / f"{package}.py")
    status, out, err = run({f"{package}.py": "", "mine.py": SCRIPT}, "mine.py")
    assert (status, out, err.splitlines()[-1]) == (1, "", f"ImportError: {said}")
    assert run({}, "-m", "referee", "nim", "random", "random") == (1, "", f"{said}\n")


def test_a_script_with_the_name_of_a_package_must_be_renamed(tmp_path, run):
    _, _, err = run({"players.py": SCRIPT}, "players.py")
    assert f"ImportError: {notice(tmp_path / 'players.py')}" == err.splitlines()[-1]


def test_pytest_shows_one_line_and_no_frame_of_the_program(tmp_path, run):
    files = {
        "players.py": "def greedy(game):\n    return max(game.moves())\n",
        "test_mine.py": "from players import greedy\nfrom referee.match import play\n",
    }
    _, out, _ = run(files, "-m", "pytest", "-p", "no:cacheprovider", "test_mine.py")
    errors = [line for line in out.splitlines() if line.startswith("E  ")]
    assert errors == [f"E   ImportError: {notice(tmp_path / 'players.py')}"]
    assert "find_hiding_file" not in out and "refuse_hidden_packages" not in out.replace("_packages()", "")


def test_other_files_and_folders_beside_a_script_are_left_in_peace(tmp_path, run):
    (tmp_path / "games").mkdir()
    files = {"mine.py": SCRIPT, "bots.py": "raise SystemExit('nobody imports this')\n"}
    assert run(files, "mine.py") == (0, "play\n", "")
