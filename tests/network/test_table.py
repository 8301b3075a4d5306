"""A table across machines: two guests, onlookers, and what they are told and asked."""

import json
import random
from contextlib import closing
from threading import Thread

import pytest

import games

from games.names.catalogue import SpecError
from referee.batches.plan import Plan
from referee.match.clocks import NO_CLOCKS
from referee.match.events import How
from referee.network.seat import Said, Seat
from referee.network.table import GuestTable, Place, check_start
from referee.storage.archive import Archive
from referee.storage.saved_match import SavedMatch
from tests.network.guests import hosted, play_on


def texts(guest):
    return [said["text"] for said in guest.heard if said["is"] == "moved"]


def test_two_guests_play_a_match_and_all_hear_the_same():
    with hosted("nim:sticks=5") as host:
        ann, bob = host.both()
        watcher = host.guest(2)
        assert ann.hear("start")["seat"] == 0
        play_on(ann, bob, "221")
        for guest in (ann, bob, watcher):
            end = guest.hear("end")
            assert (end["score"], end["how"], end["moves"]) == (1, "played-out", ["2", "2", "1"])
            assert texts(guest) == ["2", "2", "1"]
        assert host.table.ended.score == 1


def test_the_names_of_guests_are_told_apart_if_they_are_equal():
    with hosted("nim", names=None) as host:
        one, _ = host.guest(0, name="Kim"), host.guest(1, name="Kim")
        assert one.hear("start")["names"] == ["Kim (1)", "Kim (2)"]


def test_names_of_the_host_win_and_a_greeting_is_heard_by_the_other():
    with hosted("nim") as host:
        host.guest(0, name="Zoe", greeting="Good\x1b[31m luck")
        bob = host.guest(1)
        assert bob.hear("here", seats=[True, True])["greetings"] == ["Good\\x1b[31m luck", ""]
        assert bob.hear("start")["names"] == ["Ann", "Bob"]


def test_no_seat_and_no_onlooker_is_sent_a_card_that_it_may_not_know():
    with hosted("kuhn") as host:
        guests = [*host.both(), host.guest(2)]

        def play(guest):
            while (said := guest.next())["is"] != "end":
                if said["is"] == "ask":
                    guest.say(ask=said["ask"], move="bet" if guest is guests[0] else "call")

        threads = [Thread(target=play, args=(guest,)) for guest in guests]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        first, second, *_ = host.table.ended.moves
        mine, other, nothing = ([said for said in guest.heard if said["is"] == "moved"][:2] for guest in guests)
        assert [said["text"] for said in mine] == [first.text, "a card"]
        assert [said["text"] for said in other] == ["a card", second.text]
        assert [said["text"] for said in nothing] == ["hidden", "hidden"]
        assert [said["position"] for said in nothing] == [None, None]
        assert [mine[1]["position"], other[1]["position"]] == [f"{first.text}/?", f"?/{second.text}"]
        assert all(guest.heard[-1]["moves"] == [made.text for made in host.table.ended.moves] for guest in guests)


def test_a_guest_that_comes_back_gets_the_lines_that_it_lacks():
    with hosted("nim:sticks=9") as host:
        ann, bob = host.both()
        log = ann.hear("start")["log"]
        ann.move("1")
        last = ann.hear("moved")["n"]
        ann.leave()
        bob.hear("here", seats=[False, True])
        bob.move("2")
        bob.hear("turn", seat=0)
        again = host.guest(0, since=last + 1, log=log)
        again.move("3")
        assert [said["n"] for said in again.heard if "n" in said] == [last + 1]
        assert texts(again) == ["2"]


def test_who_comes_back_is_told_what_the_clocks_show_now():
    with hosted("nim:sticks=9", clock="300s") as host:
        ann, _ = host.both()
        first = ann.hear("ask")
        again, watcher = host.guest(0), host.guest(2)
        asked, turn = again.hear("ask"), watcher.hear("turn")
        assert asked["ask"] == first["ask"]
        assert asked["seconds"] < first["seconds"] <= 300
        assert asked["left"][0][0] < first["left"][0][0]
        assert turn["left"][0][0] < first["left"][0][0]
        assert turn["left"][1][0] == 300


def test_a_table_may_go_on_in_a_later_round_with_its_chairs_on_their_seats():
    plan = Plan("nim:sticks=5", ("human", "human"), 1, called=("Bob", "Ann"))
    with hosted("", plan=plan, round=1, kept=SavedMatch(plan.heading(0), past=(("1", NO_CLOCKS),))) as host:
        ann, bob = host.both()
        start = ann.hear("start")
        assert (start["match"], start["seat"], start["names"]) == (1, 1, ["Bob", "Ann"])
        assert ann.move("2")["ask"] == [1, 1, 0]
        bob.move("2")
        assert bob.hear("end")["moves"] == ["1", "2", "2"]
        for guest in (ann, bob):
            guest.say(wish="rematch", at=[1, 3])
        assert ann.hear("start", match=2)["seat"] == 0


def test_a_late_onlooker_gets_everything_and_no_question():
    with hosted("nim:sticks=9") as host:
        ann, bob = host.both()
        play_on(ann, bob, "12")
        ann.hear("moved", text="2")
        late = host.guest(2)
        late.hear("turn", seat=0)
        assert texts(late) == ["1", "2"]
        assert "ask" not in {said["is"] for said in late.heard}


