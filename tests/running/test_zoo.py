"""Bad players in processes of their own: each costs itself its game, with its own reason, and nobody anything else."""

import os
import re
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest
import zoo

from referee.match.clocks import Control
from referee.match.events import How
from referee.match.record import Heading
from referee.running.game_task import GameTask
from referee.running.sandbox import isolation, limits, protocol, sandbox_process
from referee.running.sandbox.guard import Guard

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="what a process may take is limited on Linux only")

WAIT = 120.0  # seconds for what should happen at once
GUARD = Guard(memory=100, seconds=60, output=1 << 16)
TESTS = Path(__file__).parent
TIMED = {"late", "hangs-in-c", "hangs-in-python", "stopped", "breeds-and-hangs"}
LONE = {"hangs-at-the-start", "hangs-at-the-end"}  # tests of their own
FOUL = {"stopped": "stopped", "kills-its-parent": "killed", "escapes": "killed"}  # and what they do to their parent


@pytest.fixture(autouse=True)
def animals(monkeypatch, tmp_path, request):
    """The zoo is open; when it closes no process of it is left."""
    if "closes-all" not in request.node.name:  # which may live on
        monkeypatch.setattr(sandbox_process, "ENDING", WAIT)
    (tmp_path / "pids").touch()
    monkeypatch.setenv(zoo.PIDS, str(tmp_path / "pids"))
    foul = any(name in request.node.name for name in FOUL)  # whose supervisor may not leave
    monkeypatch.setattr(sandbox_process, "LEAVING", 1.0 if foul else WAIT)
    before, limit = children(), sys.getrecursionlimit()
    sys.setrecursionlimit(1000)  # interpreted searches of other tests have raised it
    zoo.register()
    yield
    zoo.unregister()
    sys.setrecursionlimit(limit)
    assert children() <= before  # one of another test may have ended


def children():
    """The children of this process."""
    return {pid for task in Path("/proc/self/task").iterdir() for pid in (task / "children").read_text().split()}


def lives(pid):
    """Whether that process is there, and more than a name that nobody has waited for."""
    with suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


def wait_until(true, what):
    """Wait for what should be so at once."""
    deadline = time.monotonic() + WAIT
    while not true():
        assert time.monotonic() < deadline, what
        time.sleep(0.01)


def fixture(first, second="random", guard=GUARD, control=None, game="tic-tac-toe"):
    """A game between two of those names."""
    control = control or (Control(move=0.3) if {first, second} & TIMED else Control())
    return GameTask(Heading(game, (first, second), (first, second), 1), (5,), ((1,), (2,)), control, guard=guard)


def refused_signals():
    """Whether the system keeps programs from sending signals to whom they did not start, as Linux does from 6.12 on."""
    pid = os.fork()
    if pid == 0:
        limits.confine_signals()
        with suppress(PermissionError):
            os.kill(os.getppid(), 0)
            os._exit(1)
        os._exit(0)
    return os.waitpid(pid, 0)[1] == 0


@pytest.mark.parametrize("name", FOUL)
def test_who_stops_or_kills_its_parent_forfeits_for_that_where_the_system_allows_it(name, monkeypatch):
    monkeypatch.setattr(limits, "C", None)
    record = fixture(name).result().record
    assert (record.how, record.winner) == ("interfered", "random")
    assert record.why == f"{name} {FOUL[name]} the process that watches over it"


@pytest.mark.skipif(not refused_signals(), reason="this system lets programs send signals to whom they did not start")
@pytest.mark.parametrize("name", FOUL)
def test_nobody_can_stop_or_kill_its_parent(name):
    record = fixture(name).result().record
    assert record.why == f"{name} crashed: PermissionError: [Errno 1] Operation not permitted"


@pytest.mark.parametrize("name", [name for name, (_, how, _) in zoo.ZOO.items() if how and name not in {*LONE, *FOUL}])
def test_a_bad_player_forfeits_with_its_own_reason(name, monkeypatch):
    _, how, words = zoo.ZOO[name]
    monkeypatch.setattr(isolation, "MARGIN", 0.1 if how is How.HUNG else WAIT)
    record = fixture(name).result().record
    assert (record.how, record.winner, record.score) == (how.value, "random", -1), record.why
    assert re.fullmatch(f"{name} {words}", record.why), record.why


def test_who_does_not_get_ready_in_time_has_hung():
    guard = Guard(seconds=0.3)
    while (record := fixture("hangs-at-the-start", guard=guard).result().record).winner != "random":
        guard = Guard(seconds=2 * guard.seconds)  # so slow a machine that the other one was late first
    assert (record.how, record.moves) == ("hung", "")
    assert record.why == f"hangs-at-the-start was not ready within {guard.seconds:g} seconds"


def test_without_time_control_the_guard_says_how_long_a_move_may_take():
    fair = fixture("tame", "hangs-in-python", Guard(seconds=1), Control()).result().record
    assert (fair.how, fair.winner, fair.why) == ("hung", "tame", "hangs-in-python did not answer within 1 seconds")


