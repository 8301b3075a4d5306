"""The two lives of the program, compiled and interpreted, and how a stale build is told."""

import json
import os
import re
import shutil
import subprocess
import sys
import threading
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest

from referee.support import build

ROOT = Path(__file__).parents[2]
CHIPS_SOURCE = '''"""Chips."""
import cython

from cython.cimports.games.game import Game


class Chips(Game):
    """A heap of chips."""

    def show(self):
        """Return the heap."""
        return "# 1"
'''
CHIPS = str(Path("games", f"chips{build.EXTENSION_SUFFIXES[0]}"))
BATCHES = [
    ["-g", "4", "minimax", "random"],
    ["chips", "-g", "12", "montecarlo:playouts=10", "random", "--swap"],
    ["nim:heaps=3/4/5", "-g", "6", "minimax:depth=3", "montecarlo:playouts=5"],
    ["nim:heaps=20/21/22/23", "-g", "1", "minimax:nodes=2000", "random"],
    ["kalah", "-g", "2", "minimax:depth=3", "random"],
    ["kalah:pits=4", "-g", "1", "mcts:playouts=40", "montecarlo:playouts=5"],
    ["breakthrough:columns=4,rows=5", "-g", "1", "mcts:playouts=30", "montecarlo:playouts=3"],
    ["othello:size=4", "-g", "1", "mcts:playouts=30", "montecarlo:playouts=3"],
    ["hex:size=5,swap=yes", "-g", "2", "minimax:depth=2", "montecarlo:playouts=3"],
    ["checkers", "-g", "1", "minimax:depth=2", "random"],
    ["othello", "-g", "1", "minimax:depth=2", "random"],
    ["chess", "-g", "1", "minimax:depth=2", "random"],
    ["chess:gardner", "-g", "2", "minimax:depth=2", "random"],
    ["gomoku:columns=7,rows=7", "-g", "1", "minimax:depth=2", "random"],
    ["dots-and-boxes", "-g", "2", "minimax:depth=2", "montecarlo:playouts=3"],
    ["pig:target=15", "-g", "4", "minimax:depth=3", "montecarlo:playouts=5"],
    ["backgammon", "-g", "1", "minimax:nodes=25", "random"],
    ["backgammon:cube=yes,away=3/4", "-g", "2", "level:8", "random"],
    ["leduc-poker:stacks=6/9", "-g", "6", "minimax:nodes=2000", "random"],
    ["kuhn-poker", "-g", "20", "cfr:iterations=50", "montecarlo:playouts=5"],
    ["leduc-poker", "-g", "6", "minimax:nodes=2000", "random"],
    ["liars-dice:dice=2", "-g", "4", "montecarlo:playouts=3", "mcts:playouts=30"],
    ["connect-four", "-g", "2", "mcts:playouts=60", "mcts:playouts=30,memory=1"],
    ["pig:target=12", "-g", "3", "mcts:playouts=60", "random"],
    ["breakthrough:columns=5,rows=6", "-g", "2", "bestfirst:nodes=300", "mcts:playouts=20"],
    ["pig:target=12", "-g", "3", "optimal", "montecarlo:playouts=20,spread=ucb"],
    ["chips:chips=40,rule=last", "-g", "4", "optimal", "montecarlo:playouts=10,spread=ucb"],
    ["connect-four:columns=4,rows=4", "-g", "2", "optimal:memory=8", "montecarlo:playouts=20,spread=ucb"],
    ["leduc-poker", "-g", "6", "montecarlo:playouts=10,spread=ucb", "random"],
]

# What plays one batch after the other: each line that it reads is one, and is answered with the status and the output.
PLAYING = """
import contextlib, io, json, os
from referee.cli import run
for line in os.fdopen(os.dup(0)):
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        status = run(json.loads(line))
    print(json.dumps([status, printed.getvalue()]), flush=True)
"""

GROWING = """
import games
from players.search.alphabeta import table
from players.search.clock import Clock
from players.search.alphabeta.solver import Solver
table.FIRST = 2
for entries in (10, 300, 5000):
    clock = Clock()
    search = Solver(games.load("hexapawn:columns=4,rows=4"), table.Table(entries), clock, 100)
    search.run()
    print(search.score, clock.nodes)
"""

FOUR = """
import games
from games.connect_four import solver as module
from games.connect_four.solver import ConnectFourSolver
module.FIRST = 2
solver, game = ConnectFourSolver(1 << 12), games.load("connect-four")
for column in "745673372421446145467":
    game.make(game.parse(column))
print(solver.exact(game, 1 << 40), game.text(solver.best(game, 1 << 40)), solver.nodes)
"""

