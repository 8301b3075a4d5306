"""Anchors of a tournament: given once and kept, given for one look, shown everywhere, and refused in one line."""

import csv
import io
import json
from contextlib import closing
from dataclasses import replace

import pytest

from games.names.catalogue import SpecError
from referee import cli
from referee.reports.tournament.files import as_csv, as_json, as_markdown
from referee.reports.tournament.page import as_html
from referee.reports.tournament.table import standings_lines
from referee.tournaments.options import AnchorOption, check_anchors
from referee.tournaments.journal import Journal, open_journal
from referee.tournaments.plan import Tournament
from referee.tournaments.standings import make_standings
from referee.tournaments.results import plan_as_json
from tests.helpers.standings_samples import around, four, row

HELD = ("tournament", "tic-tac-toe", "level:2", "level:3", "random", "--rounds", "2", "--seed", "1", "--workers", "1")


@pytest.fixture(autouse=True)
def at_home(tmp_path, monkeypatch):
    """A folder for data of its own."""
    monkeypatch.setenv("REFEREE_DATA", str(tmp_path))


@pytest.fixture
def command(capsys):
    """Run `referee` here: its exit status, and what it wrote to standard output and to standard error."""

    def run(*words):
        status = cli.run(list(words))
        return (status, *capsys.readouterr())

    return run


@pytest.fixture
def refused(command):
    """The one line with which a command refuses."""

    def run(*words):
        status, _, err = command(*words)
        assert status == 2, err
        return err.splitlines()[-1]

    return run


@pytest.fixture
def rows(command):
    """The rows of the standings that a command prints as JSON, by the players' names."""

    def run(*words):
        status, out, err = command(*words, "--json")
        assert status == 0, err
        standings = json.loads(out.splitlines()[-1])["standings"]
        return {each["name"]: each for each in standings["standings"]}

    return run


def test_an_anchor_is_kept_with_its_tournament_and_rates_the_others(rows):
    told = rows(*HELD, "--anchor", "level 3=1500")
    assert told["level 3"]["rating"] == {"value": 1500, "low": 1500, "high": 1500}
    assert [each["anchor"] for each in told.values() if each["name"] != "level 3"] == [None, None]
    assert all(each["anchored"] for each in told.values())
    assert 900 < told["random"]["rating"]["value"] < 1500
    assert rows("standings") == told
    assert rows("tournament", "--resume", "1") == told


def test_a_look_at_the_standings_may_take_other_anchors_and_changes_nothing(rows):
    told = rows(*HELD, "--anchor", "level 3=1500")
    other = rows("standings", "--anchor", "random=0", "--anchor", "level 2=200")
    assert other["random"]["rating"]["high"] == 0
    assert other["level 2"]["anchor"] == 200
    assert other["level 3"]["anchor"] is None
    assert rows("standings") == told


def test_an_anchor_without_blanks_around_its_equals_sign_may_hold_one():
    option = AnchorOption()
    assert option.read("minimax:depth=2=1500") == ("minimax:depth=2", 1500.0)
    assert option.write(option.read(" level 3 = -20.5")) == "level 3=-20.5"


@pytest.mark.parametrize(
    "text", ["level 3", "level 3=", "=1500", "level 3=strong", "level 3=nan", "level 3=inf", "a=1e6"]
)
def test_what_is_no_anchor_is_quoted(text, refused):
    for words in (HELD, ("standings",)):
        line = refused(*words, "--anchor", text)
        assert f"--anchor {text} must be NAME=RATING" in line


@pytest.mark.parametrize("words", [HELD, ("standings",)])
def test_an_anchor_that_names_nobody_or_is_given_twice_is_one_line(words, command, refused):
    command(*HELD)
    nobody = refused(*words, "--anchor", "ada=1500")
    assert nobody.endswith("no player is called 'ada' (level 2, level 3, random)")
    twice = refused(*words, "--anchor", "random=0", "--anchor", "random=10")
    assert twice.endswith("--anchor random=10: random has the rating 0 already")


def test_a_tournament_goes_on_with_the_anchors_that_it_began_with(command, refused):
    command(*HELD)
    assert "takes no --anchor" in refused("tournament", "--resume", "1", "--anchor", "random=0")
    assert "takes no --anchor" in refused("standings", "--all", "--anchor", "random=0")


