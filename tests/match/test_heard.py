"""Players that hear of the moves and of the end; and matches that nobody watches."""

import random

import pytest

import games
from games.game import CHANCE, Game
from players.player import OfferDraw, Quit, Redo, Replace, Resigned, Swap, TakeBack, Thought
from players.random import RandomPlayer
from referee.batches.plan import Plan
from referee.match import play
from referee.match.adjudication import Adjudication
from referee.match.clocks import UNLIMITED, Control
from referee.match.events import Asked, Ended, How, Moved, Started
from referee.match.match import play
from referee.match.options import ResignRule
from referee.match.players import RemotePlayer
from referee.match.record import record_match
from tests.helpers.cases import every_case


class Listener:
    """Chooses at random, and writes down everything that it hears."""

    def __init__(self, seed=1, wrong=""):
        self.random = RandomPlayer(seed)
        self.told = []
        self.wrong = wrong

    def choose(self, game, deadline):
        if self.wrong == "choose":
            raise RuntimeError("in choose")
        return self.random.choose(game, deadline)

    def begin(self, game, seat):
        self.told.append(("begin", seat))

    def heard(self, text, seat):
        self.told.append((text, seat))
        if self.wrong == f"heard {len(self.told) - 1}":
            raise RuntimeError("in heard")

    def end(self):
        self.told.append(("end",))
        if self.wrong == "end":
            raise RuntimeError("in end")


class Person:
    """Does what a list says: a random move or a request."""

    person = True

    def __init__(self, *acts):
        self.acts = list(acts)
        self.random = RandomPlayer(2)

    def choose(self, game, deadline):
        act = self.acts.pop(0) if self.acts else None
        if act is not None:
            raise act
        return self.random.choose(game, deadline)

    def accepts(self, game, deadline):
        return True


@pytest.mark.parametrize("name", ["tic-tac-toe", "pig", "backgammon", "kuhn-poker", "liars-dice", "kalah"])
def test_each_seat_hears_of_each_move_what_it_may_know_of_it(name):
    pair = Listener(1), Listener(2)
    events = list(play(games.load(name), pair, seed=5))
    for seat in (0, 1):
        heard = [(event.heard[seat], event.seat) for event in events if isinstance(event, Moved)]
        assert pair[seat].told == [("begin", seat), *heard, ("end",)]
    if name == "kuhn-poker":
        dealt = [[text for text, *who in each.told if who == [CHANCE]] for each in pair]
        assert dealt[0] != dealt[1]


def test_the_moves_of_an_opening_and_of_a_match_that_goes_on_are_heard():
    player = Listener()
    list(play(games.load("tic-tac-toe"), [player, RandomPlayer(1)], opening=["5"], past=[("1", (None, None))]))
    assert player.told[:3] == [("begin", 0), ("5", 0), ("1", 1)]


@every_case("wrong", ["heard 1", "heard 2", "heard 3", "end", "choose"])
@every_case("seat", [0, 1])
def test_a_listener_that_raises_loses(wrong, seat):
    pair = [RandomPlayer(1), RandomPlayer(2)]
    pair[seat] = player = Listener(3, wrong)
    *_, end = play(games.load("tic-tac-toe"), pair, ("one", "two"))
    assert (end.how, end.winner) == (How.CRASHED, 1 - seat)
    assert end.why == f"{('one', 'two')[seat]} crashed: RuntimeError: in {wrong.split()[0]}"
    assert player.told.count(("end",)) == 1


def test_one_that_raises_as_it_hears_of_the_opening_has_lost_before_the_first_move():
    events = list(play(games.load("tic-tac-toe"), [Listener(1, "heard 1"), Listener(2)], opening=["5", "1"]))
    assert [type(event).__name__ for event in events] == ["Started", "Ended"]
    assert events[0].opening == ("5", "1")


def test_both_are_told_of_the_end_however_it_came():
    for act, how in ((Resigned(), How.RESIGNED), (Quit(), How.LEFT), (OfferDraw(), How.AGREED)):
        player = Listener()
        player.accepts = lambda game, deadline: True
        *_, end = play(games.load("tic-tac-toe"), [Person(None, act), player])
        assert end.how is how and player.told.count(("end",)) == 1, how
    player = Listener()
    match = play(games.load("tic-tac-toe"), [RandomPlayer(1), player])
    next(match), next(match), next(match)
    match.close()  # whoever watches leaves
    assert player.told[-1] == ("end",)


