"""Games on a cluster: a real scheduler and real workers, some of which are killed in the midst of it."""

import json
import os
import pickle
import shutil
import signal
import socket
import subprocess
import sys
import textwrap
from concurrent.futures import wait
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from games.names.catalogue import SpecError
from games.option import check
from referee.batches.plan import Plan
from referee.running import run_options as options
from referee.running.cluster import client, game_process
from referee.running.cluster.client import Cluster, SchedulerGone
from referee.support.build import life
from tests.helpers.processes import wait_until

ROOT = Path(__file__).parents[2]
# What workers do all the time, to no purpose here.
IDLE = {"DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED": "False", "DASK_DISTRIBUTED__ADMIN__TICK__INTERVAL": "1s"}
PATIENCE = 300.0  # seconds for what takes a few
QUICK = Plan("tic-tac-toe", ("random", "minimax:depth=2"), 7)
SLOW = Plan("connect-four", (f"montecarlo:playouts={40 if life() == 'compiled' else 2}", "random"), 7)
ENDLESS = Plan("othello", ("montecarlo:time=30", "random"), 7)
BAD = """
    import os, signal, players
    from games.names.entry import Entry

    class Suicidal:
        def choose(self, game, deadline):
            os.kill(os.getpid(), signal.SIGKILL)

    class Babbling:
        def choose(self, game, deadline):
            print("rubbish", flush=True)
            os.write(1, b"more rubbish")
            return game.moves()[0]

    for name in (Suicidal, Babbling):
        players.CATALOGUE.entries[name.__name__.lower()] = Entry("sitecustomize", name.__name__)
        players.CATALOGUE.names[name.__name__.lower()] = name.__name__.lower()
"""

distributed = pytest.importorskip("distributed", reason="distributed, of the extra 'cluster', is not installed")
psutil = pytest.importorskip("psutil")


@pytest.fixture(autouse=True)
def _patient(monkeypatch):
    """A worker may take as long to start as a busy machine lets it."""
    monkeypatch.setattr(client, "WAIT", PATIENCE)


class Machines:
    """A scheduler and its workers, each a process of its own, in that folder."""

    def __init__(self, folder):
        self.folder = folder
        self.file = folder / "scheduler.json"
        self.log = (folder / "log").open("w")
        self.processes = []
        self.scheduler = self.start("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
        self.address = wait_until(self.written)

    def written(self):
        """The address that the scheduler has written down; None before that."""
        assert self.scheduler.poll() is None, (self.folder / "log").read_text()
        try:
            return json.loads(self.file.read_text())["address"]
        except (OSError, ValueError):
            return None

    def start(self, what, *words, root=ROOT):
        """A process of Dask, with the sources below that root and the bad players of this file."""
        (self.folder / "sitecustomize.py").write_text(textwrap.dedent(BAD))
        path = os.pathsep.join([str(root), str(self.folder)])
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", f"distributed.cli.dask_{what}", "--scheduler-file", str(self.file), *words],
            env=os.environ | IDLE | {"PYTHONPATH": path},
            stdin=subprocess.DEVNULL,
            stdout=self.log,
            stderr=self.log,
        )
        self.processes.append(process)
        return process

    def work(self, threads=1, root=ROOT):
        words = ["--no-nanny", "--no-dashboard", "--host", "127.0.0.1", "--nthreads", str(threads)]
        return self.start("worker", *words, root=root)

    def end(self):
        for process in self.processes:
            process.kill()
            process.wait()
        self.log.close()


@contextmanager
def machines(folder, workers=2):
    """Yield a scheduler with this number of workers."""
    there = Machines(folder)
    try:
        for _ in range(workers):
            there.work()
        yield there
    finally:
        there.end()


@contextmanager
def joined(machines, workers=None):
    """Yield a Cluster of the machines."""
    if workers:
        with distributed.Client(machines.address, set_as_default=False) as client:
            client.wait_for_workers(workers, timeout=PATIENCE)
    playing = Cluster(machines.address)
    try:
        yield playing
    finally:
        playing.close()


