"""Two people at different keyboards: the player that is asked reports what the other wishes, and they agree first."""

import pytest

import games
from games.game import CHANCE
from players.player import AgreeDead, OfferDraw, OutOfTime, Quit, Redo, Resigned, Restart, SetUp, Swap, TakeBack
from referee.match import match, play, requests
from referee.match.clocks import UNLIMITED, Control
from referee.match.events import Asked, Declined, Ended, Forfeit, How, Moved, Redone, Seated, TakenBack
from tests.helpers.cases import every_case
from tests.match.test_match import NAMES, Scripted
from tests.match.test_timed_match import after, seconds
from tests.match.test_wishes import CAGE, events_of


class Remote(Scripted):
    """A person at another keyboard, who has a script for moves and one for answers, and keeps the offers."""

    elsewhere = True

    def __init__(self, *script, answers=()):
        super().__init__(*script, person=True)
        self.answers, self.offers = Scripted(*answers), []

    def accepts(self, game, deadline, offer):
        self.offers.append(offer)
        return self.answers.choose(game, deadline)


@pytest.fixture
def clock(monkeypatch):
    """A clock that stands still unless it is set forward."""
    time = [0.0]
    for module in (match, requests):
        monkeypatch.setattr(module, "monotonic", lambda: time[0])
    return time


def by(seat, error):
    """Return the request or the loss on behalf of a seat."""
    error.seat = seat
    return error


def final(*players, spec="ttt", control=UNLIMITED):
    return events_of(games.load(spec), *players, control=control)[-1]


@every_case("error, how", [
    (Resigned(), How.RESIGNED), (Quit(), How.LEFT), (Forfeit(How.CRASHED, "crashed: no"), How.CRASHED),
    (Forfeit(How.OUT_OF_TIME, "was away for more than 2 minutes"), How.OUT_OF_TIME),
])  # fmt: skip
def test_a_seat_that_is_not_to_move_resigns_leaves_or_loses(error, how):
    end = final(Remote(by(1, error)), Remote())
    assert (end.how, end.why.split()[0]) == (how, "Bob")
    assert end.score == (None if how is How.LEFT else 1)


def test_a_program_speaks_for_itself_alone():
    end = final(Scripted(by(1, Resigned())), Scripted())
    assert (end.why, end.score) == ("Ann resigned", -1)
    end = final(Scripted(by(1, OfferDraw())), Remote())
    assert (end.how, end.score) == (How.ILLEGAL_MOVE, -1)


def test_the_seat_to_move_is_asked_what_the_other_offers():
    first = Remote(by(1, OfferDraw()), by(1, OfferDraw()), answers=[False, True])
    declined, end = events_of(games.load("ttt"), first, Remote())
    assert first.offers == ["Bob offers a draw"] * 2
    assert (declined.why, declined.seat) == ("Ann plays on.", 1)
    assert (end.how, end.score) == (How.AGREED, 0)


def test_dead_stones_of_the_seat_that_is_not_to_move_are_agreed():
    game = games.load("go:9", position=f"{CAGE} w passes=1")
    white = Remote(by(0, AgreeDead("e5")), answers=[True])
    (end,) = events_of(game, Remote(), white)
    assert (end.how, end.score) == (How.AGREED, 74)
    assert white.offers[0].startswith("Ann says that E5 is dead")


@every_case("request, happens", [
    (TakeBack(), TakenBack), (Swap(), Seated), (Restart(), Ended), (SetUp("x"), Ended),
])  # fmt: skip
def test_what_two_people_apart_change_the_other_agrees_to_first(request, happens):
    first, second = Remote(0, request, Quit()), Remote(4, answers=[False])
    assert [type(event) for event in events_of(games.load("ttt"), first, second)][2:] == [Declined, Ended]
    first, second = Remote(0, request, Quit(), Quit()), Remote(4, Quit(), answers=[True])
    assert happens is type(events_of(games.load("ttt"), first, second)[2])
    assert len(second.offers) == 1


def test_moves_are_made_again_if_the_other_agrees():
    first, second = Remote(0, TakeBack(), Redo(), Redo(), Quit()), Remote(4, answers=[True, False, True])
    kinds = [type(event) for event in events_of(games.load("ttt"), first, second)]
    assert kinds == [Moved, Moved, TakenBack, Declined, Moved, Moved, Redone, Ended]


