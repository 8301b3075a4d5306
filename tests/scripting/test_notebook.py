"""What a notebook displays of games and records."""

import subprocess
import sys
from types import SimpleNamespace

import pytest

import games
import referee
from referee.scripting import buttons


class Formatter(dict):
    """Stands for IPython's formatter of HTML."""

    def for_type_by_name(self, module, name, show):
        self[module, name] = show


def test_boards_are_displayed_in_ipython(monkeypatch):
    formatter = Formatter()
    shell = SimpleNamespace(display_formatter=SimpleNamespace(formatters={"text/html": formatter}))
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: shell))
    referee.join_notebook()
    for thing in (games.load("hex"), referee.play("nim", "random", "random", seed=1)):
        shown = next(show for kind in type(thing).__mro__ if (show := formatter.get((kind.__module__, kind.__name__))))
        assert shown(thing).startswith("<svg")
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: None))
    referee.join_notebook()
    assert len(formatter) == 2


def test_a_record_displays_its_last_board_and_who_won():
    record = referee.play("tic-tac-toe", "minimax", lambda game: game.moves()[0], seed=1)
    shown = buttons.record_html(record)
    assert f"<p>minimax against player: minimax won, {record.why}</p>" in shown
    assert "<circle" in shown
    broken = referee.play("tic-tac-toe", lambda game: "<b>", "random", seed=1)
    assert "won, player chose &#x27;&lt;b&gt;&#x27;, which is not a legal move" in buttons.record_html(broken)


def test_every_game_has_a_board():
    for name in games.CATALOGUE:
        assert buttons.board_html(games.load(name)).startswith("<svg"), name


def test_ipython_itself_displays_them():
    pytest.importorskip("IPython")
    program = (
        "from IPython.core.interactiveshell import InteractiveShell\n"
        "shell = InteractiveShell.instance()\n"
        "import referee, games\n"
        "for thing in (games.load('hex'), referee.play('nim', 'random', 'random', seed=1), 3):\n"
        "    shown, _ = shell.display_formatter.format(thing)\n"
        "    print('<svg' in shown.get('text/html', ''))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=600)
    assert done.stdout.splitlines() == ["True", "True", "False"], done.stderr