@pytest.fixture(scope="module")
def two(tmp_path_factory):
    with machines(tmp_path_factory.mktemp("two")) as there:
        yield there


@pytest.fixture
def alone(tmp_path, monkeypatch):
    """A scheduler without a worker, and clients that wait briefly."""
    monkeypatch.setattr(client, "WAIT", 0.3)
    with machines(tmp_path, 0) as there:
        yield there


def fixtures(plan, count):
    return [plan.task(number) for number in range(count)]


def chunks(playing, games, size=5):
    return [playing.submit(games[first : first + size]) for first in range(0, len(games), size)]


def told(results):
    """What must be the same wherever and however often a game is played."""
    return [(result.record, result.moves, result.forfeit) for result in results]


def results(futures):
    return [result for future in futures for result in future.result(PATIENCE)]


def children(worker):
    """Return the processes in which a worker plays."""
    return [process for process in psutil.Process(worker.pid).children() if game_process.START in process.cmdline()]


# Results.


def test_games_on_a_cluster_end_as_they_do_here(two):
    games = fixtures(QUICK, 90) + [Plan("kuhn-poker", ("cfr:iterations=5", "random"), 3).task(n) for n in range(10)]
    with joined(two, 2) as playing:
        assert playing.count == 2
        assert told(results(chunks(playing, games))) == told([game.result() for game in games])
        assert told(results(chunks(playing, games[:20]))) == told([game.result() for game in games[:20]])


def test_an_error_in_a_game_is_raised_by_the_client(two):
    good = QUICK.task(0)
    bad = replace(good, heading=replace(good.heading, game="no-such-game"))
    with joined(two) as playing:
        with pytest.raises(SpecError, match="^there is no game 'no-such-game'"):
            playing.submit([bad]).result(PATIENCE)
        assert told(playing.submit([good]).result(PATIENCE)) == told([good.result()])


def test_a_program_that_kills_its_process_loses_its_game_and_no_other(two):
    plan = Plan("tic-tac-toe", ("suicidal", "random"), 7, called=("a", "b"))
    with joined(two, 2) as playing:
        deadly = playing.submit(fixtures(plan, 1))
        others = chunks(playing, fixtures(QUICK, 50))
        assert [result.record.how for result in deadly.result(PATIENCE)] == ["died"]
        assert told(results(others)) == told([game.result() for game in fixtures(QUICK, 50)])
        assert told(playing.submit(fixtures(QUICK, 1)).result(PATIENCE)) == told([QUICK.task(0).result()])
        assert all(worker.poll() is None for worker in two.processes)


def test_output_of_a_program_damages_no_result(two):
    plan = Plan("tic-tac-toe", ("babbling", "random"), 7, called=("a", "b"))
    with joined(two) as playing:
        found = playing.submit(fixtures(plan, 3)).result(PATIENCE)
    assert [(result.number, result.record.how) for result in found] == [(n, "played-out") for n in range(3)]


def test_leaving_in_a_hurry_frees_the_workers(two):
    with joined(two, 2) as playing:
        futures = chunks(playing, fixtures(ENDLESS, 40), 1)
        wait_until(lambda: all(children(worker) for worker in two.processes[1:]))
        before = [process for worker in two.processes[1:] for process in children(worker)]
    assert all(future.cancelled() for future in futures)
    wait_until(lambda: not any(process.is_running() and process.status() != "zombie" for process in before))
    with joined(two) as playing:
        assert told(results(chunks(playing, fixtures(QUICK, 20)))) == told(
            [game.result() for game in fixtures(QUICK, 20)]
        )


