"""Records as they are read back: from lines, from files torn, foreign and enormous, and written to them."""

import json
import os
from dataclasses import replace

import pytest

import games
from games.names.catalogue import SpecError
from referee import cli
from referee.batches.plan import Plan
from referee.formats import record_lines
from referee.match.events import Moved
from referee.match.record import (
    SCHEMA,
    Heading,
    Record,
    make_record,
    record_match,
    replay_record,
    replay_texts,
    write_line,
)
from referee.reports.history import events_of
from referee.storage import record_file
from referee.storage.record_file import check_savable, read_records, save_record

LINE = {
    "game": "ttt", "players": ["minimax", "random"], "names": ["minimax", "random"], "seed": 7, "number": 0,
    "moves": "5 1 9 2 7 8 3", "score": 1, "winner": "minimax", "how": "played-out", "why": "three in a line, 3 5 7",
}  # fmt: skip
OPEN = LINE | {"moves": "5 1", "score": None, "winner": None, "how": None, "why": ""}


def line(**changed):
    """A line of JSON that is a record, but for what is changed."""
    return json.dumps(LINE | changed)


def without(name):
    return json.dumps({key: value for key, value in LINE.items() if key != name})


@pytest.fixture
def refused(tmp_path):
    def run(content):
        path = tmp_path / "games.jsonl"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        with pytest.raises(SpecError) as caught:
            read_records(path)
        assert "\n" not in str(caught.value)
        return str(caught.value).replace(str(path), "FILE")

    return run


# Round trips.


@pytest.mark.parametrize("game", [*games.CATALOGUE, "hex:swap=yes", "kuhn-poker", "nim:heaps=3/5/7"])
def test_a_record_of_every_game_is_read_back_and_replayed(game):
    fixture = Plan(game, ("random", "random"), 3).task(0)
    record, end = record_match(fixture.heading, fixture.match())
    back = Record.read(json.dumps(record.as_dict()))
    assert back == record
    assert back.over
    moved = replay_record(back)
    assert " ".join(event.text for event in moved) == record.moves
    assert moved[-1].game.score() == end.score
    assert moved[-1].game.key() == end.game.key()


def test_the_scenes_of_a_record_are_what_happened():
    plan = Plan("leduc-poker", ("random", "random"), 5)
    played = [replace(event, seconds=0.0) for event in plan.task(0).match() if isinstance(event, Moved)]
    seen = replay_record(plan.task(0).result().record)
    assert [(event.seat, event.move, event.text, event.heard) for event in seen] == [
        (event.seat, event.move, event.text, event.heard) for event in played
    ]
    assert [event.game.known(0) for event in seen] == [event.game.known(0) for event in played]


@pytest.mark.parametrize("end", [
    {"how": None, "why": ""}, {"how": "left", "why": "human left the table"},
    {"how": "resigned", "score": -1, "winner": "random", "why": "minimax resigned"},
    {"how": "agreed", "score": 0, "winner": "draw", "why": "both agreed"},
], ids=lambda end: str(end["how"]))  # fmt: skip
def test_a_record_of_a_match_that_was_not_played_out_is_read_back(end):
    record = Record.read(json.dumps(OPEN | end))
    assert json.loads(json.dumps(record.as_dict())) == OPEN | end
    assert record.over == (end["how"] in ("resigned", "agreed"))
    assert len(events_of(record)) == 3 + (end["how"] is not None)


# What is refused, and in which words.


