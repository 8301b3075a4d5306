"""Notes of files in records and in the archive, and the times of moves that were played here."""

import json
from dataclasses import replace

import pytest

from games.names.catalogue import SpecError
from players.player import Quit, TakeBack
from referee.formats.formats import find_format, read_text
from referee.match.clocks import Control
from referee.match.notes import DEEPEST, Note
from referee.match.record import Record
from referee.reports.history import as_dict, collect
from referee.storage.archive import add_record
from tests.helpers.cases import every_case
from tests.storage.test_clocks_kept import HEADING, archive, old_file, people, play, time
from tests.match.test_match import Scripted

__all__ = ["archive", "time"]  # fixtures

LINE = {
    "game": "ttt", "players": ["human", "human"], "names": ["Ann", "Bob"], "seed": 0, "number": 0,
    "moves": "5 1", "score": None, "winner": None, "how": None, "why": "",
}  # fmt: skip
NOTED = (
    Note(1, after="the middle", glyphs=(1,)),
    Note(2, value="-0.5", lines=((("2", None), ("3", Note(3, before="so"))),)),
)


def test_a_record_without_notes_has_the_bytes_that_it_had():
    text = json.dumps(LINE)
    assert json.dumps(Record.read(text).as_dict()) == text


def test_a_record_with_notes_is_read_back():
    record = replace(Record.read(json.dumps(LINE)), notes=NOTED)
    assert Record.read(json.dumps(record.as_dict())) == record


def nested(depth):
    """Notes with so many variations within one another."""
    note = {"after": "x"}
    for _ in range(depth):
        note = {"lines": [[["1", note]]]}
    return [{"ply": 1, **note}]


@every_case("notes", [
    {"ply": 1}, ["good"], [{"after": "good"}], [{"ply": 3}], [{"ply": 2}, {"ply": 1}], [{"ply": -1}],
    [{"ply": 1, "after": 5}], [{"ply": 1, "glyphs": ["!"]}], [{"ply": 1, "glyphs": [300]}], [{"ply": 1, "value": "good"}],
    [{"ply": 1, "left": "1:00"}], [{"ply": 1, "spent": True}], [{"ply": 1, "stones": 1.5}], [{"ply": 1, "lines": ["5"]}],
    [{"ply": 1, "lines": [[]]}], [{"ply": 1, "lines": [["5 1"]]}], [{"ply": 1, "lines": [[["5", "good"]]]}],
    nested(DEEPEST + 1), "[" * 100_000, '"all well"',
])  # fmt: skip
def test_wrong_notes_are_refused_in_one_line(notes):
    text = notes if isinstance(notes, str) else json.dumps(notes)
    text = f'{json.dumps(LINE)[:-1]}, "notes": {text}}}'
    with pytest.raises(SpecError) as caught:
        Record.read(text)
    assert str(caught.value).startswith("not a record of a match: ") and "\n" not in str(caught.value)


def test_control_characters_in_notes_of_a_record_are_escaped():
    record = Record.read(json.dumps(LINE | {"notes": [{"ply": 1, "after": "a\x1b[2Jb\nc", "lines": [["\x07"]]}]}))
    assert record.notes == (Note(1, after="a\\x1b[2Jb\nc", lines=((("\\x07", None),),)),)


def test_notes_on_moves_that_are_taken_back_go_with_them(archive):
    number, _ = add_record(archive, replace(Record.read(json.dumps(LINE)), notes=NOTED))
    match = archive.resume(number)
    play(match, archive.load(number), Scripted(TakeBack(), Quit(), person=True), Scripted())
    assert archive.load(number).texts == ()
    assert archive.load(number).notes == ()


def test_times_of_moves_are_exported(archive, time):
    match = archive.begin(HEADING, Control(total=300.0))
    play(match, archive.load(match.number), *people(time, (7, 4), (5, 0)))
    (found,) = collect(archive, str(match.number), pytest.fail)
    assert [(note.ply, note.spent, note.left) for note in found.record.notes] == [(1, 7.0, 293.0), (2, 5.0, 295.0)]
    assert as_dict(archive.load(match.number))["notes"][0] == {"ply": 1, "left": 293.0, "spent": 7.0}
    assert find_format("csv").write([found]).splitlines()[1].endswith(",5,7.0,293.0,,,,,")
    assert archive.load(match.number).record().notes == ()


def test_an_archive_of_old_gets_the_column_for_notes(tmp_path, archive):
    old_file(tmp_path)
    record = replace(Record.read(json.dumps(LINE)), notes=NOTED)
    number, _ = add_record(archive, record)
    other, _ = add_record(archive, replace(record, moves="5 2"))
    assert (number, other) == (1, 2)
    assert archive.load(1).notes == archive.load(2).notes == NOTED


def test_a_match_that_is_there_already_gets_notes_only_if_it_has_none(archive):
    record = Record.read(json.dumps(LINE))
    number, _ = add_record(archive, record)
    for notes in (NOTED[:1], NOTED):
        assert add_record(archive, replace(record, notes=notes)) == (number, False)
        assert archive.load(number).notes == NOTED[:1]
