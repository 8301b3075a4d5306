"""A class with scripted guests: who plays whom, what is kept, replaced programs, faults, and what stops it."""

from dataclasses import replace

import pytest

from referee.match.clocks import UNLIMITED
from referee.network.classroom import ClassTable
from referee.storage.database import StorageError
from tests.network.classes import (
    PLAN,
    TOKENS,
    held,  # noqa: F401  # a fixture
    wait,
)
from tests.network.guests import SOON, Guest


def test_programs_that_are_connected_play_each_other_from_both_sides(held):
    room = held()
    room.guest("Ann"), room.guest("Bob")
    records = room.games(4)
    assert [record.names for record in records[:4]] == [("Ann", "Bob"), ("Bob", "Ann")] * 2
    assert [record.number for record in records[:4]] == [0, 1, 2, 3]
    assert all(record.how == "played-out" for record in records)


def test_nobody_plays_before_there_are_two(held):
    room = held()
    room.guest("Ann")
    wait(lambda: room.room.plan.names)
    room.end()
    assert room.room.plan.names == ("Ann",)
    assert not room.room.results


def test_three_programs_all_play_and_each_in_one_game_at_a_time(held):
    room = held()
    for name in TOKENS:
        room.guest(name)
    records = room.games(12)
    assert {frozenset(record.names) for record in records} == {
        frozenset(pair) for pair in (("Ann", "Bob"), ("Ann", "Cleo"), ("Bob", "Cleo"))
    }


def test_a_replaced_program_has_a_row_of_its_own_and_its_game_is_lost(held):
    room = held()
    old = room.guest("Ann", "first", play=False)
    room.guest("Bob")
    old.hear("ask")
    room.guest("Ann", "second")
    assert old.hear("refused")["words"] == "Another program plays in your name now."
    records = room.games(2)
    assert room.room.plan.names == ("Ann", "Bob", "Ann (2)")
    assert room.room.plan.players == ("join:first", "join:one", "join:second")
    assert (records[0].names, records[0].winner, records[0].why) == (("Ann", "Bob"), "Bob", "Ann was replaced")
    assert set(records[1].names) == {"Ann (2)", "Bob"}


def test_the_same_program_that_comes_again_goes_on_with_its_game(held):
    room = held()
    old = room.guest("Ann", play=False)
    room.guest("Bob")
    old.move("1")
    start = old.hear("start")
    old.leave()
    new = Guest(room.port, TOKENS["Ann"], program="one", since=0, log=start["log"])
    room.guests.append(new)
    for text in ("3", "5", "7"):
        asked = new.move(text)
    assert asked["ask"][1] == 6
    assert room.games()[0].moves == "1 2 3 4 5 6 7"
    assert room.room.plan.names == ("Ann", "Bob")


def test_a_program_that_is_away_for_too_long_loses_the_game_and_is_not_paired(held):
    room = held(grace=0.0)
    gone = room.guest("Ann", play=False)
    room.guest("Bob")
    gone.hear("ask")
    gone.leave()
    (record, *_) = room.games()
    assert (record.winner, record.how) == ("Bob", "out-of-time")
    assert record.why.startswith("Ann was away for more than")
    assert len(room.games()) == 1


@pytest.mark.parametrize(
    ("answer", "how", "why"),
    [
        ({"move": "77"}, "illegal-move", "Ann chose '77', which is not a legal move"),
        ({"fault": "crashed: ZeroDivisionError\x1b[2J"}, "crashed", "ZeroDivisionError"),
    ],
)
def test_a_fault_of_a_program_costs_it_the_game_and_is_told(held, answer, how, why):
    room = held()
    wrong = room.guest("Ann", play=False)
    room.guest("Bob")
    asked = wrong.hear("ask")
    wrong.say(ask=asked["ask"], **answer)
    (record, *_) = room.games()
    assert (record.winner, record.how) == ("Bob", how)
    assert why in record.why
    assert "\x1b" not in record.why
    wait(lambda: any(record.why in line for line in room.said))


def test_a_program_that_is_too_slow_loses_the_game(held):
    room = held(plan=replace(PLAN, control=UNLIMITED.with_move(0.05)))
    room.guest("Ann", play=False)
    room.guest("Bob")
    (record, *_) = room.games()
    assert (record.winner, record.how) == ("Bob", "out-of-time")


