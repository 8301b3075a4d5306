"""One alpha-beta search by several processes, which share nothing but the transposition table.

Each process searches the same position by iterative deepening. What one has found, the others read in the table, and so
they get ahead of each other. Every other helper begins a ply deeper, so that not all do the same at the same time. This
is lazy SMP (www.chessprogramming.org/Lazy_SMP). The move played is the one that this process finds.
"""

from collections.abc import Callable
from functools import partial
from time import monotonic

from players.search.alphabeta.tree import Negamax
from players.search.clock import Clock
from players.search.workers import SearchWorkers

Make = Callable[[Clock], Negamax]


def search_together(search: Negamax, make: Make, clock: Clock, most: int | None, threads: int) -> int:
    """Run a search to `most` plies, or with None as deep as its clock allows, in `threads` processes.

    Returns how many positions the others visited; 0 if this one finished before its clock stopped it.

    make  returns an equal search with another clock and the same, shared table (Table).
    """
    with SearchWorkers() as workers:
        for number in range(1, threads):
            workers.start(partial(run_helper, make, Clock(clock.deadline, clock.budget), most, 1 + number % 2))
        search.run(most)
        stopped = monotonic() >= clock.deadline or clock.nodes >= clock.budget
        return sum(workers.reports(monotonic())) if stopped else 0


def run_helper(make: Make, clock: Clock, most: int | None, first: int) -> int:
    """Run a search that begins at depth `first`; return how many positions it visited."""
    search = make(clock)
    search.first = first
    search.run(most)
    return clock.nodes
