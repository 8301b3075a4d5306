"""Networks that learn: plain formulas, gradients by differences, exact values of small games, turns of dice."""

import math
import random
from functools import cache

import pytest

import games
import players
from games.base.planes import Planes
from games.capabilities import own_method
from games.game import CHANCE
from games.layout import layout_of
from games.layout.from_picture import read_picture
from games.names.catalogue import SpecError
from players.learning.features import Unlearnable, default_features, make_network, require_layout
from players.learning.td import SelfPlay, TurnChoice
from players.learning.tuples import boxes, lines, walks
from players.learning.weights_file import UnfitWeights, encode_weights, load_weights
from players.search.random_play import Rng
from referee.support.build import life

SPECS = ("connect-four", "breakthrough:columns=5,rows=6", "othello:size=6", "checkers", "hex:size=5", "nim", "kalah")


def network_of(game, features=None, seed=1):
    layout = require_layout(game)
    return make_network(game, layout, features or default_features(game, layout), seed)


def random_network(spec, features=None, seed=1):
    network = network_of(games.load(spec), features, seed)
    rng = random.Random(seed)
    network.store.values = [rng.uniform(-0.2, 0.2) for _ in range(network.size)]
    return network


def positions(spec, seed, count=30):
    rng, found = random.Random(seed), []
    while len(found) < count:
        game = games.load(spec)
        for _ in range(rng.randrange(30)):
            if game.score() is None:
                game.make(rng.choice(game.moves()))
        if game.score() is None:
            found.append(game)
    return found


def plain_value(network, game, weights):
    """Return the value by the formula: every tuple and each of its images looked up anew."""
    layout = network.layout
    if layout.marks:
        held = read_picture(game.show(), layout)
    else:
        planes = Planes(layout.kinds, len(layout.cells))
        game.collect_contents(planes)
        held = planes.contents()
    total, offset = 0.0, 0
    half = sum(layout.kinds ** len(cells) for cells in network.tuples)
    for cells in network.tuples:
        for image in {tuple(symmetry[cell] for cell in cells) for symmetry in layout.symmetries}:
            place = sum(held[cell] * layout.kinds**power for power, cell in enumerate(image))
            total += weights[offset + place + half * game.turn * layout.seated]
        offset += layout.kinds ** len(cells)
    return math.tanh(total)


@pytest.mark.parametrize("spec", SPECS)
def test_sums_updated_cell_by_cell_equal_the_formula(spec):
    network = random_network(spec)
    weights = network.store.values
    for game in positions(spec, 5):
        assert network.worth(game) == pytest.approx(plain_value(network, game, weights), abs=1e-5)


@pytest.mark.parametrize("spec", ["connect-four", "othello:size=6", "tic-tac-toe"])
def test_mirror_images_are_worth_the_same(spec):
    network = random_network(spec)
    weights = network.store.values
    planes = Planes(network.layout.kinds, len(network.layout.cells))
    for game in positions(spec, 7, 5):
        game.collect_contents(planes)
        held = planes.contents()
        values = set()
        for symmetry in network.layout.symmetries:
            image = [held[place] for place in symmetry]
            values.add(round(sum(weights[place] for place in places_of(network, image, game.turn)), 4))
        assert len(values) == 1


@cache
def images_of(layout, cells):
    return sorted({tuple(symmetry[cell] for cell in cells) for symmetry in layout.symmetries})


def places_of(network, held, turn):
    layout, offset = network.layout, 0
    half = sum(layout.kinds ** len(cells) for cells in network.tuples)
    for cells in network.tuples:
        for image in images_of(layout, tuple(cells)):
            yield (
                offset
                + sum(held[cell] * layout.kinds**power for power, cell in enumerate(image))
                + half * turn * layout.seated
            )
        offset += layout.kinds ** len(cells)


