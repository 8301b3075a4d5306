"""What people may wish for at the table, and the clocks they play by."""

import math

import pytest

import games
from players import load
from players.player import OfferDraw, OutOfTime, Quit, Redo, Replace, Resigned, Swap, TakeBack
from referee.match import match, play, requests
from referee.match.clocks import Control, format_clock, read_clock
from referee.match.events import Declined, Ended, How, Moved, Redone, Seated, Started, TakenBack
from tests.match.test_match import NAMES, Scripted


def events_of(game, *players, kinds=(Moved, TakenBack, Redone, Seated, Declined, Ended), **options):
    """What happens in a match, but for who was asked."""
    return [event for event in play(game, list(players), NAMES, **options) if isinstance(event, kinds)]


# Redo.


def test_moves_that_were_taken_back_are_made_again():
    person = Scripted(0, 8, TakeBack(), TakeBack(), Redo(), Redo(), Quit(), person=True)
    events = events_of(games.load("ttt"), person, Scripted(4, 2))
    assert [type(event).__name__ for event in events] == [
        *["Moved"] * 4, "TakenBack", "TakenBack", *["Moved"] * 2, "Redone", *["Moved"] * 2, "Redone", "Ended",
    ]  # fmt: skip
    assert [event.text for event in events if isinstance(event, Moved)] == ["1", "5", "9", "3", "1", "5", "9", "3"]
    assert [event.count for event in events if isinstance(event, Redone)] == [2, 2]
    assert events[-1].game.show() == events[3].game.show()


def test_there_is_nothing_to_make_again_once_another_move_was_made():
    person = Scripted(0, TakeBack(), 8, Redo(), Quit(), person=True)
    events = events_of(games.load("ttt"), person, Scripted(4, 5))
    assert [event.count for event in events if isinstance(event, Redone)] == [0]


def test_dice_fall_the_same_when_moves_are_made_again():
    person = Scripted(0, TakeBack(), Redo(), Quit(), person=True)
    events = events_of(games.load("pig"), person, Scripted(), seed=4)
    rolled, again = ([event.text for event in part] for part in (events[:2], events[3:5]))
    assert rolled == again


# Seats.


def test_who_changes_seats_plays_on_for_the_other_side():
    person = Scripted(0, Swap(), 8, Resigned(), person=True)
    program = Scripted(4, 1, 5)
    events = events_of(games.load("ttt"), person, program)
    assert [(event.seat, event.text) for event in events if isinstance(event, Moved)] == [
        (0, "1"),
        (1, "5"),
        (0, "2"),
        (1, "9"),
        (0, "6"),
    ]
    (seated,) = [event for event in events if isinstance(event, Seated)]
    assert (seated.names, seated.spec) == (("Bob", "Ann"), None)
    assert events[-1].why == "Ann resigned"
    assert events[-1].winner == 0


def test_nobody_changes_seats_where_each_saw_what_the_other_may_not():
    person = Scripted(Swap(), Quit(), person=True)
    events = events_of(games.load("kuhn-poker"), person, load("random", 1))
    (declined,) = [event for event in events if isinstance(event, Declined)]
    assert declined.why == "Nobody changes seats in a game that hides something from each."


def test_another_program_goes_on_in_the_place_of_the_one_opposite():
    person = Scripted(0, Replace("minimax:nodes=1000"), 8, Quit(), person=True)
    events = events_of(games.load("ttt"), person, Scripted(4))
    (seated,) = [event for event in events if isinstance(event, Seated)]
    assert (seated.names, seated.seat, seated.spec) == (("Ann", "minimax"), 1, "minimax:nodes=1000")
    assert [event.seat for event in events if isinstance(event, Moved)] == [0, 1, 0, 1]


@pytest.mark.parametrize(
    ("spec", "other", "why"),
    [
        ("minimax:depth=0", Scripted(), "'minimax:depth=0': depth=0 must be a whole number from 1 to 10000"),
        ("random", Scripted(person=True), "You play against a person, who has no level."),
    ],
)
def test_who_cannot_be_replaced_is_told_in_a_sentence(spec, other, why):
    events = events_of(games.load("ttt"), Scripted(Replace(spec), Quit(), person=True), other)
    assert events[0].why == why


# Draws.


class Agreeable(Scripted):
    """Answers the question for a draw by its script, too."""

    def accepts(self, game, deadline):
        """The next answer."""
        return self.choose(game, deadline)


@pytest.mark.parametrize("answer", [True, ValueError("what is a draw?"), False])
def test_a_draw_is_agreed_by_both_or_not_at_all(answer):
    events = events_of(games.load("ttt"), Scripted(OfferDraw(), Quit(), person=True), Agreeable(answer))
    if answer is True:
        assert (events[0].how, events[0].score, events[0].draw) == (How.AGREED, 0, True)
    else:
        assert events[0].why == "Bob plays on."


@pytest.mark.parametrize(
    ("opening", "agrees"),
    [("1 5", True), ("1 2 5 9", True), ("1 5 2 3", True), ("5 2 1", False)],
)
def test_minimax_agrees_to_a_draw_unless_it_stands_better(opening, agrees):
    # After 5 2 1 it is seat 1 that moves and offers, and has lost; after the others nobody can do better, or X wins.
    people = Scripted(OfferDraw(), Quit(), person=True)
    seats = [people, load("minimax")] if len(opening.split()) % 2 == 0 else [load("minimax"), people]
    events = events_of(games.load("ttt"), *seats, opening=opening.split())
    assert isinstance(events[0], Ended) == agrees


def test_a_program_without_a_word_to_it_plays_on():
    events = events_of(games.load("ttt"), Scripted(OfferDraw(), Quit(), person=True), Scripted())
    assert isinstance(events[0], Declined)


