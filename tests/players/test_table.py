"""The table of the searches: how it grows, and how forked processes share one.

It is asked through searches, because C alone can reach its entries.
"""

import os
from array import array
from pathlib import Path

import pytest

import games
from players.search.alphabeta import table
from players.search.clock import Clock
from players.search.alphabeta.solver import Solver
from players.search.alphabeta.table import Table
from referee.support.build import life

FAST = life() == "compiled"
SPEC = "hexapawn:columns=4,rows=5"
SCORE = -1048560  # which the interpreted searches find, too
MAPS = Path("/proc/self/maps")
BUCKET, ENTRIES, WORDS = 16, 5, 3  # words of a bucket, its entries, words of each


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


@pytest.mark.skipif(not (FAST and MAPS.exists()), reason="the memory of its table cannot be reached")
def test_an_entry_of_which_two_processes_wrote_a_part_each_is_not_found():
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
    """Where shared memory of this process begins and ends."""
    lines = [line.split() for line in MAPS.read_text().splitlines()]
    return {tuple(int(end, 16) for end in line[0].split("-")) for line in lines if line[1] == "rw-s"}


def tear(start, end, part):
    """Give each entry that word of its neighbour's."""
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
