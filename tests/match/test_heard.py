"""Players that hear of the moves, are told of the end, and live across games."""

import pytest

import games
from games.game import CHANCE, Game
from players.player import OfferDraw, Quit, Redo, Replace, Resigned, Swap, TakeBack, Thought
from players.random import RandomPlayer
from referee.match.adjudication import Adjudication
from referee.match.options import ResignRule
from referee.match.events import How, Moved
from referee.match.match import play
from tests.helpers.cases import every_case


class Listener:
    """Chooses at random, and writes down all that it is told."""

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
    """Does what a list says: a move at random, or a request."""

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
def test_what_it_raises_costs_it_the_game(wrong, seat):
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
        """Rules that fail after the second move."""

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


def test_what_one_raises_at_the_end_changes_nothing_where_the_other_has_forfeited():
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


def test_what_it_raises_as_it_hears_is_not_settled_by_a_rule():
    class Gives(Listener):
        """Says that it is lost."""

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