@pytest.mark.parametrize("wish", [Redo, Swap, OfferDraw, lambda: Replace("random")])
def test_a_program_that_wishes_has_lost(wish):
    (end,) = events_of(games.load("ttt"), Scripted(wish()), Scripted())
    assert (end.how, end.winner) == (How.ILLEGAL_MOVE, 1)


# Clocks.


@pytest.fixture
def clock(monkeypatch):
    """A clock that stands still but where it is set forward."""
    time = [0.0]
    monkeypatch.setattr(match, "monotonic", lambda: time[0])
    monkeypatch.setattr(requests, "monotonic", lambda: time[0])
    return time


def after(clock, seconds, answer):
    """A turn of a script that takes so long."""

    def turn(game, deadline):
        clock[0] += seconds
        return answer

    return turn


def test_each_seat_has_a_clock_and_an_increment(clock):
    first, second = (
        Scripted(after(clock, 4, 0), after(clock, 1, 1), Resigned()),
        Scripted(after(clock, 10, 4), after(clock, 0, 5)),
    )
    control = Control(total=20, increment=3)
    moves = events_of(games.load("ttt"), first, second, kinds=Moved, control=control)
    assert [moved.left for moved in moves] == [(19, 20), (19, 13), (21, 13), (21, 16)]


def test_the_deadline_is_the_nearer_of_clock_and_move(clock):
    player = Scripted(after(clock, 4, 0), after(clock, 4, 1), Resigned(), person=True)
    list(play(games.load("ttt"), [player, Scripted(4, 5)], NAMES, control=Control(move=6, total=9)))
    assert [deadline for _, deadline in player.seen] == [6, 9, 9]


def test_a_program_is_allotted_a_share_of_its_clock_that_lasts_for_the_game(clock):
    player = Scripted(after(clock, 1, 0), after(clock, 1, 1), Resigned())
    list(play(games.load("ttt"), [player, Scripted(4, 5)], NAMES, control=Control(total=50, increment=10)))
    assert [deadline for _, deadline in player.seen] == pytest.approx([50 / 25 + 8, 1 + 59 / 25 + 8, 2 + 68 / 25 + 8])
    left = (50.0, 50.0)
    for _ in range(300):
        control = Control(total=50)
        left = control.after(left, 0, control.allotted(left, 0))
    assert left[0] > 0


@pytest.mark.parametrize("person", [False, True])
def test_whose_clock_has_run_down_has_lost(clock, person):
    slow = Scripted(after(clock, 3, 0), after(clock, 3, 1), person=person)
    (*_, end) = events_of(games.load("ttt"), slow, Scripted(4), control=Control(total=5))
    assert (end.how, end.winner, end.why) == (How.OUT_OF_TIME, 1, "Ann took 3.00 of 2 seconds")


def test_a_person_may_be_stopped_at_the_deadline():
    (end,) = events_of(games.load("ttt"), Scripted(OutOfTime(), person=True), Scripted(), control=Control(total=5))
    assert (end.how, end.winner, end.why) == (How.OUT_OF_TIME, 1, "Ann ran out of time")


def test_wishes_take_time_and_moves_taken_back_give_it_back(clock):
    person = Scripted(after(clock, 5, 0), after(clock, 2, Redo()), after(clock, 1, TakeBack()), Quit(), person=True)
    events = list(play(games.load("ttt"), [person, Scripted(after(clock, 4, 4))], NAMES, control=Control(total=20)))
    asked = [event.left for event in events if type(event).__name__ == "Asked"]
    assert asked == [(20, 20), (15, 20), (15, 16), (13, 16), (20, 20)]


def test_a_match_goes_on_after_its_past_and_with_its_clocks(clock):
    person = Scripted(after(clock, 1, TakeBack()), Quit(), person=True)
    past = [("1", (9.0, 20.0)), ("5", (9.0, 7.0)), ("2", (8.0, 7.0)), ("3", (8.0, 6.0))]
    events = list(play(games.load("ttt"), [person, Scripted()], NAMES, control=Control(total=20), past=past))
    assert isinstance(events[0], Started)
    assert [moved.text for moved in events[0].before] == ["1", "5", "2", "3"]
    assert events[0].left == (8.0, 6.0)
    (taken,) = [event for event in events if isinstance(event, TakenBack)]
    assert (taken.count, taken.left) == (2, (9.0, 7.0))


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("5m+3s", (300, 3)), ("300+3", (300, 3)), ("90s", (90, 0)), ("1H", (3600, 0)), ("0.5m + 1", (30, 1)),
    ],
)  # fmt: skip
def test_clocks_are_typed_in_several_ways(text, read):
    assert read_clock(text) == read


@pytest.mark.parametrize("text", ["", "5x", "-5", "0", "0m+3", "25h", "5m+", "m", "5m+3s+1", "1e9", "nan"])
def test_what_is_no_clock_is_quoted_with_what_is_allowed(text):
    with pytest.raises(ValueError, match="must be a time for the game and maybe one added for each move"):
        read_clock(text)


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [
        (3661, "1:01:01"),
        (299.1, "5:00"),
        (60, "1:00"),
        (9.97, "0:09.9"),
        (0.04, "0:00.0"),
        (-1, "0:00.0"),
        (10, "0:10"),
    ],
)
def test_times_are_shown_as_clocks_show_them(seconds, shown):
    assert format_clock(seconds) == shown


def test_a_control_says_what_it_binds_to():
    assert str(Control(5)) == "5 seconds a move"
    assert str(Control(None, 300, 3)) == "5:00 for the game, 3 more after each move"
    assert Control().limit((None, None), 0) == math.inf
