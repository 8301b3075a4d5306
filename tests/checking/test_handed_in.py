"""`referee check` of what students hand in: what a law can find is found with advice that names the change; no right
file fails."""

import os
from io import StringIO

import pytest

from referee.checking import player_process
from referee.checking.file import CheckOptions, check_target
from referee.checking.player import check_player
from tests.checking.mutants import bots, entered, handed_in, unusual
from tests.checking.test_check import SOURCES

GAMES = SOURCES | handed_in.SOURCES
FEW = ["tic-tac-toe", "nim:sticks=9"]
forks = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes cannot be forked")


@pytest.fixture
def write(tmp_path, monkeypatch):
    """Return a function that writes a source into `mine.py` and returns its path."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(player_process, "BIRTH", 1.0)
    monkeypatch.setattr("sys.stdin", StringIO())

    def written(source):
        (tmp_path / "mine.py").write_text(source, encoding="utf-8")
        return "./mine.py"

    return written


def broken_source(name):
    """Return the source of a game with a fault."""
    source, replacements, *_ = handed_in.FAULTY[name]
    text = GAMES[source]
    for old, new in replacements.items():
        assert old in text, old
        text = text.replace(old, new)
    return text


@pytest.mark.parametrize("name", handed_in.FAULTY)
def test_a_fault_of_a_game_is_found_with_advice_that_names_the_change(name, write):
    _, _, law, words, look = handed_in.FAULTY[name]
    (report,) = check_target(write(broken_source(name)), CheckOptions(positions=150))
    finding = next((each for each in report.findings if law in (None, each.law)), None)
    assert finding is not None, report.findings
    assert not finding.follows
    assert words in finding.sentence
    assert look in finding.look


@pytest.mark.parametrize("name", unusual.RIGHT)
def test_an_unusual_game_that_is_right_gets_no_finding(name, write):
    for report in check_target(write(unusual.RIGHT[name]), CheckOptions(positions=150)):
        assert report.passed
        assert report.findings == ()


def test_hidden_cards_shuffled_as_they_lie_pass_with_the_advice_to_sort_them(write):
    (report,) = check_target(write(unusual.SHUFFLED), CheckOptions(positions=150))
    (finding,) = report.findings
    assert report.passed and finding.hint
    assert "sort what you shuffle" in finding.look


@forks
@pytest.mark.parametrize("name", entered.WRONG)
def test_a_fault_of_a_player_is_found_with_advice_that_names_the_change(name, write):
    body, law, words, look = entered.WRONG[name]
    source = body if body.startswith(entered.CLASS) else f"{bots.HEAD}        {body}\n"
    report = check_player(write(source), FEW, seconds=0.4)
    finding = next((each for each in report.findings if each.law == law), None)
    assert finding is not None, report.findings
    assert words in finding.sentence
    assert look in finding.sentence + finding.look
    assert report.passed is finding.hint


@forks
@pytest.mark.parametrize("name", entered.RIGHT)
def test_an_unusual_player_that_is_right_gets_no_finding(name, write):
    (report,) = check_target(write(entered.RIGHT[name]), CheckOptions(game="tic-tac-toe", seconds=0.4))
    assert report.passed
    assert report.findings == ()


NUMPY = """
import numpy as np
from games.game import Game


class Cells(Game):
    def __init__(self):
        self.turn, self.owner = np.int64(0), np.full(5, -1)

    def moves(self):
        return list(np.flatnonzero(self.owner == -1))

    def make(self, move):
        self.owner[move] = self.turn
        self.turn = 1 - self.turn

    def score(self):
        return None if (self.owner == -1).any() else np.sign((self.owner[:2] == 0).sum() - 1)

    def parse(self, entry):
        return np.int64(super().parse(entry))
"""
PLAYERS_OF_NUMPY = {
    "it resigns": "from players.player import Resigned\n\n\ndef bot(game):\n    if len(game.moves()) < 3:\n        raise Resigned\n    return game.moves()[0]\n",
    "it returns texts": "def bot(game):\n    return game.text(game.moves()[0])\n",
    "it returns numbers of numpy": "def bot(game):\n    return game.moves()[0]\n",
}


@forks
@pytest.mark.parametrize("name", PLAYERS_OF_NUMPY)
def test_a_game_with_numbers_of_numpy_and_players_of_it_are_checked(name, write, tmp_path):
    pytest.importorskip("numpy")
    (tmp_path / "cells.py").write_text(NUMPY)
    (game,) = check_target("./cells.py", CheckOptions(positions=100))
    (player,) = check_target(write(PLAYERS_OF_NUMPY[name]), CheckOptions(game="./cells.py", seconds=0.4))
    assert game.passed, game.findings
    assert player.passed, player.findings
