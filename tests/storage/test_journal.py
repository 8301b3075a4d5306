"""The journal of tournaments: what is kept of each game, and what no damage, no kill and no full disk can do to it."""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from games.names.catalogue import SpecError
from referee.match.clocks import Control
from referee.match.record import Heading, make_record
from referee.running.game_task import Result
from referee.running.sandbox.guard import Guard
from referee.storage import database
from referee.storage.database import StorageError
from referee.storage.store import ProcessLock
from referee.storage.store import local_day
from referee.tournaments.journal import NAME, Journal, play_missing
from referee.tournaments.plan import Pairing, Tournament
from tests.helpers.cases import every_case

WAIT = 300  # seconds for what should happen at once
PLAN = Tournament(
    game="tic-tac-toe",
    players=("random", "random", "minimax:depth=1"),
    names=("random (1)", "random (2)", "minimax"),
    format="round-robin",
    rounds=2,
    seed=10**30,
    control=Control(2.5, 60.0, 1.0),
    openings=(("5", "1"), ("1", "5")),
    guard=Guard(memory=200, output=1000),
)
EASY = replace(PLAN, control=Control(), guard=None)


def play(fixtures):
    for fixture in fixtures:
        yield fixture.result()


def some(number, first=0, second=1):
    """Return a made-up result with that number, quick to make."""
    names, players = (PLAN.names[first], PLAN.names[second]), (PLAN.players[first], PLAN.players[second])
    heading = Heading(PLAN.game, players, names, PLAN.seed, number)
    record = make_record(heading, ("5 1 9 2 3 4 7",), "played-out", "three in a line", 1)
    return Result(record, (0.25, 0.5), (4, 3), "")


@pytest.fixture
def said():
    return []


@pytest.fixture
def journal(tmp_path, said):
    with closing(Journal(tmp_path / "not" / "there", said.append)) as journal:
        yield journal


def other(journal):
    """Open the journal as another process would."""
    return closing(Journal(journal.database.path.parent, journal.complain))


def change(journal, *statements):
    """Change the file of the journal by SQL."""
    with closing(sqlite3.connect(journal.database.path)) as db, db:
        for statement in statements:
            db.execute(*statement)


