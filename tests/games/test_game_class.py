"""The class Game from outside: no call from Python ends the interpreter, `repr`, methods without a seat, drawn moves."""

import random
import subprocess
import sys

import pytest

import games
import referee
from games.base.nth_bit import nth
from games.game import CHANCE, Game, IllegalMove
from games.laws import faults
from games.pig import Pig
from games.tic_tac_toe import TicTacToe
from referee.support.build import life
from tests.checking.right.unseated import Unseated
from tests.helpers.cases import every_case
from tests.helpers.misuse import NUMBERS

GAMES = [*games.CATALOGUE, "go:size=5", "chess:gardner", "othello:size=10", "backgammon:cube=yes", "nim:sticks=9"]


@pytest.mark.parametrize("spec", GAMES)
def test_no_argument_crashes_the_interpreter(spec):
    done = subprocess.run(
        [sys.executable, "-m", "tests.helpers.misuse", spec], capture_output=True, text=True, timeout=600, check=False
    )
    assert done.returncode == 0, f"{done.stdout[-300:]} {done.stderr[-600:]}"


@pytest.mark.skipif(life() != "compiled", reason="the interpreter checks every index")
@pytest.mark.parametrize("spec", ["chips", "chess", "pig", "hex", "backgammon"])
def test_python_cannot_set_the_turn_of_a_game_in_c(spec):
    game = games.load(spec)
    before = game.turn
    for turn in (0, 1, -1, 99):
        with pytest.raises(AttributeError, match=f"only the rules of {type(game).__name__} set its turn"):
            game.turn = turn
    assert game.turn == before


@pytest.mark.skipif(life() != "compiled", reason="the interpreter checks every index")
@pytest.mark.parametrize(("kind", "turns"), [(TicTacToe, [0, 1]), (Pig, [0, 1, CHANCE])])
def test_a_class_in_python_sets_no_turn_that_its_parent_in_c_cannot_have(kind, turns):
    game = type("Own", (kind,), {})()
    for turn in turns:
        game.turn = turn
        assert game.turn == turn
    for turn in {-2, CHANCE, 2, 99} - {*turns}:
        with pytest.raises(ValueError, match=f"turn={turn} must be 0 or 1"):
            game.turn = turn


@every_case("spec", [*games.CATALOGUE])
def test_a_move_that_is_not_legal_is_quoted_and_the_legal_ones_are_named(spec):
    game = games.load(spec)
    for wrong in {*NUMBERS, -1} - {*game.moves()}:
        with pytest.raises(IllegalMove, match=f"^{wrong} is not a legal move here; legal: {game.moves()[0]}"):
            game.make(wrong)
    for wrong in (None, 0.5, "a1", [], float("nan")):
        with pytest.raises(IllegalMove, match="is not the number of a move"):
            game.make(wrong)
    assert game.copy().show() == games.load(spec).show()


@pytest.mark.parametrize("spec", ["tic-tac-toe", "chess", "go:size=5", "backgammon"])
def test_only_the_last_move_can_be_taken_back(spec):
    game = games.load(spec)
    before = game.show()
    first = game.moves()[0]
    with pytest.raises(
        IllegalMove, match=f"^{first} cannot be taken back: none was made since it was copied or set up"
    ):
        game.unmake(first)
    game.make(first)
    second = game.moves()[-1]
    game.make(second)
    if first != second:
        with pytest.raises(IllegalMove, match=f"^{first} cannot be taken back: the last one was {second}"):
            game.unmake(first)
    game.unmake(second)
    game.unmake(first)
    assert game.show() == before
    game.make(first)
    with pytest.raises(IllegalMove, match="none was made"):
        game.copy().unmake(first)
    game.set_position(games.load(spec).position())
    with pytest.raises(IllegalMove, match="none was made"):
        game.unmake(first)


def test_no_move_can_be_made_once_the_game_is_over():
    game = games.load("tic-tac-toe", "1 4 2 5 3")
    with pytest.raises(IllegalMove, match="^8 is not a legal move here; legal: none, the game is over$"):
        game.make(8)


class Sticks(Game):
    """Take sticks; whoever takes the last one wins. A plain game, which checks nothing."""

    def __init__(self, sticks=3):
        self.turn, self.sticks = 0, sticks

    def moves(self):
        return list(range(1, self.sticks + 1))

    def make(self, move):
        self.sticks -= move
        self.turn = 1 - self.turn

    def score(self):
        return None if self.sticks else 2 * self.turn - 1


def test_a_plain_game_that_is_loaded_refuses_what_is_not_legal():
    game = games.load(Sticks)
    with pytest.raises(IllegalMove, match="^4 is not a legal move here; legal: 1, 2, 3$"):
        game.make(4)
    game.make(2)
    assert game.sticks == 1