@pytest.mark.parametrize("spec", SPECS[:4])
@pytest.mark.parametrize("goal", [-1.0, 0.3])
def test_a_step_goes_down_the_gradient_of_half_the_squared_error(spec, goal):
    network = random_network(spec)
    before = list(network.store.values)
    for game in positions(spec, 11, 3):
        network.store.values = before
        assert network.teach(game, goal, 1e-3) == pytest.approx(plain_value(network, game, before), abs=1e-5)
        after = list(network.store.values)
        moved = [place for place in range(network.size) if after[place] != before[place]]
        assert moved
        for place in moved[:6]:
            errors = []
            for change in (-1e-2, 1e-2):
                other = [*before[:place], before[place] + change, *before[place + 1 :]]
                errors.append((goal - plain_value(network, game, other)) ** 2 / 2)
            slope = (errors[1] - errors[0]) / 2e-2
            assert after[place] - before[place] == pytest.approx(-1e-3 * slope / network.instances, rel=0.05, abs=2e-8)


def solved(spec):
    """Return each unfinished position with its exact value for the seat to move."""
    exact, found = {}, []

    def value(game):
        key = game.turn, str(game.show())
        if key not in exact:
            score = game.score()
            if score is None:
                values = []
                for move in game.moves():
                    child = game.copy()
                    child.make(move)
                    values.append(value(child))
                score = max(values) if game.turn == 0 else min(values)
                found.append((game, score if game.turn == 0 else -score))
            exact[key] = score
        return exact[key]

    value(games.load(spec))
    return found


@pytest.mark.parametrize(("spec", "count"), [("tic-tac-toe", 40_000), ("hexapawn", 10_000)])
def test_values_of_small_games_become_exact(spec, count):
    if life() != "compiled":
        pytest.skip("takes a minute interpreted")
    game = games.load(spec)
    network = network_of(game, "all")
    play = SelfPlay(game, network, Rng(1), leaf=False)
    play.trace, play.epsilon, play.opening = 0.0, 0.3, 8
    play.play(count)
    assert play.games == count
    assert max(abs(network.worth(position) - value) for position, value in solved(spec)) < 0.01


@pytest.mark.parametrize("leaf", [False, True])
def test_the_same_seed_learns_the_same_weights(leaf):
    found = []
    for _ in range(2):
        game = games.load("connect-four:columns=5,rows=4")
        network = network_of(game, "lines4+walks5x3", 4)
        SelfPlay(game, network, Rng(9), leaf).play(30)
        found.append(network.store.state)
    assert found[0] == found[1]
    assert any(found[0])


def test_a_learned_evaluation_beats_random_play(tmp_path):
    spec = "connect-four:columns=5,rows=5"
    game = games.load(spec)
    network = network_of(game, "lines4+boxes2x3")
    play = SelfPlay(game, network, Rng(2))
    play.opening = 4
    play.play(3000 if life() == "compiled" else 200)
    path = tmp_path / "small.weights"
    path.write_bytes(encode_weights(spec, game, network, {}))
    rng, won = random.Random(5), 0
    player = players.load(f"minimax:depth=1,eval={path}")
    for number in range(20):
        position = game.copy()
        while position.score() is None:
            if position.turn == number % 2:
                position.make(player.choose(position.copy(), math.inf))
                assert player.judge.learnt.kind == "n-tuple"
            else:
                position.make(rng.choice(position.moves()))
        won += position.score() == 1 - 2 * (number % 2)
    assert won >= 15


def test_tuples_are_lines_boxes_and_walks_over_cells_of_the_board():
    layout = layout_of(games.load("connect-four"))
    assert len(list(lines(layout, 4))) == 69
    assert len(list(boxes(layout, 2, 3))) == 5 * 5
    for cells in walks(layout, 6, 10, seed=3):
        assert len(set(cells)) == 6
        spots = [layout.cells[cell] for cell in cells]
        assert all(
            any(max(abs(here[0] - other[0]), abs(here[1] - other[1])) == 1 for other in spots if other != here)
            for here in spots
        )
    assert list(walks(layout, 6, 10, seed=3)) == list(walks(layout, 6, 10, seed=3))
    assert list(walks(layout_of(games.load("tic-tac-toe")), 12, 3, seed=1)) == []


