"""Clocks in the archive of matches and in the journal of tournaments, in those of old too."""

import json
import sqlite3
from contextlib import closing
from dataclasses import asdict, replace

import pytest

from games.names.catalogue import SpecError
from players.player import Quit
from referee.match import match
from referee.match.clock_text import read_clock
from referee.match.clocks import Control, SeatClock
from referee.match.events import Asked, Started
from referee.match.record import Heading
from referee.reports.history import find_resumable
from referee.storage.archive import NAME, Archive
from referee.storage.saved_match import SavedMatch
from referee.tournaments.journal import Journal
from referee.tournaments.plan import Tournament
from referee.tournaments.results import plan_as_json
from tests.match.test_match import Scripted

HEADING = Heading("ttt", ("human", "human"), ("Ann", "Bob"), 1)
# The tables as they were before clocks had anything but seconds, and a match in them that was left after two moves.
OLD = """
CREATE TABLE matches (
    id INTEGER PRIMARY KEY AUTOINCREMENT, started TEXT, changed TEXT,
    game TEXT, player0 TEXT, player1 TEXT, name0 TEXT, name1 TEXT, seed TEXT, number TEXT,
    seconds REAL, total REAL, increment REAL, opening TEXT, how TEXT, why TEXT, score INTEGER, process TEXT,
    series TEXT
);
CREATE TABLE moves (
    match INTEGER, ply INTEGER, seat INTEGER, text TEXT, seconds REAL, left0 REAL, left1 REAL,
    PRIMARY KEY (match, ply)
) WITHOUT ROWID;
INSERT INTO matches VALUES (
    1, '2024-05-01T10:00:00+00:00', '2024-05-01T10:05:00+00:00', 'ttt', 'human', 'human', 'Ann', 'Bob', '1', '0',
    30.0, 300.0, 3.0, '', NULL, '', NULL, NULL, NULL
);
INSERT INTO moves VALUES (1, 0, 0, '5', 10.0, 293.0, 300.0), (1, 1, 1, '1', 5.0, 293.0, 298.0);
"""


@pytest.fixture
def archive(tmp_path):
    said = []
    with closing(Archive(tmp_path, said.append)) as archive:
        yield archive
    assert not said


@pytest.fixture
def time(monkeypatch):
    """A time that stands still but where it is set forward."""
    now = [0.0]
    monkeypatch.setattr(match, "monotonic", lambda: now[0])
    return now


def taking(time, seconds, answer):
    def turn(game, deadline):
        time[0] += seconds
        return answer

    return turn


def play(match, kept, *seated):
    events = []
    for event in kept.plan().task(0).match(seated, kept.past):
        match.note(event)
        events.append(event)
    return events


def people(time, *turns):
    """Two people who take turns: seconds and cells; then the first one leaves."""
    moves = [taking(time, seconds, cell) for seconds, cell in turns]
    return Scripted(*moves[::2], Quit(), person=True), Scripted(*moves[1::2], person=True)


@pytest.mark.parametrize(("text", "left"), [
    ("1m+5s", "0:30 0:50"), ("1m+d5s", "0:30 0:50"), ("40/1m+5s", "38/0:30 38/0:50"),
    ("2/1m:20/1m:15s", "20/1:20 20/1:40"), ("20s/9x10s", "7x0:10 0:01.0"), ("10s/9x10s,5m", "6x0:10 4:40"),
    ("0s/3/40s", "1/0:00.0 1/0:20"), ("nodes=9,1m", "None 0:40"),
])  # fmt: skip
def test_a_match_is_gone_on_with_by_the_clocks_that_it_was_left_with(archive, time, text, left):
    control = read_clock(text)
    turns = {
        "1m+5s": (20, 5, 20, 15),
        "1m+d5s": (20, 5, 20, 15),
        "40/1m+5s": (20, 5, 20, 15),
        "20s/9x10s": (10, 10, 35, 9),
    }
    turns = zip(turns.get(text, (20, 10, 20, 10)), (0, 4, 1, 5), strict=True)
    match = archive.begin(HEADING, control)
    *_, end = play(match, SavedMatch(HEADING, control), *people(time, *turns))
    assert " ".join(map(str, end.left)) == left
    kept = find_resumable(archive, str(match.number))
    assert kept.control == control
    match = archive.resume(match.number)
    events = play(match, kept, *people(time))
    started, asked, *_ = events
    assert (type(started), type(asked)) == (Started, Asked)
    assert started.left == asked.left == end.left


def test_a_match_is_left_in_the_midst_of_a_period(archive, time):
    control = read_clock("0s/3x10s")
    first = Scripted(taking(time, 4, 0), taking(time, 14, Quit()), person=True)
    match = archive.begin(HEADING, control)
    play(match, SavedMatch(HEADING, control), first, Scripted(taking(time, 25, 4), person=True))
    assert [str(clock) for clock in archive.load(match.number).past[-1][1]] == ["2x0:06.0", "1x0:10"]


