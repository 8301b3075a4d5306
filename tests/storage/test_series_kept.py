"""Series in the archive: the next game waits to be gone on with, older files are read, and damage stays one match's."""

import sqlite3
from contextlib import closing, suppress

import pytest

from referee.batches.plan import Plan
from referee.match.record import Heading
from referee.match.series import Series
from referee.reports.history import as_dict, find_resumable, history_lines
from referee.storage.archive import NAME, Archive

HEADING = Heading("tic-tac-toe", ("human", "random"), ("Ann", "random"), 5)
FIRST = Series.begin("tic-tac-toe", 3, None)


@pytest.fixture
def said():
    """What is complained of."""
    return []


@pytest.fixture
def archive(tmp_path, said):
    """An archive in a folder of its own."""
    with closing(Archive(tmp_path, said.append)) as archive:
        yield archive


def play(archive, series=FIRST, moves=0):
    """The number of a match of that series, left after so many moves; without a number of moves it is over."""
    plan = Plan("tic-tac-toe", ("random", "random"), 5)
    number = archive.begin(HEADING, plan.control, (), series)
    for count, event in enumerate(plan.task(0).match()):
        if moves is None or count <= 3 * moves:
            archive.note(number, event)
    archive.close()
    return number


def test_a_match_is_kept_with_the_series_as_it_stood_before_it(archive):
    series = FIRST.after(1)
    kept = archive.load(play(archive, series))
    assert kept.series == series
    assert archive.load(archive.begin(HEADING)).series is None


def test_the_next_game_of_a_series_waits_before_its_first_move(archive):
    play(archive, FIRST)
    assert archive.unfinished() is None  # of the first nothing was played
    assert archive.entries() == []
    number = play(archive, FIRST.after(1))
    assert archive.unfinished() == find_resumable(archive).number == number
    assert [kept.number for kept in archive.entries()] == [number]


def test_the_history_tells_which_game_of_a_series_it_is(archive):
    play(archive, FIRST.after(1))
    assert next(iter(history_lines(archive.entries()))).split("  ")[-2:] == ["unfinished, game 2 at 0-1", "0 moves"]
    held = as_dict(archive.entries()[0])["series"]
    assert (held["number"], held["points"], held["best_of"]) == (2, [1.0, 0.0], 3)


def test_a_file_of_an_older_version_gets_the_column_and_keeps_its_matches(archive, said):
    number = play(archive, moves=None)
    with closing(sqlite3.connect(archive.database.path)) as db, db:
        db.execute("ALTER TABLE matches DROP COLUMN series")
    assert archive.load(number).how == "played-out"
    second = play(archive, FIRST.after(1))
    assert (archive.load(number).series, archive.load(second).series) == (None, FIRST.after(1))
    assert said == []


@pytest.mark.parametrize("text", ["{", "{}", "7", '{"game": 5, "unit": "games", "points": [0, 0]}'])
def test_a_series_that_is_damaged_is_said_to_be(archive, said, text):
    number = play(archive, FIRST.after(1))
    with closing(sqlite3.connect(archive.database.path)) as db, db:
        db.execute("UPDATE matches SET series = ?", (text,))
    with suppress(ValueError):
        archive.load(number)
    assert said == [f"match {number} is damaged"]
    assert archive.unfinished() is None


def test_a_file_taken_away_is_begun_anew_with_the_series(archive, tmp_path):
    plan = Plan("tic-tac-toe", ("random", "random"), 5)
    number = archive.begin(HEADING, plan.control, (), FIRST.after(1))
    for count, event in enumerate(plan.task(0).match()):
        if count == 3:
            for file in tmp_path.glob(f"{NAME}*"):
                file.unlink()
        archive.note(number, event)
    kept = archive.load(archive.row)
    assert (kept.series, kept.how) == (FIRST.after(1), "played-out")