def test_plans_without_anchors_are_the_same_bytes_as_before_there_were_any():
    plan = Tournament("nim", ("random", "random"), ("one", "two"), "round-robin", 1, 0)
    assert "anchors" not in json.loads(plan_as_json(plan))
    assert json.loads(plan_as_json(replace(plan, anchors=(("one", 5.0),))))["anchors"] == [["one", 5.0]]


@pytest.mark.parametrize("anchors", [5, [5], [["one"]], [["one", "5"]], [["one", True]], [["nobody", 5.0]]])
def test_a_plan_with_anchors_that_are_none_is_damaged(tmp_path, anchors):
    plan = Tournament("nim", ("random", "random"), ("one", "two"), "round-robin", 1, 0)
    with closing(Journal(tmp_path)) as journal:
        number = journal.begin(plan)
        text = json.dumps(json.loads(plan_as_json(plan)) | {"anchors": anchors})
        journal.database.write(lambda db: db.execute("DELETE FROM plans") and None)
        journal.database.write(lambda db: db.execute("UPDATE tournaments SET plan = ?", (text,)) and None)
        with pytest.raises(SpecError, match="damaged"):
            journal.load(number)


def test_anchors_are_checked_by_the_names_of_the_table():
    check_anchors([("a", 1.0), ("b", 1.0)], ("a", "b"))
    with pytest.raises(SpecError, match="no player is called 'c'"):
        check_anchors([("c", 1.0)], ("a", "b"))


# What is shown.


def anchored(*given):
    """The standings of four, of whom the first are given these ratings and the last met none of them."""
    plain = four()
    shown = [
        replace(each, anchor=given[place] if place < len(given) else None, anchored=place < 3, group=int(place == 3))
        for place, each in enumerate(plain.rows)
    ]
    return replace(plain, rows=tuple(shown))


def test_the_table_says_who_is_fixed_and_writes_no_signs_on_that_scale():
    lines = standings_lines(anchored(2000.5, 1800), 120)
    assert any("2000.5   fixed" in line or "2000.5 fixed" in line for line in lines)
    assert any("13  ±61" in line.replace("   ", "  ") and "+13" not in line for line in lines)
    told = " ".join(" ".join(lines).split())
    assert "on the scale of mcts and minimax, which are fixed at 2000.5 and 1800" in told
    assert "no games link random to an anchor: there 0 is the mean of those who met" in told
    assert "ratings compare only among players who met" in told
    assert "which is fixed at 2000.5; 95 % intervals are of the difference" in " ".join(
        standings_lines(anchored(2000.5), 200)
    )


def test_every_form_tells_of_anchors():
    standings = anchored(2000.5)
    first, *others = as_json(standings)["standings"]
    assert (first["anchor"], first["anchored"], [each["anchor"] for each in others]) == (2000.5, True, [None] * 3)
    table = list(csv.DictReader(io.StringIO(as_csv(standings))))
    assert [line["anchor"] for line in table] == ["2000.5", "", "", ""]
    assert "2000.5 fixed" in as_markdown(standings)
    assert "2000.5 fixed" in as_html(standings)


def test_a_chart_of_anchored_ratings_need_not_reach_down_to_0():
    cross = four().cross
    shown = [row(1, 0, "a", cross, rating=around(1500, 0), anchor=1500.0, anchored=True)]
    shown += [row(2, 1, "b", cross, rating=around(1420, 60), anchored=True)]
    page = as_html(replace(four(), rows=tuple(shown)))
    assert ">1360<" in page or ">1350<" in page or ">1400<" in page
    assert ">0</text>" not in page


def test_a_swiss_tells_what_it_shrinks_towards(rows):
    told = " ".join(standings_lines(replace(anchored(1500), shrunk=True, format="swiss"), 200))
    assert "shrunk towards the mean of the players" in told
    assert rows(*HELD, "--format", "swiss", "--anchor", "random=100")["random"]["rating"]["low"] == 100


def test_a_demand_for_elo_is_by_the_scale_of_the_anchors(command):
    demand = ("--require", "level 3.elo>=1000")
    assert command(*HELD, *demand)[0] == 4
    assert command(*HELD, *demand, "--anchor", "random=1500")[0] == 0


def test_standings_of_results_are_made_with_the_anchors_of_the_plan(command):
    command(*HELD)
    with closing(open_journal()) as journal:
        plan, results = journal.load(1), journal.results(1)
    made = make_standings(replace(plan, anchors=(("random", 300.0),)), results)
    assert {each.name: each.anchor for each in made.rows}["random"] == 300
