"""A tournament with an open end: players join it, games follow each other as they were played, and all of it is kept."""

import csv
import io
import json
import sqlite3
from contextlib import closing
from dataclasses import replace

import pytest

from referee import cli
from referee.match.record import Record, winner_name
from referee.running.game_task import Result
from referee.tournaments.journal import Journal
from referee.tournaments.plan import Tournament
from referee.tournaments.results import match_results
from referee.tournaments.schedule import make_schedule
from referee.tournaments.standings import Scoreboard, make_standings

EMPTY = Tournament("tic-tac-toe", (), (), "class", 1, 7)


def played(plan, number, first, second, score=1, how="played-out"):
    names, specs = (plan.names[first], plan.names[second]), (plan.players[first], plan.players[second])
    record = Record("tic-tac-toe", specs, names, 7, number, "1 4 2 5 3", score, winner_name(names, score), how, "")
    return Result(record, (0.0, 0.0), (3, 2))


def admit(journal, name, spec, *rating):
    old = journal.tournament
    anchors = (*old.anchors, *((name, each) for each in rating))
    journal.revise(replace(old, names=(*old.names, name), players=(*old.players, spec), anchors=anchors))


@pytest.fixture
def journal(tmp_path, monkeypatch):
    monkeypatch.setenv("REFEREE_DATA", str(tmp_path))
    with closing(Journal(tmp_path, pytest.fail)) as journal:
        yield journal


@pytest.fixture
def kept(journal):
    """A class of three with three games, as another process left it."""
    number = journal.begin(EMPTY)
    admit(journal, "Ann", "join:first")
    admit(journal, "level 2", "level:2", 1000.0)
    journal.note(played(journal.tournament, 0, 0, 1))
    admit(journal, "Ann (2)", "join:second")
    journal.note(played(journal.tournament, 1, 1, 2))
    journal.note(played(journal.tournament, 2, 2, 1, -1))
    journal.close()
    return number


def test_the_games_of_a_class_are_those_that_were_played_in_pairs_with_a_deal_each():
    seats = {0: (0, 1), 1: (2, 1), 3: (1, 0), 4: (0, 1)}
    known = make_schedule("class", 3, 1, {}, seats)
    assert [(each.number, each.seats, each.deal) for each in known.pairings] == [
        (0, (0, 1), 0),
        (1, (2, 1), 0),
        (3, (1, 0), 0),
        (4, (0, 1), 1),
    ]
    assert known.more
    assert known.find(3).seats == (1, 0)
    assert known.find(2) is None


def test_a_class_is_read_again_with_the_players_that_joined_it(journal, kept):
    plan = journal.resume(kept)
    assert plan.names == ("Ann", "level 2", "Ann (2)")
    assert plan.anchors == (("level 2", 1000.0),)
    assert sorted(journal.recorded) == [0, 1, 2]
    admit(journal, "Bob", "join:")
    journal.note(played(journal.tournament, 3, 3, 0))
    journal.close()
    assert len(journal.results(kept)) == 4
    assert journal.load(kept).names[-1] == "Bob"


def test_a_changed_game_of_a_class_does_not_count_and_the_others_do(tmp_path, kept):
    with closing(sqlite3.connect(tmp_path / "tournaments-1.sqlite")) as db:
        db.execute("UPDATE games SET moves0 = 5 WHERE number = 1")
        db.commit()
    said = []
    with closing(Journal(tmp_path, said.append)) as journal:
        assert sorted(journal.results(kept)) == [0, 2]
        found = make_standings(journal.load(kept), journal.results(kept))
    assert "damaged" in said[0]
    assert found.played == 2


def test_the_games_of_a_class_survive_the_loss_of_its_plan(tmp_path, kept):
    with closing(sqlite3.connect(tmp_path / "tournaments-1.sqlite")) as db:
        db.execute("UPDATE tournaments SET plan = '{'")
        db.commit()
    with closing(Journal(tmp_path, pytest.fail)) as journal:
        assert journal.load(kept).names == ("Ann", "level 2", "Ann (2)")
        assert len(journal.results(kept)) == 3


def test_standings_of_a_class_count_each_game_are_never_over_and_rate_by_the_anchor(journal, kept):
    plan = journal.load(kept)
    found = make_standings(plan, journal.results(kept))
    rows = {row.name: row for row in found.rows}
    assert (found.played, found.over) == (3, False)
    assert [(name, rows[name].wins, rows[name].losses) for name in plan.names] == [
        ("Ann", 1, 0),
        ("level 2", 2, 1),
        ("Ann (2)", 0, 2),
    ]
    assert rows["Ann"].anchored
    assert rows["Ann"].rating.value > 1000 > rows["Ann (2)"].rating.value


def test_a_result_counts_once_though_the_scoreboard_hears_of_it_in_any_order(journal, kept):
    results = journal.results(kept)
    board = Scoreboard(journal.load(kept))
    for number in (2, 0, 2, 1):
        board.add(results[number])
        board.standings(rated=False)
    assert board.standings().played == 3
    assert match_results(journal.load(kept), results)[1] == results


@pytest.mark.parametrize("kind", ["--json", "--csv", "--markdown", "--html"])
def test_a_class_without_anybody_has_standings_of_each_kind(journal, capsys, tmp_path, kind):
    journal.begin(EMPTY)
    journal.close()
    page = [str(tmp_path / "page.html")] if kind == "--html" else []
    assert cli.run(["standings", kind, *page]) == 0
    assert "Traceback" not in capsys.readouterr().err


def test_standings_games_and_records_of_a_class_are_printed_by_the_commands_of_tournaments(kept, capsys):
    assert cli.run(["standings"]) == 0
    said = capsys.readouterr().out
    assert f"tournament {kept}: tic-tac-toe, class, seed 7\n3 games, and more to come" in said
    assert cli.run(["standings", "--csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert {row["name"]: row["spec"] for row in rows}["Ann (2)"] == "join:second"
    assert cli.run(["games-of", "--player", "Ann (2)", "--json"]) == 0
    assert [json.loads(line)["number"] for line in capsys.readouterr().out.splitlines()] == [1, 2]


def test_a_class_is_not_gone_on_with_as_a_tournament_of_programs(kept, capsys):
    assert cli.run(["tournament", "--resume", str(kept)]) == 2
    assert "is a class" in capsys.readouterr().err
