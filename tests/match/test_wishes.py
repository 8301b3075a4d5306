"""What people may wish for at the table."""

import json

import pytest

import games
from games.names.catalogue import SpecError
from players import load
from players.player import AgreeDead, OfferDraw, OutOfTime, Quit, Redo, Replace, Resigned, Swap, TakeBack
from referee.match import play
from referee.match.events import Declined, Ended, How, Moved, Redone, Seated, Started, TakenBack
from referee.match.record import Heading, Record, record_match
from tests.match.test_match import NAMES, Scripted


def events_of(game, *players, kinds=(Moved, TakenBack, Redone, Seated, Declined, Ended), **options):
    """Return the events of a match, without Asked."""
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


def test_a_person_who_swaps_seats_plays_on_for_the_other_side():
    person = Scripted(0, Swap(), 8, Resigned(), person=True)
    program = Scripted(4, 1, 5)
    events = events_of(games.load("ttt"), person, program)
    made = [(event.seat, event.text) for event in events if isinstance(event, Moved)]
    assert made == [(0, "1"), (1, "5"), (0, "2"), (1, "9"), (0, "6")]
    (seated,) = [event for event in events if isinstance(event, Seated)]
    assert (seated.names, seated.spec) == (("Bob", "Ann"), None)
    assert events[-1].why == "Ann resigned"
    assert events[-1].winner == 0


def test_seats_are_not_swapped_if_information_is_hidden():
    person = Scripted(Swap(), Quit(), person=True)
    events = events_of(games.load("kuhn-poker"), person, load("random", 1))
    (declined,) = [event for event in events if isinstance(event, Declined)]
    assert declined.why == "You cannot change seats in a game that hides something from each player."


def test_another_program_replaces_the_opponent():
    person = Scripted(0, Replace("minimax:nodes=1000"), 8, Quit(), person=True)
    events = events_of(games.load("ttt"), person, Scripted(4))
    (seated,) = [event for event in events if isinstance(event, Seated)]
    assert (seated.names, seated.seat, seated.spec) == (("Ann", "minimax"), 1, "minimax:nodes=1000")
    assert [event.seat for event in events if isinstance(event, Moved)] == [0, 1, 0, 1]


@pytest.mark.parametrize(("spec", "other", "why"), [
    ("minimax:depth=0", Scripted(), "'minimax:depth=0': depth=0 must be a whole number from 1 to 10000"),
    ("level:elo=1300", Scripted(), "elo=1300 is only for chess; elsewhere give a level from 1 to 10"),
    ("random", Scripted(person=True), "Levels are for programs; your opponent is a person."),
])  # fmt: skip
def test_a_refused_replacement_is_explained_in_a_sentence(spec, other, why):
    events = events_of(games.load("ttt"), Scripted(Replace(spec), Quit(), person=True), other)
    assert events[0].why == why


# Draws.


class Agreeable(Scripted):
    def accepts(self, game, deadline):
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


# Dead stones.

CAGE = "9/9/2bbbbb2/2b3b2/2b1w1b2/2b3b2/2bbbbb2/9/9"  # the white stone in the middle cannot live


class Asked(Scripted):
    """A person who answers so, and keeps the offers."""

    def __init__(self, answer, *moves):
        super().__init__(*moves, person=True)
        self.answer, self.offers = answer, []

    def accepts(self, game, deadline, offer):
        self.offers.append(offer)
        return self.answer


def test_a_game_is_counted_without_the_stones_that_both_agree_are_dead():
    game, other = games.load("go:9", position=f"{CAGE} w passes=1"), Asked(True)
    (end,) = events_of(game, other, Scripted(AgreeDead("e5"), person=True))
    assert other.offers == [
        "Bob says that E5 is dead (Black: 16 stones + 65 points = 81; White: 0 + 0 + komi 7 = 7)",
    ]
    assert (end.how, end.score, end.game.score()) == (How.AGREED, 74, 74)
    assert end.why == "both agreed that E5 is dead (Black: 16 stones + 65 points = 81; White: 0 + 0 + komi 7 = 7)"


def test_play_goes_on_if_the_other_does_not_agree_that_stones_are_dead():
    game = games.load("go:9", position=f"{CAGE} w passes=1")
    events = events_of(game, Asked(False, Quit()), Scripted(AgreeDead("e5"), 22, person=True))
    assert [type(event) for event in events] == [Declined, Moved, Ended]
    assert events[0].why == "Ann plays on."


@pytest.mark.parametrize(("point", "agreed"), [("E5", True), ("C3", False)])
def test_a_program_agrees_to_what_playouts_find_dead(point, agreed):
    game = games.load("go:9", position=f"{CAGE} w passes=1")
    events = events_of(game, load("random"), Scripted(AgreeDead(point), Quit(), person=True))
    assert isinstance(events[0], Ended) == agreed