@pytest.mark.parametrize(("spec", "features", "why"), [
    ("kuhn-poker", "all", "hides something"), ("pig", "all", "shows no board"),
    ("connect-four", "all", "weights on this board"), ("tic-tac-toe", "lines4", "makes 0 weights"),
    ("tic-tac-toe", "estimate+all", "names no scale"),
])  # fmt: skip
def test_games_that_cannot_be_learned_are_refused_with_the_reason(spec, features, why):
    with pytest.raises(Unlearnable, match=why):
        network_of(games.load(spec), features)


def test_the_estimate_of_the_game_can_be_added_to_what_is_learnt():
    game = games.load("breakthrough")
    network = network_of(game, "estimate+boxes2x3")
    for position in positions("breakthrough", 3, 10):
        mine = position.estimate() * (1 - 2 * position.turn)
        assert network.worth(position) == pytest.approx(math.tanh(max(-4, min(4, mine / (2 * game.scale)))), abs=1e-6)
        whole = max(-800, min(800, position.estimate() * 100 / game.scale))
        assert network.estimate(position) == pytest.approx(whole, abs=1)


@pytest.mark.parametrize(
    "spec", ["minimax:nodes=2000", "bestfirst:nodes=2000", "mcts:playouts=200", "minimax:method=alphabeta,depth=2"]
)
def test_players_use_a_learned_evaluation(spec, tmp_path):
    game = games.load("breakthrough:columns=4,rows=5")
    network = network_of(game, "boxes2x2")
    wanted = {cell: column for cell, (_, column) in ((n, at) for n, at in enumerate(network.layout.cells) if at)}
    values, offset = [0.0] * network.size, 0
    for cells in network.tuples:  # the more to the middle the mover's pawns stand, the better
        for entry in range(3 ** len(cells)):
            mine = [cell for power, cell in enumerate(cells) if entry // 3**power % 3 == 1]
            values[offset + entry] = sum(0.2 for cell in mine if wanted[cell] in (1, 2))
        offset += 3 ** len(cells)
    network.store.values = values
    path = tmp_path / "middle.weights"
    path.write_bytes(encode_weights("breakthrough:columns=4,rows=5", game, network, {}))
    separator = "," if ":" in spec else ":"
    plain, taught = players.load(f"{spec}{separator}eval=game"), players.load(f"{spec}{separator}eval={path}")
    found = []
    for player in (plain, taught):
        player.begin(game.copy(), 0)
        player.choose(game.copy(), math.inf)
        found.append(player.judge.learnt)
    assert found[0] is None
    assert found[1].kind == "n-tuple"
    assert found[1].estimate(game) == pytest.approx(network.estimate(game), abs=2)


def test_mcts_refuses_a_function_as_its_evaluation():
    with pytest.raises(SpecError, match="must be game, learned, or a file of weights"):
        players.load("mcts:eval=./mine.py:score")


RACE = '''
"""A race to 5: at each turn a seat rolls 1 or 3, and walks so far or 2 steps."""
from games.game import CHANCE, Game
from games.picture import Cell, Grid


class Race(Game):
    def __init__(self):
        self.turn, self.next, self.at, self.roll = CHANCE, 0, (0, 0), 0

    def moves(self):
        return [1, 3] if self.turn == CHANCE else [0, 1]

    def make(self, move):
        if self.turn == CHANCE:
            self.roll, self.turn = move, self.next
        else:
            steps = [0, 0]
            steps[self.turn] = 2 if move else self.roll
            self.at = tuple(map(sum, zip(self.at, steps)))
            self.next, self.turn, self.roll = 1 - self.turn, CHANCE, 0

    def chances(self):
        return [(1, 1), (3, 1)]

    def score(self):
        return 1 if self.at[0] >= 5 else -1 if self.at[1] >= 5 else None

    def show(self, seat=None):
        told = *map(str, self.at), str(self.roll) + "ab"[self.next]
        return Grid((tuple(map(Cell, told)),))
'''


@pytest.mark.skipif(life() != "compiled", reason="takes a minute interpreted")
def test_a_game_with_chance_is_learnt_up_to_its_exact_values(tmp_path):
    (tmp_path / "race.py").write_text(RACE)
    game = games.load(f"{tmp_path / 'race.py'}:Race")
    network = network_of(game, "all")
    play = SelfPlay(game, network, Rng(1), leaf=False)
    play.trace, play.epsilon, play.opening, play.rate = 0.0, 0.3, 4, 0.5
    play.play(40_000)
    found = {}
    expect(game, found)
    errors = [abs(network.worth(position) - value) for position, value in found.values()]
    assert len(errors) > 50
    assert max(errors) < 0.2
    assert sum(errors) / len(errors) < 0.03


def expect(game, found):
    """Return the expected score; keep in `found` each position with its value for the seat to move, or seat 0."""
    score = game.score()
    if score is not None:
        return score
    key = game.turn, game.next, game.at, game.roll
    if key not in found:
        values = []
        for move in game.moves():
            child = game.copy()
            child.make(move)
            values.append(expect(child, found))
        value = sum(values) / 2 if game.turn < 0 else max(values) if game.turn == 0 else min(values)
        found[key] = game, -value if game.turn == 1 else value
    value = found[key][1]
    return -value if game.turn == 1 else value


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
LAYERED = (
    ("connect-four", "cells+hidden7"), ("breakthrough:columns=5,rows=6", "estimate+cells+hidden5"), ("hex:size=5", "cells"),
    ("nim", "cells+hidden3"), ("backgammon", "cells+hidden6"), ("backgammon", "estimate+cells+hidden6"),
    ("STICKS", "own"), ("STICKS", "own+hidden4"),
)  # fmt: skip


@pytest.fixture
def load(tmp_path):
    """Load the game of a spec; STICKS is a file without a board."""
    (tmp_path / "sticks.py").write_text(STICKS)
    return lambda spec: games.load(f"{tmp_path / 'sticks.py'}:Sticks" if spec == "STICKS" else spec)


def positions_of(load, spec, seed, count=6):
    rng, found = random.Random(seed), []
    while len(found) < count:
        game = load(spec)
        for _ in range(rng.randrange(40)):
            if game.score() is None:
                game.make(rng.choice(game.moves()))
        if game.score() is None:
            found.append(game)
    return found


def layered_value(network, game):
    """Return the value by the formula, for the seat to move or seat 0."""
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


@pytest.mark.parametrize(("spec", "features"), LAYERED)
def test_layered_sums_updated_cell_by_cell_equal_the_formula(load, spec, features):
    network = network_of(load(spec), features)
    if not network.hidden:
        network.store.values = [random.Random(place).uniform(-0.5, 0.5) for place in range(network.size)]
    for game in positions_of(load, spec, 5):
        assert network.worth(game) == pytest.approx(layered_value(network, game), abs=1e-4)
    for game in positions_of(load, spec, 6):
        network.teach(game, 0.7, 1.0)
        assert network.worth(game) == pytest.approx(layered_value(network, game), abs=1e-4)


@pytest.mark.parametrize(("spec", "features"), LAYERED)
@pytest.mark.parametrize("goal", [-0.9, 0.4])
def test_a_step_of_a_layered_network_goes_down_the_gradient(load, spec, features, goal):
    start = load(spec)
    for game in positions_of(load, spec, 11, 2):
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
                errors.append((goal - layered_value(other, game)) ** 2 / 2)
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
    for position in positions_of(load, "STICKS", 3, 20):
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


def test_turn_choice_finds_the_turn_with_the_best_final_position(load):
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
    """Yield the value for the seat of each position after a turn."""
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


def test_an_evaluation_read_back_gives_the_same_values(load, tmp_path):
    for spec, features in LAYERED:
        game = load(spec)
        network = network_of(game, features)
        network.teach(game, 0.5, 1.0)
        path = tmp_path / "some.weights"
        path.write_bytes(encode_weights(spec, game, network, {}))
        read = load_weights(path, game)
        assert read.kind == "layered"
        for position in positions_of(load, spec, 9, 3):
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
def test_features_that_make_no_layered_network_are_refused(load, spec, features, why):
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