def test_programs_of_the_staff_play_students_with_the_rating_that_is_given(held):
    plan = replace(PLAN, players=("random", "minimax"), names=("random", "minimax"), anchors=(("random", 800.0),))
    room = held(plan=plan, staff=("random", "minimax"))
    room.guest("Ann")
    records = room.games(8)
    assert {frozenset(record.names) for record in records} == {
        frozenset(("Ann", "random")),
        frozenset(("Ann", "minimax")),
    }
    wait(lambda: room.room.standings.played >= 8)
    rows = {row.name: row for row in room.room.standings.rows}
    assert rows["random"].rating.value == 800
    assert rows["minimax"].rating.value > rows["random"].rating.value


def test_games_at_once_can_be_limited(held):
    room = held(tables=1)
    guests = [room.guest(name, play=False) for name in TOKENS]
    wait(lambda: room.room.tables)
    wait(lambda: len(room.room.benches) == 3)
    room.room.begin_games()
    assert len(room.room.tables) == 1
    assert len(guests) == 3


def test_the_first_ctrl_c_lets_games_end_and_begins_none(held):
    room = held()
    slow = room.guest("Ann", play=False)
    room.guest("Bob")
    asked = slow.hear("ask")
    room.presses = 1
    wait(lambda: not room.room.open)
    assert any("1 game to finish" in line for line in room.said)
    slow.say(ask=asked["ask"], move="77")
    room.thread.join(SOON)
    assert len(room.room.results) == 1


def test_the_second_ctrl_c_stops_games_which_do_not_count(held, tmp_path):
    room = held()
    slow = room.guest("Ann", play=False)
    room.guest("Bob")
    slow.hear("ask")
    room.end(2)
    room.room.stop()
    wait(lambda: not room.room.tables)
    assert not room.room.results


def test_a_class_that_was_stopped_goes_on_with_its_rows_and_games(held):
    room = held()
    room.guest("Ann"), room.guest("Bob", "two")
    count = len(room.games(3))
    room.end()
    count = len(room.room.results)
    room = held()
    assert len(room.room.results) == count
    room.guest("Bob", "two"), room.guest("Ann", "newer")
    room.games(count + 2)
    assert room.room.plan.names == ("Ann", "Bob", "Ann (2)")
    assert room.room.standings.rows


def test_a_student_cannot_fill_the_table_with_programs(held, monkeypatch):
    monkeypatch.setattr("referee.network.classroom.PROGRAMS", 2)
    room = held()
    for program in ("a", "b"):
        room.guest("Ann", program, play=False)
        wait(lambda program=program: f"join:{program}" in room.room.plan.players)
    refused = room.guest("Ann", "c", play=False)
    assert "has had 2 programs" in refused.hear("refused")["words"]


def test_a_wrong_token_opens_nothing(held):
    room = held()
    guest = Guest(room.port, "token-of-nobody")
    room.guests.append(guest)
    assert "no such token" in guest.hear("refused")["words"]
    assert not room.room.plan.names


def test_no_token_is_kept_in_the_journal(held, tmp_path):
    room = held()
    room.guest("Ann"), room.guest("Bob")
    room.games()
    room.close()
    kept = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert b"Ann" in kept
    assert not any(token.encode() in kept for token in TOKENS.values())


def test_a_fault_is_told_once_for_each_program_and_kind(held):
    room = held()
    room.guest("Bob")
    wrong = room.guest("Ann", play=False)
    for answer in ({"move": "77"}, {"move": "78"}, {"fault": "crashed"}):
        asked = wrong.hear("ask")
        wrong.say(ask=asked["ask"], **answer)
    room.games(3)
    wait(lambda: any("Ann crashed" in line for line in room.said))
    assert sum("which is not a legal move" in line for line in room.said) == 1


def test_a_game_that_cannot_be_kept_ends_the_class(held, monkeypatch):
    room = held()
    room.guest("Ann"), room.guest("Bob")
    room.games(2)

    def full(result):
        raise StorageError("the disk is full")

    monkeypatch.setattr(room.journal, "note", full)
    room.thread.join(SOON)
    assert str(room.error) == "the disk is full"


def test_the_second_game_of_a_pair_has_dice_of_its_own(held, monkeypatch):
    seeds = []
    begun = ClassTable.start
    monkeypatch.setattr(ClassTable, "start", lambda table: (seeds.append(table.plan.seed), begun(table)))
    room = held()
    room.guest("Ann")
    room.guest("Bob")
    assert [game.names for game in room.games(2)[:2]] == [("Ann", "Bob"), ("Bob", "Ann")]
    assert seeds[0] != seeds[1]