def test_a_batch_printed_as_json_is_read_back_without_its_summary(tmp_path, capsys):
    cli.run(["-g", "3", "ttt", "random", "random", "--seed", "3", "--json"])
    path = tmp_path / "batch"
    path.write_text("\n" + capsys.readouterr().out)
    plan = Plan("ttt", ("random", "random"), 3)
    assert read_records(path) == [plan.task(number).result().record for number in range(3)]
    path.write_bytes(b"\xef\xbb\xbf" + line().encode())
    assert [record.moves for record in read_records(path)] == [LINE["moves"]]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{", "not a record of a match: not JSON"),
        (line()[:-20], "not a record of a match: not JSON"),
        ("[" * 100_000, "not a record of a match: not a JSON object"),
        ('{"seed": ' + "9" * 5000 + "}", "not a record of a match: not JSON"),
        ("game 0: winner = minimax", "not a record of a match: not a JSON object"),
        ("[1]", "not a record of a match: not a JSON object"),
        ("null", "not a record of a match: not a JSON object"),
        ("{}", "not a record of a match: 'game' is missing"),
        ('{"game": "ttt", "match": 3}', "not a record of a match: 'players' is missing"),
        (without("moves"), "not a record of a match: 'moves' is missing"),
        (line(game=["ttt"]), "not a record of a match: 'game' must be a text"),
        (line(players=["human"]), "not a record of a match: 'players' must be a list of two texts"),
        (line(names="minimax random"), "not a record of a match: 'names' must be a list of two texts"),
        (line(seed=-1), "not a record of a match: 'seed' must be a whole number from 0"),
        (line(seed=True), "not a record of a match: 'seed' must be a whole number from 0"),
        (line(number=1.0), "not a record of a match: 'number' must be a whole number from 0"),
        (line(moves=["5"]), "not a record of a match: 'moves' must be a text"),
        (line(score="1"), "not a record of a match: 'score' must be a whole number or null"),
        (line(winner=0), "not a record of a match: 'winner' must be a text or null"),
        (
            line(how="won"),
            "not a record of a match: 'how' must be played-out, agreed, resigned, out-of-time, illegal-move, no-move,"
            " crashed, hung, died, out-of-memory, flooded, interfered, left, adjudicated, file or null",
        ),
        (line(why=None), "not a record of a match: 'why' must be a text"),
        (line(score=None), "not a record of a match: 'score' must be a whole number where 'how' is \"played-out\""),
        (line(how=None), "not a record of a match: 'score' must be null where 'how' is null"),
        (line(how="left"), "not a record of a match: 'score' must be null where 'how' is \"left\""),
        (
            line(how="agreed", score=None),
            "not a record of a match: 'score' must be a whole number where 'how' is \"agreed\"",
        ),
        (line(how="crashed", score=2), "not a record of a match: 'score' must be 1 or -1 where 'how' is \"crashed\""),
        (line(winner="random"), "not a record of a match: 'winner' must be \"minimax\" by its score"),
        (line(winner=None), "not a record of a match: 'winner' must be \"minimax\" by its score"),
        (
            line(score=-1, winner="random"),
            "not a record of a match: 'score' is -1, but after its moves the game says 1",
        ),
        (line(moves="5 1"), "not a record of a match: 'score' is 1, but after its moves the game goes on"),
        (line(moves="5 1 9 2 x9"), "move 5 'x9' is not a legal move here; legal: 3, 4, 6 to 8"),
        (line(moves="5 5"), "move 2 '5' is not a legal move here: a cross of X stands on 5; legal: 1 to 4, 6 to 9"),
        (
            line(moves=LINE["moves"] + " 4"),
            "move 8 '4' is not a legal move here; legal: none, the game is over",
        ),
        (line(moves="x" * 10**6), f"move 1 '{'x' * 40} ...' is not a legal move here"),
        (line(game="chips:chips=4"), "'chips:chips=4': chips=4 must be odd under rule=even and at least 3"),
    ],
    ids=lambda text: text[:50],
)
def test_a_wrong_line_is_refused_with_its_reason(refused, text, why):
    with pytest.raises(SpecError) as caught:
        Record.read(text)
    assert str(caught.value) == why
    summary = '{"summary": {"games": 1}}'
    assert refused(f"{line()}\n{summary}\n{text}\n{line()}\n") == f"FILE, line 3: {why}"


def test_an_unknown_game_is_refused(refused):
    assert refused(line(game="chequers")).startswith("FILE, line 1: there is no game 'chequers'; did you mean")
    assert len(refused(line(game="x" * 10**6))) < 600


def test_a_file_that_holds_no_records_is_refused_in_one_line(refused, tmp_path):
    assert refused("") == refused("\n\n") == refused('{"summary": {}}\n') == "FILE holds no record of a match"
    assert refused(b"\xff\xfe\x00\x01") == "FILE, line 1: not a record of a match: not text"
    assert refused(b"\0" * 1000) == "FILE, line 1: not a record of a match: not a JSON object"
    for path, why in ((tmp_path, "Is a directory"), (tmp_path / "none", "No such file or directory")):
        with pytest.raises(SpecError) as caught:
            read_records(path)
        assert str(caught.value) == f"{path} cannot be read: {why}"


def test_no_more_than_a_reasonable_line_is_read(refused, tmp_path, monkeypatch):
    for module in (record_file, record_lines):
        monkeypatch.setattr(module, "MOST", 1 << 20)
    assert refused(b"x" * (3 << 20)) == "FILE, line 1: not a record of a match: longer than 1 MB"
    path = tmp_path / "sparse"
    with path.open("wb") as file:
        file.truncate(1 << 30)  # a line of a gigabyte, which takes none of the disk
    with pytest.raises(SpecError, match="line 1: not a record of a match: longer than 1 MB"):
        read_records(path)
    with pytest.raises(SpecError, match="sparse is not a file of records"):
        check_savable(path)


