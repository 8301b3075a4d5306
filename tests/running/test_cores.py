"""Cores of their own for workers, and for the programs that they start."""

import multiprocessing
import os
import subprocess
import sys
import time

import pytest

from games.base.spec_error import SpecError
from referee.running import cores
from referee.running.cores import share_cores
from referee.running.process_pool import ProcessPool
from referee.running.run_options import RunOptions
from tests.helpers.cases import every_case

pytestmark = pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="the system has no sched_setaffinity")


def pretend(monkeypatch, threads, siblings):
    """Let this machine have `threads` hardware threads, whose siblings `siblings` lists by core."""
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(threads)))
    monkeypatch.setattr(cores, "first_sibling", lambda core: next(min(each) for each in siblings if core in each))


@every_case(("workers", "shares"), [
    (4, [{0}, {2}, {1}, {3}]), (2, [{0, 2}, {1, 3}]), (3, [{0}, {2}, {1}]), (1, [{0, 1, 2, 3}]),
])  # fmt: skip
def test_workers_share_the_cores_and_no_two_get_the_same(workers, shares):
    with pytest.MonkeyPatch.context() as patch:
        pretend(patch, 4, [{0, 2}, {1, 3}])  # as Linux numbers two cores with two threads each
        assert share_cores(workers) == shares


def test_more_workers_than_cores_are_refused(monkeypatch):
    pretend(monkeypatch, 2, [{0}, {1}])
    with pytest.raises(SpecError, match="--affinity: 3 workers need 3 cores, and there are 2"):
        share_cores(3)


def test_a_system_without_affinity_is_refused(monkeypatch):
    monkeypatch.delattr(os, "sched_setaffinity")
    with pytest.raises(SpecError, match="--affinity: this system does not let a process choose its cores"):
        share_cores(1)


def test_the_cores_of_a_machine_elsewhere_are_not_shared_out():
    with pytest.raises(SpecError, match="--affinity .* --cluster"):
        RunOptions(cluster="x", affinity=True).check((), ())


def test_a_tournament_with_too_few_cores_does_not_begin(command):
    words = ["tournament", "tic-tac-toe", "random", "minimax", "--openings", "0", "--affinity", "--workers", "1000"]
    status, _, err = command(words)
    assert status == 2 and err.startswith("referee: --affinity: 1000 workers need 1000 cores"), err


def cores_of_a_child(_):
    """Return the cores of a program that this process starts."""
    code = "import os; print(*os.sched_getaffinity(0))"
    return {int(word) for word in subprocess.check_output([sys.executable, "-c", code]).split()}  # noqa: S603


@pytest.mark.skipif(len(getattr(os, "sched_getaffinity", lambda _: ())(0)) < 2, reason="there is one core")
def test_each_worker_and_its_programs_stay_on_their_cores():
    with RunOptions(2, affinity=True).open_workers() as pool:
        assert isinstance(pool, ProcessPool)
        found = pool.call(cores_of_a_child, None).result()
        wanted = share_cores(2)
        assert found in wanted
        children = [child.pid for child in multiprocessing.active_children()]
        while sorted(map(sorted, map(os.sched_getaffinity, children))) != sorted(map(sorted, wanted)):
            time.sleep(0.01)


def test_a_single_match_has_no_workers(command):
    assert "--affinity" in command("--affinity tic-tac-toe random random")[2]
