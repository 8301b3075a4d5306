"""Many games at once: the same results however many play, whoever dies on the way, and nobody left behind."""

import multiprocessing
import os
import re
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import BrokenExecutor, Future
from contextlib import closing
from dataclasses import replace
from itertools import islice

import pytest

import games
from games.names.entry import Entry
from referee.batches.plan import Plan
from referee.errors.attribution import UserCodeError
from referee.match.clocks import Control
from referee.running.game_task import Result
from referee.running.process_pool import ProcessPool
from referee.running.run_options import RunOptions
from referee.running.runner import PATIENCE, Workers, WorkersDying, play_chunk, play_tasks, sort_results
from referee.running.sandbox.guard import Guard
from referee.support.build import life
from referee.support.signals import Halt, halt_first
from tests.helpers.processes import lives, wait_until
from tests.running.animals import write

PLAN = Plan("connect-four", ("random", "montecarlo:playouts=2"), 7, swap=True)


class Here(Workers):
    """Workers that play at once, in this process; those that die do so over the games of these numbers, once each."""

    aim = 0.05
    died = (BrokenExecutor,)

    def __init__(self, count=2, deadly=(), always=()):
        self.count = count
        self.deadly = set(deadly)
        self.always = set(always)
        self.submitted = []
        self.renewed = 0
        self.closed = False

    def submit(self, fixtures):
        numbers = {fixture.heading.number for fixture in fixtures}
        self.submitted.append([fixture.heading.number for fixture in fixtures])
        future = Future()
        if numbers & (self.deadly | self.always):
            self.deadly -= numbers
            future.set_exception(BrokenExecutor("a worker died"))
        else:
            future.set_result(play_chunk(fixtures))
        return future

    def renew(self):
        self.renewed += 1

    def close(self):
        self.closed = True


def records(found):
    return [replace(result, seconds=(0.0, 0.0)) for result in found]


def alone(plan, count):
    return records(plan.task(number).result() for number in range(count))


def run(plan, count, workers):
    with closing(play_tasks(map(plan.task, range(count)), workers, count)) as found:
        return records(sort_results(found))


@pytest.fixture
def crew():
    """A function that makes pools, which are closed in the end."""
    made = []

    def make(count):
        made.append(ProcessPool(count))
        return made[-1]

    yield make
    for processes in made:
        processes.close()


@pytest.mark.parametrize("what", [KeyboardInterrupt, KeyError])
def test_an_interrupt_loses_no_result_that_waits_for_an_earlier_game(what):
    def stopped():
        for number in (3, 0, 1, 5):
            yield PLAN.task(number).result()
        raise what

    numbers = []
    with pytest.raises(what):
        for result in sort_results(stopped()):
            numbers.append(result.number)
    assert numbers == [0, 1, 3, 5]


class Breaking(Here):
    """Workers whose first game breaks, while all others are done as well when somebody looks."""

    def submit(self, fixtures):
        future = super().submit(fixtures)
        if fixtures[0].heading.number == 0:
            future = Future()
            future.set_exception(UserCodeError("broken rules"))
        return future


def test_an_error_in_one_game_loses_none_that_are_over_at_the_same_time():
    found = []
    with pytest.raises(UserCodeError, match="broken rules"):
        for result in play_tasks(map(PLAN.task, range(30)), Breaking()):
            found.append(result.number)
    assert sorted(found) == [1, 2, 3]


# Whoever plays, the results are the same.


@pytest.mark.parametrize("count", [1, 2, 3, 5])
def test_any_number_of_processes_comes_to_the_same(crew, count):
    assert run(PLAN, 40, crew(count)) == alone(PLAN, 40)


def test_each_game_is_played_once_and_chunks_grow_and_shrink_again():
    workers = Here()
    workers.aim = 1000.0  # however slow this machine is
    assert run(PLAN, 300, workers) == alone(PLAN, 300)
    sizes = [len(chunk) for chunk in workers.submitted]
    assert sizes[:4] == [1, 1, 1, 1]
    assert max(sizes) > 4
    assert sizes[-1] == 1
    assert sorted(number for chunk in workers.submitted for number in chunk) == list(range(300))