PROVING = """
import games
from players.search.clock import Clock
from players.search.alphabeta.solver import ProofNumbers
from players.search.alphabeta.table import Table
for spec, least in (("hex:size=3", 1), ("tic-tac-toe", 0), ("kalah:pits=3,seeds=2", 3)):
    clock = Clock()
    proof = ProofNumbers(games.load(spec), Table(300), clock, least)
    proof.run()
    print(proof.proven, proof.best_move, clock.nodes)
"""


@pytest.fixture(scope="session")
def sources(tmp_path_factory):
    """A copy of the sources, which can only be interpreted."""
    folder = tmp_path_factory.mktemp("sources")
    for package in ("games", "players", "referee"):
        shutil.copytree(
            ROOT / package, folder / package, ignore=shutil.ignore_patterns("*.so", "*.pyd", "*.c", "__pycache__")
        )
    return folder


@contextmanager
def batches_of(folder):
    """What that folder's packages print of a batch: they are loaded once for all of them."""
    environment = os.environ | {"PYTHONPATH": str(folder)}
    words = [sys.executable, "-c", PLAYING]
    with subprocess.Popen(
        words, cwd=folder, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:

        def output(arguments):
            late = threading.Timer(600, process.kill)
            late.start()
            print(json.dumps([*arguments, "--seed", "7", "--json"]), file=process.stdin, flush=True)
            status, printed = json.loads(process.stdout.readline())
            late.cancel()
            assert status == 0
            return printed

        yield output
        process.stdin.close()


@pytest.fixture(scope="module")
def both_lives(sources):
    with batches_of(sources) as interpreted, batches_of(ROOT) as compiled:
        yield interpreted, compiled


@pytest.mark.parametrize("arguments", BATCHES, ids=" ".join)
def test_both_lives_play_the_same_games_from_the_same_seed(arguments, both_lives):
    one, other = (output(arguments) for output in both_lives)
    assert one == other
    assert one


@pytest.mark.parametrize("program", [GROWING, FOUR, PROVING])
def test_both_lives_search_the_same_positions(program, sources):
    def told(folder):
        command, environment = [sys.executable, "-c", program], os.environ | {"PYTHONPATH": str(folder)}
        return subprocess.run(command, env=environment, capture_output=True, check=True, text=True, cwd=folder).stdout

    assert told(sources) == told(ROOT)


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
    """A tree with one compiled module, built of its source and declarations as they are."""
    (tmp_path / "setup.py").touch()
    (tmp_path / "games").mkdir()
    (tmp_path / "players").mkdir()
    for name, text in {
        "chips.py": CHIPS_SOURCE,
        "game.pxd": 'cdef extern from *:\n    """\n    #define ONE 1\n    """\nfrom games.move_list cimport MoveList\n',
        "game.py": "class Game: ...\n",
        "move_list.pxd": "cdef class MoveList:\n    pass\n",
        "pig.pxd": "",
    }.items():
        (tmp_path / "games" / name).write_text(text)
    carrying = f"ELF {build.signature(tmp_path / 'games' / 'chips.py', tmp_path)} and code"
    (tmp_path / CHIPS).write_text(carrying)
    return tmp_path


@pytest.mark.parametrize(
    ("changed", "old", "new"),
    [
        ("chips.py", "# 1", "# 2"),
        ("chips.py", "A heap", "Heaps"),  # the list of games shows it
        ("chips.py", '        return "# 1"\n', ""),
        ("chips.py", "class Chips", "clas Chips"),
        ("game.pxd", "ONE 1", "ONE 2"),
        ("game.pxd", "\n", "\n\ncdef int one\n"),
        ("move_list.pxd", "pass", "cdef int length"),
    ],
)
def test_a_build_whose_code_was_changed_since_is_stale(built, changed, old, new):
    assert build.stale(built) == []
    path = built / "games" / changed
    before = path.read_text()
    assert old in before
    path.write_text(before.replace(old, new, 1))
    os.utime(path, (0, 0))
    assert build.stale(built) == [CHIPS]
    path.write_text(before)
    assert build.stale(built) == []


@pytest.mark.parametrize(
    ("changed", "old", "new"),
    [
        ("chips.py", "import cython\n", "import cython\n# It's changed.\n"),
        ("chips.py", '# 1"', '# 1"  # one'),
        ("chips.py", '"""Chips."""', '"""A game\n\nwith chips."""\n'),
        ("chips.py", '        """Return the heap."""\n', ""),
        ("game.pxd", "MoveList\n", "MoveList  # it's a list\n\n# of moves\n"),
        ("move_list.pxd", "    pass", "\n    # empty\n    pass"),
    ],
)
def test_other_comments_and_docstrings_of_functions_make_nothing_stale(built, changed, old, new):
    path = built / "games" / changed
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new, 1))
    assert build.stale(built) == []


def test_times_of_files_and_ends_of_lines_make_nothing_stale(built):
    source = built / "games" / "chips.py"
    source.write_bytes(source.read_bytes().replace(b"\n", b"\r\n"))
    os.utime(built / CHIPS, (0, 0))
    assert build.stale(built) == []


