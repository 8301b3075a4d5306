"""Matches with clocks, by a time that stands still but where a player takes some."""

import pytest

import games
from players import load
from players.player import OfferDraw, OutOfTime, Quit, Redo, Resigned, Swap, TakeBack
from referee.match import match, play
from referee.match import players as player_calls
from referee.match.clock_text import read_clock
from referee.match.clocks import HELD_BACK, RESERVE, Control, SeatClock, TimeLeft
from referee.match.events import Asked, Declined, Ended, How, Moved, Seated, Started, TakenBack
from referee.match.match import FORCED
from referee.match.players import RemotePlayer
from tests.match.test_match import NAMES, Scripted
from tests.match.test_wishes import events_of


@pytest.fixture
def clock(monkeypatch):
    """A clock that stands still unless it is set forward."""
    time = [0.0]
    monkeypatch.setattr(match, "monotonic", lambda: time[0])
    monkeypatch.setattr(player_calls, "monotonic", lambda: time[0])
    return time


def after(clock, seconds, answer):
    def turn(game, deadline):
        clock[0] += seconds
        return answer

    return turn


def seconds(left):
    return tuple(clock.seconds for clock in left)


def clocks(*shown):
    return tuple(map(SeatClock, shown))


def lefts(*players, control, **options):
    """Return what the clocks show before and after each move."""
    events = events_of(games.load("ttt"), *players, kinds=(Asked, Moved), control=read_clock(control), **options)
    return [" ".join(map(str, event.left)) for event in events]


def test_each_seat_has_a_clock_and_an_increment(clock):
    first, second = (
        Scripted(after(clock, 4, 0), after(clock, 1, 1), Resigned()),
        Scripted(after(clock, 10, 4), after(clock, 0, 5)),
    )
    control = Control(total=20, increment=3)
    moves = events_of(games.load("ttt"), first, second, kinds=Moved, control=control)
    assert [seconds(moved.left) for moved in moves] == [(19, 20), (19, 13), (21, 13), (21, 16)]


def test_the_deadline_is_the_nearer_of_clock_and_move(clock):
    player = Scripted(after(clock, 4, 0), after(clock, 4, 1), Resigned(), person=True)
    list(play(games.load("ttt"), [player, Scripted(4, 5)], NAMES, control=Control(move=6, total=9)))
    assert [deadline for _, deadline in player.seen] == [6, 9, 9]


def test_a_program_is_allotted_a_share_of_its_clock_that_lasts_for_the_game(clock):
    player = Scripted(after(clock, 1, 0), after(clock, 1, 1), Resigned())
    list(play(games.load("ttt"), [player, Scripted(4, 5)], NAMES, control=Control(total=50, increment=5)))
    shares = (each / 25 + 4 for each in (50 - RESERVE, 54 - RESERVE, 58 - RESERVE))
    assert [deadline for _, deadline in player.seen] == pytest.approx(
        [place + share - HELD_BACK for place, share in enumerate(shares)]
    )


@pytest.mark.parametrize("person", [False, True])
def test_a_program_has_a_tenth_of_a_second_for_its_only_move_and_a_person_all_of_it(clock, person):
    opening = "5 1 2 8 7 3 4 6".split()
    game = games.load("ttt", opening)
    player = Scripted(*game.moves(), person=person)
    list(play(games.load("ttt"), [player, Scripted()], NAMES, control=Control(move=6), opening=opening))
    assert len(game.moves()) == 1
    assert [deadline for _, deadline in player.seen] == [6 if person else FORCED]


def test_moves_that_are_no_list_are_left_to_the_player():
    class Odd(type(games.load("ttt"))):
        """Tic-tac-toe whose moves come as an iterator, or not at all."""

        def moves(self):
            return iter([8])

    class Broken(Odd):
        def moves(self):
            raise RuntimeError("no moves")

    assert not match.is_forced(Odd())
    assert not match.is_forced(Broken())


