"""Rules that return what they must not: each function says so in the same words, whatever it does with the game."""

import multiprocessing
from functools import partial
from pathlib import Path
from threading import Lock

import pytest

import games
import players
import referee
from games.game import Game
from games.base.rule_values import MUST_END, RuleError
from referee.scripting.buttons import board_html
from tests.helpers.cases import every_case


class Sticks(Game):
    """Take one or two sticks; whoever takes the last one wins."""

    def __init__(self, sticks=4):
        self.turn = 0
        self.sticks = sticks

    def moves(self):
        return [move for move in (1, 2) if move <= self.sticks]

    def make(self, move):
        self.sticks -= move
        self.turn = 1 - self.turn

    def score(self):
        return None if self.sticks else 2 * self.turn - 1


class Empty(Sticks):
    def score(self):
        return self.sticks == 0


class Turned(Sticks):
    def score(self):
        return None if self.sticks else self.turn == 1


class Yielding(Sticks):
    def moves(self):
        yield from Sticks.moves(self)


class Paired(Sticks):
    def moves(self):
        return [(0, move) for move in Sticks.moves(self)]


class Negative(Sticks):
    def moves(self):
        return [-move for move in Sticks.moves(self)]


ASKED = [
    partial(referee.play, first="minimax", second="minimax", seed=1),
    partial(referee.batch, first="random", second="mcts:playouts=5", games=4, seed=1),
    referee.solve,
    partial(referee.analyse, methods="minimax", depth=6),
    referee.tree,
]


@pytest.mark.parametrize("moves", ["", "1"])
@pytest.mark.parametrize("ask", ASKED, ids=["play", "batch", "solve", "analyse", "tree"])
@pytest.mark.parametrize(("game", "rule", "found"), [
    (Empty, "score", "it returned False"),
    (Turned, "score", "(it returned|TypeError:) (True|False)"), (Yielding, "moves", "it returned a generator"),
    (Paired, "moves", "(it lists .0, 1.|TypeError: 'tuple' object)"), (Negative, "moves", "it lists -[12]"),
])  # fmt: skip
def test_every_function_names_the_wrong_rule_and_its_result(ask, moves, game, rule, found):
    line = f"{game.__name__}.{rule}, line .* of test_rules.py, must return .*: {found}"
    with pytest.raises(referee.UserCodeError, match=line):
        ask(game, moves=moves)


class Careless(Sticks):
    def make(self):
        self.sticks -= 1


@pytest.mark.parametrize("ask", ASKED, ids=["play", "batch", "solve", "analyse", "tree"])
def test_every_function_names_the_rule_that_takes_no_move(ask):
    with pytest.raises(referee.UserCodeError, match="^Careless.make, line .* must take a move, as in def make"):
        ask(Careless, moves="1")


class Locked(Sticks):
    def __init__(self):
        super().__init__()
        self.lock = Lock()


@every_case("game", [Locked, Locked()])
@every_case("ask", ASKED)
def test_a_failing_copy_has_one_message_for_classes_and_objects(ask, game):
    with pytest.raises(
        referee.UserCodeError, match="^Locked cannot be played: TypeError: cannot pickle '_thread.lock'"
    ):
        ask(game)


class Odd(Exception):
    """Can be pickled, and not read again."""

    def __init__(self, one, other):
        super().__init__(f"{one} {other}")


def raising(kind, *words):
    """A game whose score raises that at its end."""

    def score(self):
        if not self.sticks:
            raise kind(*words)
        return None

    return type("Raising", (Sticks,), {"score": score})


@pytest.mark.skipif(
    "fork" not in multiprocessing.get_all_start_methods(), reason="the workers know this module by fork"
)
@pytest.mark.parametrize(
    ("game", "player"), [(Empty, "random"), (Empty, "minimax"), (raising(LookupError, "oops"), "random")]
)
def test_an_error_in_the_rules_is_the_same_with_workers(game, player):
    raised = []
    for workers in (1, 2):
        with pytest.raises((referee.UserCodeError, LookupError)) as caught:
            referee.batch(game, player, player, games=1, seed=1, workers=workers)
        raised.append((caught.type, str(caught.value), caught.value.__notes__))
    assert raised[0] == raised[1]
    assert "\n" not in raised[0][1]


@pytest.mark.skipif(
    "fork" not in multiprocessing.get_all_start_methods(), reason="the workers know this module by fork"
)
def test_a_rule_error_that_a_search_meets_in_a_worker_is_raised():
    with pytest.raises(LookupError, match="oops\nas minimax .1. looked ahead"):
        referee.batch(raising(LookupError, "oops"), "minimax", "minimax", games=1, seed=1, workers=2)


@pytest.mark.skipif(
    "fork" not in multiprocessing.get_all_start_methods(), reason="the workers know this module by fork"
)
def test_an_error_that_cannot_cross_between_processes_is_told_as_text():
    with pytest.raises(referee.UserCodeError, match="Odd: one other\n"):
        referee.batch(raising(Odd, "one", "other"), "random", "random", games=1, seed=1, workers=2)


class Slotted(Game):
    __slots__ = ("left",)

    def __init__(self):
        self.turn, self.left = 0, 3


class Unshown(Sticks):
    def show(self, seat=None):
        return self.sticks


def test_fields_in_slots_are_shown():
    assert Slotted().show() == "left 3"


def test_a_board_that_is_none_is_told_in_a_line():
    with pytest.raises(RuleError, match="^Unshown.show must return a text or a picture: it returned an int$"):
        board_html(Unshown())


def drawing(game, rng):
    return rng.random()


def test_classes_objects_and_functions_are_loaded_as_specs_are():
    position = Sticks(3)
    loaded = games.load(position, ["1"])
    assert (loaded.sticks, position.sticks) == (2, 3)
    assert games.load(Sticks).sticks == 4
    assert games.load(Sticks, position="sticks=2, turn=1").turn == 1
    first, second = (players.load(drawing, seed=7).choose(loaded, 1.0) for _ in range(2))
    assert first == second
    assert players.load(Path("random"), seed=7).choose(loaded, 1.0) == players.load("random", 7).choose(loaded, 1.0)
    assert games.load(Path("nim")).position() == games.load("nim").position()
    for load, kind in ((games.load, "game"), (players.load, "player")):
        with pytest.raises(TypeError, match=f"^3 is not a {kind}: pass its spec, such as"):
            load(3)


class Endless(Sticks):
    """Its heap never gets smaller."""

    def moves(self):
        return [0, 1]

    def make(self, move):
        self.turn = 1 - self.turn


@pytest.mark.parametrize("ask", [
    lambda: referee.play(Endless, "random", "mcts:playouts=5", seed=1),
    lambda: referee.play(Endless, "montecarlo:playouts=5", "random", seed=1),
    lambda: referee.analyse(Endless, methods="mcts", playouts=5),
], ids=["mcts", "montecarlo", "analyse"])  # fmt: skip
def test_random_playouts_without_an_end_are_told_in_a_line(ask):
    with pytest.raises(referee.UserCodeError) as caught:
        ask()
    assert str(caught.value) == f"a random game of Endless was not over after 100,000 moves; {MUST_END}"
    assert all(len(note) < 200 for note in caught.value.__notes__)