def program(folder, code, **options):
    """Start a process that runs the code with `journal` in the folder and `plan`."""
    begin = (
        "import sys; sys.path.insert(0, 'tests/helpers'); from pathlib import Path\n"
        "from tests.storage.test_journal import EASY as plan, Journal, StorageError, some\n"
        f"journal = Journal(Path({str(folder)!r}))\n"
    )
    root = str(Path(__file__).parents[2])
    return subprocess.Popen(
        [sys.executable, "-c", begin + code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=root,
        env={**os.environ, "PYTHONPATH": root}, **options,
    )  # fmt: skip


# What is kept.


def test_a_tournament_is_read_back_as_it_was_begun(journal):
    assert (journal.begin(PLAN), journal.begin(EASY)) == (1, 2)
    assert journal.load(1) == PLAN
    assert journal.load(2) == EASY
    assert journal.load(1).task(Pairing(3, 0, (2, 0), 1)) == PLAN.task(Pairing(3, 0, (2, 0), 1))


def test_games_are_read_back_as_they_were_played(journal):
    number = journal.begin(EASY)
    played = [EASY.task(Pairing(count, 0, seats, count)).result() for count, seats in enumerate([(0, 1), (2, 1)])]
    crashed = replace(played[1], trace='Traceback:\n  "\x1b[2J"\n')
    journal.note(crashed)
    journal.note(played[0])
    with other(journal) as reader:
        assert reader.results(number) == {0: played[0], 1: crashed}
        assert reader.result(number, 1) == crashed


def test_the_day_of_a_game_is_kept_and_unknown_in_a_journal_that_has_none(journal):
    number = journal.begin(PLAN)
    journal.note(some(0))
    assert journal.day(0) == journal.day(0, number) == local_day()
    assert journal.day(1) == ""
    change(journal, ["UPDATE games SET ended = 'noon'"])
    assert journal.day(0) == ""
    change(journal, ["ALTER TABLE games DROP COLUMN ended"])
    with other(journal) as again:
        assert again.day(0, number) == ""
        again.resume(again.begin(PLAN))
        again.note(some(0))
        assert again.day(0) == local_day()


def test_words_of_a_program_that_are_no_text_are_kept_nevertheless(journal):
    journal.begin(EASY)
    record = replace(some(0).record, how="crashed", why="x crashed: \ud800\0")
    journal.note(replace(some(0), record=record, trace="LookupError: \ud800\0\n"))
    kept = journal.results(1)[0]
    assert (kept.trace, kept.record.why) == ("LookupError: \\ud800\0\n", "x crashed: \\ud800\\x00")


def test_a_game_that_is_noted_twice_stays_as_it_was(journal):
    number = journal.begin(EASY)
    again = replace(some(0), trace="another time")
    journal.note(some(0))
    journal.note(again)
    with other(journal) as second:
        second.database.write(lambda db: None)
    assert journal.recorded == journal.results(number) == {0: some(0)}
    change(journal, ("DELETE FROM games",))
    journal.recorded.clear()
    journal.note(again)
    journal.recorded.clear()
    journal.note(some(0))
    assert journal.results(number) == {0: again}


def test_tournaments_are_listed_the_newest_first(journal):
    assert (journal.entries(), journal.last()) == ([], 0)
    journal.begin(EASY)
    journal.note(some(0))
    journal.finish()
    journal.begin(PLAN)
    newest, first = journal.entries()
    assert (newest.number, newest.tournament, newest.played, newest.over, newest.playing) == (2, PLAN, 0, False, True)
    assert (first.number, first.tournament, first.played, first.over, first.playing) == (1, EASY, 1, True, False)
    assert first.begun <= first.changed <= newest.begun
    assert journal.last() == 2


def test_a_missing_tournament_is_answered_with_the_known_ones(journal):
    with pytest.raises(SpecError, match=r"^there is no tournament 1 \(none is kept yet\)$"):
        journal.load(1)
    journal.begin(EASY)
    with pytest.raises(SpecError, match=r"^there is no tournament 2 \(tournaments: 1\)$"):
        journal.results(2)
    journal.begin(EASY)
    with pytest.raises(SpecError, match=r"^there is no tournament 99999999999999999999 \(tournaments: 1 to 2\)$"):
        journal.resume(99999999999999999999)
    with pytest.raises(SpecError, match=r"^tournament 2 has no game 7 \(none is finished yet\)$"):
        journal.result(2, 7)


def test_reading_makes_no_file(journal):
    journal.entries()
    assert not journal.database.path.parent.exists()


def test_ten_thousand_games_are_kept_one_by_one(journal):
    number = journal.begin(EASY)
    for count in range(10_000):
        journal.note(some(count))
    with other(journal) as reader:
        assert reader.results(number) == {count: some(count) for count in range(10_000)}


# Who plays.


def test_two_never_play_one_tournament_at_once(journal):
    number = journal.begin(EASY)
    with other(journal) as second:
        with pytest.raises(SpecError, match="^tournament 1 is being played right now$"):
            second.resume(number)
        journal.note(some(0))
        journal.close()
        assert second.resume(number) == EASY
        assert second.recorded == {0: some(0)}
        with pytest.raises(SpecError, match="^tournament 1 is being played right now$"):
            journal.resume(number)


def test_a_killed_process_loses_no_game_and_leaves_its_tournament_to_others(journal):
    folder = journal.database.path.parent
    endless = "journal.begin(plan)\nfor n in range(10**9):\n    journal.note(some(n))\n    print(n, flush=True)\n"
    with program(folder, endless) as running:
        for _ in range(50):
            last = int(running.stdout.readline())
        with pytest.raises(SpecError, match="^tournament 1 is being played right now$"):
            journal.resume(1)
        running.kill()
        last = max([last, *map(int, running.stdout.read().split("\n")[:-1])])
        running.wait(WAIT)
    assert journal.resume(1) == EASY
    assert set(journal.recorded) in ({*range(last + 1)}, {*range(last + 2)})


def test_two_processes_that_play_their_own_tournaments_do_not_disturb_each_other(journal):
    with other(journal) as second:
        assert (journal.begin(EASY), second.begin(PLAN)) == (1, 2)
        for count in range(20):
            journal.note(some(count))
            second.note(some(count))
        assert len(journal.results(1)) == len(journal.results(2)) == 20


def test_beginning_another_tournament_releases_the_first(journal):
    journal.begin(EASY)
    journal.begin(EASY)
    with other(journal) as second:
        second.resume(1)
        with pytest.raises(SpecError, match="being played right now"):
            second.resume(2)


def test_dropping_games_spares_the_games_of_another_tournament(journal, said):
    journal.begin(EASY)
    journal.note(some(1))
    for file in journal.database.path.parent.glob(f"{NAME}*"):
        file.unlink()
    with other(journal) as second:
        second.begin(EASY)
        second.note(some(1))
        journal.drop([1])
        assert list(second.results(1)) == [1]
    assert (journal.number, said) == (2, ["1 game of tournament 2 was kept damaged and will be played again"])


def test_nothing_stays_behind_beside_the_journal(journal):
    journal.begin(EASY)
    journal.note(some(0))
    journal.close()
    assert os.listdir(journal.database.path.parent) == [NAME]


# Damage.

ROW = "UPDATE games SET {} WHERE number = 1"
RECORD = some(1).record.as_dict()
COLUMNS = (
    "record = NULL", "record = 7", "record = x'80ff00'", "record = substr(record, 1, 60)", "seconds0 = NULL",
    "seconds1 = 9e999", "seconds1 = 'many'", "moves0 = -1", "moves1 = 0.5", "trace = NULL", "number = NULL",
    "number = 'x'",
)  # fmt: skip
RECORDS = (
    {"number": 2}, {"seed": 1}, {"game": "nim"}, {"names": ["random (1)", "x"]}, {"score": None}, {"how": "eaten"},
    {"names": ["random (1)", "random (1)"]}, {"players": ["minimax", "random"]}, {"winner": "random (2)"},
    {"score": None, "winner": None, "how": None},
)  # fmt: skip
TEXTS = ("[" * 100_000, '{"a":' * 100_000, *(json.dumps(RECORD | changed) for changed in RECORDS))
DAMAGE = [(ROW.format(column),) for column in COLUMNS] + [(ROW.format("record = ?"), [text]) for text in TEXTS]


@pytest.mark.parametrize("statement", DAMAGE)
def test_a_damaged_game_is_passed_over_and_played_again(journal, said, statement):
    number = journal.begin(EASY)
    whole = len(list(play_missing(journal, play))) - 2
    before = journal.results(number)
    journal.close()
    change(journal, statement)
    assert journal.results(number) == {key: result for key, result in before.items() if key != 1}
    assert said == [f"1 game of tournament {number} was kept damaged, and is not counted"]
    played = []

    def noticed(fixtures):
        played.extend(fixture.heading.number for fixture in fixtures)
        yield from play(fixtures)

    journal.resume(number)
    assert said[1:] == [f"1 game of tournament {number} was kept damaged and will be played again"]
    list(play_missing(journal, noticed))
    records = {key: result.record for key, result in journal.results(number).items()}
    assert records == {key: result.record for key, result in before.items()}
    assert (played, len(records), said[2:]) == ([1], whole, [])


PLANS = (
    {"names": ["x", "x", "y"]}, {"names": ["x", "y"]}, {"players": "random"}, {"rounds": "many"}, {"rounds": 0},
    {"rounds": 10**12}, {"format": "league"}, {"format": ["swiss"]}, {"control": {}}, {"control": {"increment": -1}},
    {"control": {"increment": 0, "hands": 2}}, {"guard": "dog"}, {"openings": [[1]]},
    {"guard": {"memory": 200.5, "seconds": None, "output": None}},
    {"anchors": 5}, {"anchors": [1]}, {"anchors": [["x", "y"]]}, {"anchors": [["random (1)", 1], ["random (1)", 2]]},
)  # fmt: skip


@every_case("damage", [None, 7, "[]", "{}", "[" * 100_000, *PLANS])
def test_a_damaged_tournament_is_reported_in_one_line(journal, said, damage):
    shutil.rmtree(journal.database.path.parent, ignore_errors=True)
    said.clear()
    journal.begin(EASY)
    journal.begin(EASY)
    journal.close()
    with closing(sqlite3.connect(journal.database.path)) as db:
        (plan,) = db.execute("SELECT plan FROM tournaments").fetchone()
    damage = json.dumps(json.loads(plan) | damage) if isinstance(damage, dict) else damage
    change(journal, ("UPDATE tournaments SET plan = ? WHERE id = 1", [damage]), ("DELETE FROM plans",))
    for ask in (journal.load, journal.resume, journal.results):
        with pytest.raises(SpecError, match=r"^tournament 1 is damaged: .*$"):
            ask(1)
    assert [entry.number for entry in journal.entries()] == [2]
    assert said == ["tournament 1 is damaged"]


def test_control_characters_are_escaped(journal):
    number = journal.begin(replace(EASY, names=("\x1b[2Ja", "b\nc", "d")))
    assert journal.load(number).names == ("\\x1b[2Ja", "b\\nc", "d")


def test_a_file_that_is_damaged_meanwhile_is_begun_anew_with_all_games(journal, said):
    number = journal.begin(EASY)
    for count in range(5):
        journal.note(some(count))
    journal.database.close()
    path = journal.database.path
    path.write_bytes(b"no database at all" * 1000)
    for count in range(5, 9):
        journal.note(some(count))
    assert len(said) == 1 and "nothing in it is readable, and a new one is begun. The damaged one is" in said[0]
    with other(journal) as reader:
        assert set(reader.results(journal.number)) == set(range(9))
        with pytest.raises(SpecError, match="is being played right now"):
            reader.resume(number)


def test_a_file_that_is_taken_away_meanwhile_is_begun_anew_with_all_games(journal):
    journal.begin(EASY)
    for count in range(5):
        journal.note(some(count))
    shutil.rmtree(journal.database.path.parent)
    journal.note(some(5))
    journal.finish()
    assert set(journal.results(1)) == set(range(6))
    assert journal.entries()[0].over


# Where nothing can be written.


def test_where_the_folder_cannot_be_made_it_says_so(tmp_path, said):
    (tmp_path / "file").write_text("in the way")
    with closing(Journal(tmp_path / "file", said.append)) as journal:
        for _ in range(2):
            with pytest.raises(StorageError, match="^no journal of tournaments in .*: .*"):
                journal.begin(EASY)
    assert said == []


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="who may do everything may write everywhere")
def test_a_folder_that_is_read_only_is_said_in_one_line(journal):
    journal.begin(EASY)
    folder = journal.database.path.parent
    journal.database.close()
    folder.chmod(0o500)
    try:
        with pytest.raises(StorageError, match=r"^no journal of tournaments in .*: .*"):
            journal.note(some(0))
    finally:
        folder.chmod(0o700)
    journal.note(some(0))
    assert journal.results(1) == {0: some(0)}