def test_an_answer_counts_once_and_only_to_its_own_question():
    with hosted("nim:sticks=9") as host:
        ann, bob = host.both()
        asked = ann.hear("ask")["ask"]
        bob.say(ask=asked, move="3")
        for _ in range(3):
            ann.say(ask=asked, move="1")
        ann.hear("turn", seat=1)
        bob.say(ask=[0, 0, 0], move="3")
        bob.move("2")
        second = ann.move("1")["ask"]
        bob.hear("ask")
        assert second != asked
        assert texts(bob) == ["1", "2", "1"]


def test_an_illegal_move_is_refused_with_a_note_and_asked_for_again():
    with hosted("nim:sticks=9") as host:
        ann, bob = host.both()
        first = ann.move("7")["ask"]
        assert "7" in ann.hear("note")["words"]
        assert ann.move("2")["ask"] != first
        bob.hear("ask")
        assert texts(bob) == ["2"]


def test_a_program_loses_by_an_illegal_move_and_by_a_fault():
    for words, how in (
        ({"move": "7"}, How.ILLEGAL_MOVE),
        ({"fault": "crashed: \x1b[2J"}, How.CRASHED),
        ({"fault": "chose None", "how": "illegal-move"}, How.ILLEGAL_MOVE),
        ({"fault": "lost", "how": "played-out"}, How.CRASHED),
    ):
        with hosted("nim:sticks=9", person=False) as host:
            ann, bob = host.both()
            asked = ann.hear("ask")["ask"]
            ann.say(**({"ask": asked} if "move" in words else {}), **words)
            end = bob.hear("end")
            assert (end["score"], end["how"]) == (-1, how.value)
            assert end["why"].isprintable()


def test_who_takes_too_long_loses_on_time_though_nobody_sits_there():
    with hosted("nim:sticks=9", clock="0.2s") as host:
        ann, bob = host.both()
        ann.leave()
        end = bob.hear("end")
        assert (end["how"], end["score"]) == ("out-of-time", -1)
        assert end["left"][0][0] <= 0.2


def test_a_fast_program_is_not_taken_for_a_flood():
    with hosted("nim:sticks=120", person=False) as host:
        ann, bob = host.both()
        play_on(ann, bob, "1" * 120)
        assert ann.hear("end")["score"] == -1
        assert host.complaints == []


def test_a_table_that_is_stopped_ends_its_thread_while_it_waits():
    with hosted("nim") as host:
        ann, _ = host.both()
        ann.hear("ask")
        host.table.stop()
        assert host.table.join(30)
        assert host.table.ended is None


def test_a_hundred_tables_in_one_process_play_to_their_ends():
    done, tables = [], []
    for number in range(100):
        places = Place(), Place()
        plan = Plan("nim:sticks=5", ("human", "human"), number, called=("Ann", "Bob"))
        tables.append(GuestTable(plan, places, person=False, number=number, done=done.append))
        for place in places:
            place.came = True

            def answer(place=place):
                last = json.loads(place.news(0, 0)[0][-1])
                if last["is"] == "ask" and last["ask"] not in seen:
                    seen.append(last["ask"])
                    place.hear({"ask": last["ask"], "move": "1"}, 0.0)

            seen = []
            place.bells.add(answer)
    random.Random(1).shuffle(tables)
    for table in tables:
        table.start()
    assert all(table.join(60) for table in tables)
    assert len(done) == 100
    assert {table.ended.score for table in tables} == {1}


def test_a_match_that_could_not_be_kept_at_first_is_noted_for_a_resumption_once_it_is(tmp_path, monkeypatch):
    noted, tries = [], iter([False, True])

    def note(row, round_):
        noted.append((row, round_))
        return next(tries)

    with closing(Archive(tmp_path)) as archive:
        full = archive.database.write
        monkeypatch.setattr(archive.database, "write", lambda work: None)
        with hosted("nim:sticks=9", archive=archive, begun=note) as host:
            ann, bob = host.both()
            ann.move("1")
            bob.hear("moved")
            assert not noted
            monkeypatch.setattr(archive.database, "write", full)
            host.table.minutes.next_try = 0.0
            play_on(bob, ann, "11")
            bob.hear("ask")
        assert noted == [(1, 0), (1, 0)]


def test_a_flood_of_one_guest_costs_the_other_no_answer():
    table = GuestTable(Plan("nim", ("human", "human"), 1), (Place(), Place()))
    for _ in range(1000):
        table.take(Said(0, {"wish": "draw"}, 0.0))
    table.take(Said(1, {"ask": [0, 0, 0], "move": "1"}, 0.0))
    heard = [table.read_mail(0.0) for _ in range(table.mail.qsize())]
    assert heard[-1].number == 1
    assert len(heard) < 1000
    table.take(Said(0, {"wish": "draw"}, 0.0))
    assert table.read_mail(0.0).number == 0


def test_a_game_that_hides_something_is_not_hosted_from_a_position_that_tells_it():
    check_start(games.with_position("nim", "7"))
    check_start("kuhn")
    with pytest.raises(SpecError, match="hides something"):
        check_start(games.with_position("kuhn", "J/Q"))


def test_a_guest_that_delays_its_line_saves_a_second_of_its_clock_at_most(monkeypatch):
    seats = []

    class Watched(Seat):
        def __init__(self, *given):
            super().__init__(*given)
            seats.append(self)

    monkeypatch.setattr("referee.network.table.Seat", Watched)
    with hosted("nim:sticks=9", clock="5m") as host:
        ann, bob = host.both()
        host.places[0].hear({"ask": ann.hear("ask")["ask"], "move": "1"}, 99.0)
        bob.hear("moved")
        assert seats[0].transfer == 1.0
