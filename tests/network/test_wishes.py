"""What guests wish at a table: draws, moves taken back, resignations, claims, adjourned matches, rematches."""

import pytest

from tests.helpers.cases import every_case
from tests.network.guests import hosted, play_on


def wish(guest, word, at, **more):
    guest.say(wish=word, at=at, **more)


def test_a_draw_may_be_offered_by_who_is_not_to_move_and_is_asked_of_who_thinks():
    with hosted("nim:sticks=9") as host:
        ann, bob = host.both()
        first = ann.hear("ask", kind="move")["ask"]
        wish(bob, "draw", [0, 0])
        asked = ann.agree(False)
        assert "Bob" in asked["words"]
        assert bob.hear("note")["words"] == "Ann plays on."
        assert ann.move("2")["ask"] == first
        wish(ann, "draw", [0, 1])
        bob.agree(True)
        assert (ann.hear("end")["how"], bob.hear("end")["score"]) == ("agreed", 0)


def test_a_declined_offer_may_be_repeated_after_the_next_own_move_only():
    with hosted("nim:sticks=9") as host:
        ann, bob = host.both()
        ann.hear("ask")
        wish(bob, "draw", [0, 0])
        ann.agree(False)
        bob.hear("note")
        wish(bob, "draw", [0, 0])
        assert "after your next move" in bob.hear("note")["words"]
        play_on(ann, bob, "11")
        ann.hear("ask", kind="move")
        wish(bob, "draw", [0, 2])
        ann.agree(True)
        assert bob.hear("end")["how"] == "agreed"


def test_moves_are_taken_back_only_if_the_other_agrees():
    with hosted("nim:sticks=9") as host:
        ann, bob = host.both()
        watcher = host.guest(2)
        ann.move("3")
        asked = bob.hear("ask", kind="move")["ask"]
        wish(ann, "undo", [0, 1])
        bob.agree(True)
        for guest in (ann, bob, watcher):
            assert guest.hear("back")["count"] == 1
        assert ann.move("1")["ask"] not in ([0, 0, 0], asked)
        assert bob.hear("moved", text="1")["n"] == 3


def test_an_offer_is_not_made_twice_while_the_other_thinks_about_it():
    with hosted("nim:sticks=9") as host:
        ann, bob = host.both()
        ann.hear("ask")
        wish(bob, "draw", [0, 0])
        ann.hear("ask", kind="consent")
        wish(bob, "draw", [0, 0])
        assert "has not answered" in bob.hear("note")["words"]
        bob.say(wish="resign", at=[0, 0])
        assert ann.hear("end")["how"] == "resigned"


def test_who_is_not_to_move_may_resign():
    with hosted("nim:sticks=9") as host:
        ann, bob = host.both()
        ann.hear("ask")
        wish(bob, "resign", [0, 0])
        end = ann.hear("end")
        assert (end["score"], end["how"], end["why"]) == (1, "resigned", "Bob resigned")


def test_a_draw_that_is_not_answered_costs_the_clock_of_who_is_to_move():
    with hosted("nim:sticks=9", clock="0.1s") as host:
        ann, bob = host.both()
        ann.hear("ask")
        wish(bob, "draw", [0, 0])
        end = bob.hear("end")
        assert (end["how"], end["score"]) == ("out-of-time", -1)


@every_case(
    "word, at, why",
    [
        ("draw", [0, 5], "has changed"),
        ("draw", None, "has changed"),
        ("draw", {"a": [1]}, "has changed"),
        ("rematch", [0, 0], "not over"),
        ("claim", [0, 0], "is here"),
        ("adjourn", [0, 0], "is here"),
    ],
)
def test_a_wish_that_is_not_granted_gets_a_note(word, at, why):
    with hosted("nim:sticks=9") as host:
        ann, bob = host.both()
        ann.hear("ask")
        wish(bob, word, at)
        assert why in bob.hear("note")["words"]


def test_a_program_has_no_wish_but_to_resign():
    with hosted("nim:sticks=9", person=False) as host:
        ann, bob = host.both()
        ann.hear("ask")
        wish(bob, "draw", [0, 0])
        assert "only resign" in bob.hear("note")["words"]
        wish(bob, "resign", [0, 0])
        assert ann.hear("end")["how"] == "resigned"


@pytest.mark.parametrize("away", [0, 1])
def test_a_match_is_claimed_from_who_is_away_for_the_grace(away):
    with hosted("nim:sticks=9", grace=0.0) as host:
        guests = host.both()
        guests[0].hear("ask")
        guests[1 - away].hear("here", seats=[True, True])
        guests[away].leave()
        stays = guests[1 - away]
        assert stays.hear("here", seats=[away == 1, away == 0])["grace"] == 0.0
        wish(stays, "claim", [0, 0])
        end = stays.hear("end")
        assert end["score"] == (1 if away else -1)
        assert "was away" in end["why"]


def test_a_match_cannot_be_claimed_before_the_grace_is_over():
    with hosted("nim:sticks=9", grace=3600.0) as host:
        ann, bob = host.both()
        ann.hear("ask")
        ann.hear("here", seats=[True, True])
        bob.say(wish="leave")
        assert bob.closed() == 1000
        assert ann.hear("here", seats=[True, False])["grace"] > 3000
        wish(ann, "claim", [0, 0])
        assert "You can claim in" in ann.hear("note")["words"]


def test_a_match_may_be_adjourned_and_then_has_no_result():
    with hosted("nim:sticks=9", grace=0.0) as host:
        ann, bob = host.both()
        ann.hear("ask")
        ann.hear("here", seats=[True, True])
        bob.leave()
        ann.hear("here", seats=[True, False])
        wish(ann, "adjourn", [0, 0])
        end = ann.hear("end")
        assert (end["score"], end["how"]) == (None, "left")
        assert host.table.join(30)


def test_a_rematch_needs_both_and_changes_the_seats():
    with hosted("nim:sticks=3", clock="60s+1s,90s") as host:
        ann, bob = host.both()
        ann.move("3")
        ann.hear("end")
        wish(ann, "rematch", [0, 1])
        assert "Ann" in bob.hear("note")["words"]
        wish(bob, "rematch", [0, 1])
        assert ann.hear("start", match=1)["seat"] == 1
        start = bob.hear("start", match=1)
        assert (start["names"], start["seat"], start["clock"]) == (["Bob", "Ann"], 0, "90s,1m+1s")
        bob.move("3")
        assert ann.hear("end", score=1)["moves"] == ["3"]
        assert host.table.plan.seed != 7


def test_a_table_ends_when_both_have_left_after_the_match():
    with hosted("nim:sticks=3", grace=3600.0) as host:
        ann, bob = host.both()
        ann.move("3")
        for guest in (ann, bob):
            guest.hear("end")
            guest.say(wish="leave")
        assert host.table.join(30)


def test_dead_stones_are_agreed_on_across_machines():
    with hosted("go:size=5") as host:
        ann, bob = host.both()
        play_on(ann, bob, ["C3", "A1", "B2", "pass"])
        ann.hear("ask", kind="move", ask=[0, 4, 0])
        wish(ann, "dead", [0, 4], points="A1")
        assert "A1" in bob.agree(True)["words"]
        assert ann.hear("end")["how"] == "agreed"
