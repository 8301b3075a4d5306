"""Hints and analyses of games in which a turn has several moves name all of them."""

import re
from math import inf

import pytest

import games
from players.entry import parse_turn
from referee.analysis.methods import analysed
from referee.analysis.whole_turn import complete_turn, first_turn, turn_text
from referee.reports.analysis.text import sentences
from referee.table.advice import Advice

DOUBLE = "3-1 8/5 6/5 4-4".split()


def is_whole_turn(game, text):
    twin = game.copy()
    for move in parse_turn(game, text):
        twin.make(move)
    return twin.turn != game.turn


def test_a_hint_names_all_checkers_of_a_double():
    game = games.load("backgammon", DOUBLE)
    play = re.match(r"Hint: ([^,]+),", Advice("backgammon", 1).hint(game, inf))[1]
    assert is_whole_turn(game, play)


def test_an_analysis_names_all_checkers_of_a_double():
    game = games.load("backgammon", DOUBLE)
    (line,) = [said for said in sentences(analysed(game, "backgammon", 0.1)) if said.startswith("Expected: ")]
    assert len(line.split()) >= 5


@pytest.mark.parametrize(("spec", "moves", "line", "turn"), [
    ("backgammon", DOUBLE, ("13/9",), 4), ("backgammon", ["3-1"], ("8/5", "6/5"), 2), ("chess", [], ("e4", "e5"), 1),
    ("kalah", [], ("3",), 1),
])  # fmt: skip
def test_a_line_is_completed_to_the_end_of_the_turn(spec, moves, line, turn):
    game = games.load(spec, moves)
    completed = complete_turn(game, line)
    assert completed[: len(line)] == line
    assert len(first_turn(game, completed)) == turn


def test_equal_moves_of_a_turn_are_counted():
    game = games.load("backgammon", DOUBLE)
    assert turn_text(("13/9", "13/9", "6/2", "6/2")) == "13/9(2) 6/2(2)"
    assert is_whole_turn(game, "13/9(2) 6/2(2)")
