"""A match that nobody watches goes and ends as one that is watched, and yields its first and its last event alone."""

import random

import pytest

import games
from games.game import CHANCE
from players.player import Resigned
from referee.match import play
from referee.match.adjudication import Adjudication
from referee.match.clocks import UNLIMITED, Control
from referee.match.events import Asked, Ended, How, Moved, Started
from referee.match.record import record_match
from referee.match.players import RemotePlayer
from referee.batches.plan import Plan
from tests.helpers.cases import every_case

GAMES = [*games.CATALOGUE.entries, "connect-four:position=4453", "nim:heaps=3/4/5"]


class Player:
    """Plays at random, tells what it hears, and on its fifth move answers as it was made to."""

    def __init__(self, seed, fifth=None):
        self.random, self.fifth, self.asked, self.told = random.Random(seed), fifth, 0, []

    def begin(self, game, seat):
        """Keep what the start looks like."""
        self.told.append((game.known(seat), seat))

    def heard(self, text, seat):
        """Keep it."""
        self.told.append((text, seat))

    def end(self):
        """Keep that, too."""
        self.told.append("end")

    def choose(self, game, deadline):
        """A move; what the fifth answer is to be."""
        self.asked += 1
        if self.asked != 5 or self.fifth is None:
            return self.random.choice(game.moves())
        if isinstance(self.fifth, Exception):
            raise self.fifth
        return self.fifth


def both(spec, fifth=None, control=UNLIMITED, **options):
    """The events of the same match, watched and not, and what its players were told."""
    found = []
    for watched in (True, False):
        seated = [Player(1, fifth), Player(2)]
        events = list(play(games.load(spec), seated, seed=7, control=control, watched=watched, **options))
        found += [events, [player.told for player in seated]]
    return found


@every_case("spec", GAMES)
def test_a_match_goes_the_same_whether_it_is_watched_or_not(spec):
    watched, told, unwatched, told_too = both(spec)
    made = [event for event in watched if isinstance(event, Moved)]
    assert [type(event) for event in unwatched] == [Started, Ended]
    one, two = watched[-1], unwatched[-1]
    assert (one.score, one.how, one.why) == (two.score, two.how, two.why)
    assert one.game.position() == two.game.position()
    moves = [(each.seat, each.move, each.text, each.heard) for each in made]
    for end in (one, two):
        assert [(each.seat, each.move, each.text, each.heard) for each in end.moves] == moves
        assert all((each.seconds is None) == (each.seat == CHANCE) for each in end.moves)
    assert told == told_too
    assert all(each[-1] == "end" for each in told)


@pytest.mark.parametrize(("fifth", "how"), [
    (99, How.ILLEGAL_MOVE), (None, How.PLAYED_OUT), ("nonsense", How.ILLEGAL_MOVE), (Resigned(), How.RESIGNED),
    (ZeroDivisionError("nothing"), How.CRASHED),
])  # fmt: skip
def test_it_ends_the_same_way(fifth, how):
    watched, _, unwatched, _ = both("othello", fifth)
    assert watched[-1].how is unwatched[-1].how is how
    assert watched[-1].why == unwatched[-1].why
    assert [type(event) for event in unwatched] == [Started, Ended]
    assert len(unwatched[-1].moves) == sum(isinstance(event, Moved) for event in watched)


def test_its_moves_have_the_opening_and_its_clocks():
    control = Control(total=600.0, increment=1.0)
    _, _, (started, end), _ = both("hexapawn", control=control, opening=["a1-a2"])
    assert started.opening == ("a1-a2",)
    first, *others = end.moves
    assert (first.text, first.seconds) == ("a1-a2", None)
    assert all(each.seconds >= 0 for each in others)
    assert end.left == others[-1].left
    assert 500 < end.left[1].seconds


def test_it_is_adjudicated():
    rules = Adjudication(solved=10_000)
    watched, _, unwatched, _ = both("tic-tac-toe", rules=rules)
    assert watched[-1].how is unwatched[-1].how is How.ADJUDICATED
    assert 0 < len(unwatched[-1].moves) == len(watched[-1].moves) < 9


def test_who_plays_in_another_process_sees_all_of_it():
    class Far(RemotePlayer):
        seen: list = []

        def follow(self, event):
            self.seen.append(type(event))

        def choose(self, game, deadline):
            return game.moves()[0]

    far = Far()
    events = list(play(games.load("nim:sticks=4"), [far, Player(1)], watched=False))
    assert far.seen == [type(event) for event in events]
    assert {Asked, Moved} <= set(far.seen)


@pytest.mark.parametrize("spec", ["tic-tac-toe", "backgammon", "liars-dice"])
def test_its_record_is_that_of_the_watched_match(spec):
    task = Plan(spec, ("random", "random"), seed=3).task(2)
    record, end = record_match(task.heading, task.match())
    found = task.result()
    assert found.record == record
    assert found.moves == tuple(sum(made.seat == seat for made in end.moves) for seat in (0, 1))
    assert all(0 < seconds < 60 for seconds in found.seconds)
