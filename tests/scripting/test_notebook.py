"""What a notebook displays of games and records."""

import subprocess
import sys

import pytest

import games
import referee


def test_games_and_records_display_boards():
    for thing in (games.load("hex"), referee.play("nim", "random", "random", seed=1)):
        assert thing._repr_html_().startswith("<svg")


def test_a_record_displays_its_last_board_and_who_won():
    record = referee.play("tic-tac-toe", "minimax", lambda game: game.moves()[0], seed=1)
    shown = record._repr_html_()
    assert f"<p>minimax against player: minimax won, {record.why}</p>" in shown
    assert "<circle" in shown
    broken = referee.play("tic-tac-toe", lambda game: "<b>", "random", seed=1)
    assert "won, player chose &#x27;&lt;b&gt;&#x27;, which is not a legal move" in broken._repr_html_()


def test_every_game_has_a_board():
    for name in games.CATALOGUE:
        assert games.load(name)._repr_html_().startswith("<svg"), name


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
