"""Endgame tables end games of chess: which positions they are asked about, and what their answers mean.

With the environment variable SYZYGY_TABLES, the path of a folder with tables of three and four men, real ones are read.
"""

import json
import os
from dataclasses import replace

import chess
import pytest

import games
from games.names.catalogue import SpecError
from referee import cli
from referee.match import play, syzygy
from referee.match.adjudication import Adjudication, Ruling, can_have_ended_so
from referee.match.events import How
from referee.match.record import Heading, record_match
from tests.helpers.cases import every_case

TABLES = os.environ.get("SYZYGY_TABLES", "")
NAMES = ("Ann", "Bob")
RULES = Adjudication(tb="/none")
BARE = "Q7/8/8/4k3/8/8/4K3/8 {} - - {} 80"


class Stub:
    """Tables in which the seat with more men wins; `asked` holds the positions that were asked for."""

    def __init__(self, wdl=2, dtz=10):
        self.wdl, self.dtz, self.asked = wdl, dtz, []

    def get_wdl(self, board):
        self.asked.append(board.fen())
        ahead = chess.popcount(board.occupied_co[board.turn]) > chess.popcount(board.occupied_co[not board.turn])
        return self.wdl if ahead or not self.wdl else -self.wdl

    def get_dtz(self, board):
        return self.dtz and self.dtz * (1 if self.get_wdl(board) > 0 else -1)


@pytest.fixture
def tables(monkeypatch):
    """Put stubs with these answers in the place of all tables; they know four men."""

    def put(**answers):
        stub = Stub(**answers)
        monkeypatch.setattr(syzygy, "open_tables", lambda folders: (stub, 4))
        return stub

    return put


def result(fen, game="chess"):
    return syzygy.find_result(games.load(f"{game}:position={fen}"), "/none")


def test_the_result_is_of_the_seat_that_wins_whoever_is_to_move(tables):
    tables()
    assert [result(BARE.format(side, 0)) for side in "wb"] == [1, 1]
    assert [result(BARE.format(side, 0).replace("Q", "q")) for side in "wb"] == [-1, -1]


@every_case(("wdl", "dtz", "clock", "score"), [
    (0, None, 0, 0), (0, None, 60, 0), (1, 110, 0, 0), (1, 110, 30, 0), (2, 10, 0, 1), (2, 10, 89, 1), (2, 10, 90, None),
    (2, None, 0, 1), (2, None, 1, None),
])  # fmt: skip
def test_a_win_must_come_within_the_moves_that_the_rule_of_50_leaves(tables, wdl, dtz, clock, score):
    tables(wdl=wdl, dtz=dtz)
    assert result(BARE.format("w", clock)) == score


def test_tables_are_asked_only_about_few_men_without_castling_in_chess(tables):
    stub = tables()
    for fen in ("8/8/8/4k3/8/8/PPPQK3/8 w - - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/R3K3 b Q - 0 1"):
        assert result(fen) is None
    assert result("2k2/5/5/5/Q1K2 w - - 0 1", "chess:gardner") is None
    assert syzygy.find_result(games.load("othello"), "/none") is None
    assert not stub.asked
    assert result("4k3/8/8/8/8/8/8/4K2R w - - 0 1") == 1


class First:
    def choose(self, game, deadline):
        return game.moves()[0]


def record_of(fen):
    game = f"chess:position={fen}"
    events = play(games.load(game), (First(), First()), NAMES, rules=RULES)
    return record_match(Heading(game, ("./a.py:a", "./b.py:b"), NAMES, 0), events)[0]


def test_a_game_ends_at_the_first_move_after_which_the_tables_know_its_result(tables):
    tables()
    record = record_of(BARE.format("w", 0))
    assert (record.how, record.score, len(record.moves.split())) == (How.ADJUDICATED.value, 1, 1)
    assert record.why == "adjudicated as a win for White by the endgame tables"
    tables(wdl=0)
    assert record_of(BARE.format("w", 0)).why == "adjudicated as a draw by the endgame tables"


def check(record, rules=RULES):
    game = games.load(record.game, record.moves.split())
    return can_have_ended_so(rules, Ruling(record.score, record.why), NAMES, (0,), (), game)


def test_a_record_is_checked_by_the_tables_and_without_them_by_its_sentence(tables, monkeypatch):
    tables()
    record = record_of(BARE.format("w", 0))
    lost = "adjudicated as a win for Black by the endgame tables"
    drawn = replace(record, score=0, why="adjudicated as a draw by the endgame tables")
    assert check(record)
    assert not check(drawn)
    assert not check(record, Adjudication(solved=0))
    monkeypatch.undo()  # no tables are at hand
    assert check(record)
    assert check(drawn)  # which nobody can tell
    assert not check(replace(record, why=lost))
    assert not check(replace(record, game="chess", moves="e4"))


@pytest.mark.parametrize(("words", "why"), [
    (["chess", "--tb", "{}/none"], "none: no such folder"), (["chess", "--tb", "{}"], "no tables of Syzygy"),
    (["chess", "--tb", ""], "must be a folder"),
])  # fmt: skip
def test_folders_without_tables_are_quoted(tmp_path, capsys, words, why):
    assert cli.run([*(word.format(tmp_path) for word in words), "random", "random", "-g", "2"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert why in line


def test_other_games_have_no_tables(tables, capsys):
    tables()
    assert cli.run(["othello", "random", "random", "-g", "2", "--tb", "/none"]) == 2
    assert "the endgame tables are of chess, not of othello" in capsys.readouterr().err


def test_without_python_chess_the_message_names_what_to_install(monkeypatch):
    syzygy.open_tables.cache_clear()
    monkeypatch.setitem(__import__("sys").modules, "chess.syzygy", None)
    with pytest.raises(SpecError, match=r"referee\[chess\]"):
        syzygy.open_tables("/none")


@pytest.mark.skipif(not TABLES, reason="SYZYGY_TABLES names no folder of tables")
def test_real_tables_end_a_game(capsys):
    for fen, score in (("8/8/4k3/4p3/8/8/8/R3K3 w - - 0 1", 1), ("8/8/4k3/4p3/8/8/8/4K3 w - - 0 1", 0)):
        line = ["chess", "minimax:depth=2", "random", "-g", "1", "--tb", TABLES, "--json", "--position", fen]
        assert cli.run(line) == 0
        record = json.loads(capsys.readouterr().out.splitlines()[0])
        assert (record["how"], record["score"]) == ("adjudicated", score)