@pytest.mark.parametrize("person", [False, True])
def test_a_clock_that_runs_out_loses(clock, person):
    slow = Scripted(after(clock, 3, 0), after(clock, 3, 1), person=person)
    (*_, end) = events_of(games.load("ttt"), slow, Scripted(4), control=Control(total=5))
    assert (end.how, end.winner, end.why) == (How.OUT_OF_TIME, 1, "Ann took 3.00 of 2 seconds, 1 s too long")


@pytest.mark.parametrize(("text", "took", "moves"), [
    ("0.3s+0.01s", 0.217, 1), ("0.5s+0.005s", 0.2, 2), ("0.1s+0.01s", 0.05, 2), ("1s", 0.251, 3),
    ("0s/2x0.1s", 0.11, 1),
])  # fmt: skip
def test_a_program_that_ignores_its_clock_loses_as_soon_as_it_has_run_down(clock, text, took, moves):
    first, second = (Scripted(*(after(clock, took, cell) for cell in cells)) for cells in ((0, 1, 5, 6), (4, 2, 3, 7)))
    made = [*events_of(games.load("ttt"), first, second, control=read_clock(text))]
    assert made[-1].how is How.OUT_OF_TIME
    assert sum(isinstance(each, Moved) and each.seat == 0 for each in made) == moves


def test_a_person_may_be_late_by_what_a_display_takes_and_is_charged_for_it(clock):
    person = Scripted(after(clock, 5.2, 0), after(clock, 0.9, 1), after(clock, 0.2, 5), Quit(), person=True)
    events = events_of(games.load("ttt"), person, Scripted(4, 2, 3), control=read_clock("5s+1s"))
    assert [each.left[0].seconds for each in events if isinstance(each, Moved) and each.seat == 0] == pytest.approx(
        [0.8, 0.9, 1.7]
    )
    late = Scripted(after(clock, 5.3, 0), person=True)
    assert events_of(games.load("ttt"), late, Scripted(), control=read_clock("5s+1s"))[-1].how is How.OUT_OF_TIME


class Outsider(Scripted, RemotePlayer):
    """A program from outside that may exceed its time by a second."""

    margin = 1.0


def test_a_program_that_has_a_margin_is_charged_for_it(clock):
    program = Outsider(after(clock, 5.5, 0), after(clock, 0.25, 1), after(clock, 0.5, 5))
    events = events_of(games.load("ttt"), program, Scripted(4, 2), control=read_clock("5s"))
    assert [each.left[0].seconds for each in events if isinstance(each, Moved) and each.seat == 0] == [-0.5, -0.75]
    assert events[-1].late == (1.25, 0.0)
    assert (events[-1].how, events[-1].why) == (How.OUT_OF_TIME, "Ann took 0.50 of 0 seconds, 1.25 s too long")


def test_a_limit_for_a_move_does_not_stretch_the_clock(clock):
    program = Scripted(after(clock, 1.1, 0), after(clock, 1.1, 1))
    (*_, end) = events_of(games.load("ttt"), program, Scripted(4), control=Control(move=1, total=2.15))
    assert (end.how, end.why) == (
        How.OUT_OF_TIME,
        "Ann took 1.10 of 1 seconds, 100 ms too long",
    )


def test_a_person_may_be_stopped_at_the_deadline():
    (end,) = events_of(games.load("ttt"), Scripted(OutOfTime(), person=True), Scripted(), control=Control(total=5))
    assert (end.how, end.winner, end.why) == (How.OUT_OF_TIME, 1, "Ann ran out of time")


def test_wishes_take_time_and_moves_taken_back_give_it_back(clock):
    person = Scripted(after(clock, 5, 0), after(clock, 2, Redo()), after(clock, 1, TakeBack()), Quit(), person=True)
    events = list(play(games.load("ttt"), [person, Scripted(after(clock, 4, 4))], NAMES, control=Control(total=20)))
    asked = [seconds(event.left) for event in events if isinstance(event, Asked)]
    assert asked == [(20, 20), (15, 20), (15, 16), (13, 16), (20, 20)]


