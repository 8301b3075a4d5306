"""What it costs to run many games: the referee's own work, the journal's, and what a second process gains.

    python benchmarks/running.py

Three tables: a thousand quick games; the same batch of searching players by one process and by two; and what is
neither player's in games of 50 milliseconds, played in this process, in one of its own, and guarded.
"""

from __future__ import annotations

import tempfile
import time
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from statistics import median

from referee.batches.plan import Plan
from referee.running.process_pool import ProcessPool
from referee.running.runner import play_tasks, sort_results
from referee.running.sandbox.limits import Guard
from referee.tournaments.journal import Journal
from referee.tournaments.plan import Tournament

ROUNDS = 5
LONG = 0.05  # seconds of a game


def elapsed(work):
    """The seconds that the work took."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def played(plan, count, workers):
    """The results of so many games, in order; and the seconds they took, the start of the processes with it."""
    crew = ProcessPool(workers)
    began = time.perf_counter()
    try:
        with closing(play_tasks(map(plan.task, range(count)), crew, count)) as found:
            return list(sort_results(found)), time.perf_counter() - began
    finally:
        crew.close()


def quick():
    """A thousand games of tic-tac-toe at random."""
    plan = Plan("tic-tac-toe", ("random", "random"), 1)
    plan.check()
    print("1,000 games of tic-tac-toe, random against random, seconds (best, median of", ROUNDS, "rounds)")
    for workers in (1, 2):
        times = [played(plan, 1000, workers)[1] for _ in range(ROUNDS)]
        print(f"  {workers} processes  {min(times):.3f}  {median(times):.3f}")
    times = [elapsed(lambda: [plan.task(number).result() for number in range(1000)]) for _ in range(ROUNDS)]
    print(f"  here         {min(times):.3f}  {median(times):.3f}")


def gain():
    """Two processes against one, searching."""
    print("two processes for one, seconds (one, two, ratio), rounds in turn")
    for game, pair, count in (
        ("connect-four", ("minimax:nodes=20000", "mcts:playouts=500"), 60),
        ("othello:6", ("minimax:nodes=20000", "mcts:playouts=500"), 40),
        ("breakthrough", ("montecarlo:playouts=20", "minimax:nodes=5000"), 20),
    ):
        plan = Plan(game, pair, 1, swap=True)
        plan.check()
        rounds = [(played(plan, count, 1), played(plan, count, 2)) for _ in range(3)]
        if any(outcomes(one) != outcomes(two) for (one, _), (two, _) in rounds):
            raise RuntimeError("one process and two came to different results")
        one, two = min(time for (_, time), _ in rounds), min(time for _, (_, time) in rounds)
        print(f"  {game:<14} {one:6.2f} {two:6.2f}   x{two / one:.2f}")


def outcomes(found):
    """The records alone, which are the same whoever plays."""
    return [result.record for result in found]


def overhead():
    """What is neither player's."""
    moves = 30  # about so many has a game of connect four at random
    plan = Plan("connect-four", (f"mcts:time={LONG / moves}", f"mcts:time={LONG / moves}"), 1, swap=True)
    plan.check()
    print("connect four, a move about", f"{LONG / moves * 1000:.1f} ms: share of the time that is neither player's")
    count = 100
    for name, guard in (("a process of its own, journal", None), ("the same, guarded", Guard(1024, 60.0, 1_000_000))):
        with tempfile.TemporaryDirectory() as folder:
            journal = Journal(Path(folder))
            journal.begin(Tournament(plan.game, plan.players, ("one", "two"), "round-robin", 50, 1))
            crew = ProcessPool(1)
            began = time.perf_counter()
            thought = 0.0
            fixtures = (replace(plan.task(each), guard=guard) for each in range(count))
            for result in play_tasks(fixtures, crew, count):
                journal.note(result)
                thought += sum(result.seconds)
            spent = time.perf_counter() - began
            crew.close()
            journal.close()
        game, players = 1000 * spent / count, 1000 * thought / count
        print(f"  {name:<30} {game:6.1f} ms a game, players {players:6.1f}: {1 - thought / spent:.1%}")


if __name__ == "__main__":
    quick()
    gain()
    overhead()
