"""Layered networks: the sum against a plain one, gradients by differences, what is learnt of small games."""

import math
import random

import pytest

import games
from games.capabilities import own_method
from games.game import CHANCE
from games.layout import layout_of
from games.layout.from_picture import read_picture
from games.base.planes import Planes
from players.learning.features import Unlearnable, default_features, make_network, require_layout
from players.learning.td import SelfPlay, TurnChoice
from players.learning.weights_file import UnfitWeights, encode_weights, load_weights
from players.search.random_play import Rng
from referee.support.build import life

STICKS = '''
"""Take one to three sticks; whoever takes the last one wins."""
from games.game import Game


class Sticks(Game):
    def __init__(self, sticks: int = 13):
        self.turn, self.sticks = 0, sticks

    def moves(self):
        return [number for number in (1, 2, 3) if number <= self.sticks]

    def make(self, move):
        self.sticks -= move
        self.turn = 1 - self.turn

    def score(self):
        return None if self.sticks else 1 if self.turn else -1

    def features(self):
        return [self.sticks % 4 == 0, self.sticks / 10]

    def show(self, seat=None):
        return "|" * self.sticks
'''
SPECS = (
    ("connect-four", "cells+hidden7"), ("breakthrough:columns=5,rows=6", "estimate+cells+hidden5"), ("hex:size=5", "cells"),
    ("nim", "cells+hidden3"), ("backgammon", "cells+hidden6"), ("backgammon", "estimate+cells+hidden6"),
    ("STICKS", "own"), ("STICKS", "own+hidden4"),
)  # fmt: skip


@pytest.fixture
def load(tmp_path):
    """Loads the game of a spec; STICKS is a file without a board."""
    (tmp_path / "sticks.py").write_text(STICKS)
    return lambda spec: games.load(f"{tmp_path / 'sticks.py'}:Sticks" if spec == "STICKS" else spec)


def network_of(game, features=None, seed=1):
    """A network of that game, of those features or the usual ones."""
    layout = require_layout(game)
    return make_network(game, layout, features or default_features(game, layout), seed)


def positions(load, spec, seed, count=6):
    """Positions of random games in which the game goes on."""
    rng, found = random.Random(seed), []
    while len(found) < count:
        game = load(spec)
        for _ in range(rng.randrange(40)):
            if game.score() is None:
                game.make(rng.choice(game.moves()))
        if game.score() is None:
            found.append(game)
    return found


def plain_value(network, game):
    """The value of a position as the formula has it, for the seat to move or seat 0."""
    layout, weights, width = network.layout, network.store.values, network.hidden or 1
    planes = Planes(layout.kinds, len(layout.cells))
    planes.seat = 1 if game.turn == 1 else 0
    if layout.marks:
        held = read_picture(game.show(), layout)
    elif own_method(game, "layout"):
        game.collect_contents(planes)
        held = planes.contents()
    else:
        held = []
    inputs = [float(here == kind) for here in held for kind in range(1, layout.kinds)]
    inputs += game.features() if network.count else []
    seats = [2 if game.turn == CHANCE else game.turn][0] if layout.seated else 0
    biases = [float(table == seats) for table in range(3 if layout.seated else 1)]
    units = [
        sum(number * weights[row * width + unit] for row, number in enumerate([*inputs, *biases]) if number)
        for unit in range(width)
    ]
    total = units[0]
    if network.hidden:
        outputs = len(weights) - width - 1
        total = weights[-1] + sum(max(0.0, unit) * weights[outputs + place] for place, unit in enumerate(units))
    if network.based:
        known = game.estimate() / 3000 if network.stakes else max(-4, min(4, game.estimate() / (2 * game.scale)))
        base = math.atanh(max(-0.999, min(0.999, known))) if network.stakes else known
        total += -base if planes.seat else base
    value = math.tanh(total)
    return value if planes.seat == (game.turn == 1) else -value


@pytest.mark.parametrize(("spec", "features"), SPECS)
def test_what_is_worked_out_step_by_step_is_what_the_formula_says(load, spec, features):
    network = network_of(load(spec), features)
    if not network.hidden:
        network.store.values = [random.Random(place).uniform(-0.5, 0.5) for place in range(network.size)]
    for game in positions(load, spec, 5):
        assert network.worth(game) == pytest.approx(plain_value(network, game), abs=1e-4)
    for game in positions(load, spec, 6):
        network.teach(game, 0.7, 1.0)
        assert network.worth(game) == pytest.approx(plain_value(network, game), abs=1e-4)


@pytest.mark.parametrize(("spec", "features"), SPECS)
@pytest.mark.parametrize("goal", [-0.9, 0.4])
def test_a_step_goes_down_the_gradient_of_half_the_squared_error(load, spec, features, goal):
    start = load(spec)
    for game in positions(load, spec, 11, 2):
        network = network_of(start, features)
        before = list(network.store.values)
        rate, width = 1e-3, network.hidden or 1
        network.teach(game, goal, rate)
        after = list(network.store.values)
        moved = [place for place in range(network.size) if after[place] != before[place]]
        assert moved
        outputs = network.size - (width + 1 if network.hidden else 0)
        for place in moved[:4] + moved[-4:]:
            errors = []
            for change in (-5e-3, 5e-3):
                values = list(before)
                values[place] += change
                other = network_of(start, features)
                other.store.values = values
                errors.append((goal - plain_value(other, game)) ** 2 / 2)
            slope = (errors[1] - errors[0]) / 1e-2
            active = network.count + 1 + sum(cell is not None for cell in network.layout.cells)
            share = width if place >= outputs else active
            assert after[place] - before[place] == pytest.approx(-rate * slope / share, rel=0.1, abs=1e-7)