def test_a_match_goes_on_after_its_past_and_with_its_clocks(clock):
    person = Scripted(after(clock, 1, TakeBack()), Quit(), person=True)
    past = [("1", clocks(9.0, 20.0)), ("5", clocks(9.0, 7.0)), ("2", clocks(8.0, 7.0)), ("3", clocks(8.0, 6.0))]
    events = list(play(games.load("ttt"), [person, Scripted()], NAMES, control=Control(total=20), past=past))
    assert isinstance(events[0], Started)
    assert [moved.text for moved in events[0].before] == ["1", "5", "2", "3"]
    assert seconds(events[0].left) == (8.0, 6.0)
    (taken,) = [event for event in events if isinstance(event, TakenBack)]
    assert (taken.count, seconds(taken.left)) == (2, (9.0, 7.0))


# Other controls.


def test_sessions_begin_when_their_moves_are_made(clock):
    first = Scripted(*(after(clock, 4, cell) for cell in (0, 1, 5, 6)), Resigned())
    second = Scripted(*(after(clock, 1, cell) for cell in (4, 2, 3, 7)))
    moved = lefts(first, second, control="2/10s:1/5s+1s:20s")[1::2]
    assert moved == [
        "1/0:06.0 2/0:10", "1/0:06.0 1/0:09.0", "1/0:07.0 1/0:09.0", "1/0:07.0 1/0:13", "0:24 1/0:13", "0:24 0:33",
        "0:20 0:33", "0:20 0:32",
    ]  # fmt: skip


def test_periods_of_byo_yomi_are_lost_one_by_one(clock):
    first = Scripted(*(after(clock, took, cell) for took, cell in ((8, 0), (5, 1), (14, 5), (4.9, 6), (6, 8))))
    second = Scripted(*(after(clock, 1, cell) for cell in (4, 2, 3, 7)))
    events = events_of(games.load("ttt"), first, second, control=read_clock("10s/3x5s"))
    shown = [str(event.left[0]) for event in events if isinstance(event, Moved) and event.seat == 0]
    assert shown == ["0:02.0", "3x0:05.0", "1x0:05.0", "1x0:05.0"]
    assert (events[-1].how, events[-1].why) == (How.OUT_OF_TIME, "Ann took 6.00 of 5 seconds, 1 s too long")


def test_the_deadline_in_byo_yomi_is_the_end_of_all_periods(clock):
    player = Scripted(after(clock, 12, 0), after(clock, 1, 1), Resigned(), person=True)
    list(play(games.load("ttt"), [player, Scripted(4, 5)], NAMES, control=read_clock("10s/3x5s")))
    assert [deadline for _, deadline in player.seen] == [25, 12 + 15, 13 + 15]


def test_a_program_in_byo_yomi_is_told_to_take_no_more_than_a_period(clock):
    player = Scripted(after(clock, 12, 0), after(clock, 1, 1), Resigned())
    list(play(games.load("ttt"), [player, Scripted(4, 5)], NAMES, control=read_clock("10s/3x5s")))
    assert [deadline for _, deadline in player.seen] == pytest.approx(
        [each - HELD_BACK for each in (4, 12 + 4, 13 + 4)]
    )


def test_a_delay_is_free_at_each_move_and_not_saved(clock):
    first = Scripted(*(after(clock, took, cell) for took, cell in ((3, 0), (1, 1), (5, 5))), Resigned())
    assert lefts(first, Scripted(4, 2, 3), control="10s+d3s")[1::4] == ["0:10 0:10", "0:10 0:10", "0:08.0 0:10"]


def test_a_persons_requests_use_up_delay_and_period(clock):
    person = Scripted(after(clock, 2, Redo()), after(clock, 2, Redo()), after(clock, 2, 0), Quit(), person=True)
    assert lefts(person, Scripted(4), control="10s+d3s")[:4] == [
        "0:10 0:10", "0:10 0:10", "0:09.0 0:10", "0:07.0 0:10",
    ]  # fmt: skip
    person = Scripted(after(clock, 7, Redo()), after(clock, 2, 0), Quit(), person=True)
    assert lefts(person, Scripted(4), control="0s/3x5s")[:3] == [
        "3x0:05.0 3x0:05.0",
        "2x0:03.0 3x0:05.0",
        "2x0:05.0 3x0:05.0",
    ]


