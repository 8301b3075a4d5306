"""Alpha-beta by several processes that share one table: it finds what one process finds, and leaves none behind."""

import math
import multiprocessing
import random
from time import monotonic

import psutil
import pytest

import games
from players.minimax import MinimaxPlayer
from players.search.workers import can_fork

pytestmark = pytest.mark.skipif(not can_fork(), reason="needs processes that fork")


def positions(spec, count, plies):
    rng = random.Random(23)
    while count:
        game = games.load(spec)
        for _ in range(rng.randrange(plies)):
            if game.score() is None:
                game.make(rng.choice(game.moves()))
        if game.score() is None:
            count -= 1
            yield game


@pytest.mark.parametrize(("spec", "depth"), [("othello", 3), ("breakthrough", 3), ("checkers", 4), ("kalah", 4)])
def test_several_processes_find_the_value_of_a_search_to_a_depth(spec, depth):
    for game in positions(spec, 3, 30):
        alone, together = (MinimaxPlayer(depth=depth, table=1, threads=count).think(game) for count in (1, 3))
        assert (together.value, together.depth, together.proven) == (alone.value, alone.depth, alone.proven)


@pytest.mark.parametrize("spec", ["tic-tac-toe", "hexapawn", "nim"])
def test_what_is_proven_by_several_is_what_one_proves(spec):
    for game in positions(spec, 4, 5):
        alone, together = (MinimaxPlayer(table=1, threads=count).think(game) for count in (1, 2))
        assert alone.proven and together.proven
        assert (together.value, together.distance) == (alone.value, alone.distance)


def test_the_positions_of_all_are_within_the_budget():
    thought = MinimaxPlayer(nodes=3000, table=1, threads=3).think(games.load("othello"))
    assert 1000 <= thought.nodes <= 3000  # of a helper that is late nothing is known


def test_a_deadline_holds_and_no_process_is_left():
    before = {each.pid for each in psutil.Process().children()}
    start = monotonic()
    thought = MinimaxPlayer(table=1, threads=3, time=1000).think(games.load("gomoku"), start + 0.3)
    assert thought.move in games.load("gomoku").moves() and monotonic() - start < 300
    assert {each.pid for each in psutil.Process().children()} <= before
    assert not multiprocessing.active_children()


def test_games_of_chance_are_searched_by_one():
    alone, together = (MinimaxPlayer(depth=1, threads=count).think(games.load("pig")) for count in (1, 4))
    assert together.value == pytest.approx(alone.value) and math.isfinite(alone.value)


def test_several_cannot_be_had_where_nothing_forks(monkeypatch):
    monkeypatch.delattr("os.fork")
    with pytest.raises(ValueError, match=r"threads=2 .*allowed: 1"):
        MinimaxPlayer(threads=2)
