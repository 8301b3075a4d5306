"""The archive of matches: what is kept of each event, what is found again, and what no damage and no kill can do."""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import replace
from datetime import UTC, datetime
from itertools import zip_longest

import pytest

import games
import players
from games.base.data_folder import data_folder
from games.names.catalogue import SpecError
from players.player import AgreeDead, OfferDraw, Quit, Redo, Replace, Resigned, Swap, TakeBack
from referee import cli
from referee.batches.plan import Plan
from referee.match.clocks import Control, SeatClock
from referee.match.events import Ended, How, Moved, Started
from referee.match.record import Heading, make_record
from referee.match.series import Series
from referee.reports.history import as_dict, begun_text, find_match, find_resumable, history_lines
from referee.storage import database, kept_match
from referee.storage.archive import NAME, Archive, add_record
from referee.storage.saved_match import SavedMatch, Selection, is_persons, is_variant
from referee.storage.store import ProcessLock

WAIT = 120.0  # seconds for what should happen at once
NIM = Heading("nim:sticks=50", ("human", "random:seed=1"), ("human", "random"), 10**30)


class Person:
    """A person whose script has texts of moves and exceptions to raise."""

    person = True

    def __init__(self, *script):
        self.script = list(script)

    def choose(self, game, deadline):
        answer = self.script.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return game.parse(answer)

    def accepts(self, game, deadline):
        return True


class Agreeing:
    """A program that makes its first move and agrees to a draw."""

    def choose(self, game, deadline):
        return game.moves()[0]

    def accepts(self, game, deadline):
        return True


@pytest.fixture
def said():
    return []


@pytest.fixture
def archive(tmp_path, said):
    """An archive in a folder that is not there yet."""
    with closing(Archive(tmp_path / "not" / "there", said.append)) as archive:
        yield archive


@pytest.fixture
def command(tmp_path, monkeypatch, capsys):
    """What the command prints on both streams, with the same archive: (standard output, standard error)."""
    monkeypatch.setenv("REFEREE_DATA", str(tmp_path / "not" / "there"))

    def run(*words, status=0):
        assert cli.run(list(words)) == status
        return capsys.readouterr()

    return run


def play(archive, *seated, heading=NIM, control=Control(), opening=()):
    """Play a match; return its number and its events."""
    kept = SavedMatch(heading, control, tuple(opening))
    match = archive.begin(heading, control, opening)
    return match.number, noted(match, kept.plan().task(0).match(seated))


def noted(match, events):
    """Write down the events of a match, and return them."""
    found = []
    for event in events:
        match.note(event)
        found.append(event)
    return found


def texts(archive, number):
    return " ".join(archive.load(number).texts)


