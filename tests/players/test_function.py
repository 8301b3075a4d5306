"""Players that are functions: how each argument is given, and why some functions are no players."""

import random
from functools import partial

import pytest

import games
import players
import referee
from players.function import describe_refusal, make_player_class
from tests.helpers.cases import every_case

DEFAULT = []


def placed(game, deadline, rng, depth=3, /, *more, width=4, **named):
    return deadline, rng.random(), depth, more, width, named


def named(game, *, rng, width=4, deadline):
    return deadline, rng.random(), width


def seeded(game, seed=3):
    return seed


def drawing(game, rng, seed=3):
    return seed, rng.random()


def open_ended(game, *more, **named):
    return more, named


def unhashed(game, memory=DEFAULT):
    return memory is DEFAULT


@every_case(
    ("function", "given", "returned"),
    [
        (placed, {"seed": 1}, (7.5, random.Random(1).random(), 3, (), 4, {})),
        (placed, {"seed": 1, "depth": 2, "width": 5}, (7.5, random.Random(1).random(), 2, (), 5, {})),
        (named, {"seed": 1}, (7.5, random.Random(1).random(), 4)),
        (seeded, {}, 3),
        (seeded, {"seed": None}, 3),
        (seeded, {"seed": 8}, 8),
        (drawing, {"seed": None}, (3, random.Random(3).random())),
        (drawing, {"seed": 8}, (8, random.Random(8).random())),
        (open_ended, {}, ((), {})),
        (unhashed, {}, True),
    ],
)
def test_each_argument_is_given_by_its_place_or_its_name(function, given, returned):
    assert make_player_class(function)(**given).choose(games.load("nim"), 7.5) == returned


class Caller:
    def __call__(self, game):
        return game.moves()[0]


@pytest.mark.parametrize(
    ("function", "name"),
    [(seeded, "seeded"), (partial(partial(seeded, seed=1), seed=2), "seeded"), (Caller(), "Caller")],
)
def test_a_nameless_function_takes_the_name_of_what_it_calls(function, name):
    assert make_player_class(function).__name__ == name
    assert referee.play("nim", function, "random", seed=1).names[0] == name


def test_a_function_in_a_file_may_have_a_seed_of_its_own(tmp_path):
    path = tmp_path / "bot.py"
    path.write_text("def bot(game, seed=3):\n    return seed\n")
    assert players.load(str(path)).choose(games.load("nim"), 1.0) == 3
    assert players.load(f"{path}:seed=5", 8).choose(games.load("nim"), 1.0) == 5


@pytest.mark.parametrize(
    ("function", "name"),
    [(lambda game, other: 1, "other"), (lambda game, rng, *, foo, **more: 1, "foo")],
)
def test_a_function_with_an_unknown_argument_is_refused_with_the_allowed_ones(function, name):
    said = (
        f"<lambda> is not a player: nothing is given for its argument '{name}'; "
        "besides the game a function may take deadline, rng and arguments that have a default"
    )
    assert describe_refusal(function) == said
    with pytest.raises(TypeError) as caught:
        referee.play("nim", function, "random")
    assert str(caught.value) == said


@pytest.mark.parametrize("thing", [lambda: 1, lambda *, game: 1, lambda **game: 1, max, 5, int, "random"])
def test_things_that_take_no_game_are_no_players(thing):
    assert make_player_class(thing) is None
    assert describe_refusal(thing) == ""