def test_games_without_a_known_total_are_all_played():
    with closing(play_tasks(map(PLAN.task, range(25)), Here())) as found:
        assert records(sort_results(found)) == alone(PLAN, 25)


def test_no_games_are_no_results():
    assert run(PLAN, 0, Here()) == []


def test_results_are_put_into_order_and_none_is_lost():
    sample = alone(PLAN, 6)
    assert list(sort_results([sample[3], sample[0], sample[2], sample[1], sample[5], sample[4]])) == sample
    assert list(sort_results([sample[4], sample[3]], first=3)) == sample[3:5]


def test_meanwhile_is_called_during_a_slow_game(monkeypatch):
    class Slow(Here):
        def submit(self, fixtures):
            self.given = fixtures
            self.future = Future()
            return self.future

    def meanwhile():
        heard.append(len(heard))
        if len(heard) == 3:
            workers.future.set_result(play_chunk(workers.given))

    heard, workers = [], Slow(count=1)
    monkeypatch.setattr("referee.running.runner.PULSE", 0.01)
    assert records(play_tasks([PLAN.task(0)], workers, 1, meanwhile)) == alone(PLAN, 1)
    assert heard == [0, 1, 2]


def test_closing_the_results_submits_no_more_games():
    workers = Here()
    with closing(play_tasks(map(PLAN.task, range(1000)), workers, 1000)) as found:
        first = next(found)
    assert isinstance(first, Result)
    assert sum(map(len, workers.submitted)) < 20


def test_an_error_in_the_rules_says_how_to_reproduce_it(crew, monkeypatch):
    def score(self):
        raise ZeroDivisionError("in the rules")

    Broken = type("Broken", (games.CATALOGUE.load_class("nim"),), {"score": score})
    monkeypatch.setitem(globals(), "Broken", Broken)
    monkeypatch.setitem(games.CATALOGUE.entries, "nim", Entry(__name__, "Broken"))
    with pytest.raises(UserCodeError) as caught:  # the rules stand in this file, which is not the referee's
        run(Plan("nim", ("random", "random"), 3), 5, crew(2))
    said = str(caught.value)
    assert said.startswith("Traceback")
    assert "ZeroDivisionError: in the rules" in said
    assert "after the moves: " in said and "in nim random random --seed 3, game " in said


# Deaths.


def test_games_whose_worker_died_are_played_again():
    workers = Here(deadly={7})
    assert run(PLAN, 60, workers) == alone(PLAN, 60)
    assert sum(7 in chunk for chunk in workers.submitted) == 2
    assert workers.renewed == 1


def test_workers_that_die_over_one_game_for_ever_are_given_up():
    workers = Here(always={5})
    with pytest.raises(WorkersDying, match="again and again, the last time in game 5"):
        run(PLAN, 10, workers)
    assert workers.submitted.count([5]) == PATIENCE


def test_processes_killed_from_outside_cost_nothing(crew):
    plan = Plan("connect-four", (f"mcts:playouts={100 if life() == 'compiled' else 10}", "random"), 7, swap=True)
    workers = crew(2)
    found, killed = [], 0
    with closing(play_tasks(map(plan.task, range(30)), workers, 30)) as coming:
        for result in coming:
            found.append(result)
            if len(found) in (3, 9, 10, 20):
                os.kill(multiprocessing.active_children()[killed % 2].pid, signal.SIGKILL)
                killed += 1
    assert killed == 4
    assert records(sorted(found, key=lambda result: result.number)) == alone(plan, 30)


def test_processes_killed_before_the_first_game_cost_nothing(crew):
    workers = crew(2)
    assert workers.submit([PLAN.task(0)]).result()
    for child in multiprocessing.active_children():
        child.kill()
        child.join()
    assert run(PLAN, 5, workers) == alone(PLAN, 5)


