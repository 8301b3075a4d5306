"""The games of a tournament with times and evaluations: kept in the journal, and shown by the commands."""

import csv
import io
import json
import sqlite3
from contextlib import closing

import pytest

from referee.match.record import SCHEMA, Record
from referee.tournaments.journal import NAME, Journal

TIMED = "tournament connect-four minimax:depth=2 random --rounds 1 --openings 0 --seed 1 --clock 60 --workers 1"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """Keep the data of a test in a folder of its own."""
    monkeypatch.setenv("REFEREE_DATA", str(tmp_path))
    return tmp_path


@pytest.fixture
def timed(command):
    """Hold a tournament with a clock."""
    assert command(TIMED)[0] == 0


def records(command):
    """Return the JSON objects of the games of the last tournament."""
    return [json.loads(line) for line in command("games-of --json")[1].splitlines()]


def test_json_has_the_time_and_the_evaluation_of_each_move(command, timed):
    one, two = records(command)
    for record in (one, two):
        notes = record["notes"]
        assert [note["ply"] for note in notes] == [*range(1, len(record["moves"].split()) + 1)]
        assert all(note["left"] <= 60 and note["spent"] >= 0 for note in notes)
        assert [note.as_dict() for note in Record.read(json.dumps(record)).notes] == notes
    said = [note for note in one["notes"] if "depth" in note]
    assert said and all(note["value"] and note["nodes"] and note["said"] for note in said)


def test_csv_has_a_line_a_move(command, timed):
    rows = [*csv.DictReader(io.StringIO(command("games-of --csv")[1]))]
    kept = records(command)
    assert [row["game"] for row in rows] == [str(each["number"]) for each in kept for _ in each["moves"].split()]
    notes = [note for each in kept for note in each["notes"]]
    for column in ("spent", "left", "value", "depth", "nodes"):
        assert [row[column] for row in rows] == [str(note.get(column, "")) for note in notes]
    assert command("games-of --csv --json")[0] == 2


def test_a_replay_shows_them(command, timed):
    out = command("replay 1.0 --plain")[1]
    assert "\nminimax: evaluation " in out and " positions, " in out and " left; expects " in out


def test_standings_are_made_without_the_notes(timed, folder):
    with closing(Journal(folder)) as journal:
        results = journal.results(1)
        assert not any(result.record.notes for result in results.values())
        assert all(journal.noted(result, 1).record.notes for result in results.values())


def test_damaged_notes_are_left_out_and_the_game_is_kept(command, timed, folder):
    with closing(sqlite3.connect(folder / NAME)) as db:
        db.execute("UPDATE notes SET notes = (SELECT notes FROM notes WHERE number = 1) WHERE number = 0")
        db.commit()
    one, two = records(command)
    assert "notes" not in one and "notes" in two


def test_a_journal_without_notes_still_opens(command, folder):
    assert command(TIMED.replace(" --clock 60", ""))[0] == 0
    with closing(sqlite3.connect(folder / NAME)) as db:
        db.execute("DROP TABLE notes")
        db.commit()
    assert len(records(command)) == 2 and command("standings 1")[0] == 0
    assert command("tournament --resume 1")[0] == 0


def test_games_without_time_are_kept_as_before(command, folder):
    assert command(TIMED.replace(" --clock 60", ""))[0] == 0
    assert not any("notes" in record for record in records(command))
    with closing(sqlite3.connect(folder / NAME)) as db:
        assert db.execute("SELECT COUNT(*) FROM notes").fetchone() == (0,)


def test_each_object_has_the_version_of_its_fields(command, timed):
    lines = [
        command(words)[1].splitlines()[-1]
        for words in ("games-of --json", "standings --json", "standings --all --json")
    ]
    lines += command("tic-tac-toe random random -g 1 --seed 1 --json")[1].splitlines()
    assert [json.loads(line)["schema"] for line in lines] == [SCHEMA] * 5


def test_a_single_match_keeps_what_its_players_said(command, folder):
    assert command("connect-four minimax:depth=2 random --seed 1 --clock 60 --plain")[0] == 0
    assert "\nminimax: evaluation " in command("replay --plain")[1]
    notes = json.loads(command("export --format jsonl")[1])["notes"]
    assert all(note["left"] <= 60 for note in notes) and notes[0]["depth"] == 2