def test_a_subclass_may_change_itself_before_it_calls_the_make_of_its_parent():
    class Limited(TicTacToe):
        def __init__(self):
            super().__init__()
            self.rest = 1

        def moves(self):
            return super().moves() if self.rest else []

        def make(self, move):
            self.rest -= 1
            super().make(move)

    game = games.load(Limited)
    game.make(4)
    assert game.moves() == []
    with pytest.raises(IllegalMove, match="the game is over"):
        game.make(5)


# What `repr` says of a game.


class Opaque(Sticks):
    """A game with a field that cannot be written."""

    def __init__(self):
        super().__init__()
        self.thing = object()


class Faulty(Sticks):
    """A game with rules that fail."""

    def score(self):
        raise OverflowError

    def position(self, seat=None):
        raise OverflowError


def test_repr_shows_the_position_and_the_turn():
    game = games.load("tic-tac-toe", ("5", "1"))
    assert repr(game) == "<TicTacToe o2/1x1/3 x: X to move>"
    game = Sticks()
    assert repr(game) == "<Sticks sticks=3, turn=0: First to move>"
    game.turn = CHANCE
    assert repr(game) == "<Sticks sticks=3, turn=-1: chance to move>"


def test_repr_of_a_finished_game_shows_the_winner():
    game = Sticks(1)
    game.make(1)
    assert repr(game) == "<Sticks sticks=0, turn=1: First won>"
    assert repr(games.load("tic-tac-toe", tuple("513746289"))).endswith(": a draw>")


def test_the_repr_of_a_game_whose_rules_fail_says_what_it_can():
    assert repr(Opaque()) == "<Opaque: First to move>"
    assert repr(Faulty()) == "<Faulty>"


@every_case("name", list(games.CATALOGUE))
def test_the_repr_of_every_game_is_short(name):
    said = repr(games.load(name))
    assert said.startswith("<")
    assert said.endswith(" to move>")
    assert len(said) <= 80


# A method may leave out the seat: callers name one all the same.

KIND = games.CATALOGUE.shape


class Marked(Unseated):
    """Changes one method of a class that leaves out the seat."""

    def show(self):
        return f"<{super().show()}>"


class Seated(Unseated):
    """Takes the seat again."""

    def show(self, seat=None):
        return f"{super().show()} {seat}"


class Wrong(Unseated):
    """Leaves out required arguments, and takes others."""

    def say(self):
        return "takes"

    def show(self, seat, more):
        return "|"


@pytest.mark.parametrize("kind", [Unseated, Marked])
def test_a_method_without_the_seat_accepts_any_seat(kind):
    game = KIND(kind)()
    assert game.show() == game.show(0) == game.show(seat=1) == game.show(None)
    assert game.say(2) == game.say(2, 1) == game.say(2, seat=0) == game.say(move=2, seat=0) == "takes 2"
    assert game.position() == game.position(0) == "7 0"


def test_a_subclass_extends_such_a_method():
    assert KIND(Marked)().show(1) == "<|||||||>"
    assert KIND(Seated)().show(1) == "||||||| 1"


def test_any_other_wrong_signature_stays_wrong():
    game = KIND(Wrong)()
    for call in (lambda: game.say(1, 0), lambda: game.show(0)):
        with pytest.raises(TypeError):
            call()


def test_a_method_with_all_arguments_is_not_changed():
    before = Seated.show, Game.show, Unseated.moves
    for kind in (Seated, Game):
        KIND(kind)
    assert before == (Seated.show, Game.show, Unseated.moves)


def test_laws_matches_and_batches_take_such_a_game():
    assert not list(faults(Unseated(), games=5))
    assert referee.play(Unseated, "random", "random", seed=1).how == "played-out"
    assert referee.batch(Unseated, "random", "random", games=2, seed=1)


# Moves that playouts draw from words: the same as from the list, without one.


def test_set_bits_are_numbered_from_the_lowest():
    assert [nth(0b1011_0001, number) for number in range(4)] == [0, 4, 5, 7]
    assert (nth(1 << 63, 0), nth((1 << 64) - 1, 63), nth((1 << 64) - 1, 8)) == (63, 63, 8)


@pytest.mark.parametrize(
    "spec", ["othello", "othello:size=4", "othello:size=6", "breakthrough", "breakthrough:columns=5,rows=6", "c4"]
)
def test_moves_drawn_from_bits_equal_those_drawn_from_the_list(spec):
    rng, drawn = random.Random(spec), 0
    for _ in range(12):
        game = games.load(spec)
        while game.score() is None:
            moves = game.moves()
            for place in range(len(moves)):
                number = ((place << 32) // len(moves) + 1) << 32  # just above the bound of that place
                move = game.playout_move(number)
                assert move in (moves[place], -1)
                drawn += move >= 0
            game.make(rng.choice(moves))
        assert game.playout_move(rng.getrandbits(64)) == -1
    assert drawn > 200
