"""The table of the searches: how it grows, and how forked processes share one.

It is asked through searches, because C alone can reach its entries.
"""

import os

import pytest

import games
from players.search import table
from players.search.clock import Clock
from players.search.solver import Solver
from players.search.table import Table
from referee.support.build import life

FAST = life() == "compiled"
SPEC = "hexapawn:columns=4,rows=5"
SMALL = "hexapawn:columns=4,rows=4"
SCORE = -1048560  # which the interpreted searches find, too
MANY = 400  # solvings, in which two processes write the same few entries a million times


def solve(kept, spec=SPEC):
    """The score of the start, and how many positions it took."""
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
def test_what_a_forked_process_finds_is_known_to_all():
    for shared in (True, False):
        kept = Table(1 << 16, shared=shared)
        if pid := os.fork():
            assert os.waitpid(pid, 0)[1] == 0
        else:
            os._exit(solve(kept)[0] != SCORE)
        score, nodes = solve(kept)
        assert score == SCORE
        assert (nodes < 1000) == shared


@pytest.mark.skipif(not FAST, reason="interpreted, each process has a table of its own")
def test_two_processes_that_write_the_same_entries_find_what_is_true():
    kept = Table(40, shared=True)
    score = solve(Table(1 << 12), SMALL)[0]
    pids = [fork_solving(kept, score) for _ in range(2)]
    assert [os.waitpid(pid, 0)[1] for pid in pids] == [0, 0]


def fork_solving(kept, score):
    """The number of a process that solves many times, and ends with 1 when a score is wrong."""
    if pid := os.fork():
        return pid
    os._exit(any(solve(kept, SMALL)[0] != score for _ in range(MANY)))
