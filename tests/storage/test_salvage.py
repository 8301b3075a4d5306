"""Damaged files: what is told of them, what is salvaged of them, and that nothing that is false is believed."""

import json
import os
import random
import re
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import replace

import pytest

from referee import cli
from referee.storage import database
from referee.storage.salvage import Pages, upgrade_tables
from referee.tournaments.journal import NAME, Journal, play_missing
from referee.tournaments.plan import Tournament
from tests.storage.test_journal import EASY, change, play, program

PLAN = replace(EASY, rounds=40)
GAMES = 240
SIZE = 4096  # bytes of a page
CORNERS = """def corners(game, rng):
    return rng.choice([0, 2, 6, 8])
"""


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A folder with the journal of a finished tournament, and its results."""
    folder = tmp_path_factory.mktemp("whole")
    with closing(Journal(folder)) as journal:
        journal.begin(PLAN)
        for _ in play_missing(journal, play):
            pass
        found = journal.results(1)
    assert len(found) == GAMES
    return folder, found


@pytest.fixture(scope="module")
def killed(tmp_path_factory):
    """The same, left by a killed process: most of it is in the log."""
    folder = tmp_path_factory.mktemp("killed")
    code = "from tests.storage.test_salvage import PLAN; from tests.storage.test_journal import play, play_missing; import os, signal\njournal.begin(PLAN)\n"
    code += "list(play_missing(journal, play))\nprint(journal.results(1), flush=True)\nos.kill(os.getpid(), signal.SIGKILL)\n"
    with program(folder, code) as running:
        assert running.communicate()[0]
    return folder


def copied(folder, path):
    shutil.copytree(folder, path, dirs_exist_ok=True)
    return path / NAME


def held(folder):
    """Return the files of a folder with content, times and inodes."""
    return {
        path.name: (path.read_bytes(), path.stat().st_mtime_ns, path.stat().st_ino) for path in sorted(folder.iterdir())
    }


def read(folder):
    """Return the results and complaints of a damaged journal; check that nothing changed."""
    said = []
    before = held(folder)
    with closing(Journal(folder, said.append)) as journal:
        found = journal.results(1)
    assert held(folder) == before
    return found, said


def homes(path):
    """Return the page of each game that is whole on one page, by its number."""
    pages = Pages(path)
    found = {}
    for number in range(2, pages.count + 1):
        for row in pages.cells(pages.page(number)):
            if row.rowid is not None and len(row.values) == 9:
                found[row.values[1]] = number
    return found


def resumed(folder):
    """Resume the tournament; return its results, and the numbers of the games played."""
    played = []

    def noticed(fixtures):
        played.extend(fixture.heading.number for fixture in fixtures)
        yield from play(fixtures)

    with closing(Journal(folder, lambda _: None)) as journal:
        journal.resume(1)
        for _ in play_missing(journal, noticed):
            pass
        return journal.results(1), played


def alike(one, other):
    return one.record == other.record and one.moves == other.moves


# Salvage.


def test_a_journal_damaged_at_200_places_keeps_every_game_that_the_damage_spares(whole, tmp_path, capsys):
    folder, truth = whole
    data = (folder / NAME).read_bytes()
    where = homes(folder / NAME)
    path = copied(folder, tmp_path / "damaged")
    rng = random.Random(1)
    kept = []
    for _ in range(200):
        at = rng.randrange(len(data) - 2048)
        path.write_bytes(data[:at] + rng.randbytes(2048) + data[at + 2048 :])
        found, said = read(path.parent)
        assert all(truth[number] == result for number, result in found.items())
        hit = {at // SIZE + 1, (at + 2047) // SIZE + 1}
        assert {number for number, page in where.items() if page not in hit} <= set(found)
        assert len(said) <= 2
        kept.append(len(found))
    with capsys.disabled():
        print(
            f"\n200 journals of {GAMES} games, 2 KB of garbage in each: {sum(kept)} of {200 * GAMES} games salvaged,",
            end=" ",
        )
        print(f"{min(kept)} at least, {kept.count(GAMES)} times all of them")


def garbage(data, at, rng):
    """Two kilobytes of anything."""
    return data[:at] + rng.randbytes(2048) + data[at + 2048 :]


def zeros(data, at, rng):
    """A block of the disk that was never written."""
    at -= at % SIZE
    return data[:at] + bytes(SIZE) + data[at + SIZE :]


def bit(data, at, rng):
    return data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :]


def cut(data, at, rng):
    return data[:at]


def begun(data, at, rng):
    return rng.randbytes(SIZE) + data[SIZE:]


def emptied(data, at, rng):
    return b""


@pytest.mark.parametrize("damage", [garbage, zeros, bit, cut, begun])
def test_rows_read_from_any_damaged_file_are_true_and_the_rest_is_played_again(whole, tmp_path, damage):
    folder, truth = whole
    data = (folder / NAME).read_bytes()
    rng = random.Random(2)
    for number in range(5):
        path = copied(folder, tmp_path / str(number))
        path.write_bytes(damage(data, rng.randrange(len(data) // 2, len(data)), rng))
        found, _ = read(path.parent)
        assert all(truth[number] == result for number, result in found.items())
        if damage in (bit, begun):
            assert len(found) >= GAMES - 20
        results, played = resumed(path.parent)
        assert sorted(played) == sorted(set(truth) - set(found))
        assert len(results) == GAMES and all(alike(results[number], truth[number]) for number in truth)


@pytest.mark.parametrize("damage", [garbage, zeros, bit])
def test_damage_to_the_log_costs_only_the_frames_that_it_hits(killed, tmp_path, damage):
    log = (killed / f"{NAME}-wal").read_bytes()
    with closing(Journal(copied(killed, tmp_path / "whole").parent)) as journal:
        truth = journal.results(1)
    assert len(truth) == GAMES
    rng = random.Random(3)
    for number in range(8):
        path = copied(killed, tmp_path / str(number))
        path.with_name(f"{NAME}-wal").write_bytes(damage(log, 0 if number == 0 else rng.randrange(len(log)), rng))
        found, _ = read(path.parent)
        assert all(truth[number] == result for number, result in found.items())
        assert len(found) >= GAMES - 20
        if number < 2:
            results, _ = resumed(path.parent)
            assert len(results) == GAMES and all(alike(results[number], truth[number]) for number in truth)


@pytest.mark.parametrize("damage", [garbage, begun, emptied])
def test_the_log_is_read_even_if_the_file_is_damaged(killed, tmp_path, damage):
    path = copied(killed, tmp_path / "damaged")
    path.write_bytes(damage(path.read_bytes(), 0, random.Random(4)))
    log = path.with_name(f"{NAME}-wal").read_bytes()
    found, said = read(path.parent)
    assert len(said) <= 1
    _, played = resumed(path.parent)
    assert len(found) + len(played) == GAMES
    assert path.with_name("tournaments-1-broken-1.sqlite-wal").read_bytes() == log or not said


def test_a_lost_plan_is_restored_from_its_copy(whole, tmp_path):
    folder, truth = whole
    path = copied(folder, tmp_path / "lost")
    change(Journal(path.parent), ("UPDATE tournaments SET plan = '{}'",))
    assert read(path.parent) == (truth, [])
    change(Journal(path.parent), ("UPDATE tournaments SET plan = (SELECT plan FROM plans)",), ("DELETE FROM plans",))
    assert read(path.parent) == (truth, [])
    forged = json.dumps(json.loads(json.dumps({"rounds": 41})))
    path = copied(folder, tmp_path / "row")
    change(Journal(path.parent), (f"UPDATE plans SET plan = json_patch(plan, '{forged}')",))
    assert read(path.parent) == (truth, [])
    change(Journal(path.parent), (f"UPDATE tournaments SET plan = json_patch(plan, '{forged}')",))
    with closing(Journal(path.parent)) as journal, pytest.raises(Exception, match="not the one that it was begun with"):
        journal.load(1)


def test_orphaned_games_are_kept_and_their_tournament_number_is_not_reused(whole, tmp_path):
    path = copied(whole[0], tmp_path / "lost")
    change(Journal(path.parent), ("DELETE FROM tournaments",), ("DELETE FROM plans",), ("DELETE FROM sqlite_sequence",))
    path.write_bytes(path.read_bytes()[:36] + b"\1\1\1\1" + path.read_bytes()[40:])  # the count of unused pages
    said = []
    with closing(Journal(path.parent, said.append)) as journal:
        assert journal.begin(EASY) == 2
        assert [entry.number for entry in journal.entries()] == [2]
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("SELECT COUNT(*) FROM games WHERE tournament = 1").fetchone() == (GAMES,)
    aside = path.with_name("tournaments-1-broken-1.sqlite")
    told = "salvaged into a new one: tournaments: 1, games: 240. The damaged one is"
    assert said == [f"the journal of tournaments was damaged; {told} {aside}", "tournament 1 is damaged"]


# What only reads.


def commands(folder, *words):
    """What the command prints with the data in that folder, and what it complains of."""
    run = subprocess.run(
        [sys.executable, "-m", "referee", *words], capture_output=True, text=True, timeout=300,
        env=os.environ | {"REFEREE_DATA": str(folder)},
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    return run.stdout, run.stderr


READING = (
    ("standings",),
    ("standings", "--all"),
    ("games-of",),
    ("replay", "1.7", "--plain"),
    ("tournament", "--help"),
)


def test_commands_that_read_a_damaged_journal_change_nothing_and_say_so_in_one_line(whole, tmp_path):
    path = copied(whole[0], tmp_path / "damaged")
    data = path.read_bytes()
    path.write_bytes(garbage(data, len(data) // 2, random.Random(5)))
    before = held(path.parent)
    for words in READING:
        out, err = commands(path.parent, *words)
        assert out
        if "--help" not in words:
            assert err.splitlines()[0].startswith(f"referee: the journal of tournaments in {path.parent} is damaged;")
        assert held(path.parent) == before
    out, err = commands(path.parent, "tournament", "--resume", "1")
    assert re.search(r"salvaged into a new one: tournaments: 1, games: 2\d\d, plans: 1", err)
    assert path.with_name("tournaments-1-broken-1.sqlite").read_bytes() == before[NAME][0]
    assert "240 games, over" in out
    assert "damaged" not in commands(path.parent, "standings")[1]


def test_a_log_without_what_sqlite_puts_beside_it_is_read(killed, tmp_path):
    path = copied(killed, tmp_path / "killed")
    for file in path.parent.iterdir():
        if file.name not in (NAME, f"{NAME}-wal"):
            file.unlink()
    found, said = read(path.parent)
    assert (len(found), said) == (GAMES, [])
    for file in path.parent.iterdir():
        file.chmod(0o400)
    path.parent.chmod(0o500)
    try:
        assert read(path.parent) == (found, [])
    finally:
        path.parent.chmod(0o700)


# What is forged.


def forged(**changed):
    """Statements that let the record of game 1 say something else, as a person with a shell of SQLite may write them."""
    pairs = ", ".join(f"'$.{name}', {value}" for name, value in changed.items())
    return f"UPDATE games SET record = json_set(record, {pairs}) WHERE number = 1"


FORGED = {
    "another winner": "UPDATE games SET record = json_set(record, '$.score', -json_extract(record, '$.score'),"
    " '$.winner', iif(json_extract(record, '$.winner') = json_extract(record, '$.names[0]'),"
    " json_extract(record, '$.names[1]'), json_extract(record, '$.names[0]'))) WHERE number = 1",
    "other legal moves": forged(moves="'1 5 2 7 3'", score=1, winner="json_extract(record, '$.names[0]')"),
    "an illegal move": forged(moves="'5 5 1'"),
    "a move too few": forged(moves="substr(json_extract(record, '$.moves'), 1, 7)"),
    "another opening": forged(moves="'9 1 8 2 7'", score=1, winner="json_extract(record, '$.names[0]')"),
    "a forfeit": forged(how="'crashed'", why="'x crashed'"),
    "another number of moves": "UPDATE games SET moves0 = moves0 + 1 WHERE number = 1",
}


def old(journal):
    """Let the journal be as an older version left it, which wrote no digests, and nothing that came after them."""
    change(journal, ("DROP TABLE plans",), ("DROP TABLE notes",))
    change(journal, ("ALTER TABLE games DROP COLUMN ended",), ("ALTER TABLE games DROP COLUMN digest",))


@pytest.mark.parametrize("before", [True, False], ids=["with digests", "without"])
@pytest.mark.parametrize("statement", FORGED.values(), ids=FORGED)
def test_a_game_that_was_forged_is_not_believed_and_played_again(whole, tmp_path, statement, before):
    folder, truth = whole
    path = copied(folder, tmp_path / "forged")
    if not before:
        old(Journal(path.parent))
    assert read(path.parent) == (truth, [])
    change(Journal(path.parent), (statement,))
    found, said = read(path.parent)
    assert set(truth) - set(found) == {1}
    assert said == ["1 game of tournament 1 was kept damaged, and is not counted"]
    results, played = resumed(path.parent)
    assert (played, len(results)) == ([1], GAMES)
    assert alike(results[1], truth[1])


def test_time_and_a_traceback_that_were_forged_are_not_believed_either(whole, tmp_path):
    for column in ("seconds0 = 9", "trace = 'x'"):
        path = copied(whole[0], tmp_path / column)
        change(Journal(path.parent), (f"UPDATE games SET {column} WHERE number = 7",))
        assert set(whole[1]) - set(read(path.parent)[0]) == {7}


def test_games_of_an_older_version_get_digests_on_resume(whole, tmp_path):
    path = copied(whole[0], tmp_path / "old")
    old(Journal(path.parent))
    results, played = resumed(path.parent)
    assert (results, played) == (whole[1], [])
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("SELECT COUNT(*) FROM games WHERE digest IS NULL").fetchone() == (0,)
        assert db.execute("SELECT COUNT(*) FROM plans").fetchone() == (1,)


def test_missing_columns_are_added_in_the_order_of_the_table():
    with closing(sqlite3.connect(":memory:")) as db:
        db.execute("CREATE TABLE games (number INTEGER)")
        upgrade_tables(db, "CREATE TABLE IF NOT EXISTS games (number INTEGER, trace TEXT, digest TEXT, ended TEXT)")
        names = [name for _, name, *_ in db.execute("PRAGMA table_info(games)")]
    assert names == ["number", "trace", "digest", "ended"]


DICE = Tournament("pig:target=20", ("random", "random"), ("a", "b"), "round-robin", 2, 5)


def test_dice_that_the_seed_does_not_give_are_not_believed(tmp_path):
    with closing(Journal(tmp_path)) as journal:
        journal.begin(DICE)
        list(play_missing(journal, play))
        truth = journal.results(1)
    fixtures = {number: result.record.moves for number, result in truth.items()}
    assert fixtures[0] != fixtures[2]
    old(Journal(tmp_path))
    assert read(tmp_path) == (truth, [])
    copy = (
        "UPDATE games SET (record, moves0, moves1) = (SELECT json_set(record, '$.number', 0), moves0, moves1"
        " FROM games WHERE number = 2) WHERE number = 0"
    )
    change(Journal(tmp_path), (copy,))
    assert set(read(tmp_path)[0]) == {1, 2, 3}


def test_forfeits_without_digests_are_believed_if_the_loser_was_to_move(tmp_path):
    (tmp_path / "corners.py").write_text(CORNERS)
    plan = Tournament("tic-tac-toe", (f"{tmp_path}/corners.py", "random"), ("corners", "random"), "round-robin", 3, 1)
    with closing(Journal(tmp_path)) as journal:
        journal.begin(plan)
        list(play_missing(journal, play))
        truth = journal.results(1)
    assert any(result.forfeit for result in truth.values())
    old(Journal(tmp_path))
    assert read(tmp_path) == (truth, [])
    number = next(number for number, result in truth.items() if result.forfeit)
    swapped = (
        "UPDATE games SET record = json_set(record, '$.score', -json_extract(record, '$.score'), '$.winner', 'corners')"
    )
    change(Journal(tmp_path), (f"{swapped} WHERE number = {number}",))
    assert set(truth) - set(read(tmp_path)[0]) == {number}


def test_sqlite_is_handed_by_name_what_python_takes_only_by_name_in_time(tmp_path, monkeypatch):
    by_name = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda path, **named: by_name(path, **named))
    database.connect(str(tmp_path / "new.db"), timeout=1.0).close()
