"""Where a class goes on, which programs count, and what is written about them."""

import json
import os
from contextlib import closing
from dataclasses import replace

import pytest

from games.names.catalogue import SpecError
from referee.match.clocks import UNLIMITED
from referee.network.classroom import counted_rows
from referee.network.holding import Files, named, open_class
from referee.network.invitation import make_certificate
from referee.tournaments.journal import Journal
from tests.helpers.standings_samples import around, mirrored, row, standings
from tests.network.classes import PLAN

STAFF = replace(PLAN, players=("random",), names=("random",), anchors=(("random", 800.0),))
STUDENTS = ("Ann", "Bob")


@pytest.fixture
def journal(tmp_path):
    with closing(Journal(tmp_path, pytest.fail)) as journal:
        yield journal


def begin(journal, wanted=PLAN, students=STUDENTS, new=False):
    """Begin a class or go on with it; return its number and whether it is new."""
    begun = open_class(journal, wanted, students, new, lambda plan: plan)
    return journal.number, begun


@pytest.fixture
def kept(journal):
    """A class in which Ann has had two programs."""
    begin(journal, STAFF)
    plan = journal.tournament
    journal.revise(replace(plan, players=(*plan.players, "join:a", "join:b"), names=(*plan.names, "Ann", "Ann (2)")))
    number = journal.number
    journal.close()
    return number


def test_the_same_command_goes_on_with_the_class(journal, kept):
    assert begin(journal, STAFF) == (kept, False)
    assert journal.tournament.names == ("random", "Ann", "Ann (2)")


def test_another_game_other_students_or_the_wish_for_it_begin_another_class(journal, kept):
    assert begin(journal, replace(STAFF, game="nim"))[1]
    journal.close()
    assert begin(journal, STAFF, ("Bob", "Cleo"))[1]
    journal.close()
    assert begin(journal, STAFF, new=True)[1]


def test_new_programs_and_ratings_of_the_staff_join_a_class(journal, kept):
    more = replace(
        PLAN,
        players=("minimax", "random"),
        names=("minimax", "random"),
        anchors=(("minimax", 1500.0), ("random", 700.0)),
    )
    assert begin(journal, more) == (kept, False)
    assert journal.tournament.names == ("random", "Ann", "Ann (2)", "minimax")
    assert dict(journal.tournament.anchors) == {"random": 700.0, "minimax": 1500.0}


def test_a_class_with_another_time_is_refused(journal, kept):
    with pytest.raises(SpecError, match=r"class 1 has 60 seconds a move, not 5 seconds a move; --new begins another"):
        begin(journal, replace(STAFF, control=UNLIMITED.with_move(5.0)))


def test_a_class_that_another_process_holds_is_refused(journal, kept, tmp_path):
    with closing(Journal(tmp_path, pytest.fail)) as other:
        begin(other, STAFF)
        with pytest.raises(SpecError, match="is being played right now"):
            begin(journal, STAFF)


def sample():
    cross = mirrored([[(3, 0, 1), (1, 0, 0), (0, 1, 0)], [(1, 0, 0), (0, 0, 0)], [(0, 0, 0)]])
    specs = ("join:b", "join:a", "random", "join:c")
    names = ("Ann (2)", "Ann", "random", "Bob")
    order = (1, 0, 2, 3)  # Ann came before Ann (2)
    rows = [
        row(place, order[at], names[at], cross, spec=specs[at], rating=around(100.0 - 50 * at, 40))
        for place, at in enumerate(range(4), 1)
    ]
    return standings(rows, cross)


def test_the_last_program_of_a_student_counts_under_the_students_name():
    assert [(found.place, found.name, found.spec) for found in map(named, counted_rows(sample()))] == [
        (1, "Ann", "join:b"),
        (2, "random", "random"),
        (3, "Bob", "join:c"),
    ]


def test_both_files_have_all_students_that_played(tmp_path):
    files = Files(tmp_path / "class.csv", tmp_path / "class.json")
    files.write(sample(), ("Ann", "Bob", "Cleo"))
    lines = (tmp_path / "class.csv").read_text().splitlines()
    assert [line.split(",")[1] for line in lines] == ["name", "Ann", "random", "Bob"]
    found = json.loads((tmp_path / "class.json").read_text())
    assert list(found) == ["Ann", "Bob", "Cleo"]
    assert found["Cleo"] == {"score": 0, "output": "No program of yours has finished a game.", "leaderboard": []}
    assert [each["name"] for each in found["Bob"]["leaderboard"]] == ["Rating", "Points per game", "Games", "Faults"]