def test_a_journal_that_others_lock_for_too_long_stops_the_tournament_and_loses_nothing(journal, monkeypatch):
    monkeypatch.setattr(database, "PATIENCE", 0.2)
    monkeypatch.setattr(database, "TRIES", 2)
    journal.database.patience = 0.2
    number = journal.begin(EASY)
    journal.note(some(0))
    journal.database.close()
    with closing(sqlite3.connect(journal.database.path, isolation_level=None)) as lock:
        lock.execute("BEGIN IMMEDIATE")
        with pytest.raises(StorageError, match="^the journal of tournaments in .* waits: database is locked$"):
            journal.note(some(1))
        assert set(journal.recorded) == {0}
        lock.execute("ROLLBACK")
    journal.note(some(1))
    assert set(journal.results(number)) == {0, 1}


FULL = """
import resource
journal.begin(plan)
resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, 300_000))
try:
    for n in range(100_000):
        journal.note(some(n))
        print(n, flush=True)
except StorageError as error:
    print(error)
journal.close()
"""


@pytest.mark.skipif(os.name == "nt", reason="no limits there")
def test_a_full_disk_loses_no_game_that_was_written_down(journal):
    with program(journal.database.path.parent, FULL) as running:
        out, said = running.communicate(timeout=WAIT)
    *numbers, why = out.splitlines()
    assert (running.returncode, said) == (0, "")
    assert why.startswith("no journal of tournaments in ")
    assert len(numbers) > 400  # the log took all of the room before there were 50
    assert journal.database.path.stat().st_size > 250_000
    journal.resume(1)
    assert list(journal.recorded) == list(map(int, numbers))