def test_a_chunk_that_is_cancelled_is_not_played(two):
    with joined(two, 2) as playing:
        busy = chunks(playing, fixtures(ENDLESS, 2), 1)
        waiting = chunks(playing, fixtures(QUICK, 20), 10)
        assert all(future.cancel() for future in waiting)
        wait(busy, 0.1)
        assert [future.cancelled() for future in waiting] == [True, True]
        wait_until(lambda: set(playing.playing) == set(busy))


# What dies.


def test_a_worker_killed_during_games_costs_no_game(tmp_path):
    games = fixtures(SLOW, 100)
    with machines(tmp_path) as there, joined(there, 2) as playing:
        futures = chunks(playing, games)
        worker = there.processes[1]
        wait_until(lambda: children(worker) and any(future.done() for future in futures))
        mine = children(worker)
        assert not all(future.done() for future in futures)
        worker.kill()
        assert told(results(futures)) == told([game.result() for game in games])
        assert worker.wait() == -signal.SIGKILL
        wait_until(lambda: not any(process.is_running() for process in mine))


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM], ids=["killed", "ended"])
def test_all_waiting_futures_fail_when_the_scheduler_is_gone(tmp_path, how):
    with machines(tmp_path, 1) as there, joined(there) as playing:
        futures = chunks(playing, fixtures(ENDLESS, 5), 1)
        wait_until(lambda: children(there.processes[1]))
        there.scheduler.send_signal(how)
        for future in (*futures, playing.submit(fixtures(QUICK, 1))):
            with pytest.raises(SchedulerGone, match=f"^the scheduler at {there.address} is gone$"):
                future.result(PATIENCE)


def test_a_scheduler_that_stops_answering_is_noticed(tmp_path, monkeypatch):
    monkeypatch.setattr(client, "BEAT", 0.1)
    monkeypatch.setattr(client, "SILENCE", 1.0)
    with machines(tmp_path, 1) as there, joined(there) as playing:
        future = playing.submit(fixtures(ENDLESS, 1))
        there.scheduler.send_signal(signal.SIGSTOP)
        with pytest.raises(SchedulerGone):
            future.result(PATIENCE)


def test_a_cluster_without_workers_complains_and_continues_with_the_next_worker(tmp_path, monkeypatch):
    monkeypatch.setattr(client, "BEAT", 0.1)
    with machines(tmp_path, 1) as there, joined(there, 1) as playing:
        said = []
        playing.complain = said.append
        there.processes[1].kill()
        futures = chunks(playing, fixtures(QUICK, 20))
        wait_until(lambda: said)
        there.work(threads=3)
        assert told(results(futures)) == told([game.result() for game in fixtures(QUICK, 20)])
        wait_until(lambda: playing.count == 3)
        start = f"on each machine that is to play, start: dask worker {there.address}"
        assert said == [f"{there.address} has no worker left, and waits for one; {start}"]


# Who is refused.


def test_a_scheduler_without_workers_is_refused_with_the_command_for_one(alone):
    with pytest.raises(SpecError) as caught:
        Cluster(alone.address)
    start = f"on each machine that is to play, start: dask worker {alone.address}"
    assert str(caught.value) == f"{alone.address} has no worker; {start}"


def test_a_worker_with_other_sources_is_refused_at_the_start_and_later(tmp_path, monkeypatch):
    other = tmp_path / "other"
    other.mkdir()
    for package in ("games", "players"):
        (other / package).symlink_to(ROOT / package)
    shutil.copytree(ROOT / "referee", other / "referee")
    with (other / "referee" / "match" / "match.py").open("a") as file:
        file.write("# changed\n")
    with machines(tmp_path, 0) as there:
        there.work(root=other)
        with pytest.raises(SpecError, match=r"would play other games: it has referee of sources [0-9a-f]{12}, here is"):
            Cluster(there.address)
        monkeypatch.setattr(Cluster, "check", lambda self: None)
        with joined(there) as playing, pytest.raises(SpecError, match="^a worker that came later would play other"):
            playing.submit(fixtures(QUICK, 1)).result(PATIENCE)


