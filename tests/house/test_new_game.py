"""`make game` adds a built-in game that passes its tests; a part that is missing is told with the command to run."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
COMMAND = "make game NAME=mu-torere"
ADDED = re.compile(r"(?m)^.*mu-torere.*\n")


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    """A copy of the sources, interpreted, to which the game was added."""
    folder = tmp_path_factory.mktemp("tree")
    left = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")
    for name in ("games", "players", "referee", "tests", "tools", "docs"):
        shutil.copytree(ROOT / name, folder / name, ignore=left)
    for name in ("README.md", "mkdocs.yml", "pyproject.toml", "setup.py"):
        shutil.copyfile(ROOT / name, folder / name)
    done = add("mu-torere", folder)
    assert done.returncode == 0, done.stderr
    return folder


def run(folder, *words):
    environment = os.environ | {"PYTHONPATH": str(folder)}
    return subprocess.run(
        [sys.executable, *words], cwd=folder, env=environment, capture_output=True, text=True, timeout=600
    )


def add(name, folder):
    return run(folder, "tools/new_game.py", name)


def guards(folder):
    """How the tests end that hold the parts of all games together, and what they print."""
    named = "test_every_game_has or test_every_game_and or page_that_is_installed or mu_torere"
    done = run(
        folder, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", "-k", named, *(map(str, asking(folder)))
    )
    return done.returncode, done.stdout


def asking(folder):
    wanted = "test_snapshots.py", "test_painted.py", "test_transcripts.py", "test_readme.py"
    return [path for path in (folder / "tests").rglob("test_*.py") if path.name in (*wanted, "test_mu_torere.py")]


def found(folder, name):
    (path,) = (path for room in ("games", "tests") for path in (folder / room).rglob(name))
    return path


def take_out_rows(path):
    text = path.read_text(encoding="utf-8")
    assert ADDED.search(text)
    path.write_text(ADDED.sub("", text), encoding="utf-8")


def page_of_games(folder):
    (page,) = (
        page for page in (folder / "README.md", *(folder / "docs").glob("*.md")) if "| game | |" in page.read_text()
    )
    return page


def test_a_game_that_is_added_passes_and_adding_it_again_changes_nothing(tree):
    status, printed = guards(tree)
    assert status == 0, printed
    before = {path: path.read_bytes() for path in tree.rglob("*mu*torere*") if path.suffix != ".pyc"}
    assert len(before) == 5
    done = add("mu-torere", tree)
    assert (done.returncode, done.stderr) == (0, "")
    assert not re.search("written|added|generated", done.stdout)
    assert before == {path: path.read_bytes() for path in before}


def test_a_missing_part_is_named_with_the_command_that_restores_it(tree):
    files = [found(tree, name) for name in ("mu-torere.svg", "painted/mu-torere.txt", "transcripts/mu-torere.txt")]
    parts = [*files, page_of_games(tree)]
    before = [path.read_bytes() for path in parts]
    for path in files:
        path.unlink()
    take_out_rows(parts[-1])
    status, printed = guards(tree)
    assert status == 1
    said = re.findall(r"^E +(?:AssertionError|Failed): (.*)", printed, re.MULTILINE)
    assert sorted(line.partition(" has no ")[2] for line in said) == [
        f"painted board; paint it: {COMMAND}",
        f"row in the table of games; add it: {COMMAND}",
        f"snapshot; draw it: {COMMAND}",
        f"transcript; add it: {COMMAND}",
    ]
    assert add("mu-torere", tree).returncode == 0
    assert [path.read_bytes() for path in parts] == before


def test_a_missing_row_is_named_with_the_command_that_restores_it(tree):
    catalogue, drawn = tree / "games" / "names" / "listing.py", found(tree, "test_snapshots.py")
    before = [path.read_bytes() for path in (catalogue, drawn)]
    for path in (catalogue, drawn):
        take_out_rows(path)
    status, printed = guards(tree)
    assert status == 1
    assert f"mu-torere has no row in the catalogue; add it: {COMMAND}" in printed
    assert f"mu-torere has no row in PICTURES; add it: {COMMAND}" in printed
    assert add("mu-torere", tree).returncode == 0
    assert [path.read_bytes() for path in (catalogue, drawn)] == before


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        (
            "Mu Torere",
            "NAME=Mu Torere must be small letters and digits, words joined by hyphens: make game NAME=mu-torere\n",
        ),
        ("", "NAME= must be small letters and digits, words joined by hyphens: make game NAME=mu-torere\n"),
        (
            "laws",
            "games/laws/__init__.py is there already and has no class Laws with a docstring: choose another NAME\n",
        ),
    ],
)
def test_a_name_that_no_game_can_have_is_refused_in_one_line(tree, name, complaint):
    done = add(name, tree)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", complaint)


def test_a_missing_table_of_games_is_named(tree):
    page = page_of_games(tree)
    before = page.read_text(encoding="utf-8")
    page.write_text(before.replace("| game | |", "| games | |"), encoding="utf-8")
    done = add("nine-holes", tree)
    page.write_text(before, encoding="utf-8")
    assert (done.returncode, done.stderr) == (1, "one page must have the table headed `| game | |`, not 0: \n")
    assert not (tree / "games" / "nine_holes.py").exists()


@pytest.mark.skipif(shutil.which("make") is None, reason="needs make")
def test_make_alone_lists_every_target_with_a_sentence():
    targets = re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    listed = subprocess.run(
        ["make", "-C", str(ROOT), "-s", "--no-print-directory"], capture_output=True, text=True
    ).stdout
    assert {"build", "test", "lint", "types", "docs", "ci", "game"} <= set(targets)
    assert [re.match(r"make (\w+)  +\w.+ \w+", line)[1] for line in listed.splitlines()] == targets
