"""Analyses in which a program from outside judges each move."""

import json

import pytest
from click.testing import CliRunner

import referee
from referee.cli import referee as command
from tests.engines.fakes import processes
from tests.engines.test_judge import FAKE, spec_of

POSITION = "7k/8/6KR/8/8/8/8/8 b - - 0 1"
WORDS = "judges", ": cp -500 pv h8g8", "h8g8: cp 700 pv h6h1"


def test_a_program_judges_each_move_and_comes_before_other_beliefs():
    found = referee.analyse("chess", position=POSITION, judge=spec_of(*WORDS), depth=1, playouts=5)
    methods = found.as_dict()["methods"]
    assert list(methods) == ["exact", "judge", "minimax", "mcts"]
    (row,) = methods["judge"]["moves"]
    assert row["move"] == "Kg8" and row["line"] == ("Kg8", "Rh1") and row["chance"] == pytest.approx(0.0706, abs=1e-3)
    assert methods["judge"]["how"] == "fake_uci, depth 9"
    found = referee.analyse("chess", position=POSITION, methods="mcts", judge=spec_of(*WORDS), playouts=5)
    assert "White is ahead: it wins 92.94 % of games by fake_uci, depth 9." in str(found)
    assert not processes(FAKE.command(*WORDS))


def test_a_move_that_ends_the_game_is_proven_by_the_rules():
    words = "judges", ": cp 0 pv h8g8", "h8h7: cp 500 pv g8g1"
    position = "6Rk/8/8/8/8/8/8/K7 b - - 0 1"  # after Kxg8 neither side can win
    found = referee.analyse("chess", position=position, methods="minimax", judge=spec_of(*words), depth=1)
    rows = {row["move"]: row for row in found.as_dict()["methods"]["judge"]["moves"]}
    assert rows["Kxg8"]["score"] == 0 and rows["Kh7"]["score"] is None and found.best == ["Kxg8"]


def test_the_command_takes_a_judge_of_moves_but_not_of_searches():
    words = ["analyse", "chess", "--position", POSITION, "--judge", spec_of(*WORDS)]
    done = CliRunner().invoke(command, [*words, "--method", "minimax", "--depth", "1", "--json"])
    assert list(json.loads(done.stdout)["methods"]) == ["judge", "minimax"]
    done = CliRunner().invoke(command, [*words, "--compare"])
    assert done.exit_code == 2 and "leave out one of them" in done.output