@pytest.mark.parametrize("changed", ["game.py", "pig.pxd"])
def test_a_source_that_a_build_is_not_made_of_makes_it_not_stale(built, changed):
    (built / "games" / changed).write_text("# changed")
    assert build.stale(built) == []


def test_a_source_that_has_not_changed_is_not_parsed_again(built, monkeypatch):
    monkeypatch.setattr(build, "statements", pytest.fail)
    assert build.stale(built) == []


def test_a_signature_that_was_cut_short_is_made_again(built):
    (kept,) = (built / "build" / "signatures").iterdir()
    text = kept.read_text()
    for length in (0, 30, len(text) - 1):
        kept.write_text(text[:length])
        assert build.stale(built) == []
        assert kept.read_text() == text


def test_a_build_that_carries_no_digest_is_stale(built):
    (built / CHIPS).write_text("ELF")
    assert build.stale(built) == [CHIPS]


def test_a_build_whose_source_is_gone_or_plain_is_stale(built):
    source = built / "games" / "chips.py"
    source.write_text("class Chips: ...\n")
    assert build.stale(built) == [CHIPS]
    source.unlink()
    assert build.stale(built) == [CHIPS]


def test_an_installed_package_is_never_stale(built):
    (built / CHIPS).write_text("ELF")
    (built / "setup.py").unlink()
    assert build.stale(built) == []


@pytest.mark.parametrize(("modules", "named"), [([CHIPS], CHIPS), ([CHIPS, "b.so", "c.so"], f"{CHIPS} and 2 more")])
def test_the_version_names_the_command_that_builds_again(modules, named, monkeypatch, command):
    monkeypatch.setattr(build, "stale", lambda: modules)
    _, _, said = command("--version")
    assert said == f"{named}: built of another source; build again: make build\n"


def test_tests_refuse_a_stale_build_and_name_the_command(monkeypatch):
    from tests import conftest

    monkeypatch.setattr(build, "stale", lambda: [CHIPS])
    with pytest.raises(pytest.exit.Exception, match=f"^{re.escape(CHIPS)}: .* build again: make build$") as refused:
        conftest.pytest_sessionstart(SimpleNamespace(config=None))
    assert refused.value.returncode == 3


@pytest.mark.parametrize("words", [["referee", "--version"], ["pytest", "-n", "0", "tests"]], ids=" ".join)
def test_builds_that_cannot_be_imported_are_named_in_one_line_with_the_command(words, tmp_path):
    for name in (*build.PACKAGES, "referee"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__"))
    helper = "tests/helpers/slow_tests.py"
    for name in ("setup.py", "tests/__init__.py", "tests/conftest.py", "tests/helpers/__init__.py", helper):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, tmp_path / name)
    module = build.module_of(tmp_path / "games" / "game.py")
    module.write_bytes(b"no library")
    environment = os.environ | {"PYTHONPATH": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-m", *words], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=600
    )
    assert done.returncode != 0
    lines = [line for line in (done.stdout + done.stderr).splitlines() if line]
    notice = f"{module.relative_to(tmp_path)}: built of another source; build again: make build"
    assert lines and all(notice in line for line in lines)  # pytest frames it and says it twice


@pytest.fixture
def copy(tmp_path):
    """A copy of the tree with its builds, all files with one time."""
    if build.life() == "interpreted":
        pytest.skip("nothing is built here")
    for name in (*build.PACKAGES, "referee"):
        shutil.copytree(ROOT / name, tmp_path / name, copy_function=shutil.copyfile)
    for name in ("setup.py", "pyproject.toml", "README.md"):
        shutil.copyfile(ROOT / name, tmp_path / name)
    for path in tmp_path.rglob("*"):
        os.utime(path, (0, 0))
    return tmp_path


def test_a_copy_of_the_tree_is_not_stale(copy):
    assert len(list(build.compiled(copy))) > 40
    assert build.stale(copy) == []


def built_anew(folder):
    words = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    return re.search("^to compile: (.*)", done.stdout, re.MULTILINE)[1]


def test_only_a_module_that_has_changed_is_compiled(copy):
    source = copy / "games" / "tic_tac_toe" / "game.py"
    source.write_text(source.read_text() + "CHANGED = True\n")
    (stale,) = build.stale(copy)
    before = {path: path.read_bytes() for path in build.compiled(copy)}
    assert built_anew(copy) == "games.tic_tac_toe.game"
    assert [str(path.relative_to(copy)) for path in before if path.read_bytes() != before[path]] == [stale]
    assert build.stale(copy) == []


def test_a_build_without_a_source_is_removed(copy):
    left = build.module_of(copy / "games" / "gone.py")
    left.write_text("ELF")
    assert built_anew(copy) == "nothing"
    assert not left.exists()