@pytest.mark.parametrize("name", ["leaves", "hangs-in-python", "breeds"])
def test_a_bad_player_is_held_where_the_kernel_tells_less_of_processes(name, monkeypatch):
    monkeypatch.delattr(os, "pidfd_open")
    monkeypatch.setattr(isolation, "MARGIN", 0.1 if name == "hangs-in-python" else WAIT)
    assert fixture(name).result().forfeit is zoo.ZOO[name][1]
    assert not any(map(lives, zoo.known()))


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("name", ["kills-itself", "closes-all", "floods", "raises"])
def test_the_seat_that_did_it_loses_and_no_other(name, seat):
    pair = (name, "tame") if seat == 0 else ("tame", name)
    result = fixture(*pair).result()
    assert (result.record.winner, result.forfeit) == ("tame", zoo.ZOO[name][1])


@pytest.mark.parametrize("name", [name for name, (_, how, _) in zoo.ZOO.items() if how is None])
def test_what_harms_nobody_changes_nothing(name):
    played, tame = fixture(name).result().record, fixture("tame").result().record
    assert (played.how, played.moves) == ("played-out", tame.moves)


@pytest.mark.parametrize(
    "name",
    ["illegal", "exits", "returns-none", "returns-text", "returns-float", "returns-huge", "returns-hostile", "raises"]
    + ["recurses", "resigns", "refuses", "wishes", "unborn", "raises-at-length"],
)
def test_what_needs_no_process_of_its_own_is_said_in_the_same_words_there(name):
    assert fixture(name).result().record == fixture(name, guard=None).result().record


def test_a_crash_is_told_with_its_traceback_and_what_was_printed_last():
    trace = fixture("raises").result().trace
    assert trace.startswith("Traceback")
    assert "raise LookupError" in trace
    assert "found\nin tic-tac-toe raises random --seed 1, game 0, after the moves: none\n" in trace
    dead = fixture("segfaults").result().trace
    assert dead.startswith("It printed last:\nabout to crash\n")
    assert "in choose" in dead
    assert "\x1b" not in trace + dead + fixture("floods").result().trace + fixture("raises", guard=None).result().trace


def test_a_traceback_without_end_is_told_from_its_end():
    for guard in (GUARD, None):
        assert (
            1000 < len(fixture("raises-at-length", guard=guard).result().trace) <= protocol.MOST + 200
        )  # and the place


def test_who_kills_its_warden_and_hides_from_that_ends_with_its_game(monkeypatch):
    monkeypatch.setattr(limits, "C", None)
    fixture("escapes").result()
    (pid,) = zoo.known()
    wait_until(lambda: not lives(pid), "it lives on")


def test_who_recurses_finds_the_end_of_the_stack_also_where_searches_have_raised_the_limit_before():
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(10**6)
    try:
        result = fixture("recurses").result()
    finally:
        sys.setrecursionlimit(before)
    assert (result.forfeit, result.record.winner) == (How.CRASHED, "random")
    assert "RecursionError" in result.record.why


def test_a_copy_of_itself_that_a_program_lets_come_back_answers_nothing_and_ends():
    fixture("comes-back-twice").result()
    assert zoo.known()
    assert not any(map(lives, zoo.known()))


@pytest.mark.parametrize("name", ["breeds", "breeds-and-hangs"])
def test_processes_that_a_player_starts_end_with_its_game(name):
    assert fixture(name, control=Control(move=WAIT if name == "breeds" else 2)).result().record.how in {
        "played-out",
        "hung",
    }
    pids = zoo.known()
    assert len(pids) >= (4 if name == "breeds" else 1)  # which hangs as soon as it has bred, or is still at it
    assert not any(map(lives, pids))


@pytest.mark.parametrize("name", ["breeds-and-hangs", "tame"])
def test_nothing_outlives_a_match_that_is_killed(name):
    script = (
        "import sys, os, time, games, zoo; from referee.running.sandbox.isolation import IsolatedPlayer; from referee.running.sandbox.limits"
        " import Guard; zoo.register(); start = games.load('ttt'); one = IsolatedPlayer(sys.argv[1], 1, start, Guard(100));"
        " one.begin(start, 0)\nwhile not one.process.pid: time.sleep(0.01)\nprint(one.process.supervisor, one.process.pid, flush=True);"
        " one.choose(start, 9e9) if sys.argv[1] != 'tame' else time.sleep(1000)"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script, name], stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": search()}
    ) as process:
        pids = [int(word) for word in process.stdout.readline().split()]
        assert all(map(lives, pids))
        if name != "tame":
            wait_until(lambda: len(zoo.known()) >= 4, "no children")
            pids += zoo.known()
        process.kill()
    wait_until(lambda: not any(map(lives, pids)), "they live on")


def test_a_watched_worker_dies_of_a_player_that_hangs_in_c_and_of_no_other():
    script = (
        "import sys, zoo; from tests.running.test_zoo import fixture; from referee.running import watchdog; zoo.register(); watchdog.enable();"
        " print(fixture(sys.argv[1], guard=None).result().record.how)"
    )
    ends = {
        name: subprocess.run(
            [sys.executable, "-c", script, name],
            env={**os.environ, "PYTHONPATH": search()},
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
        )
        for name in ("hangs-in-c", "tame")
    }
    assert ends["hangs-in-c"].returncode == -signal.SIGALRM
    assert (ends["tame"].returncode, ends["tame"].stdout) == (0, f"{How.PLAYED_OUT.value}\n")


def search():
    """Where a process that is started here finds what this one has imported."""
    return os.pathsep.join([str(TESTS), *(path for path in sys.path if path)])
