"""What docs/compile.md shows is so: both files are games, one and the same, and the commands print what stands there."""

import re
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

from games.laws import faults
from games.perft import perft
from games.adapters.undo import can_become
from games.names.user_build import find_build
from players.search.clock import Clock
from players.search.random_play import Playouts, Rng
from players.search.alphabeta.pvs import Pvs
from players.search.alphabeta.tree import AlphaBeta
from referee import cli
from referee.checking.file import CheckOptions, check_target
from referee.support.build import life

PAGE = (Path(__file__).parents[2] / "docs" / "compile.md").read_text(encoding="utf-8")
PLAIN, TYPED = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
COMMANDS = re.findall(r"```\n\$ referee (.*)\n((?:.+\n)*?)```", PAGE)


def four(path):
    spec = spec_from_file_location("mine", path)
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    sys.modules.pop("mine", None)  # where a compiled one has put itself, and others would import it by that name
    return module.Four()


@pytest.fixture(scope="module")
def uncompiled(tmp_path_factory):
    found = []
    for name, text in (("plain", PLAIN), ("typed", TYPED)):
        path = tmp_path_factory.mktemp(name) / "mine.py"
        path.write_text(text)
        found.append(four(path))
    return found


def agree(one, other):
    """Whether both are the same game to counts of moves, searches and playouts."""
    assert [perft(one, depth) for depth in range(1, 5)] == [perft(other, depth) for depth in range(1, 5)]
    found = []
    for game in (one, other):
        deep, quick = AlphaBeta(game, Clock()), Pvs(game, None, Clock(), calm=0)
        deep.run(4)
        quick.run(4)
        tally = Playouts(game, Rng(7), Clock()).run(50)
        found.append((deep.best_move, deep.score, quick.best_move, quick.score, tally))
    assert found[0] == found[1]


def test_both_files_obey_the_laws_of_games(uncompiled):
    for game in uncompiled:
        assert not list(faults(game, games=3))


def test_both_files_are_one_game(uncompiled):
    agree(*uncompiled)


@pytest.mark.skipif(life() == "interpreted", reason="compiled games need a compiled referee")
def test_the_commands_print_what_the_page_shows_and_build_the_same_game(tmp_path, monkeypatch, capsys, uncompiled):
    monkeypatch.chdir(tmp_path)
    assert len(COMMANDS) == 2
    mine = Path("mine.py")
    for text, (command, printed) in zip((PLAIN, TYPED), COMMANDS, strict=True):
        mine.write_text(text)
        assert find_build(mine) is None
        assert cli.run(command.split()) == 0
        here = printed.replace(".cpython-311-x86_64-linux-gnu.so", EXTENSION_SUFFIXES[0])
        assert capsys.readouterr().out == here
    (report,) = check_target("./mine.py", CheckOptions(positions=100))
    assert not report.findings
    game = four(find_build(mine).resolve())
    assert can_become(game)
    agree(game, uncompiled[0])
    (other,) = re.findall(r"`referee (compile mine\.py --remove)`", PAGE)
    assert cli.run(other.split()) == 0
    assert find_build(mine) is None