def test_a_record_shows_a_terminal_no_commands():
    record = Record.read(line(names=["\x1b[2J", "b\nc"], winner="\x1b[2J", why="\x07"))
    assert (record.names, record.winner, record.why) == (("\\x1b[2J", "b\\nc"), "\\x1b[2J", "\\x07")


def test_moves_of_a_record_may_be_written_loosely():
    assert [moved.text for moved in replay_texts("backgammon", "6-4 24/14".split())] == ["6-4", *"24/18 18/14".split()]


# Saving.


def test_a_record_is_saved_and_further_ones_behind_it(tmp_path):
    path = tmp_path / "mine.jsonl"
    records = [Plan("nim", ("random", "random"), seed).task(0).result().record for seed in range(3)]
    for record in records:
        save_record(record, path)
    assert read_records(path) == records
    assert path.read_text().count("\n") == 3
    assert os.listdir(tmp_path) == ["mine.jsonl"]


def test_a_record_is_saved_behind_a_batch_whose_last_line_has_no_end(tmp_path):
    path = tmp_path / "batch"
    path.write_text(f'{line()}\n{{"summary": {{}}}}')
    path.chmod(0o640)
    save_record(Record.read(line(seed=8)), path)
    assert [record.seed for record in read_records(path)] == [7, 8]
    assert path.stat().st_mode & 0o777 == 0o640


def test_a_link_to_a_file_of_records_stays_one(tmp_path):
    path, link = tmp_path / "file", tmp_path / "link"
    path.write_text("")
    link.symlink_to(path)
    save_record(Record.read(line()), link)
    assert link.is_symlink()
    assert len(read_records(path)) == 1


@pytest.mark.parametrize("content", [b"Dear diary", b"\0\xff", line().encode() + b"\nfoo", b"[]", b'{"a": 1}\n'])
def test_a_file_that_holds_anything_else_is_left_as_it_is(tmp_path, content):
    path = tmp_path / "diary"
    path.write_bytes(content)
    with pytest.raises(SpecError) as caught:
        save_record(Record.read(line()), path)
    assert str(caught.value) == f"{path} is not a file of records"
    assert path.read_bytes() == content


def test_a_record_that_cannot_be_saved_is_explained_in_one_line(tmp_path):
    record = Record.read(line())
    (tmp_path / "file").write_text("")
    for path, why in [
        (tmp_path, "is not a file of records"),
        (tmp_path / "no" / "where", f"cannot be written: {tmp_path / 'no'} is not a folder"),
        (tmp_path / "file" / "below", f"cannot be written: {tmp_path / 'file'} is not a folder"),
        (record_file.Path(os.devnull), "is not a file of records"),
    ]:
        for attempt in (lambda: check_savable(path), lambda: save_record(record, path)):
            with pytest.raises(SpecError) as caught:
                attempt()
            assert str(caught.value) == f"{path} {why}"


def test_a_folder_that_takes_no_new_file_is_not_called_no_folder(tmp_path, monkeypatch):
    monkeypatch.setattr(record_file.os, "access", lambda path, mode: False)  # root may write wherever bits forbid it
    for attempt in (check_savable, record_file.check_writable):
        with pytest.raises(SpecError) as caught:
            attempt(tmp_path / "new")
        assert str(caught.value) == f"{tmp_path / 'new'} cannot be written: {tmp_path} takes no new file"


def test_a_disk_that_fills_up_leaves_the_file_as_it_was(tmp_path, monkeypatch):
    path = tmp_path / "mine"
    save_record(Record.read(line()), path)
    before = path.read_bytes()

    def full(descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(record_file.os, "fsync", full)
    with pytest.raises(SpecError, match="mine cannot be written: No space left on device"):
        save_record(Record.read(line()), path)
    assert path.read_bytes() == before
    assert os.listdir(tmp_path) == ["mine"]


def test_records_are_read_with_and_without_their_version_and_newer_ones_are_refused():
    record = make_record(Heading("tic-tac-toe", ("random",) * 2, ("a", "b"), 1), ["5"], None, "", None)
    bare, written = json.dumps(record.as_dict()), write_line(record.as_dict())
    assert json.loads(written) == {"schema": SCHEMA, **json.loads(bare)}
    assert Record.read(bare) == Record.read(written) == record
    for wrong in (SCHEMA + 1, "1", None, True):
        with pytest.raises(SpecError) as error:
            Record.read(json.dumps({"schema": wrong, **record.as_dict()}))
        assert "\n" not in str(error.value) and json.dumps(wrong) in str(error.value)
