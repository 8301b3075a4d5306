"""The exact solver of connect four, compared with the general one, plain recursion and published scores."""

import random

import pytest
from reference import best

from games.connect_four.solver import ConnectFourSolver
from players.search.alphabeta.solver import Solver
from players.search.alphabeta.table import Table
from players.search.alphabeta.timed_solver import OwnSearch
from players.search.clock import Clock
from referee.solving.exhaustive import value_of
from referee.support.build import life
from tests.games.test_connect_four_table import played, random_game

COMPILED = life() == "compiled"
ENDLESS = 1 << 40

# The first positions of four of P. Pons' test sets, from the late and easy to the early ones, with their scores
# (blog.gamesolver.org, "Part 2 - Benchmarking solvers").
PUBLISHED = (
    # L3_R1
    ("2252576253462244111563365343671351441", -1),
    ("7422341735647741166133573473242566", 1),
    ("23163416124767223154467471272416755633", 0),
    ("71255763773133525731261364622167124446454", 0),
    # L2_R1
    ("5554224333234511764415115", 4),
    ("52753311433677442422121", 8),
    ("1233722555341451114725221333", -1),
    ("271713432331713132", -11),
    # L2_R2
    ("274552224131661", 0),
    ("5455174361263362", -1),
    ("2531276566711153", 2),
    ("37313333717124171162542", 3),
    # L1_R1
    ("32164625", 11),
    ("6146", 18),
    ("243335424257", 12),
    ("5512243243536", 13),
)


SLOW = {"274552224131661", "2531276566711153"}  # tens of thousands of positions
TRIED = [each for each in PUBLISHED if COMPILED or each[0] not in SLOW]


@pytest.mark.parametrize(("columns", "score"), TRIED)
def test_scores_are_as_published(columns, score):
    assert ConnectFourSolver(1 << 20).score(played(columns).key()) == score


def wholly(search):
    search.run()
    assert search.final
    return search


def general(game):
    return wholly(Solver(game, Table(1 << 16), Clock(), 50))


@pytest.mark.parametrize(
    ("stones", "count"), [(41, 5), (40, 40), (39, 40), (36, 40), (33, 30), (30, 20), (27, 10), (24, 3)]
)
def test_values_and_distances_are_as_the_general_solver_finds_them(stones, count):
    rng, solver = random.Random(stones), ConnectFourSolver(1 << 12)  # so small that entries are lost
    for _ in range(count):
        game = random_game(rng, stones)
        whole, own = general(game), wholly(OwnSearch(game, solver, Clock()))
        assert own.score == whole.score, game.show()
        told = value_of(game, whole.score)
        assert solver.exact(game, ENDLESS) == (told.score, told.distance)
        assert solver.outcome(game, ENDLESS) == told.score
        for score in (0, 1):
            assert ConnectFourSolver(1 << 12).gets_at_least(game, score, ENDLESS) == (told.score >= score), game.show()


def test_a_question_that_takes_too_long_has_no_answer():
    solver, game = ConnectFourSolver(1 << 12), random_game(random.Random(3), 12)
    assert solver.gets_at_least(game, 0, 5) is None
    assert solver.gets_at_least(game, 1, 5) is None


def test_last_positions_are_as_plain_recursion_finds_them():
    rng, solver = random.Random(2), ConnectFourSolver(1 << 10)
    for _ in range(30):
        game = random_game(rng, 36)
        value, plies = best(game)
        assert solver.exact(game, ENDLESS) == (value, plies if value else None), game.show()


@pytest.mark.parametrize("stones", [38, 33, 28, 24])
def test_the_best_move_keeps_value_and_distance_to_the_end(stones):
    rng, solver = random.Random(stones), ConnectFourSolver(1 << 14)
    for _ in range(10):
        game = random_game(rng, stones)
        value, plies = solver.exact(game, ENDLESS)
        while game.score() is None:
            assert solver.exact(game, ENDLESS) == (value, plies)
            game.make(solver.best(game, ENDLESS))
            plies = plies and plies - 1
        assert (game.score(), plies or 0) == (value, 0)


def test_a_search_stopped_by_its_budget_goes_on_later():
    rng, stopped = random.Random(7), 0
    while stopped < 3:
        game, solver, whole = random_game(rng, 22), ConnectFourSolver(1 << 16), ConnectFourSolver(1 << 16)
        found = whole.exact(game, ENDLESS)
        if whole.nodes < 40:
            continue
        stopped += 1
        assert solver.exact(game, 5) is None
        assert solver.best(game, 5) is None
        search = OwnSearch(game, solver, Clock(budget=10))
        search.run()
        search.settle()
        assert not search.final
        assert search.lower < search.upper
        search.clock = Clock()
        assert value_of(game, wholly(search).score).score == found[0]


def test_a_table_that_grows_forgets_nothing_in_a_short_search(monkeypatch):
    game = played("7441746225252552")
    monkeypatch.setattr("games.connect_four.solver.FIRST", 2)
    small = ConnectFourSolver(1 << 16)
    monkeypatch.setattr("games.connect_four.solver.FIRST", 1 << 16)
    large = ConnectFourSolver(1 << 16)
    assert small.score(game.key()) == large.score(game.key())
    assert large.nodes <= small.nodes < 1.3 * large.nodes
    tiny = ConnectFourSolver(1 << 4)
    assert tiny.score(game.key()) == large.score(game.key())
    assert tiny.nodes > 1.5 * small.nodes


def test_mirror_images_are_worth_the_same():
    rng, compared = random.Random(9), 0
    while compared < 6:
        columns = [rng.randrange(1, 8) for _ in range(rng.randrange(14, 20) + (0 if COMPILED else 4))]
        try:
            first, second = (played("".join(map(str, line))) for line in (columns, [8 - each for each in columns]))
        except ValueError:
            continue
        if first.score() is None:
            compared += 1
            assert ConnectFourSolver(1 << 18).score(first.key()) == ConnectFourSolver(1 << 18).score(second.key())