@pytest.mark.parametrize(("spec", "points", "why"), [
    (f"go:9,position={CAGE} w", "E5", "The other side has to pass first."),
    (f"go:9,position={CAGE} w passes=1", "A1", "There is no stone on 'A1'."),
    (f"go:9,position={CAGE} w passes=1", "Z9", "'Z9' is not a point of the board."),
    (f"go:9,position={CAGE} w passes=1", "", "By playouts E5 (White) is dead. To end the game so, type: dead E5."),
    ("go:9,position=9/9/9/9/4b4/9/9/9/9 w passes=1", "", "Playouts find no dead chain: pass to end the game."),
    ("ttt", "E5", "There are no dead stones in this game."),
])  # fmt: skip
def test_what_cannot_be_agreed_is_explained_in_a_sentence(spec, points, why):
    person = Scripted(AgreeDead(points), Quit(), person=True)
    events = events_of(games.load(spec), *((load("random"), person) if "go" in spec else (person, load("random"))))
    assert events[0].why == why


def test_the_record_keeps_a_score_that_was_agreed():
    game = games.load("go:9", position=f"{CAGE} w passes=1")
    events = play(game, [Asked(True), Scripted(AgreeDead("e5"), person=True)], NAMES)
    record, _ = record_match(Heading(f"go:9,position={CAGE} w passes=1", ("human", "human"), NAMES, 1), events)
    assert (record.how, record.score, record.moves, record.dead) == (How.AGREED.value, 74, "", "E5")
    assert Record.read(json.dumps(record.as_dict())) == record


class Settling(Scripted):
    """A person who answers the question about dead chains so, and keeps the questions."""

    def __init__(self, answers, *moves):
        super().__init__(*moves, person=True)
        self.answers, self.asked = list(answers), []

    def settles(self, game, dead, offer):
        game.without(dead)
        self.asked.append((dead, offer))
        return self.answers.pop(0)


def caged(passes=0):
    return games.load("go:9", position=f"{CAGE} {'bw'[passes]} passes={passes}")


@pytest.mark.parametrize("first", [True, False], ids=["the person passes first", "the program passes first"])
def test_a_person_is_asked_about_dead_chains_after_two_passes(first):
    person = Settling([("E5",)], 0)
    seats = [person, Scripted(0)] if first else [Scripted(0), person]
    *_, end = events_of(caged(), *seats)
    assert person.asked == [(("E5",), "Both passed. By playouts E5 (White) is dead.")]
    assert (end.how, end.score, end.dead, len(end.moves)) == (How.AGREED, 74, ("E5",), 2)


def test_no_dead_chain_leaves_the_count_as_it_is():
    person = Settling([()], 0)
    *_, end = events_of(caged(), person, Scripted(0))
    assert (end.how, end.score, end.dead) == (How.PLAYED_OUT, caged(1).area()[0] - caged(1).area()[1] - 7, ())


def test_the_person_plays_on_before_the_own_pass_and_is_asked_again():
    person = Settling([None, ("E5",)], 0, 22, 0)
    events = events_of(caged(), person, Scripted(0, 0, 0))
    assert [event.count for event in events if isinstance(event, TakenBack)] == [2]
    assert events[-1].dead == ("E5",)
    assert [made.text for made in events[-1].moves] == ["A1", "pass", "pass"]


def test_a_program_plays_on_if_playouts_find_a_named_chain_alive():
    person, program = Settling([("C3",)], 0, Quit()), Scripted(0)
    events = events_of(caged(), person, program)
    assert [event.why for event in events if isinstance(event, Declined)] == ["Bob plays on."]
    assert [type(event) for event in events][-2:] == [TakenBack, Ended]


def test_nobody_is_asked_where_playouts_find_no_dead_chain():
    person = Settling([], 0)
    *_, end = events_of(games.load("go:9", position="9/9/9/9/4b4/9/9/9/9 w"), Scripted(0), person)
    assert (end.how, person.asked) == (How.PLAYED_OUT, [])


def test_two_people_who_disagree_about_dead_chains_play_on():
    one, other = Settling([("E5",), ()], 0), Settling([], 0, 0)
    other.accepts = lambda game, deadline, offer: "no chain" in offer
    events = events_of(caged(), one, other)
    assert [type(event) for event in events if not isinstance(event, Moved)] == [Declined, TakenBack, Ended]
    assert events[-1].how is How.PLAYED_OUT


@pytest.mark.parametrize(("spec", "dead"), [("go:9", "E5"), ("ttt", "E5"), (f"go:9,position={CAGE} w", "E5")])
def test_dead_stones_that_cannot_be_are_no_record(spec, dead):
    record = Record(spec, ("human", "human"), NAMES, 1, 0, "", 74, "Ann", "agreed", "", dead)
    with pytest.raises(SpecError, match="'dead'"):
        Record.read(json.dumps(record.as_dict()))


@pytest.mark.parametrize("wish", [Redo, Swap, OfferDraw, AgreeDead, lambda: Replace("random")])
def test_a_program_that_wishes_has_lost(wish):
    (end,) = events_of(games.load("ttt"), Scripted(wish()), Scripted())
    assert (end.how, end.winner) == (How.ILLEGAL_MOVE, 1)


def test_a_program_called_draw_sits_down_under_another_name(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text("def draw(game):\n    return game.moves()[0]\n")
    events = events_of(games.load("ttt"), Scripted(Replace(f"{path}:draw"), Quit(), person=True), Scripted())
    assert next(event for event in events if isinstance(event, Seated)).names[1] == "player draw"