def program(folder, code, **options):
    """Start a process that runs the code with `archive` in the folder."""
    begin = (
        "import sys; from pathlib import Path; from referee.storage.archive import Archive; from referee.batches.plan import Plan\n"
        f"archive = Archive(Path({str(folder)!r}))\n"
        "plan = Plan('nim:sticks=1000', ('random', 'random'), 3)\n"
    )
    return subprocess.Popen(
        [sys.executable, "-c", begin + code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options
    )


# Events.


def test_a_match_is_kept_move_by_move(archive):
    match = archive.begin(NIM, Control(total=60.0, increment=1.0), ("1", "2"))
    number = match.number
    kept = archive.load(number)
    assert (number, kept.opening, kept.past, kept.how) == (1, ("1", "2"), (), None)
    plan = kept.plan()
    assert plan.control == Control(total=60.0, increment=1.0)
    made = []
    for event in plan.task(0).match([Agreeing(), Agreeing()]):
        match.note(event)
        if isinstance(event, Moved):
            made.append((event.text, event.left))
        if not isinstance(event, Ended):
            assert archive.load(number).past == tuple(made)
    kept = archive.load(number)
    assert len(made) == 47
    assert (kept.heading, kept.how, kept.why, kept.score) == (NIM, "played-out", "First took the last stick", 1)
    assert kept.winner == kept.record().winner == "human"
    assert kept.record().moves == "1 2 " + " ".join(text for text, _ in made)
    assert kept.started <= kept.changed


def test_a_match_of_dice_and_cards_keeps_what_chance_did(archive):
    plan = Plan("kuhn-poker", ("random", "random"), 3)
    match = archive.begin(plan.heading(0))
    events, number = noted(match, plan.task(0).match()), match.number
    assert texts(archive, number) == " ".join(event.text for event in events if isinstance(event, Moved))
    assert archive.load(number).record() == plan.task(0).result().record


def test_an_opening_is_kept_in_single_moves(archive):
    heading = Heading("backgammon", ("human", "human"), ("a", "b"), 1)
    number, _ = play(archive, Person(Quit()), Person(Quit()), heading=heading, opening=("6-4", "24/14"))
    kept = archive.load(number)
    assert kept.opening == ("6-4", "24/18", "18/14")
    assert len(kept.past) == 1  # the roll of the other


def test_undone_moves_are_deleted_and_redone_moves_return(archive):
    person = Person("1", "2", TakeBack(), TakeBack(), Redo(), Redo(), Redo(), TakeBack(), "3", Quit())
    number, events = play(archive, person, Agreeing())
    assert texts(archive, number) == "1 1 3 1"
    number, _ = play(archive, Person("1", TakeBack(), Quit()), Agreeing())
    assert texts(archive, number) == ""


def test_swapped_and_replaced_players_are_saved(archive):
    number, events = play(archive, Person("1", Replace("minimax:depth=1"), Swap(), Quit()), Agreeing())
    kept = archive.load(number)
    assert kept.heading.players == ("minimax:depth=1", "human")
    assert kept.heading.names == ("minimax", "human")
    assert find_resumable(archive).plan().names == ("minimax", "human")


@pytest.mark.parametrize(("wish", "how", "why", "score", "winner"), [
    (Resigned(), "resigned", "human resigned", -1, "random"), (OfferDraw(), "agreed", "both agreed", 0, "draw"),
    (LookupError("gone"), "crashed", "human crashed: LookupError: gone", -1, "random"),
], ids=["resigned", "agreed", "crashed"])  # fmt: skip
def test_how_a_match_ended_is_kept(archive, wish, how, why, score, winner):
    number, _ = play(archive, Person("1", wish), Agreeing())
    kept = archive.load(number)
    assert (kept.how, kept.why, kept.score, kept.winner) == (how, why, score, winner)
    assert (kept.record().over, archive.unfinished()) == (True, None)


def test_a_match_without_its_dead_stones_is_seen_again_as_it_was_counted(archive):
    heading = Heading("go:5,komi=0,position=5/5/bb3/2bb1/w1b1w b", ("human", "human"), ("Ann", "Bob"), 1)
    people = Person("pass"), Person(AgreeDead("a1 e1"))
    for each in people:
        each.accepts = lambda *_: True
    _, (*_, end) = play(archive, *people, heading=heading)
    record, events = find_match(archive, "1", None)
    assert (record.dead, record.score, record.how) == ("A1 E1", 25, "agreed")
    assert events[-1].game.score() == end.game.score() == record.score
    number, new = add_record(archive, replace(record, names=("Cid", "Dot"), winner="Cid"))
    assert (archive.find(number).record().dead, new) == (record.dead, True)


def test_a_match_that_somebody_left_is_not_over(archive):
    number, _ = play(archive, Person("1", Quit()), Agreeing())
    kept = archive.load(number)
    assert (kept.how, kept.score, kept.winner, kept.why, kept.playing) == (None, None, None, "", False)
    assert archive.unfinished() == number
    assert find_resumable(archive) == find_resumable(archive, "1") == kept


def one_by_one(archive, count, seed=1):
    """Begin so many matches; return them, and the events of each."""
    plan = Plan("nim", ("random", "random"), seed)
    return [(archive.begin(plan.heading(place)), list(plan.task(place).match())) for place in range(count)]


def note_in_turn(begun, most=None):
    """Write down the events of all matches in turn, at most so many of each."""
    for events in zip_longest(*(events[:most] for _, events in begun)):
        for (match, _), event in zip(begun, events, strict=True):
            if event is not None:
                match.note(event)


def played(events):
    return tuple(event.text for event in events if isinstance(event, Moved))


def test_many_matches_are_kept_at_once(archive, said):
    begun = one_by_one(archive, 12)
    note_in_turn(begun, 6)
    assert all(archive.load(match.number).playing for match, _ in begun)
    begun[0][0].close()
    assert [archive.load(match.number).playing for match, _ in begun] == [False, *[True] * 11]
    note_in_turn([(match, events[6:]) for match, events in begun[1:]])
    for match, events in begun[1:]:
        assert archive.load(match.number).texts == played(events)
        assert archive.load(match.number).how == "played-out"
    assert said == []


def test_matches_are_kept_from_several_threads(archive, said):
    plan = Plan("nim", ("random", "random"), 3)

    def keep(place):
        match = archive.begin(plan.heading(place))
        return match.number, played(noted(match, plan.task(place).match()))

    with ThreadPoolExecutor(8) as pool:
        found = dict(pool.map(keep, range(40)))
    assert {number: archive.load(number).texts for number in found} == found
    assert (len(found), said) == (40, [])


@pytest.mark.parametrize("damage", ["file", "all", "bytes"])
def test_all_matches_under_way_are_written_into_a_new_file(archive, said, damage):
    play(archive, Agreeing(), Agreeing())
    begun = one_by_one(archive, 5)
    note_in_turn(begun, 4)
    path = archive.database.path
    if damage == "bytes":
        archive.database.close()
        path.write_bytes(b"rubbish " * 1000)
    else:
        for each in path.parent.glob("*" if damage == "all" else f"{NAME}*"):
            each.unlink()
    begun[0][0].note(begun[0][1][4])  # this one renews the lock for all
    note_in_turn([(match, events[4:]) for match, events in begun[1:]])
    assert [archive.load(match.row).texts for match, _ in begun[1:]] == [played(events) for _, events in begun[1:]]
    assert archive.load(begun[0][0].row).playing
    assert archive.last() == 5
    assert len(said) == (damage == "bytes")


def test_matches_in_a_salvaged_file_keep_their_numbers(archive, said):
    begun = one_by_one(archive, 4)
    note_in_turn(begun, 30)
    path = archive.database.path
    archive.database.close()
    path.write_bytes(b"x" * 16 + path.read_bytes()[16:])
    note_in_turn([(match, events[30:]) for match, events in begun])
    assert [archive.load(number).texts for number in (1, 2, 3, 4)] == [played(events) for _, events in begun]
    assert (archive.last(), len(said)) == (4, 1)


def test_a_match_that_could_not_be_written_says_so_while_others_are_kept(archive, said, monkeypatch):
    monkeypatch.setattr(kept_match, "PAUSE", 0.0)
    first, second = archive.begin(NIM), archive.begin(NIM)
    pages = archive.database.connected()
    game = games.load("nim")
    (count,) = pages.execute("PRAGMA page_count").fetchone()
    pages.execute(f"PRAGMA max_page_count = {count}")
    first.note(Moved(game, 0, 1, "1" * 30000, ("", ""), 0.0))
    second.note(Moved(game, 0, 1, "1", ("", ""), 0.0))
    assert (first.trouble, second.trouble) == ("the disk is full", "")
    pages.execute("PRAGMA max_page_count = 6000")
    first.catch_up()
    assert (first.trouble, len(archive.load(first.number).past)) == ("", 1)


def test_nothing_is_written_of_a_match_once_the_archive_is_closed(archive):
    match = archive.begin(NIM)
    archive.close()
    match.note(Moved(games.load("nim"), 0, 3, "3", ("3", "3"), 0.0))
    assert (texts(archive, 1), archive.last(), archive.load(1).playing) == ("", 1, False)


def test_an_illegal_opening_is_refused(archive):
    with pytest.raises(SpecError, match="move 2 '9' is not a legal move here"):
        archive.begin(NIM, opening=("1", "9"))


# Going on.


def go_on(archive, number, *seated):
    kept = find_resumable(archive, str(number))
    match = archive.resume(number)
    return noted(match, kept.plan().task(kept.heading.number).match(seated, kept.past))


def test_a_match_goes_on_with_its_clocks_and_its_moves(archive):
    number, _ = play(archive, Person("1", "2", Quit()), Agreeing(), control=Control(total=600.0), opening=("3", "1"))
    kept = archive.load(number)
    assert [text for text, _ in kept.past] == ["1", "1", "2", "1"]
    lefts = [[clock.seconds for clock in left] for _, left in kept.past]
    assert all(500 < first <= 600 and 500 < second <= 600 for first, second in lefts)
    assert lefts[-1][0] < lefts[0][0]
    changed = (*kept.past[:-1], (kept.past[-1][0], (SeatClock(7.0), SeatClock(5.0))))
    events = list(kept.plan().task(0).match([Person(Quit()), Agreeing()], changed))
    assert (events[0].opening, events[0].left) == (("3", "1", "1", "1", "2", "1"), changed[-1][1])


def test_earlier_moves_can_be_taken_back_but_not_the_opening(archive):
    number, _ = play(archive, Person("1", "2", Quit()), Agreeing(), opening=("3", "1"))
    events = go_on(archive, number, Person(TakeBack(), TakeBack(), TakeBack(), "3", Quit()), Agreeing())
    assert [event.count for event in events if hasattr(event, "count")] == [2, 2, 0]
    assert texts(archive, number) == "3 1 3 1"
    assert archive.load(number).opening == ("3", "1")


def test_a_match_gone_on_with_stays_the_same_match(archive):
    number, _ = play(archive, Person("1", "2", Quit()), Agreeing())
    with closing(sqlite3.connect(archive.database.path)) as db, db:
        db.execute("UPDATE moves SET seconds = 77")
    go_on(archive, number, Person("3", Resigned()), Agreeing())
    kept = archive.load(number)
    assert (" ".join(kept.texts), kept.how, archive.last()) == ("1 1 2 1 3 1", "resigned", 1)
    with closing(sqlite3.connect(archive.database.path)) as db:
        seconds = [row[0] for row in db.execute("SELECT seconds FROM moves ORDER BY ply")]
    assert seconds[:4] == [77] * 4
    assert max(seconds[4:]) < WAIT


def test_a_player_that_fails_before_the_first_move_costs_none_of_the_past(archive):
    class Failing:
        def begin(self, game, seat):
            raise LookupError

        def choose(self, game, deadline):
            raise NotImplementedError

    number, _ = play(archive, Person("1", "2", Quit()), Agreeing())
    go_on(archive, number, Person(), Failing())
    kept = archive.load(number)
    assert (" ".join(kept.texts), kept.how) == ("1 1 2 1", "crashed")


def test_a_finished_or_missing_match_is_not_resumed(archive):
    with pytest.raises(SpecError, match=r"^there is no match 7 \(none is kept yet\)$"):
        find_resumable(archive, "7")
    with pytest.raises(SpecError, match="^there is no unfinished match$"):
        find_resumable(archive)
    play(archive, Person("1", Resigned()), Agreeing())
    with pytest.raises(SpecError, match=r"^there is no match 7 \(matches: 1\)$"):
        find_resumable(archive, "7")
    play(archive, Person("1", Resigned()), Agreeing())
    for number in ("7", "0", "9" * 18):
        with pytest.raises(SpecError, match=rf"^there is no match {int(number)} \(matches: 1 to 2\)$"):
            archive.load(int(number))
    with pytest.raises(SpecError, match=r"^there is no match 999999999999999999\.\.\. \(matches: 1 to 2\)$"):
        find_resumable(archive, "9" * 5000)
    with pytest.raises(SpecError, match="^match 2 is over; to see it: referee replay 2$"):
        find_resumable(archive, "2")
    with pytest.raises(SpecError, match="^match 2 is over$"):
        archive.resume(2)


def test_the_last_unfinished_match_is_the_one_played_last(archive):
    for _ in range(3):
        play(archive, Person("1", Quit()), Agreeing())
    play(archive, Person(Quit()), Agreeing())
    assert archive.unfinished() == 3  # in the last one nothing was moved
    go_on(archive, 2, Person("1", Quit()), Agreeing())
    assert archive.unfinished() == 2


# Files of records.


def test_a_match_from_a_file_is_gone_on_with_as_a_new_one(archive, tmp_path):
    number, _ = play(archive, Person("1", "2", Quit()), Agreeing())
    record, over = archive.load(number).record(), Plan("nim", ("random", "random"), 3).task(0).result().record
    path = tmp_path / "17"
    path.write_text("".join(json.dumps(each.as_dict()) + "\n" for each in (record, over)))
    kept = find_resumable(archive, str(path))
    assert (kept.number, kept.record(), kept.control) == (None, record, Control())
    match = archive.begin(kept.heading, kept.control, kept.opening)
    noted(match, kept.plan().task(0).match([Person("3", Quit()), Agreeing()], kept.past))
    assert (match.number, texts(archive, 2)) == (2, "1 1 2 1 3 1")
    path.write_text(json.dumps(over.as_dict()))
    with pytest.raises(SpecError) as caught:
        find_resumable(archive, str(path))
    assert str(caught.value) == f"{path} holds no unfinished match"


def test_a_word_of_digits_is_a_number_unless_there_is_such_a_file(archive, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    play(archive, Person("1", Quit()), Agreeing())
    assert find_match(archive, "1")[0].moves == "1 1"
    (tmp_path / "1").write_text("rubbish")
    with pytest.raises(SpecError, match="^1, line 1: not a record of a match: not a JSON object$"):
        find_match(archive, "1")


def test_a_game_of_a_file_is_chosen_by_its_place(archive, tmp_path):
    plan = Plan("nim", ("random", "random"), 3)
    found = [plan.task(number).result().record for number in range(3)]
    path = tmp_path / "batch"
    path.write_text("".join(json.dumps(each.as_dict()) + "\n" for each in found))
    for chosen, number in ((None, 2), (0, 0), (1, 1)):
        record, events = find_match(archive, str(path), chosen)
        assert record == found[number]
        assert [type(event) for event in events] == [Started, *[Moved] * len(record.moves.split()), Ended]
        assert (events[-1].score, events[-1].how, events[-1].game.score()) == (
            record.score,
            How.PLAYED_OUT,
            record.score,
        )
    with pytest.raises(SpecError, match=r"batch has no game 3 \(games: 0 to 2\)$"):
        find_match(archive, str(path), 3)
    play(archive, Person("1", Quit()), Agreeing())
    with pytest.raises(SpecError, match="^--game chooses a game of a file, and a match of the archive is one game$"):
        find_match(archive, "1", 0)


# Processes.


def test_a_killed_process_loses_no_move_that_was_made(tmp_path):
    code = (
        "for number in range(1000):\n"
        "    match = archive.begin(plan.heading(number))\n"
        "    for event in plan.task(number).match():\n"
        "        match.note(event)\n"
        "        if hasattr(event, 'text'): sys.stdout.write(f'{match.number} {event.text}\\n'); sys.stdout.flush()\n"
    )
    for moves in (1, 2, 75, 700, 1300):
        child = program(tmp_path, code)
        out = [child.stdout.readline() for _ in range(moves)]
        child.kill()
        rest, err = child.stdout.read(), child.stderr.read()
        assert child.wait(WAIT)
        lines = [line.split() for line in "".join([*out, rest]).splitlines(keepends=True) if line.endswith("\n")]
        assert (err, len(lines) >= moves) == ("", True)
        with closing(Archive(tmp_path)) as archive:
            for match in {int(number) for number, _ in lines}:
                made = tuple(text for number, text in lines if int(number) == match)
                kept = archive.load(match)
                assert kept.texts[: len(made)] == made
                assert len(kept.texts) <= len(made) + 1  # one may be written down and not printed any more
                assert not kept.playing
                find_match(archive, str(match))
            assert archive.unfinished() in (archive.last(), archive.last() - 1)  # nothing may be moved in the last yet
            assert archive.database.connected().execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def test_a_match_that_is_being_played_is_not_gone_on_with_until_its_process_is_gone(archive):
    code = (
        "import time\n"
        "match = archive.begin(plan.heading(0))\n"
        "for event in plan.task(0).match():\n"
        "    match.note(event)\n"
        "    if hasattr(event, 'text'): print('moved', flush=True); time.sleep(60)\n"
    )
    folder = archive.database.path.parent
    child = program(folder, code)
    assert child.stdout.readline() == "moved\n"
    assert archive.load(1).playing
    assert archive.unfinished() is None
    assert "being played" in next(history_lines(archive.entries()))
    for attempt in (lambda: find_resumable(archive, "1"), lambda: archive.resume(1)):
        with pytest.raises(SpecError, match="^match 1 is being played right now$"):
            attempt()
    child.kill()
    child.communicate(timeout=WAIT)
    assert not archive.load(1).playing
    assert archive.unfinished() == 1
    assert len(list(folder.glob("*.lock"))) == 1  # who only looks removes nothing
    archive.resume(1)
    assert archive.load(1).playing


def test_a_process_is_known_by_its_lock_and_not_by_a_file(tmp_path):
    here, other = ProcessLock(tmp_path), ProcessLock(tmp_path)
    name = here.name
    assert other.alive(name)
    assert here.alive(name)
    here.leave()
    assert not other.alive(name)
    left = tmp_path / f"playing-{'0' * 16}.lock"
    left.touch()
    assert not other.alive("0" * 16)
    assert left.exists()
    assert here.name
    assert not left.exists()
    here.leave()
    for strange in (None, "", "../" * 5 + "0", "x" * 16):
        assert not other.alive(strange)


def test_the_locks_of_killed_processes_are_removed_by_the_next_one_that_plays(tmp_path):
    code = "archive.begin(plan.heading(0))\nos.kill(os.getpid(), signal.SIGKILL)\n"
    for _ in range(2):
        program(tmp_path, f"import os, signal\n{code}").communicate(timeout=WAIT)
    assert list(tmp_path.glob("playing-*"))
    other, own = ProcessLock(tmp_path), ProcessLock(tmp_path)
    assert other.name
    assert {path.name.removesuffix("-journal") for path in tmp_path.glob("playing-*")} == {other.path(other.name).name}
    assert other.alive(own.name) and own.alive(other.name)
    other.leave()
    program(tmp_path, f"import os, signal\n{code}").communicate(timeout=WAIT)
    assert own.alive(own.name)
    own.leave()
    assert not list(tmp_path.glob("playing-*"))


def test_locks_taken_while_others_sweep_are_held(tmp_path):
    code = (
        "from referee.storage.store import ProcessLock\nfrom pathlib import Path\n"
        f"for _ in range(40):\n    lock = ProcessLock(Path({str(tmp_path)!r}))\n"
        "    assert lock.path(lock.name).exists() and lock.alive(lock.name)\n    lock.leave()\n"
    )
    for each in [program(tmp_path, code) for _ in range(3)]:
        assert each.communicate(timeout=WAIT) == ("", "")
    assert not list(tmp_path.glob("playing-*"))


def test_several_writers_at_once_lose_nothing(tmp_path):
    code = (
        "for number in range(3):\n"
        "    match = archive.begin(plan.heading(number))\n"
        "    for event in list(plan.task(number).match())[:300]: match.note(event)\n"
        "archive.close()\n"
    )
    for writer in [program(tmp_path, code) for _ in range(3)]:
        assert writer.communicate(timeout=300) == ("", "")
    plan = Plan("nim:sticks=1000", ("random", "random"), 3)
    with closing(Archive(tmp_path)) as archive:
        entries = archive.entries()
        assert [kept.number for kept in entries] == [*range(9, 0, -1)]
        assert sorted(kept.heading.number for kept in entries) == [0, 0, 0, 1, 1, 1, 2, 2, 2]
        for kept in entries:
            first = [
                event.text for event in list(plan.task(kept.heading.number).match())[:300] if isinstance(event, Moved)
            ]
            assert list(kept.texts) == first
            assert not kept.playing


def test_only_one_of_several_processes_puts_a_damaged_file_aside(tmp_path):
    code = (
        "sys.stdin.readline(); match = archive.begin(plan.heading(0))\n"
        "for event in list(plan.task(0).match())[:50]: match.note(event)\n"
        "archive.close()\n"
    )
    (tmp_path / NAME).write_bytes(b"rubbish " * 1000)
    children = [program(tmp_path, "print('here', flush=True)\n" + code, stdin=subprocess.PIPE) for _ in range(4)]
    for child in children:
        assert child.stdout.readline() == "here\n"
    for child in children:
        child.stdin.write("go\n")
        child.stdin.flush()
    complaints = [child.communicate(timeout=300)[1] for child in children]
    assert sum(complaint.count("\n") for complaint in complaints) == 1
    assert (tmp_path / "matches-1-broken-1.sqlite").read_bytes() == b"rubbish " * 1000
    with closing(Archive(tmp_path)) as archive:
        assert [kept.number for kept in archive.entries()] == [4, 3, 2, 1]
        assert len({kept.texts for kept in archive.entries()}) == 1


# Damage.


PAGE = 4096  # bytes of a page of SQLite


def damages():
    yield "rubbish", lambda data: b"this is no database at all, " * 1000
    yield "rubbish behind the header", lambda data: data[:4096] + b"\xff" * (len(data) - 4096)
    yield "a quarter", lambda data: data[: len(data) // 4]
    yield "some bytes", lambda data: data[:77]


@pytest.mark.parametrize(("name", "damage"), [*damages()], ids=[name for name, _ in damages()])
def test_a_damaged_file_is_put_aside_and_begun_anew(archive, said, name, damage):
    for round in (1, 2):
        play(archive, Agreeing(), Agreeing(), heading=NIM)
        archive.close()
        path = archive.database.path
        damaged = damage(path.read_bytes())
        path.write_bytes(damaged)
        number, _ = play(archive, Person("1", Quit()), Agreeing())
        aside = path.with_name(f"matches-1-broken-{round}.sqlite")
        why = f"nothing in it is readable, and a new one is begun. The damaged one is {aside}"
        assert said == [f"the archive of matches was damaged; {why}"]
        assert aside.read_bytes() == damaged
        assert (number, texts(archive, 1)) == (1, "1 1")
        said.clear()


def test_the_readable_part_of_a_damaged_file_is_shown_and_salvaged(archive, said, command):
    for _ in range(200):
        play(archive, Person("1", Resigned()), Agreeing())
    before = {kept.number: kept for kept in archive.entries()}
    archive.close()
    path = archive.database.path
    data = path.read_bytes()
    for page in (0, len(data) // 3 // PAGE, len(data) // 2 // PAGE):  # a part of a page could be taken for a value
        at = page * PAGE
        path.write_bytes(data[:at] + bytes(range(256)) * (PAGE // 256) + data[at + PAGE :])
        damaged = path.read_bytes()
        seen = archive.entries()
        assert "is damaged; readable in it: matches: " in said[0]
        assert path.read_bytes() == damaged
        assert len(seen) > 100 and all(before[kept.number] == kept for kept in seen)
        number, _ = play(archive, Person("1", Quit()), Agreeing())
        assert (number, archive.load(number).texts) == (max(before) + 1, ("1", "1"))
        assert [kept for kept in archive.entries() if kept.number != number] == seen
        archive.close()
        archive.database.warned = False
        said.clear()


def test_a_file_found_damaged_while_another_writes_it_is_salvaged_with_what_that_wrote(archive, said):
    path = archive.database.path
    with closing(Archive(path.parent, said.append)) as other:
        match = other.begin(NIM)
        events = list(SavedMatch(NIM).plan().task(0).match([Agreeing(), Agreeing()]))
        for event in events[:20]:
            match.note(event)
        other.database.connected().execute("PRAGMA wal_checkpoint(TRUNCATE)")
        match.note(events[20])
        match.note(events[21])
        path.write_bytes(b"rubbish " * 1000)
        assert archive.begin(NIM).number == 2
        aside = path.with_name("matches-1-broken-1.sqlite")
        assert aside.read_bytes()[:8] == b"rubbish "
        assert aside.with_name(f"{aside.name}-wal").stat().st_size > 1000
        for event in events[22:]:
            match.note(event)
    assert [(kept.number, len(kept.texts), kept.how) for kept in archive.entries()] == [
        (2, 0, None),
        (1, 50, "played-out"),
    ]
    assert len(said) == 1


def test_a_match_with_forged_moves_or_end_is_not_believed(archive, said, command):
    for _ in range(3):
        play(archive, Person("1", Resigned()), Agreeing())
    archive.database.write(lambda db: db.execute("UPDATE matches SET how = 'played-out' WHERE id = 1"))
    archive.database.write(lambda db: db.execute("UPDATE moves SET text = '9' WHERE match = 2 AND ply = 1"))
    archive.database.write(lambda db: db.execute("UPDATE matches SET score = 5 WHERE id = 3"))
    assert archive.entries() == []
    assert [line[:18] for line in said] == [f"match {number} is damaged" for number in (3, 2, 1)]
    archive.close()
    assert command("replay", "1", status=2).err.endswith("'score' is -1, but after its moves the game goes on\n")


def test_a_file_damaged_during_a_match_is_begun_anew_with_all_of_that_match(archive, said):
    play(archive, Agreeing(), Agreeing())
    match = archive.begin(NIM)
    for count, event in enumerate(SavedMatch(NIM).plan().task(0).match([Agreeing(), Agreeing()])):
        if count == 20:
            archive.database.close()
            archive.database.path.write_bytes(b"rubbish " * 1000)
        match.note(event)
    assert len(said) == 1
    kept = archive.load(1)
    assert (kept.texts, kept.how, archive.last()) == (("1",) * 50, "played-out", 1)


def test_a_file_taken_away_during_a_match_is_begun_anew_with_all_of_that_match(archive, said):
    match = archive.begin(NIM, Control(total=9.0), ("3",))
    for count, event in enumerate(
        SavedMatch(NIM, Control(total=9.0), ("3",)).plan().task(0).match([Agreeing(), Agreeing()])
    ):
        if count == 20:
            for path in archive.database.path.parent.iterdir():
                path.unlink()
        match.note(event)
    kept = archive.load(1)
    assert (kept.opening, len(kept.past), kept.how, kept.control.total, said) == (("3",), 47, "played-out", 9.0, [])


def test_moves_that_were_damaged_are_refused_in_one_line(archive, said, command):
    number, _ = play(archive, Person("1", "1", Quit()), Agreeing())
    play(archive, Person("1", "1", Quit()), Agreeing())
    db = archive.database.connected()
    db.execute("UPDATE moves SET text = 'x9' WHERE match = 1 AND ply = 2")
    archive.close()
    why = "match 1 is damaged: move 3 'x9' is not a legal move here; legal: 1 to 3"
    assert command("resume", "1", status=2) == ("", f"referee: {why}\n")
    assert command("replay", "1", status=2) == ("", f"referee: {why}\n")
    archive.database.connected().execute("UPDATE matches SET seed = 'abc' WHERE id = 1")
    out, err = command("history")
    assert (out.count("\n"), err) == (1, "referee: match 1 is damaged\n")


@pytest.mark.parametrize("folder", ["file/below", "file"])
def test_a_match_goes_on_without_being_written_and_the_reason_is_known(said, tmp_path, folder):
    (tmp_path / "file").write_text("no folder")
    archive = Archive(tmp_path / folder, said.append)
    match = archive.begin(NIM)
    events = noted(match, SavedMatch(NIM).plan().task(0).match([Agreeing(), Agreeing()]))
    assert match.number is None
    assert isinstance(events[-1], Ended)
    assert match.trouble == f"{tmp_path / folder}: not a folder"
    assert (archive.entries(), match.row, said) == ([], 0, [])
    archive.close()


def test_a_full_disk_costs_nothing_of_what_was_written_and_once_it_has_room_all_is_written(archive, said, monkeypatch):
    monkeypatch.setattr(kept_match, "PAUSE", 0.0)
    match = archive.begin(NIM)
    pages = archive.database.connected()
    pages.execute("PRAGMA max_page_count = 7")
    long = Moved(games.load("nim"), 0, 1, "1" * 3000, ("", ""), 0.0)
    for _ in range(9):
        match.note(long)
    assert (match.trouble, said) == ("the disk is full", [])
    with closing(Archive(archive.database.path.parent)) as other:
        assert 0 < len(other.load(match.number).past) < 9
    pages.execute("PRAGMA max_page_count = 600")
    match.note(long)
    assert (match.trouble, len(archive.load(match.number).past), archive.last()) == ("", 10, 1)


def test_a_match_that_could_not_be_begun_is_kept_from_its_start_once_it_can_be(tmp_path, said, monkeypatch):
    monkeypatch.setattr(kept_match, "PAUSE", 0.0)
    (tmp_path / "file").write_text("no folder")
    with closing(Archive(tmp_path / "file", said.append)) as archive:
        match = archive.begin(NIM, opening=("3", "1"))
        for event in SavedMatch(NIM, opening=("3", "1")).plan().task(0).match([Person("1", "2", Quit()), Agreeing()]):
            match.note(event)
        assert match.trouble
        (tmp_path / "file").unlink()
        match.catch_up()
        kept = archive.load(1)
        assert (match.number, match.trouble, kept.texts, kept.opening) == (
            None,
            "",
            ("3", "1", "1", "1", "2", "1"),
            ("3", "1"),
        )
        assert match.holds(kept.record())
        assert not match.holds(replace(kept.record(), moves="3 1 1 1"))
        assert not match.holds(replace(kept.record(), how="resigned"))


@pytest.mark.parametrize("others", [False, True], ids=["as it was", "gone on with by another"])
def test_unsaved_moves_are_added_on_resume_unless_another_process_resumed_it(archive, others, monkeypatch):
    number, _ = play(archive, Person("1", "2", Quit()), Agreeing())
    kept = archive.load(number)
    archive.database.close()
    with monkeypatch.context() as now:
        now.setattr(database, "SETTINGS", (*database.SETTINGS, "query_only = ON"))
        match = archive.resume(number)
        *most, last = kept.plan().task(0).match([Person("3", Quit()), Agreeing()], kept.past)
        for event in most:
            match.note(event)
        assert match.trouble == f"{archive.database.path.parent}: read-only"
    if others:
        with closing(Archive(archive.database.path.parent)) as other:
            go_on(other, number, Person("2", Quit()), Agreeing())
    match.note(last)
    assert (match.trouble, archive.last(), match.row) == ("", *([2, 2] if others else [1, 1]))
    assert texts(archive, match.row) == "1 1 2 1 3 1"
    assert texts(archive, 1) == ("1 1 2 1 2 1" if others else "1 1 2 1 3 1")


def test_a_damaged_file_is_salvaged_once_there_is_room(archive, said, monkeypatch):
    number, _ = play(archive, Person("1", "2", Quit()), Agreeing())
    archive.database.close()
    path = archive.database.path
    damaged = path.read_bytes()[:-4096] + bytes(4096)
    path.write_bytes(damaged)

    def full(*_):
        raise OSError(28, "No space left on device")

    events = SavedMatch(NIM).plan().task(0).match([Person("3", Quit()), Agreeing()])
    with monkeypatch.context() as now:
        now.setattr(database, "salvage", full)
        match = archive.begin(NIM)
        assert match.number is None
        assert (match.trouble, said) == ("the disk is full", [])
        assert path.read_bytes() == damaged
        *most, last = events
        for event in most:
            match.note(event)
        assert match.trouble == "the disk is full"
    match.note(last)
    assert (match.trouble, len(said)) == ("", 1)
    assert texts(archive, match.row) == "3 1"


@pytest.fixture
def read_only(tmp_path):
    """A read-only mount of the folder `tmp_path / "own"`."""
    (tmp_path / "own").mkdir()
    (tmp_path / "disk").mkdir()
    bind = ["mount", "--bind", tmp_path / "own", tmp_path / "disk"]
    if not shutil.which("mount") or subprocess.run(bind, capture_output=True, check=False).returncode:
        pytest.skip("no disk may be mounted here")
    try:
        subprocess.run(["mount", "-o", "remount,bind,ro", tmp_path / "disk"], check=True)
        yield tmp_path / "disk"
    finally:
        subprocess.run(["umount", "-l", tmp_path / "disk"], check=True)


def test_a_read_only_disk_is_read_and_nothing_is_saved(read_only, tmp_path, said):
    with closing(Archive(tmp_path / "own", said.append)) as own:
        number, _ = play(own, Person("1", "2", Quit()), Agreeing())
    with closing(Archive(read_only / "new", said.append)) as archive:
        match = archive.begin(NIM)
        assert match.number is None
        assert match.trouble == f"{read_only / 'new'}: Read-only file system"
    with closing(Archive(read_only, said.append)) as archive:
        kept = archive.load(number)
        match = archive.resume(number)
        noted(match, kept.plan().task(0).match([Person("3", Quit()), Agreeing()], kept.past))
        assert match.trouble.startswith(f"{read_only}: ")
        assert texts(archive, number) == "1 1 2 1"
    assert said == []


# The commands.


def test_the_history_lists_matches_the_newest_first(archive, command):
    assert command("history") == ("No match has been played here yet.\n", "")
    play(archive, Person("1", Resigned()), Agreeing())
    play(archive, Person("1", OfferDraw()), Agreeing())
    play(archive, Person("1", Quit()), Agreeing())
    archive.begin(Heading("ttt", ("human", "minimax"), ("human", "minimax"), 1))
    archive.close()
    out, err = command("history")
    began = archive.load(1).started.astimezone().strftime("%Y-%m-%d %H:%M")
    rows = [line.split("  ") for line in out.splitlines()]
    assert [[cell.strip() for cell in row if cell] for row in rows] == [
        ["3", rows[0][1], "nim:sticks=50", "human - random", "unfinished", "2 moves"],
        ["2", rows[1][1], "nim:sticks=50", "human - random", "a draw", "2 moves"],
        ["1", began, "nim:sticks=50", "human - *random", "resigned", "2 moves"],
    ]
    assert len({line.index("move") for line in out.splitlines()}) == 1
    assert [line[0] for line in command("history", "-n", "2").out.splitlines()] == ["3", "2"]
    for width in (40, 80):
        assert max(map(len, history_lines(archive.entries(), width))) <= width
    assert " ".join(" ".join(history_lines(archive.entries(), 40)).split()).count("human - random") == 2


def test_the_history_as_json_is_a_file_of_records(archive, command, tmp_path):
    play(archive, Person("1", Resigned()), Agreeing())
    play(archive, Person("1", Quit()), Agreeing())
    archive.close()
    out, _ = command("history", "--json")
    found = [json.loads(line) for line in out.splitlines()]
    assert found == [json.loads(json.dumps(as_dict(kept))) for kept in archive.entries()]
    assert [(each["match"], each["how"], each["moves"]) for each in found] == [(2, None, "1 1"), (1, "resigned", "1 1")]
    assert found[0]["started"].endswith("+00:00")
    (tmp_path / "all").write_text(out)
    kept = archive.load(2)
    assert find_resumable(archive, str(tmp_path / "all")).record() == kept.timed(kept.record())


def test_without_a_terminal_a_replay_prints_all_boards(tmp_path, command, capsys):
    cli.run(["ttt", "minimax:depth=1", "random", "--seed", "3", "--plain"])
    watched = capsys.readouterr().out
    cli.run(["-g", "1", "ttt", "minimax:depth=1", "random", "--seed", "3", "--json"])
    path = tmp_path / "batch"
    path.write_text(capsys.readouterr().out)
    assert command("replay", str(path), "--plain").out == watched


def test_the_replay_of_a_match_that_is_not_over_says_so(archive, command):
    play(archive, Person("1", Quit()), Agreeing())
    archive.close()
    out, _ = command("replay", "1")
    assert out.splitlines()[-1] == "The match is not over."
    assert out.count("Heap") == 3


@pytest.mark.parametrize(
    "words",
    [["resume", "5"], ["replay", "5"], ["replay", "none.jsonl"], ["resume"], ["replay"], ["review"]],
    ids=" ".join,
)
def test_a_missing_match_is_answered_in_one_line(command, words):
    out, err = command(*words, status=2)
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith(("referee: there is no", "referee: none.jsonl cannot be read: No such file or directory"))


def test_without_a_number_the_last_finished_match_is_shown(archive, command, tmp_path, monkeypatch):
    seated = Person("1", "2", Quit()), Agreeing()
    first, _ = play(archive, *seated)
    play(archive, Person("1", Resigned()), Agreeing())
    play(archive, Person("1", "2", Quit()), Agreeing())
    play(archive, Person(Resigned()), Agreeing())  # ended without a move
    archive.begin(NIM)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "2").write_text("a file that is called like the match")
    assert archive.finished() == 2
    reviewed = json.loads(command("review", "--json", "--time", "1").out)
    assert [move["move"] for move in reviewed["moves"]] == ["1", "1"]
    assert command("replay", "--plain").out.splitlines()[-1].endswith("Human resigned.")
    kept = archive.load(first)
    noted(archive.resume(first), kept.plan().task(0).match([Person(OfferDraw()), Agreeing()], kept.past))
    assert archive.finished() == first
    assert command("replay", "--plain").out.splitlines()[-1].startswith("A draw")
    _, err = command("replay", "--game", "0", status=2)
    assert err == "referee: --game chooses a game of a file, and a match of the archive is one game\n"


def test_a_match_broken_off_is_gone_on_with_at_the_prompt(archive, tmp_path):
    play(archive, Person("1", "2", Quit()), Agreeing())
    archive.close()
    run = subprocess.run(
        [sys.executable, "-m", "referee", "resume"], input="undo\n3\nresign\nyes\n", capture_output=True, text=True,
        env=os.environ | {"REFEREE_DATA": str(archive.database.path.parent)}, timeout=300,
    )  # fmt: skip
    assert (run.returncode, run.stderr) == (0, "")
    lines = run.stdout.splitlines()
    assert "After 1 1 2 1:" in lines
    assert "Took back 2 moves." in lines
    assert lines[-1] == "Random wins: you resigned."
    kept = archive.load(1)
    assert (kept.how, kept.texts[:3], len(kept.texts)) == ("resigned", ("1", "1", "3"), 4)


def test_the_folder_is_the_persons_own_unless_another_is_named(monkeypatch):
    platformdirs = pytest.importorskip("platformdirs")
    monkeypatch.setenv("REFEREE_DATA", "/somewhere")
    assert os.fspath(data_folder()) == os.path.normpath("/somewhere")
    monkeypatch.delenv("REFEREE_DATA")
    assert os.fspath(data_folder()) == platformdirs.user_data_dir("referee", appauthor=False)
    assert NAME == "matches-1.sqlite"


def test_moves_blocked_by_another_process_are_written_later(archive, said, monkeypatch):
    monkeypatch.setattr(database, "PATIENCE", 0.05)
    plan = SavedMatch(NIM).plan()
    match = archive.begin(plan.heading(0), plan.control, plan.opening)
    archive.database.close()
    archive.database.patience = database.PATIENCE
    events = list(plan.task(0).match([Person("1", "2", "3", Quit()), Agreeing()]))
    with closing(sqlite3.connect(archive.database.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        for event in events[:6]:
            match.note(event)
        assert archive.load(match.number).texts == ()
        assert match.trouble == f"{archive.database.path.parent}: another process holds the file"
        other.execute("ROLLBACK")
    for event in events[6:]:
        match.note(event)
    played = tuple(event.text for event in events if isinstance(event, Moved))
    assert archive.load(match.number).texts == played
    assert (match.trouble, said) == ("", [])


@pytest.mark.parametrize("change", ["game = NULL", "player0 = NULL", "name0 = x'00ff'", "score = x'00'", "why = NULL"])
def test_a_damaged_row_is_reported_in_one_line(archive, said, change):
    number, _ = play(archive, Person("1", Quit()), Agreeing())
    archive.database.write(lambda db: db.execute(f"UPDATE matches SET {change}"))
    with pytest.raises(SpecError):
        archive.load(number)
    assert archive.entries() == []
    assert set(said) == {"match 1 is damaged"}


# Matches that were played elsewhere, in the archive.


OPEN = make_record(Heading("ttt", ("human", "human"), ("Ann", "Bob"), 0), ["5", "1"], None, "", None)
OVER = replace(OPEN, how="resigned", why="Bob resigned", score=1, winner="Ann")


def test_a_match_is_kept_as_it_was(archive):
    assert add_record(archive, OVER, "2024-05-01") == (1, True)
    kept = archive.load(1)
    assert kept.record() == OVER
    assert kept.started.astimezone().date().isoformat() == "2024-05-01"
    assert begun_text(kept.started.astimezone()) == "2024-05-01"


def test_the_same_match_is_kept_once(archive):
    assert add_record(archive, OVER) == (1, True)
    assert add_record(archive, OVER) == (1, False)
    for other in (OPEN, replace(OVER, moves="5 2"), replace(OVER, names=("Ann", "Carl"))):
        assert add_record(archive, other)[1]
    assert archive.last() == 4


def test_a_match_without_a_day_has_todays(archive):
    add_record(archive, OVER)
    assert (datetime.now(UTC) - archive.load(1).started).total_seconds() < 3600


def test_an_unfinished_imported_match_can_be_resumed(archive):
    add_record(archive, OVER)
    add_record(archive, OPEN)
    assert archive.unfinished() == 2
    assert not archive.load(2).record().over


def test_a_match_that_cannot_be_is_not_kept(archive):
    with pytest.raises(SpecError, match="move 2 '5' is not a legal move here"):
        add_record(archive, replace(OPEN, moves="5 5"))
    assert archive.last() == 0


def test_an_archive_that_cannot_be_written_is_told(tmp_path):
    (tmp_path / "file").touch()
    with (
        closing(Archive(tmp_path / "file", complain=lambda line: None)) as found,
        pytest.raises(SpecError, match="file: "),
    ):
        add_record(found, OVER)


def test_midnight_alone_is_shown_as_a_day():
    assert begun_text(datetime(2024, 5, 1, tzinfo=UTC)) == "2024-05-01"
    assert begun_text(datetime(2024, 5, 1, 0, 0, 0, 1, tzinfo=UTC)) == "2024-05-01 00:00"


# Which saved matches are found by a game and by players, and how `referee history` takes them.


MATCHES = (  # numbered from 1
    ("connect-four", ("human", "level:3")),
    ("C4", ("level:level=3,seed=4", "person")),
    ("connect-four:columns=8", ("human", "level")),
    ("othello:6", ("human", "human")),
    ("othello", ("./mine.py:Best:depth=3", "human")),
)


@pytest.fixture
def some_matches(tmp_path):
    """An archive with those matches, each of which the first player resigned."""
    with closing(Archive(tmp_path / "data")) as archive:
        for game, pair in MATCHES:
            match = archive.begin(Heading(game, pair, ("One", "Two"), 1))
            match.note(Ended(games.load(game), -1, How.RESIGNED, "One resigned", left=(None, None)))
        yield archive


@pytest.fixture
def history(some_matches, tmp_path, monkeypatch, capsys):
    """The numbers of the matches that the command lists, or what it says instead."""
    monkeypatch.setenv("REFEREE_DATA", str(tmp_path / "data"))

    def run(line, status=0):
        assert cli.run(["history", *line.split()]) == status
        out, err = capsys.readouterr()
        return err or out if status or "  " not in out else [int(line.split()[0]) for line in out.splitlines()]

    return run


@pytest.mark.parametrize(("line", "numbers"), [
    ("", [5, 4, 3, 2, 1]), ("connect-four", [3, 2, 1]), ("c4", [3, 2, 1]), ("c4:columns=7", [2, 1]), ("c4:8", [3]),
    ("othello:size=6", [4]), ("othello:8", [5]), ("level", [3, 2, 1]), ("level:3", [2, 1]), ("level:5", [3]),
    ("level:3,seed=4", [2]), ("mine", [5, 4, 3, 2, 1]), ("human human", [4]), ("c4 level:3 mine", [2, 1]),
    ("c4 mine level:3 -n 1", [2]), ("othello mine", [5, 4]),
])  # fmt: skip
def test_the_history_lists_the_matches_of_a_game_and_of_players(history, line, numbers):
    assert history(line) == numbers


@pytest.mark.parametrize(("line", "said"), [
    ("xyz", "there is no game or player 'xyz'"), ("c4 nim", "'nim' is a game: name one game, before the players"),
    ("levle:3", "there is no game or player 'levle'; did you mean level?"),
    ("c4:hieght=3", "connect-four has no option 'hieght'"),
    ("level:11", "level=11 must be a whole number from 1 to 10, or at chess elo=N"),
    ("mine mine mine", "a match has two players, not 3: mine mine mine"),
])  # fmt: skip
def test_an_unknown_word_is_answered_in_one_line(history, line, said):
    answer = history(line, status=2)
    assert said in answer and answer.count("\n") == 1


def test_a_missing_match_is_reported(history):
    assert history("kalah") == "No such match has been played here yet.\n"


def test_a_file_is_compared_by_its_path_and_is_not_run():
    for spec, wanted, same in (
        ("./mine.py:Best:depth=3", "./mine.py", True),
        ("./mine.py:Best:depth=3", "./mine.py:Best:depth=3", True),
        ("./mine.py:Best:depth=3", "./mine.py:Worst", False),
        ("./other.py", "./mine.py", False),
        ("minimax", "./mine.py", False),
        ("./mine.py", "minimax", False),
    ):
        assert is_variant(players.CATALOGUE, spec, wanted) == same


def test_a_saved_spec_with_outdated_options_matches_by_name_alone():
    old = SavedMatch(Heading("nim:matches=7", ("human", "random"), ("One", "Two"), 1))
    assert Selection("nim").holds(old)
    assert not Selection("nim:sticks=7").holds(old)


def test_people_are_known_by_their_spec():
    assert [is_persons(spec) for spec in ("human", "MINE", "person", "level:3", "./human.py")] == [True] * 3 + [
        False
    ] * 2


# Series in the archive: the next game waits to be gone on with, older files are read, and damage stays one match's.


HEADING = Heading("tic-tac-toe", ("human", "random"), ("Ann", "random"), 5)
FIRST = Series.begin("tic-tac-toe", 3, None)


def play_series(archive, series=FIRST, moves=0):
    """The number of a match of that series, left after so many moves; without a number of moves it is over."""
    plan = Plan("tic-tac-toe", ("random", "random"), 5)
    match = archive.begin(HEADING, plan.control, (), series)
    for count, event in enumerate(plan.task(0).match()):
        if moves is None or count <= 3 * moves:
            match.note(event)
    archive.close()
    return match.number


def test_a_match_is_kept_with_the_series_as_it_stood_before_it(archive):
    series = FIRST.after(1)
    kept = archive.load(play_series(archive, series))
    assert kept.series == series
    assert archive.load(archive.begin(HEADING).number).series is None


def test_the_next_game_of_a_series_waits_before_its_first_move(archive):
    play_series(archive, FIRST)
    assert archive.unfinished() is None  # of the first nothing was played
    assert archive.entries() == []
    number = play_series(archive, FIRST.after(1))
    assert archive.unfinished() == find_resumable(archive).number == number
    assert [kept.number for kept in archive.entries()] == [number]


def test_the_history_tells_which_game_of_a_series_it_is(archive):
    play_series(archive, FIRST.after(1))
    assert next(iter(history_lines(archive.entries()))).split("  ")[-2:] == ["unfinished, game 2 at 0-1", "0 moves"]
    held = as_dict(archive.entries()[0])["series"]
    assert (held["number"], held["points"], held["best_of"]) == (2, [1.0, 0.0], 3)


def test_a_file_of_an_older_version_gets_the_column_and_keeps_its_matches(archive, said):
    number = play_series(archive, moves=None)
    with closing(sqlite3.connect(archive.database.path)) as db, db:
        db.execute("ALTER TABLE matches DROP COLUMN series")
    assert archive.load(number).how == "played-out"
    second = play_series(archive, FIRST.after(1))
    assert (archive.load(number).series, archive.load(second).series) == (None, FIRST.after(1))
    assert said == []


@pytest.mark.parametrize("text", ["{", "{}", "7", '{"game": 5, "unit": "games", "points": [0, 0]}'])
def test_a_series_that_is_damaged_is_said_to_be(archive, said, text):
    number = play_series(archive, FIRST.after(1))
    with closing(sqlite3.connect(archive.database.path)) as db, db:
        db.execute("UPDATE matches SET series = ?", (text,))
    with suppress(ValueError):
        archive.load(number)
    assert said == [f"match {number} is damaged"]
    assert archive.unfinished() is None


def test_a_file_taken_away_is_begun_anew_with_the_series(archive):
    plan = Plan("tic-tac-toe", ("random", "random"), 5)
    match = archive.begin(HEADING, plan.control, (), FIRST.after(1))
    for count, event in enumerate(plan.task(0).match()):
        if count == 3:
            for file in archive.database.path.parent.glob(f"{NAME}*"):
                file.unlink()
        match.note(event)
    kept = archive.load(match.row)
    assert (kept.series, kept.how) == (FIRST.after(1), "played-out")
