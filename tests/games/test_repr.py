"""What `repr` says of a game."""

import games
from games.game import CHANCE, Game
from tests.helpers.cases import every_case


class Sticks(Game):
    """Take sticks; whoever takes the last one wins."""

    def __init__(self, sticks=3):
        self.turn, self.sticks = 0, sticks

    def moves(self):
        return list(range(1, self.sticks + 1))

    def make(self, move):
        self.sticks -= move
        self.turn = 1 - self.turn

    def score(self):
        return None if self.sticks else 2 * self.turn - 1


class Opaque(Sticks):
    """Holds what cannot be written."""

    def __init__(self):
        super().__init__()
        self.thing = object()


class Faulty(Sticks):
    """Its rules fail."""

    def score(self):
        raise OverflowError

    def position(self, seat=None):
        raise OverflowError


def test_a_game_says_its_position_and_whose_turn_it_is():
    game = games.load("tic-tac-toe", ("5", "1"))
    assert repr(game) == "<TicTacToe o2/1x1/3 x: X to move>"
    game = Sticks()
    assert repr(game) == "<Sticks sticks=3, turn=0: First to move>"
    game.turn = CHANCE
    assert repr(game) == "<Sticks sticks=3, turn=-1: chance to move>"


def test_a_game_that_is_over_says_who_won():
    game = Sticks(1)
    game.make(1)
    assert repr(game) == "<Sticks sticks=0, turn=1: First won>"
    assert repr(games.load("tic-tac-toe", tuple("513746289"))).endswith(": a draw>")


def test_a_game_without_a_position_and_one_that_fails_say_what_they_can():
    assert repr(Opaque()) == "<Opaque: First to move>"
    assert repr(Faulty()) == "<Faulty>"


@every_case("name", list(games.CATALOGUE))
def test_every_game_says_something_short(name):
    said = repr(games.load(name))
    assert said.startswith("<")
    assert said.endswith(" to move>")
    assert len(said) <= 80