@pytest.fixture
def small_disk(tmp_path):
    """A folder on a disk of 600 KB."""
    (tmp_path / "disk").mkdir()
    words = ["mount", "-t", "tmpfs", "-o", "size=600k", "tmpfs", tmp_path / "disk"]
    if not shutil.which("mount") or subprocess.run(words, capture_output=True, check=False).returncode:
        pytest.skip("no disk may be mounted here")
    yield tmp_path / "disk"
    subprocess.run(["umount", tmp_path / "disk"], check=True)


def fill(journal, first):
    """Note games until the disk is full; return the first number that failed."""
    for number in count(first):
        try:
            journal.note(some(number))
        except StorageError as error:
            assert str(error).endswith(": the disk is full")
            return number
    return 0


def test_a_full_small_disk_can_still_be_read(small_disk, said):
    with closing(Journal(small_disk, said.append)) as journal:
        journal.begin(EASY)
        with closing(sqlite3.connect(journal.database.path)) as reader:
            reader.execute("SELECT COUNT(*) FROM games").fetchone()
            reader.execute("BEGIN")
            (seen,) = reader.execute("SELECT COUNT(*) FROM games").fetchone()
            assert seen == 0
            journal.database.patience = 0.1
            early = fill(journal, 0)  # nothing can leave the log before the reader does
        last = fill(journal, early)
        assert last > 1000 > early
        assert journal.database.path.stat().st_size > 500_000
    with closing(Journal(small_disk, said.append)) as reader:
        assert set(reader.results(1)) == set(range(last))
    assert said == []


