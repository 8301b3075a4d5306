"""Whose code is: what people run without a file, and what they hand in that is called like a function."""

import functools
from dataclasses import dataclass

import pytest

import players
import referee
from games.game import Game
from players.function import make_player_class
from referee.errors.attribution import format_traceback, is_user_error
from referee.errors.ownership import function_codes, player_codes

TYPED = """
from dataclasses import dataclass
from games.game import Game

class Heap(Game):
    def __init__(self, left=5):
        self.turn, self.left = 0, left
    def moves(self):
        return list(range(1, min(3, self.left) + 1))
    def make(self, move):
        self.left, self.turn = self.left - move, 1 - self.turn
    def score(self):
        return None if self.left else 2 * self.turn - 1

class Broken(Heap):
    def make(self, move):
        raise LookupError(move)

@dataclass
class Bot:
    depth: int = 1
    def choose(self, game, deadline):
        return 1 / 0

def crash(game):
    return 1 / 0
"""


class Heap(Game):
    def __init__(self):
        self.turn, self.left = 0, 1

    def moves(self):
        return [1]

    def make(self, move):
        self.left, self.turn = 0, 1

    def score(self):
        return None if self.left else 1


class Caller:
    """Can be called like a function, and holds nothing else."""

    __slots__ = ()

    def __call__(self, game):
        return 1 / 0

    def method(self, game):
        return 1 / 0

    @classmethod
    def of_class(cls, game):
        return 1 / 0


def raw(less, game):
    return less / 0


@functools.lru_cache
def cached(game):
    return 1 / 0


@functools.singledispatch
def dispatched(game):
    """Has another function for each class."""


@dispatched.register(Heap)
def _(game):
    return 1 / 0


CALLED = [
    Caller(), Caller().method, Caller.of_class, functools.partial(raw, 1), functools.partial(functools.partial(raw), 1),
    functools.partial(Caller()), cached, functools.wraps(len)(lambda game: cached(game)), dispatched,
]  # fmt: skip


@pytest.fixture
def typed():
    """What `python -c` and `exec` make of the program."""
    space = {"__name__": "__main__"}
    exec(TYPED, space)
    return space


@pytest.mark.parametrize("name", ["crash", "Bot"])
def test_code_without_a_file_is_that_of_its_player_or_its_rules(typed, name, capsys):
    assert referee.play(typed["Heap"], typed[name], "random", seed=1).how == "crashed"
    trace = capsys.readouterr().err
    assert trace.startswith('Traceback (most recent call last):\n  File "<string>", line ')
    assert trace.count("  File ") == 1
    with pytest.raises(LookupError):
        referee.play(typed["Broken"], "minimax", typed[name], seed=1)


@pytest.mark.parametrize("thing", CALLED)
def test_any_callable_forfeits_when_it_raises(thing):
    record = referee.play(Heap, thing, "random", seed=1)
    assert (record.how, record.why.partition(" ")[2]) == ("crashed", "crashed: ZeroDivisionError: division by zero")
    assert player_codes(make_player_class(thing))


def test_code_in_slots_belongs_to_the_player():
    class Holder:
        """Chooses by what it holds."""

        __slots__ = ("chosen",)

    holder = Holder()
    holder.chosen = functools.partial(raw, 1)
    assert raw.__code__ in player_codes(holder)
    assert not player_codes(Holder)
    assert not player_codes(players.load("minimax"))


def test_layers_without_an_end_are_looked_at_up_to_a_number():
    class Endless:
        """Has every attribute: another such object."""

        def __getattr__(self, name):
            return Endless()

    assert list(function_codes(Endless())) == []


def test_generated_code_of_dataclasses_belongs_to_nobody():
    @dataclass
    class Picky:
        """Takes nothing."""

        size: int

        __post_init__ = staticmethod(len)

    with pytest.raises(TypeError) as caught:
        Picky(1)
    assert format_traceback(caught.value).count('File "<string>"') == 0
    assert is_user_error(caught.value)
