"""The transposition table: how it grows, and how processes share one. Searches test it, as only C reaches it."""

import math
import multiprocessing
import os
import random
from array import array
from pathlib import Path
from time import monotonic

import psutil
import pytest

import games
from players.minimax import MinimaxPlayer
from players.search.alphabeta import table
from players.search.alphabeta.solver import Solver
from players.search.alphabeta.table import Table
from players.search.clock import Clock
from players.search.workers import can_fork
from referee.support.build import life

FAST = life() == "compiled"
SPEC = "hexapawn:columns=4,rows=5"
SCORE = -1048560  # which the interpreted searches find, too
MAPS = Path("/proc/self/maps")
BUCKET, ENTRIES, WORDS = 16, 5, 3  # words of a bucket, its entries, words of each


def solve(kept, spec=SPEC):
    clock = Clock()
    search = Solver(games.load(spec), kept, clock, 100)
    search.run()
    return search.score, clock.nodes


@pytest.mark.skipif(not FAST, reason="interpreted searches are fifty times slower")
def test_a_table_that_grows_keeps_nearly_all_that_a_large_one_does(monkeypatch):
    monkeypatch.setattr(table, "FIRST", 2)
    found, nodes = solve(Table(1 << 17))
    whole, least = solve(Table(1 << 17, shared=True))  # which has its full size at once
    assert found == whole == SCORE
    assert least <= nodes < 1.05 * least
    assert solve(Table(10))[1] > 1.5 * least, "this search does not need its table"


@pytest.mark.skipif(not FAST, reason="interpreted, each process has a table of its own")
def test_entries_of_a_forked_process_are_known_to_all():
    for shared in (True, False):
        kept = Table(1 << 16, shared=shared)
        if pid := os.fork():
            assert os.waitpid(pid, 0)[1] == 0
        else:
            os._exit(solve(kept)[0] != SCORE)
        score, nodes = solve(kept)
        assert score == SCORE
        assert (nodes < 1000) == shared


@pytest.mark.skipif(not (FAST and MAPS.exists()), reason="the memory of its table cannot be reached")
def test_an_entry_mixed_from_two_processes_is_not_found():
    before = shared_memory()
    kept = Table(1 << 12, shared=True)
    (start, end), *others = shared_memory() - before
    found, nodes = solve(kept)
    assert (found, others) == (SCORE, [])
    assert solve(kept)[1] < nodes / 10
    for part in (1, 2):
        tear(start, end, part)
        assert solve(kept)[0] == SCORE


def shared_memory():
    """Return where this process's shared memory begins and ends."""
    lines = [line.split() for line in MAPS.read_text().splitlines()]
    return {tuple(int(end, 16) for end in line[0].split("-")) for line in lines if line[1] == "rw-s"}


def tear(start, end, part):
    """Replace that word of each entry by its neighbour's."""
    with open("/proc/self/mem", "r+b", buffering=0) as memory:
        memory.seek(start)
        words = array("Q", memory.read(end - start))
        for first in range(0, len(words) - BUCKET, BUCKET):
            places = [first + WORDS * number + part for number in range(ENTRIES)]
            told = [words[place] for place in places]
            for place, word in zip(places, told[1:] + told[:1], strict=True):
                words[place] = word
        memory.seek(start)
        memory.write(words.tobytes())


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
def test_several_processes_prove_the_same_as_one(spec):
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