def test_a_presence_that_cannot_be_shown_stops_a_tournament_before_it_begins(journal, monkeypatch):
    def name(self):
        raise sqlite3.OperationalError("unable to open database file")

    monkeypatch.setattr(ProcessLock, "name", property(name))
    with pytest.raises(StorageError, match="unable to open database file$"):
        journal.begin(EASY)
    monkeypatch.undo()
    assert journal.last() == 0


def interrupted(work, after):
    """Press Ctrl-C at line `after` of the database; return whether it came so far."""
    left = after

    def trace(frame, event, _):
        nonlocal left
        if frame.f_code.co_filename != database.__file__:
            return None
        left -= event == "line"
        if left == 0:
            raise KeyboardInterrupt
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        work()
    except KeyboardInterrupt:
        return True
    finally:
        sys.settrace(before)
    return False


def test_ctrl_c_at_any_line_loses_no_game_and_leaves_the_file_to_all(journal, said):
    number = journal.begin(EASY)
    for after in count(1):
        if not interrupted(lambda number=after: journal.note(some(number)), after):
            break
        journal.note(some(after))  # as what holds a tournament does
        journal.database.close()
        assert interrupted(lambda: journal.note(some(10**6 + after)), after)  # noqa: B023  # while it is opened anew
        journal.note(some(10**6 + after))
        with other(journal) as another:
            another.begin(EASY)
    assert after > 10
    wanted = {number for first in range(1, after) for number in (first, 10**6 + first)} | {after}
    assert set(journal.results(number)) == wanted
    assert not said
