"""Tables of endings of checkers: compared with published counts, with the rules, with searches, and in play."""

import random
from itertools import product
from math import comb, inf

import pytest

import games
import players
from games.capabilities import solver_of
from games.checkers.ending_tables import table_of, value_of
from games.checkers.endings import ending
from games.checkers.game import Checkers
from games.ending_solver import rank, value_after
from players.search.alphabeta.table import Table
from players.search.clock import Clock
from referee.reviews.evaluator import Evaluator
from referee.reviews.proofs import near_end
from referee.reviews.searches import Effort
from tests.helpers.cases import every_case

ALL = 10**8
SINGLE = {1: ("K", "M"), 2: ("KK", "KM", "MM")}
NAMES = [
    f"{one}-{other}" for few, many in ((1, 1), (1, 2), (2, 1)) for one, other in product(SINGLE[few], SINGLE[many])
]
WIN = "B:BK15,K18:WK32"  # the lone king stands in the double corner


def table(name):
    """Return a solved table."""
    found = ending(name, Checkers)
    for each in (*found.needs, found):
        each.advance(1 << 40)
    return found


def load(fen):
    """Return the game of checkers at a position."""
    return games.load(f"checkers:position={fen}")


def random_position(rng, name):
    """Return a game at a random position of the pieces, with either side to move."""
    pieces, (few, many) = name.replace("-", ""), map(len, name.split("-"))
    while True:
        told = [kind.strip("M") + str(square) for kind, square in zip(pieces, rng.sample(range(1, 33), few + many))]
        try:
            return load(f"{rng.choice('BW')}:B{','.join(told[:few])}:W{','.join(told[few:])}")
        except ValueError:
            continue


def test_there_are_as_many_positions_as_published():
    # J. Schaeffer et al., "Solving Checkers", IJCAI 2005, count 6,972 positions of two pieces and 261,224 of three,
    # also those in which all pieces are of one side.
    counts = {2: 0, 3: 0}
    for name in NAMES:
        values = table(name).values()
        counts[len(name) - 1] += (len(values) - values.count(255)) // 2
    for pieces, published in ((2, 6_972), (3, 261_224)):
        one_side = sum(comb(28, men) * comb(32 - men, pieces - men) for men in range(pieces + 1))
        assert counts[pieces] + 2 * one_side == published


@pytest.mark.parametrize("name", NAMES)
def test_each_position_is_worth_its_best_move(name):
    table(name)
    rng = random.Random(name)
    for _ in range(200):
        game = random_position(rng, name)
        if game.score() is None:
            assert value_of(game) == max((value_after(game, move, value_of) for move in game.moves()), key=rank)
        else:
            assert value_of(game) == 1


@every_case("name", NAMES)
def test_a_search_finds_near_ends_as_soon_as_the_table(name):
    table(name)
    rng = random.Random(name)
    for _ in range(30):
        game = random_position(rng, name)
        value = value_of(game)
        if game.score() is None and 1 < value <= 7:  # no position can occur three times in six plies
            found = near_end(game, Table(1 << 12), Clock(inf, 1 << 20))
            assert (found.score, found.distance) == solver_of(game).exact(game, ALL)


@every_case("fen, won", [
    (WIN, 1),
    ("W:BK15,K18:WK32", 1),
    ("B:BK15:WK32", 0),  # one king does not drive another out of a double corner
    ("W:BK29:WK18", -1),  # a king in a single corner must step in front of the other
    ("B:BK29:WK18", 0),
])  # fmt: skip
def test_known_endings_are_worth_what_they_are(fen, won):
    assert solver_of(load(fen)).outcome(load(fen), ALL) == won


def test_colours_do_not_matter():
    assert sorted(table("MM-K").values()) == sorted(table("K-MM").values())


@every_case("fen", ["B:BK15,K18,K1:WK32", "B:BK15:W", "B:B1,2,3:W30,31,32"])
def test_other_positions_have_no_table(fen):
    assert solver_of(load(fen)) is None


def test_perfect_play_wins_within_the_plies_that_it_says():
    rng = random.Random(1)
    for _ in range(5):
        game = load(WIN)
        score, plies = solver_of(game).exact(game, ALL)
        made = 0
        while game.score() is None:
            game.make(solver_of(game).best(game, ALL) if game.turn == 0 else rng.choice(game.moves()))
            made += 1
        assert (game.score(), made <= plies) == (score, True)


@pytest.mark.parametrize("spec", ["level:9", "level:10", "optimal"])
def test_strong_players_look_into_the_table(spec):
    game, player = load(WIN), players.load(spec, 1)
    player.begin(games.load("checkers") if spec != "optimal" else game, 0)
    thought = player.think(game, inf)
    assert (thought.proven, thought.value, thought.distance) == (True, 1, solver_of(game).exact(game, ALL)[1])
    assert "40 moves" in thought.how


def test_a_review_knows_endings_exactly():
    game = load(WIN)
    for start, path in ((game, ()), (games.load("checkers"), ("9-13",))):
        found = Evaluator(start, Effort(nodes=1000)).evaluate(game, path)
        assert (found.score, found.distance, found.exact) == (1, solver_of(game).exact(game, ALL)[1], True)
        assert "40 moves" in found.how


def test_a_question_costs_the_same_whether_its_tables_are_ready_or_not():
    game, costs = load(WIN), []
    for _ in range(2):
        solver = solver_of(game)
        assert solver.exact(game, 5) is None
        assert solver.exact(game, ALL) is not None
        costs.append(solver.nodes)
    assert costs[0] == costs[1] > 1000
    assert table_of(game).name == "KK-K"
