"""Odds at the table: each player keeps the clock, whichever seat it has."""

from dataclasses import replace

import pytest

from referee import cli
from referee.batches.plan import Plan
from referee.match.clock_text import read_clock, write_clock
from referee.match.record import Recorder
from referee.match.series import Series
from referee.storage.archive import open_archive
from referee.table.next_match import AGAIN, BACK, SWAPPED, NextMatch, choose_next

PLAN = Plan("ttt", ("human", "random"), 1, read_clock("5m,40/1m"), person="Ann")


def following(now, choice, after=None):
    """The plan of the match that follows that one."""
    return choose_next(now, Recorder(now.plan.heading(0)), after, choice)


@pytest.mark.parametrize(("choice", "players", "clock"), [
    (AGAIN, ("human", "random"), "5m,40/1m"), (SWAPPED, ("random", "human"), "40/1m,5m"),
    (BACK, ("human", "random"), "5m,40/1m"), ("level 4", ("human", "level:4"), "5m,40/1m"),
])  # fmt: skip
def test_the_next_match_has_the_clocks_of_its_players(choice, players, clock):
    plan = following(NextMatch(PLAN), choice).plan
    assert (plan.players, write_clock(plan.control)) == (players, clock)
    again = following(NextMatch(replace(plan, called=None)), SWAPPED).plan
    assert (again.players, again.control) == (players[::-1], plan.control.swapped)


def test_in_a_series_the_clocks_alternate_with_the_seats():
    series = Series.begin("ttt", 3, None)
    now = NextMatch(PLAN, series=series)
    for number, clock in ((2, "40/1m,5m"), (3, "5m,40/1m")):
        after = now.series.after(0)
        now = following(now, AGAIN, after)
        assert (now.series.number, write_clock(now.plan.control)) == (number, clock)


@pytest.mark.parametrize(
    ("words", "players", "clock"),
    [
        ("random minimax:depth=1", ("random", "minimax:depth=1"), "5m,1m"),
        ("random minimax:depth=1 --swap", ("minimax:depth=1", "random"), "1m,5m"),
    ],
)
def test_a_single_match_gives_the_first_clock_to_the_player_named_first(tmp_path, monkeypatch, words, players, clock):
    monkeypatch.setenv("REFEREE_DATA", str(tmp_path))
    assert cli.run([*words.split(), "--clock", "5m,1m", "--seed", "1", "--plain", "--pace", "0"]) == 0
    kept = open_archive().load(1)
    assert (kept.heading.players, write_clock(kept.control)) == (players, clock)
    assert [clock.seconds > 200 for clock in kept.past[0][1]] == [seat == "5m" for seat in clock.split(",")]


def test_a_person_who_is_not_named_is_the_first_player(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("REFEREE_DATA", str(tmp_path))
    monkeypatch.setattr("builtins.input", lambda prompt="": "quit")
    assert cli.run(["random", "--clock", "5m,1m", "--seed", "1", "--plain"]) == 0
    assert "You have 5 minutes." in capsys.readouterr().out