def test_moves_taken_back_give_back_moves_and_periods(clock):
    person = Scripted(after(clock, 12, 0), after(clock, 1, TakeBack()), Quit(), person=True)
    shown = lefts(person, Scripted(after(clock, 1, 4)), control="0s/3x5s")
    assert (shown[0], shown[1], shown[-1]) == ("3x0:05.0 3x0:05.0", "1x0:05.0 3x0:05.0", "3x0:05.0 3x0:05.0")
    person = Scripted(after(clock, 2, 0), after(clock, 1, TakeBack()), after(clock, 1, Redo()), Quit(), person=True)
    shown = lefts(person, Scripted(after(clock, 1, 4)), control="2/10s")
    assert shown[4:] == [
        "1/0:08.0 1/0:09.0",
        "2/0:10 2/0:10",
        "1/0:08.0 2/0:10",
        "1/0:08.0 1/0:09.0",
        "1/0:08.0 1/0:09.0",
    ]


def test_a_match_goes_on_in_its_session_and_its_period(clock):
    past = [
        ("1", (SeatClock(3.0, 1, 0, 0), SeatClock(5.0, None, 2, 0, byo_yomi=True))),
        ("5", (SeatClock(3.0, 1, 0, 0), SeatClock(5.0, None, 1, 0, byo_yomi=True))),
    ]
    shown = lefts(
        Scripted(after(clock, 1, 1), Resigned()), Scripted(after(clock, 4, 2)), control="2/10s:5s,10s/3x5s", past=past
    )
    assert shown == ["1/0:03.0 1x0:05.0", "0:07.0 1x0:05.0", "0:07.0 1x0:05.0", "0:07.0 1x0:05.0", "0:07.0 1x0:05.0"]


def test_seats_are_not_exchanged_where_the_clocks_differ():
    people = Scripted(Swap(), Quit(), person=True), Scripted(person=True)
    (declined, _) = events_of(games.load("ttt"), *people, control=read_clock("5m,1m"))
    assert (type(declined), declined.why) == (
        Declined,
        "You cannot change seats if each player has a clock of its own kind.",
    )
    people = Scripted(Swap(), person=True), Scripted(Quit(), person=True)
    assert isinstance(events_of(games.load("ttt"), *people, control=read_clock("5m"))[0], Seated)


def test_asked_has_the_time_of_both_seats(clock):
    person = Scripted(after(clock, 2, Redo()), 0, Quit(), person=True)
    control = read_clock("10s+d3s").with_move(8.0)
    asked = events_of(games.load("ttt"), person, Scripted(4), kinds=Asked, control=control)
    full = TimeLeft(base=10.0, main=10.0, delay=3.0, move=8.0)
    assert asked[0].times == (full, full)
    assert asked[1].times == (TimeLeft(base=10.0, main=10.0, delay=1.0, move=6.0), full)
    assert [str(each) for each in asked[1].left_after(4.0)] == ["0:07.0", "0:10"]


def test_both_clocks_are_known_to_either_player(clock):
    first, second = Scripted(after(clock, 12, 0), Resigned()), Scripted(after(clock, 2, 4))
    asked = events_of(games.load("ttt"), first, second, kinds=Asked, control=read_clock("10s/3x5s,40/1m+1s"))
    go = {"base": 10.0, "base_periods": 3, "byo_yomi": 5.0, "byo_stones": 1, "periods": 3}
    late = TimeLeft(**go, main=0.0, period_left=5.0, stones_left=1)
    chess = {"base": 60.0, "base_moves": 40, "increment": 1.0}
    assert [event.times for event in asked] == [
        (TimeLeft(**go, main=10.0), TimeLeft(**chess, main=60.0, moves=40)),
        (late, TimeLeft(**chess, main=60.0, moves=40)),
        (late, TimeLeft(**chess, main=59.0, moves=39)),
    ]


def test_a_match_without_a_time_asks_no_clock(monkeypatch):
    for name in ("limit", "clock_limit", "allotted", "spent", "after"):
        monkeypatch.setattr(Control, name, lambda *_, name=name: pytest.fail(f"{name} was asked"))
    assert events_of(games.load("tic-tac-toe"), load("random", 1), load("random", 2))[-1].how is How.PLAYED_OUT