def test_an_error_in_the_rules_ends_it_too():
    class Broken(Game):
        def __init__(self):
            self.made = 0

        def moves(self):
            return [1 // (2 - self.made)] if self.made else [0]

        def make(self, move):
            self.made += 1

        def score(self):
            return None

    player = Listener()
    with pytest.raises(ZeroDivisionError):
        list(play(Broken(), [RandomPlayer(1), player]))
    assert player.told[-1] == ("end",) and player.told.count(("end",)) == 1


def test_an_error_at_the_end_changes_nothing_after_a_forfeit():
    *_, end = play(games.load("tic-tac-toe"), [Listener(1, "choose"), Listener(2, "end")], ("one", "two"))
    assert (end.how, end.winner) == (How.CRASHED, 1) and end.why.startswith("one")


def test_after_a_take_back_it_is_begun_anew_and_hears_what_stands():
    player = Listener()
    events = list(play(games.load("tic-tac-toe"), [Person(None, None, TakeBack(), None), player]))
    first = player.told.index(("begin", 1), 1)
    made = [(event.text, event.seat) for event in events if isinstance(event, Moved)]
    assert player.told[first + 1 : first + 3] == made[:2]
    assert player.told[-1] == ("end",)


def test_moves_that_are_made_again_are_heard_again():
    player = Listener()
    list(play(games.load("tic-tac-toe"), [Person(None, None, TakeBack(), Redo(), Quit()), player]))
    again = len(player.told) - player.told[::-1].index(("begin", 1)) - 1
    assert player.told[again + 1 : -1] == player.told[1:again]


def test_after_a_swap_it_is_told_its_new_seat():
    player = Listener()
    list(play(games.load("tic-tac-toe"), [Person(None, Swap(), Quit()), player]))
    assert ("begin", 0) in player.told
    assert player.told[player.told.index(("begin", 0)) + 1 :][:2] == player.told[1:3]


def test_one_that_is_replaced_is_told_of_the_end():
    player = Listener()
    list(play(games.load("tic-tac-toe"), [Person(None, Replace("random"), Quit()), player]))
    assert player.told[-1] == ("end",) and player.told.count(("end",)) == 1


def test_a_program_may_ask_for_nothing_as_it_hears():
    class Wishes(Listener):
        def heard(self, text, seat):
            raise TakeBack

    *_, end = play(games.load("tic-tac-toe"), [Wishes(), RandomPlayer(1)])
    assert (end.how, end.winner) == (How.ILLEGAL_MOVE, 1)


def test_an_error_while_hearing_counts_before_adjudication():
    class Gives(Listener):
        def choose(self, game, deadline):
            move = super().choose(game, deadline)
            text = game.text(move)
            self.thought = Thought(move, 0.0, False, (text,), (), 1, 1, 0.0, even=0.5)
            return move

    rules = Adjudication(resign=ResignRule(1, 0.1))
    pair = [Gives(1), Listener(2, "heard 1")]
    *_, end = play(games.load("tic-tac-toe"), pair, ("one", "two"), rules=rules)
    assert (end.how, end.winner) == (How.CRASHED, 0)
    *_, end = play(games.load("tic-tac-toe"), [Gives(1), Listener(2)], ("one", "two"), rules=rules)
    assert (end.how, end.winner) == (How.ADJUDICATED, 1)
    *_, end = play(games.load("tic-tac-toe"), [Gives(1), Listener(2, "end")], ("one", "two"), rules=rules)
    assert (end.how, end.winner) == (How.CRASHED, 0)


def test_methods_that_cannot_be_called_are_none():
    player = Listener()
    player.begin = player.heard = player.end = None
    *_, end = play(games.load("tic-tac-toe"), [player, RandomPlayer(1)])
    assert end.how is How.PLAYED_OUT


# A match that nobody watches goes and ends as one that is watched, and yields its first and its last event alone.


GAMES = [*games.CATALOGUE.entries, "connect-four:position=4453", "nim:heaps=3/4/5"]


class Player:
    """Plays at random, writes down what it hears, and gives `fifth` as its fifth answer."""

    def __init__(self, seed, fifth=None):
        self.random, self.fifth, self.asked, self.told = random.Random(seed), fifth, 0, []

    def begin(self, game, seat):
        self.told.append((game.known(seat), seat))

    def heard(self, text, seat):
        self.told.append((text, seat))

    def end(self):
        self.told.append("end")

    def choose(self, game, deadline):
        self.asked += 1
        if self.asked != 5 or self.fifth is None:
            return self.random.choice(game.moves())
        if isinstance(self.fifth, Exception):
            raise self.fifth
        return self.fifth


def both(spec, fifth=None, control=UNLIMITED, **options):
    """Return the events of the same match, watched and not, and what its players heard."""
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


def test_a_remote_player_sees_all_events_of_an_unwatched_match():
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
def test_watched_and_unwatched_matches_have_the_same_record(spec):
    task = Plan(spec, ("random", "random"), seed=3).task(2)
    record, end = record_match(task.heading, task.match())
    found = task.result()
    assert found.record == record
    assert found.moves == tuple(sum(made.seat == seat for made in end.moves) for seat in (0, 1))
    assert all(0 < seconds < 60 for seconds in found.seconds)