def test_processes_that_are_started_one_by_one_are_not_taken_for_dead(crew, monkeypatch):
    monkeypatch.setattr(multiprocessing, "get_all_start_methods", lambda: ["spawn"])
    workers = crew(3)
    first = workers.submit([PLAN.task(0)])
    assert records(first.result()) == alone(PLAN, 1)
    assert len(multiprocessing.active_children()) == 1  # which has nothing to do now
    assert not workers.stuck()
    multiprocessing.active_children()[0].kill()
    wait_until(workers.stuck)


# Nobody is left behind, and nothing is said that was not asked for.


def test_an_interrupted_run_reports_no_error(crew, monkeypatch):
    def slowly(**how):
        time.sleep(0.3)  # in which the pool finds its processes dead, and tells all that wait for them
        shutdown(**how)

    def interrupt():
        raise KeyboardInterrupt

    told, workers = [], crew(2)
    monkeypatch.setattr(threading, "excepthook", told.append)
    monkeypatch.setattr("referee.running.runner.PULSE", 0.2)
    plan = Plan("connect-four", ("mcts:time=1000", "mcts:time=1000"), 7)
    with pytest.raises(KeyboardInterrupt):
        list(play_tasks(map(plan.task, range(30)), workers, 30, interrupt))
    shutdown = workers.pool.shutdown
    monkeypatch.setattr(workers.pool, "shutdown", slowly)
    workers.close()
    assert told == []


def test_closing_ends_all_processes_at_once(crew):
    workers = crew(2)
    workers.submit([Plan("connect-four", ("mcts:time=1000", "mcts:time=1000"), 1).task(0)])
    began = time.monotonic()
    workers.close()
    assert not multiprocessing.active_children()
    assert time.monotonic() - began < 300


def test_processes_killed_while_they_write_their_results_keep_nobody_waiting(crew):
    """What is large crosses in pieces; a pool that was not told so waits for the rest of it."""
    plan = Plan("tic-tac-toe", ("random", "random"), 1)
    for count in range(3):
        workers = crew(2)
        workers.aim = 10.0  # so that many games are handed out together soon
        with closing(play_tasks(map(plan.task, range(100_000)), workers, 100_000)) as found:
            for _ in islice(found, 1000 + 400 * count):
                pass
        workers.close()
        assert not multiprocessing.active_children()


def test_a_process_killed_while_it_writes_costs_nothing(crew):
    plan = Plan("tic-tac-toe", ("random", "random"), 1)
    workers, found = crew(2), []
    with closing(play_tasks(map(plan.task, range(4000)), workers, 4000)) as coming:
        for result in coming:
            found.append(result.number)
            if len(found) in (1500, 2500):  # chunks are large by then, and mostly being written
                multiprocessing.active_children()[0].kill()
    assert sorted(found) == list(range(4000))


