"""Bad players in processes of their own: each costs itself its game, with its own reason, and nobody anything else."""

import os
import re
import signal
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

import pytest

from referee.match.clocks import Control
from referee.match.events import How
from referee.match.record import Heading
from referee.running.game_task import GameTask
from referee.running.lasting_players import close_waiting
from referee.running.sandbox import isolation, limits, protocol, sandbox_process
from referee.running.sandbox.guard import Guard
from tests.helpers.processes import PATIENCE as WAIT
from tests.helpers.processes import children, lives, wait_until
from tests.running.animals import ANIMALS, CAGED, WORDS, write

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="what a process may take is limited on Linux only")

GUARD = Guard(memory=100, seconds=60, output=1 << 16)
FOLDER = tempfile.TemporaryDirectory()  # with their files
ALL = ANIMALS | CAGED
BAD = {name: ALL[name].fates for name, words in WORDS.items() if words}  # the ways to forfeit
LONE = {"hangs_at_the_start", "hangs_at_the_end"}  # tests of their own
FOUL = {
    "stops_all": ("interfered", "stopped the process that watches over it"),
    "kills_its_keeper": ("interfered", "killed the process that watches over it"),
    "escapes": ("died", "died of SIGKILL (Killed)"),
}  # what comes of it if they can
TIMED = {"late", "stops_all", "breeds_and_hangs", "hangs", "hangs_in_c"}


@pytest.fixture(autouse=True)
def notes(monkeypatch, tmp_path, request):
    """The file in which programs note processes that they start; none of theirs is left in the end."""
    if "closes_everything" not in request.node.name:  # which may live on
        monkeypatch.setattr(sandbox_process, "ENDING", WAIT)
    (tmp_path / "notes").touch()
    monkeypatch.setenv("ZOO_NOTES", str(tmp_path / "notes"))
    foul = any(name in request.node.name for name in FOUL)  # whose supervisor may not leave
    monkeypatch.setattr(sandbox_process, "LEAVING", 1.0 if foul else WAIT)
    close_waiting()
    before, limit = children(), sys.getrecursionlimit()
    sys.setrecursionlimit(1000)  # interpreted searches of other tests have raised it
    yield
    sys.setrecursionlimit(limit)
    close_waiting()
    assert children() <= before  # one of another test may have ended


def known():
    return [int(line) for line in Path(os.environ["ZOO_NOTES"]).read_text().split()]


def fixture(*names, guard=GUARD, control=None):
    """A game between two programs of those names, or one and `random`."""
    control = control or (Control(move=0.3) if TIMED & {*names} else Control())
    names = (*names, "random")[:2]
    specs = tuple(write(name, Path(FOLDER.name)) if name in ALL else name for name in names)
    return GameTask(Heading("tic-tac-toe", specs, names, 1), (5,), ((1,), (2,)), control, guard=guard)


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
def test_stopping_or_killing_the_supervisor_is_a_forfeit_if_the_system_allows_it(name, monkeypatch):
    monkeypatch.setattr(limits, "C", None)
    record = fixture(name).result().record
    how, words = FOUL[name]
    assert (record.how, record.winner, record.why) == (how, "random", f"{name} {words}")


@pytest.mark.skipif(not refused_signals(), reason="this system lets programs send signals to whom they did not start")
@pytest.mark.parametrize("name", FOUL)
def test_nobody_can_stop_or_kill_its_parent(name):
    record = fixture(name).result().record
    assert record.why == f"{name} crashed: PermissionError: [Errno 1] Operation not permitted"


@pytest.mark.parametrize("name", [name for name in BAD if name not in {*LONE, *FOUL}])
def test_a_bad_player_forfeits_with_its_own_reason(name, monkeypatch):
    monkeypatch.setattr(isolation, "MARGIN", 0.1 if BAD[name] == {"hung"} else WAIT)
    record = fixture(name).result().record
    assert record.how in BAD[name] and (record.winner, record.score) == ("random", -1), record.why
    assert re.fullmatch(f"{name} {WORDS[name]}", record.why), record.why


def test_a_player_that_is_not_ready_in_time_has_hung():
    guard = Guard(seconds=0.3)
    while (record := fixture("hangs_at_the_start", guard=guard).result().record).winner != "random":
        guard = Guard(seconds=2 * guard.seconds)  # so slow a machine that the other one was late first
    assert (record.how, record.moves) == ("hung", "")
    assert record.why == f"hangs_at_the_start was not ready within {guard.seconds:g} seconds"