def test_nobody_is_asked_if_there_is_nothing_to_take_back():
    second = Remote()
    taken, redone, _ = events_of(games.load("ttt"), Remote(TakeBack(), Redo(), Quit()), second)
    assert (taken.count, redone.count, second.offers) == (0, 0, [])


def test_each_of_two_people_apart_takes_back_its_own_last_move():
    first, second = Remote(0, by(1, TakeBack()), by(0, TakeBack()), Quit(), answers=[True]), Remote(4, 5, Quit())
    second.answers = Scripted(True)
    events = events_of(games.load("ttt"), first, second)
    assert [type(event) for event in events] == [Moved, Moved, TakenBack, Moved, TakenBack, Ended]
    assert [event.count for event in events if isinstance(event, TakenBack)] == [1, 2]


def test_people_at_one_keyboard_are_not_asked():
    first, second = Remote(0, TakeBack(), Quit()), Remote(4, TakeBack())
    first.elsewhere = second.elsewhere = False
    assert [type(event) for event in events_of(games.load("ttt"), first, second)][2] is TakenBack
    assert second.offers == []


def test_a_wish_instead_of_an_answer_takes_the_place_of_the_offer():
    first, second = Remote(OfferDraw(), answers=[True]), Remote(answers=[by(1, OfferDraw())])
    assert final(first, second).how is How.AGREED
    assert first.offers == ["Bob offers a draw"]
    assert final(Remote(OfferDraw()), Remote(answers=[by(0, Resigned())])).why == "Ann resigned"
    assert final(Remote(OfferDraw()), Remote(answers=[Quit()])).why == "Bob left the table"
    assert final(Remote(OfferDraw()), Remote(answers=[by(0, Quit())])).why == "Ann left the table"


def test_the_seat_to_move_pays_for_its_answer(clock):
    first = Remote(after(clock, 2, by(1, OfferDraw())), after(clock, 1, 0), answers=[after(clock, 4, False)])
    events = list(play(games.load("ttt"), [first, Remote(Resigned())], NAMES, control=Control(total=10)))
    asked, again = [event for event in events if isinstance(event, Asked) and event.seat == 0]
    assert (seconds(asked.left), seconds(again.left)) == ((10, 10), (4, 10))
    assert first.answers.seen[0][1] == 10.0  # its deadline, by a clock that began at 0
    assert seconds(next(event for event in events if isinstance(event, Moved)).left) == (3, 10)


@pytest.mark.parametrize("answer", [OutOfTime(), True])
def test_the_seat_to_move_loses_on_time_while_it_is_asked(clock, answer):
    end = final(Remote(by(1, OfferDraw()), answers=[after(clock, 11, answer)]), Remote(), control=Control(total=10))
    assert (end.how, end.score, end.left[0].seconds <= 0) == (How.OUT_OF_TIME, -1, True)


def test_a_person_elsewhere_has_a_minute_to_agree_and_no_clock_runs(clock):
    second = Remote(answers=[after(clock, 60, OutOfTime())])
    declined, end = events_of(games.load("ttt"), Remote(OfferDraw(), Quit()), second, control=Control(total=10))
    assert declined.why == "Bob did not answer."
    assert second.answers.seen[0][1] == 60.0
    assert seconds(end.left) == (10, 10)


def rolled(seed, *players):
    """Return the dice of a game of pig in which seat 0 rolls, takes that back and rolls again."""
    events = play(games.load("pig"), players, NAMES, seed=seed, control=UNLIMITED)
    return [event.text for event in events if isinstance(event, Moved) and event.seat == CHANCE]


def test_dice_are_rolled_anew_after_two_people_agreed_to_take_a_roll_back():
    pairs = [rolled(seed, Remote(0, TakeBack(), 0, Quit()), Remote(Quit(), answers=[True])) for seed in range(30)]
    whole = [pair for pair in pairs if len(pair) == 2]  # nobody who rolls a 1 is asked again
    assert len(whole) > 5 and any(first != second for first, second in whole)


def test_against_a_program_the_same_dice_come_again():
    pairs = [rolled(seed, Scripted(0, TakeBack(), 0, Quit(), person=True), Scripted(7, 7)) for seed in range(30)]
    assert all(first == second for first, second, *_ in (pair for pair in pairs if pair[0] != "1"))
