"""The command `referee solve`: what it prints, as lines and as JSON, how it is interrupted, and what it refuses."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from plain import (
    HighCard,  # noqa: F401  # found here by the name of this module
    PlainKuhn,  # noqa: F401  # found here by the name of this module
    PlainPig,
    pig_by_neller,
)
from terminal import Terminal

import games
from games.names.entry import Entry
from games.game import CHANCE, Game
from games.option import Whole
from referee import cli
from referee.reports import solve


class Dicey(PlainPig):
    """Pig to 3 at most."""

    options = {"target": Whole(3, least=2, most=200)}

    def __init__(self, target=3):
        super().__init__(target)


@pytest.fixture
def said(monkeypatch, capsys):
    """What the command prints for games that stand here: (status, standard output, standard error)."""
    kinds = {"kuhn": "PlainKuhn", "high-card": "HighCard", "dicey": "Dicey"}
    for name, kind in kinds.items():
        monkeypatch.setitem(games.CATALOGUE.entries, name, Entry(__name__, kind))
        monkeypatch.setitem(games.CATALOGUE.names, name.replace("-", ""), name)
    monkeypatch.setattr(signal, "signal", lambda *_: None)  # leaving, it ignores Ctrl-C; the tests go on

    def run(*words):
        status = cli.run(["solve", *words])
        return status, *capsys.readouterr()

    return run


def process(*words):
    """The command in a process of its own."""
    command = [sys.executable, "-m", "referee", "solve", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=300)


def test_a_game_of_hidden_cards_gets_value_exploitability_and_strategy(said):
    status, out, err = said("kuhn")
    lines = out.splitlines()
    assert (status, err) == (0, "")
    assert lines[:2] == ["kuhn: 58 nodes, 12 information sets", "1,000 iterations of SAPCFR+"]
    assert lines[2] == "value for First  -0.055556"
    assert lines[3] == "exploitability  0.000000"
    assert lines.index("First") < lines.index("Second")
    assert "  ?K:b   pass 0.0000  bet 1.0000" in lines
    assert sum(line.startswith("  ") for line in lines) == 12


def test_a_strategy_of_many_information_sets_is_printed_when_asked_for(said, monkeypatch):
    monkeypatch.setattr(solve, "LISTED", 11)
    _, short, _ = said("kuhn", "--iterations", "10")
    assert short.splitlines()[-1] == "the strategy of 12 information sets: with --all or --json"
    assert "?K:b" not in short
    assert "?K:b" in said("kuhn", "--iterations", "10", "--all")[1]


def test_in_json_it_is_one_object(said):
    _, out, _ = said("high-card", "--json", "--iterations", "7")
    found = json.loads(out)
    assert (found["game"], found["method"], found["nodes"], found["iterations"]) == ("high-card", "SAPCFR+", 89, 7)
    assert len(found["strategy"]) == 12
    assert all(sum(each["moves"].values()) == pytest.approx(1) for each in found["strategy"])
    assert found["exploitability"] > 0


def test_the_same_words_print_the_same_bytes(said):
    assert said("high-card", "--all") == said("high-card", "--all")


def test_time_alone_limits_the_iterations(said):
    found = json.loads(said("kuhn", "--json", "--time", "1")[1])
    assert found["iterations"] != 1000
    assert found["iterations"] > 20


def test_a_game_of_open_dice_gets_its_exact_value(said):
    status, out, err = said("dicey")
    exact = json.loads(said("dicey", "--json")[1])
    chance = 100 * pig_by_neller(3)
    assert (status, err) == (0, "")
    wins = f"value for First  {chance / 50 - 1:+.6f}, it wins {chance:.4f} % (a draw counts half)"
    assert out.splitlines()[1] == wins
    assert out.splitlines()[2:4] == ["best first move  0", f"  0  {exact['value']:+.6f}"]
    assert exact["chance"] == pytest.approx(chance / 100)
    assert exact["moves"]["7"] < exact["value"]


class FirstRoll(Game):
    """A coin is tossed once; then First may keep what it says, or lose."""

    def __init__(self):
        self.turn, self.coin, self.kept = CHANCE, 0, None

    def chances(self):
        return [(1, 1), (2, 3)]

    def moves(self):
        return [] if self.score() is not None else [1, 2] if self.turn == CHANCE else [0, 1]

    def make(self, move):
        if self.turn == CHANCE:
            self.coin, self.turn = move, 0
        else:
            self.kept = move

    def score(self):
        return None if self.kept is None else 1 if self.kept and self.coin == 1 else -1


def test_chance_at_the_first_move_alone_is_averaged_not_chosen():
    found = solve.by_sweep(FirstRoll(), None)
    assert found["value"] == pytest.approx(1 / 4 - 3 / 4)


@pytest.mark.parametrize(("words", "status", "complaint"), [
    (["shogi"], 2, "there is no game 'shogi'"),
    (["kuhn", "--iterations", "0"], 2, "--iterations 0 must be a whole number from 1"),
    (["kuhn", "--time", "soon"], 2, "--time soon must be a number from 0.001"),
    (["ttt", "--iterations", "5"], 2, "'ttt' hides nothing and is solved exactly: leave out iterations"),
    (["ttt", "--moves", "5 5"], 2,
     "move 2 to start with: '5' is not a legal move here: a cross of X stands on 5; legal: 1 to 4, 6 to 9"),
    (["ttt", "--moves", "1 4 2 5 3"], 2, "the game is over: three in a line, 1 2 3; there is nothing to solve"),
    (["ttt", "--memory", "0"], 2, "--memory 0 must be a whole number from 1 to 60000"),
    (["dicey:target=200", "--time", "0.1"], 1, "'dicey:target=200' is not solved within 0.1 seconds"),
    ([], 2, "Missing argument 'GAME'"),
], ids=lambda words: " ".join(words) if isinstance(words, list) else None)  # fmt: skip
def test_an_unsolvable_game_gets_one_line(said, words, status, complaint):
    found, out, err = said(*words)
    assert (found, out, err.count("\n")) == (status, "", 1)
    assert complaint in err


def test_a_tree_too_large_gets_one_line(said, monkeypatch):
    monkeypatch.setattr("players.search.equilibrium.extensive_form.GameTree.__init__.__defaults__", (50, None))
    assert said("kuhn")[::2] == (
        2, "referee: 'kuhn' cannot be solved: the tree of PlainKuhn has more than 50 nodes, too many to solve\n",
    )  # fmt: skip


def test_ctrl_c_prints_the_best_so_far_with_status_130(said, monkeypatch):
    def interrupted(solver, iterations, seconds, told):
        real(solver, 20, None, told)
        raise KeyboardInterrupt

    real = solve.iterate
    monkeypatch.setattr(solve, "iterate", interrupted)
    status, out, err = said("kuhn")
    assert status == 130
    assert out.splitlines()[1] == "20 iterations of SAPCFR+"
    assert "  ?K:b   pass" in out
    assert err == "stopped after 20 iterations\n"


HELPERS = str(Path(__file__).parents[1] / "helpers")
PROGRAM = f"""
import sys; sys.path.insert(0, {HELPERS!r})
import games
from games.names.entry import Entry
games.CATALOGUE.entries["high-card"] = Entry("plain", "HighCard")
games.CATALOGUE.names["highcard"] = "high-card"
from referee.__main__ import main
main(["solve", "high-card", "--iterations", "1000000000"])
"""


@pytest.mark.skipif(os.name == "nt", reason="no such terminal there")
def test_at_a_terminal_a_bar_says_how_far_it_is_and_ctrl_c_stops_in_the_midst_of_it():
    with Terminal(sys.executable, "-c", PROGRAM) as terminal:
        terminal.wait_for("iterations")
        terminal.type("\x03")
        assert terminal.exit_status() == 130
    assert "high-card: 89 nodes, 12 information sets" in terminal.text
    assert "iterations of SAPCFR+" in terminal.text
    assert "stopped after" in terminal.text
    assert "Traceback" not in terminal.text