def test_without_time_control_the_guard_says_how_long_a_move_may_take():
    fair = fixture("tame", "hangs", guard=Guard(seconds=1), control=Control()).result().record
    assert (fair.how, fair.winner, fair.why) == ("hung", "tame", "hangs did not answer within 1 seconds")


@pytest.mark.parametrize("name", ["leaves", "hangs", "breeds_all"])
def test_bad_players_are_held_without_pidfds(name, monkeypatch):
    monkeypatch.delattr(os, "pidfd_open")
    monkeypatch.setattr(isolation, "MARGIN", 0.1 if name == "hangs" else WAIT)
    assert {fixture(name).result().record.how} <= BAD.get(name, {"played-out"})
    assert not any(map(lives, known()))


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("name", ["kills_itself", "closes_everything", "floods", "raises_a_command"])
def test_the_seat_that_did_it_loses_and_no_other(name, seat):
    pair = (name, "tame") if seat == 0 else ("tame", name)
    result = fixture(*pair).result()
    assert result.record.winner == "tame" and {result.forfeit.value} <= BAD[name]


@pytest.mark.parametrize("name", [name for name in WORDS if name not in BAD])
def test_harmless_players_change_no_game(name):
    played, tame = fixture(name).result().record, fixture("tame").result().record
    assert (played.how, played.moves) == ("played-out", tame.moves)


def test_a_crash_is_shown_with_its_traceback_and_its_last_output():
    task = fixture("raises_a_command")
    trace = task.result().trace
    assert trace.startswith("Traceback")
    assert "raise LookupError" in trace
    assert f"found\nin tic-tac-toe {task.heading.players[0]} random --seed 1, game 0, after the moves: none\n" in trace
    dead = fixture("segfaults").result().trace
    assert dead.startswith("It printed last:\nabout to crash\n")
    assert "in bot" in dead
    assert "\x1b" not in "".join([trace, dead, fixture("floods").result().trace])


def test_a_long_traceback_is_cut_at_its_beginning():
    trace = fixture("raises_at_length").result().trace
    assert 1000 < len(trace) <= protocol.MOST + 300  # and the place


def test_a_player_that_kills_its_supervisor_ends_with_its_game(monkeypatch):
    monkeypatch.setattr(limits, "C", None)
    fixture("escapes").result()
    (pid,) = known()
    wait_until(lambda: not lives(pid))


def test_recursion_error_is_raised_even_after_a_search_raised_the_limit():
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(10**6)
    try:
        result = fixture("recurses").result()
    finally:
        sys.setrecursionlimit(before)
    assert (result.forfeit, result.record.winner) == (How.CRASHED, "random")
    assert "RecursionError" in result.record.why


def test_a_copy_of_itself_that_a_program_lets_come_back_answers_nothing_and_ends():
    fixture("comes_back_twice").result()
    assert known()
    assert not any(map(lives, known()))


@pytest.mark.parametrize(
    ("name", "least"), [("breeds_all", 4), ("breeds_and_hangs", 1)]
)  # the latter may still be at it
def test_processes_that_a_player_starts_end_with_its_game(name, least):
    record = fixture(name, control=Control(move=WAIT if name == "breeds_all" else 2)).result().record
    assert record.how in {"played-out", "hung"}
    assert len(known()) >= least
    assert not any(map(lives, known()))


@pytest.mark.parametrize("name", ["breeds_and_hangs", "tame"])
def test_nothing_outlives_a_match_that_is_killed(name):
    script = (
        "import sys, time, games; from referee.running.sandbox.isolation import IsolatedPlayer; from referee.running.sandbox.guard"
        " import Guard; start = games.load('ttt'); one = IsolatedPlayer(sys.argv[1], Guard(100)); one.prepare('ttt', start, 1, None);"
        " one.begin(start, 0)\nwhile not one.process.pid: time.sleep(0.01)\nprint(one.process.supervisor, one.process.pid, flush=True);"
        " one.choose(start, 9e9) if 'tame' not in sys.argv[1] else time.sleep(1000)"
    )
    words = [sys.executable, "-c", script, write(name, Path(FOLDER.name))]
    with subprocess.Popen(words, stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": search()}) as process:
        pids = [int(word) for word in process.stdout.readline().split()]
        assert all(map(lives, pids))
        if name != "tame":
            wait_until(lambda: len(known()) >= 4)
            pids += known()
        process.kill()
    wait_until(lambda: not any(map(lives, pids)))


def search():
    """Where a process that is started here finds what this one has imported."""
    return os.pathsep.join(path for path in sys.path if path)
