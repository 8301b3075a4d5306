"""No call from Python ends the interpreter, whatever it hands to a game."""

import subprocess
import sys

import pytest

import games
from games.game import CHANCE, Game, IllegalMove
from games.pig import Pig
from games.tic_tac_toe import TicTacToe
from referee.support.build import life
from tests.helpers.misuse import NUMBERS
from tests.helpers.cases import every_case

GAMES = [*games.CATALOGUE, "go:size=5", "chess:gardner", "othello:size=10", "backgammon:cube=yes", "nim:sticks=9"]


@pytest.mark.parametrize("spec", GAMES)
def test_whatever_is_handed_to_a_game_the_interpreter_lives_on(spec):
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


class Heap(Game):
    """Take one or two of five; a plain game, which checks nothing."""

    def __init__(self):
        self.turn, self.left = 0, 5

    def moves(self):
        return [1, 2][: self.left]

    def make(self, move):
        self.left -= move
        self.turn = 1 - self.turn

    def score(self):
        return None if self.left > 0 else 1 if self.turn else -1


def test_a_plain_game_that_is_loaded_refuses_what_is_not_legal():
    game = games.load(Heap)
    with pytest.raises(IllegalMove, match="^3 is not a legal move here; legal: 1, 2$"):
        game.make(3)
    game.make(2)
    assert game.left == 3


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