SCRIPT = """
import multiprocessing, sys
from referee.batches.plan import Plan
from referee.running.process_pool import ProcessPool
from referee.running.run_options import RunOptions
workers = ProcessPool(2)
plan = Plan("connect-four", ("mcts:time=60", "mcts:time=60"), 1)
for number in (0, 1):
    workers.submit([plan.task(number)])
print(*(child.pid for child in multiprocessing.active_children()), flush=True)
sys.stdin.read()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_processes_do_not_outlive_the_one_that_started_them_even_if_it_is_killed():
    with subprocess.Popen([sys.executable, "-c", SCRIPT], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as main:
        pids = [int(pid) for pid in main.stdout.readline().split()]
        main.kill()
    assert len(pids) == 2
    wait_until(lambda: not any(map(lives, pids)))


def test_output_of_rules_goes_to_standard_error():
    script = (
        "import games\n"
        "from games.names.entry import Entry\n"
        "class Chatty(games.CATALOGUE.load_class('nim')):\n"
        "    def score(self):\n"
        "        print('rubbish')\n"
        "        return super().score()\n"
        "games.CATALOGUE.entries['chatty'] = Entry('__main__', 'Chatty')\n"
        "games.CATALOGUE.names['chatty'] = 'chatty'\n"
        "from referee.cli import run\n"
        "raise SystemExit(run('-g 4 chatty random random --seed 1 --workers 2'.split()))\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0
    assert re.fullmatch(r"(game \d: winner = .+\n){4}random .*\n", done.stdout)
    assert done.stderr.count("rubbish") >= 8


# A batch in which programs hang and die.


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_a_program_that_comes_back_twice_plays_once_and_leaves_nobody(crew, monkeypatch, tmp_path):
    notes = tmp_path / "notes"
    notes.touch()
    monkeypatch.setenv("ZOO_NOTES", str(notes))
    workers = crew(2)
    plan = Plan("tic-tac-toe", (write("comes_back_twice", tmp_path), "random"), 1)
    assert [result.record.how for result in run(plan, 6, workers)] == ["played-out"] * 6
    workers.close()
    pids = [int(line) for line in notes.read_text().split()]
    wait_until(lambda: not any(map(lives, pids)))
    assert len(pids) >= 6


@pytest.mark.skipif(sys.platform != "linux", reason="what ends a process is told by Linux only")
@pytest.mark.parametrize(("animal", "how"), [
    ("hangs_in_c", "hung"), ("hangs_at_the_start", "hung"), ("exits", "died"), ("segfaults", "died"),
])  # fmt: skip
def test_a_program_that_ends_or_hangs_forfeits_its_game_and_no_other(crew, animal, how, tmp_path):
    patience = 3.0 if how == "hung" else 120.0
    control, guard = Control(move=patience), Guard(seconds=patience)
    bad = Plan("tic-tac-toe", ("random", write(animal, tmp_path)), 1, control=control, guard=guard)
    good = Plan("tic-tac-toe", ("random", "random"), 1, control=control)
    fixtures = [(bad if number in (2, 3) else good).task(number) for number in range(12)]
    with closing(play_tasks(fixtures, crew(2), 12)) as found:
        ended = [result.record.how for result in sort_results(found)]
    assert ended == ["played-out"] * 2 + [how] * 2 + ["played-out"] * 8


@pytest.mark.parametrize(("wanted", "games", "count"), [(8, 3, 3), (2, 3, 2), (8, None, 8), (2, 0, 1)])
def test_no_more_processes_are_opened_than_games_will_be_played(wanted, games, count):
    with RunOptions(wanted).open_workers(games) as workers:
        assert workers.count == count


def test_an_error_that_is_told_as_text_leaves_its_context_behind():
    """Once `distributed` is imported, contexts of errors cross between processes, too, and this one cannot."""

    class Lost(Exception):
        """No other process finds this class."""

    class Task:
        def result(self, in_worker):
            raise Lost("gone")

    with pytest.raises(UserCodeError, match="Lost: gone") as told:
        play_chunk([Task()])
    assert told.value.__context__ is None


# Ctrl-C lets the games that run finish.


def test_a_halt_finishes_the_games_that_run_and_begins_no_others(crew):
    told, found = [], []
    halt = Halt()
    halt.tell = told.append
    with pytest.raises(KeyboardInterrupt):
        for result in play_tasks(map(PLAN.task, range(100_000)), crew(2), 100_000, halt=halt):
            found.append(result)
            halt.asked = len(found) >= 300  # chunks of many games run by then
    assert told == ["finishing 2 games that run; Ctrl-C again stops at once"]
    assert 300 <= len(found) < 100_000
    found.sort(key=lambda result: result.number)
    assert records(found[:50]) == alone(PLAN, 50)


def test_a_halt_before_the_last_games_end_loses_none(crew):
    halt, found = Halt(), []
    for result in play_tasks(map(PLAN.task, range(2)), crew(2), 2, lambda: None, halt):
        halt.asked = True
        found.append(result.number)
    assert sorted(found) == [0, 1]


def test_a_halt_that_comes_first_begins_nothing():
    halt, workers = Halt(), Here()
    halt.asked = True
    with pytest.raises(KeyboardInterrupt):
        list(play_tasks(map(PLAN.task, range(9)), workers, 9, halt=halt))
    assert workers.submitted == []


def test_the_first_ctrl_c_asks_for_a_halt_and_the_second_interrupts():
    with halt_first() as halt:
        assert not halt.asked
        signal.raise_signal(signal.SIGINT)
        assert halt.asked
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt), halt_first():
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)