def test_a_game_without_a_board_is_learnt_by_its_own_numbers(load):
    game = load("STICKS")
    assert default_features(game, require_layout(game)) == "own"
    network = network_of(game)
    play = SelfPlay(game, network, Rng(1), leaf=False)
    play.rate, play.epsilon, play.trace, play.opening = 1.0, 0.3, 0.5, 4
    play.play(2000)
    for position in positions(load, "STICKS", 3, 20):
        lost = position.sticks % 4 == 0
        assert (network.worth(position) < 0) is lost


def test_the_same_seed_learns_the_same_weights_of_turns(load):
    found = []
    for _ in range(2):
        game = load("backgammon")
        network = network_of(game, "cells+hidden4", 3)
        play = SelfPlay(game, network, Rng(2), leaf=False)
        play.play(3 if life() == "compiled" else 1)
        found.append(network.store.state)
    assert found[0] == found[1]
    assert play.plies > 30


def test_a_turn_is_the_best_of_all_by_what_the_position_after_it_is_worth(load):
    rng = random.Random(4)
    game = load("backgammon")
    network = network_of(game, "cells+hidden6", 2)
    seen = 0
    while seen < 8 and game.score() is None:
        if game.turn != CHANCE:
            choice = TurnChoice(game.copy(), network)
            way = [choice.way[place] for place in range(choice.choose())]
            values = list(turns(game, game.turn, network))
            assert choice.best == pytest.approx(max(values), abs=1e-4)
            for move in way:
                game.make(move)
            seen += 1
        else:
            game.make(rng.choice(game.moves()))
    assert seen == 8


def turns(game, seat, network):
    """The value of each position after a turn, for that seat."""
    for move in game.moves():
        child = game.copy()
        child.make(move)
        if child.turn == seat and child.score() is None:
            yield from turns(child, seat, network)
        else:
            value = network.worth(child)
            yield value if (child.turn == 1) == (seat == 1) else -value


def test_backgammon_learns_to_beat_random_play(load):
    if life() != "compiled":
        pytest.skip("takes minutes interpreted")
    game = load("backgammon")
    network = network_of(game, "cells+hidden10", 1)
    play = SelfPlay(game, network, Rng(1), leaf=False)
    play.rate, play.epsilon, play.trace = 20.0, 0.0, 0.5
    play.play(3000)
    rng, points = random.Random(1), 0
    for number in range(40):
        position = game.copy()
        choice = TurnChoice(position, network)
        while position.score() is None:
            if position.turn == number % 2:
                for move in [choice.way[place] for place in range(choice.choose())]:
                    position.make(move)
            else:
                position.make(rng.choice(position.moves()))
        points += position.score() * (1 - 2 * (number % 2))
    assert points > 40


def test_what_is_read_judges_as_what_was_written(load, tmp_path):
    for spec, features in SPECS:
        game = load(spec)
        network = network_of(game, features)
        network.teach(game, 0.5, 1.0)
        path = tmp_path / "some.weights"
        path.write_bytes(encode_weights(spec, game, network, {}))
        read = load_weights(path, game)
        assert read.kind == "layered"
        for position in positions(load, spec, 9, 3):
            assert read.worth(position) == pytest.approx(network.worth(position), abs=0.01)


def test_a_file_for_other_numbers_is_refused(load, tmp_path):
    game = load("STICKS")
    path = tmp_path / "some.weights"
    path.write_bytes(encode_weights("sticks", game, network_of(game), {}))
    (tmp_path / "sticks.py").write_text(STICKS.replace("% 4 == 0, ", "% 4 == 0, 1, "))
    with pytest.raises(UnfitWeights, match="another one"):
        load_weights(path, load("STICKS"))


@pytest.mark.parametrize(
    ("spec", "features", "why"),
    [
        ("connect-four", "own", r"no method features\(\)"),
        ("connect-four", "cells+lines4", "not with tuples"),
        ("connect-four", "hidden4+hidden5", "one number of hidden units"),
        ("connect-four", "cells+hidden1001", "1001 hidden units are too many, 1,000 at most"),
        ("connect-four", "cells+hidden99999999999999999999", "9 hidden units are too many, 1,000 at most"),
        ("backgammon:cube=yes", "cells", "shows no board"),
        ("STICKS", "all", "it shows no board, only numbers"),
        ("STICKS", "cells", "nothing to look at"),
        ("kuhn-poker", "own", "hides something"),
    ],
)
def test_what_cannot_be_learnt_is_refused_with_the_reason(load, spec, features, why):
    with pytest.raises(Unlearnable, match=why):
        network_of(load(spec), features)


def test_contents_of_backgammon_are_counts_of_both_sides():
    rng, game = random.Random(2), games.load("backgammon")
    layout = layout_of(game)
    for _ in range(200):
        if game.score() is not None:
            break
        planes = Planes(layout.kinds, len(layout.cells))
        game.collect_contents(planes)
        held = planes.contents()
        mine = [game.count(planes.seat, point) for point in range(26)]
        theirs = [game.count(1 - planes.seat, point) for point in range(26)]
        assert held[:26] == mine
        assert held[32:58] == theirs
        assert sum(mine) == sum(theirs) == 15
        assert all(layout.cells[place] for place, content in enumerate(held) if content)
        game.make(rng.choice(game.moves()))