def old_file(path):
    with closing(sqlite3.connect(path / NAME)) as db, db:
        db.executescript(OLD)


def test_a_match_that_was_kept_of_old_is_gone_on_with(tmp_path, archive, time):
    old_file(tmp_path)
    kept = find_resumable(archive, "1")
    assert kept.control == Control(30.0, 300.0, 3.0)
    assert kept.past == (("5", (SeatClock(293.0), SeatClock(300.0))), ("1", (SeatClock(293.0), SeatClock(298.0))))
    play(archive.resume(1), kept, *people(time, (7, 8)))
    assert [str(clock) for clock in archive.load(1).past[-1][1]] == ["4:49", "4:58"]
    control = read_clock("0s/3x10s")
    match = archive.begin(HEADING, control)
    play(match, SavedMatch(HEADING, control), *people(time, (4, 0)))
    assert archive.load(match.number).control == control
    assert archive.load(1).control == Control(30.0, 300.0, 3.0)


def test_old_files_are_salvaged(tmp_path, time):
    old_file(tmp_path)
    data = (tmp_path / NAME).read_bytes()
    (tmp_path / NAME).write_bytes(b"x" * 16 + data[16:])
    said = []
    with closing(Archive(tmp_path, said.append)) as archive:
        assert archive.load(1).past[-1] == ("1", (SeatClock(293.0), SeatClock(298.0)))
        assert archive.begin(HEADING, read_clock("40/5m")).number == 2
        assert (archive.load(1).control, archive.load(2).control) == (Control(30.0, 300.0, 3.0), read_clock("40/5m"))
    assert "is damaged" in said[0]


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE matches SET clock = 'soon'",
        "UPDATE matches SET clock = '40/5m'",
        "UPDATE matches SET clock = 'nodes=5'",
        "UPDATE moves SET left0 = 'x'",
        "UPDATE moves SET counts = '[1'",
        "UPDATE moves SET counts = '[7, 7]'",
        "UPDATE moves SET counts = NULL",
        *(f"UPDATE moves SET counts = '[{json.dumps(wrong)}, null]'" for wrong in (
            [None, 4, 0, True], [None, 0, 0, True], [2, 3, 0, True], [None, 3, 1, True], [None, 3, -1, True],
            [None, 3, 0, 1], [None, 2, 0, False], [0.5, 3, 0, True], [1, 2, 3, 4, 5, 6])),
    ],
)  # fmt: skip
def test_clocks_that_can_be_none_are_said_to_be_damaged(tmp_path, time, statement):
    said = []
    with closing(Archive(tmp_path, said.append)) as archive:
        control = read_clock("0s/3x10s")
        match = archive.begin(HEADING, control)
        play(match, SavedMatch(HEADING, control), *people(time, (4, 0)))
        assert archive.load(match.number).past
        archive.close()
        with closing(sqlite3.connect(tmp_path / NAME)) as db, db:
            db.execute(statement)
        assert (archive.find(match.number), said) == (None, ["match 1 is damaged"])


# Tournaments.

PLAN = Tournament("ttt", ("random", "minimax"), ("random", "minimax"), "round-robin", 1, 7)


@pytest.mark.parametrize("text", ["40/2h:20/1h:15m", "5m/10x20s", "5m/25/10m", "5m+d3s", "nodes=500", "0.1+0.05"])
def test_a_tournament_is_read_back_with_its_clock(tmp_path, text):
    plan = replace(PLAN, control=read_clock(text).with_move(2.5))
    with closing(Journal(tmp_path, print)) as journal:
        assert journal.load(journal.begin(plan)) == plan


def test_a_plan_of_old_is_the_same_to_the_byte():
    # Its digest is that of the games, which would all seem damaged otherwise.
    plan = replace(PLAN, control=Control(2.5, 60.0, 1.0))
    old = asdict(plan) | {"control": {"move": 2.5, "total": 60.0, "increment": 1.0}}
    del old["anchors"], old["rules"], old["sprt"]  # which came later
    assert plan_as_json(plan) == json.dumps(old)
    assert '"control": {"move": null, "total": null, "increment": 0.0}' in plan_as_json(PLAN)


@pytest.mark.parametrize("control", [{"clock": 5}, {"clock": "soon"}, {"clock": "40/5m", "total": "x"}, {"more": 1}])
def test_a_plan_with_a_clock_that_is_none_is_damaged(tmp_path, control):
    said = []
    with closing(Journal(tmp_path, said.append)) as journal:
        number = journal.begin(PLAN)
        found = json.loads(plan_as_json(PLAN))
        found["control"] |= control
        journal.close()
        with closing(sqlite3.connect(journal.database.path)) as db, db:
            db.execute("UPDATE tournaments SET plan = ?", (json.dumps(found),))
            db.execute("DELETE FROM plans")
        with pytest.raises(SpecError, match=r"is damaged"):
            journal.load(number)