def test_editions_differ_by_python_life_and_dask():
    mine = game_process.find_versions()
    assert game_process.describe_difference(mine, mine) is None
    assert (
        game_process.describe_difference({**mine, "python": "3.99"}, mine)
        == f"Python 3.99, here is Python {mine['python']}"
    )
    assert (
        game_process.describe_difference({**mine, "life": "slow"}, mine)
        == f"referee slow, here is referee {mine['life']}"
    )
    assert game_process.describe_difference({}, mine) == f"Python unknown, here is Python {mine['python']}"


def test_an_address_where_no_scheduler_is_found_is_refused_in_one_line(monkeypatch):
    monkeypatch.setattr(client, "CONNECT", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        place = f"tcp://127.0.0.1:{silent.getsockname()[1]}"
        with pytest.raises(SpecError, match=f"^no Dask scheduler answers at {place}: timed out$"):
            Cluster(place)
    with pytest.raises(SpecError, match=f"^no Dask scheduler answers at {place}: Connection refused$"):
        Cluster(place)


def test_a_server_that_speaks_otherwise_is_no_scheduler(tmp_path):
    code = "import socket; s = socket.create_server(('127.0.0.1', 0)); print(s.getsockname()[1], flush=True)\n"
    code += "s.accept()[0].sendall(b'220 mail.example ESMTP')"
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as server:
        place = f"tcp://127.0.0.1:{server.stdout.readline().strip()}"
        with pytest.raises(
            SpecError, match=f"^no Dask scheduler answers at {place}: what answers there is not a scheduler$"
        ):
            Cluster(place)


def test_without_dask_the_message_names_the_package(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(SpecError, match=r"^to play on a cluster install Dask: pip install 'referee\[cluster\]'$"):
        Cluster("tcp://127.0.0.1:8786")


@pytest.mark.parametrize("text", ["tcp://node-7.lab:8786", " tcp://[::1]:1 ", "tcp://10.0.0.1:65535"], ids="abc")
def test_addresses_are_read(text):
    found = options.read_address(text)
    assert found == text.strip()
    check({"cluster": options.AddressOption()}, cluster=found)


@pytest.mark.parametrize(
    "text",
    ["", "node:8786", "tcp://node", "tcp://node:0", "tcp://node:65536", "http://node:1", "tcp://:1"],
    ids="abcdefg",
)
def test_an_invalid_address_is_quoted(text):
    with pytest.raises(ValueError) as caught:
        options.read_address(text)
    assert str(caught.value) == f"{text!r} must be {options.ADDRESSES}"


# A child.


def test_a_child_plays_chunk_after_chunk_in_one_process():
    one = game_process.GameProcess(game_process.find_versions())
    try:
        games = fixtures(QUICK, 4)
        for chunk in (games[:2], games[2:]):
            assert told(game_process.unpack_results(one.play(pickle.dumps(chunk)))) == told(
                [game.result() for game in chunk]
            )
        assert one.fits(game_process.find_versions())
        assert not one.fits({**game_process.find_versions(), "sources": "other"})
        one.kill()
        with pytest.raises(game_process.ProcessDied, match="^the process that played was ended by signal 9$"):
            one.play(pickle.dumps(games))
        assert not one.fits(game_process.find_versions())
    finally:
        one.close()


def test_a_child_ends_when_nobody_asks_it_any_more():
    one = game_process.GameProcess(game_process.find_versions())
    one.process.stdin.close()
    assert one.process.wait(PATIENCE) == 0
    one.close()


def test_an_exception_that_cannot_be_pickled_crosses_as_text():
    class Local(Exception):
        pass

    with pytest.raises(RuntimeError, match="^Local: why$"):
        game_process.unpack_results(game_process.pack_error(Local("why")))
    assert isinstance(pickle.loads(game_process.pack_error(SpecError("why"))), SpecError)
