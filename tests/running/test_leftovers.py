"""What programs change in the processes that they play in, or leave in them: it costs others nothing, and it ends."""

import json
import multiprocessing
import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from games.names import user_files
from referee.batches.plan import Plan
from referee.checking import examiner
from referee.running import process_state
from referee.running.process_pool import ProcessPool
from referee.running.process_state import ALL, ProcessState
from referee.running.sandbox import limits, supervisor
from tests.helpers.processes import referee, wait_until

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="what processes leave is known on Linux only")

CHANGES = {  # in one line each; what they are in the words of a check
    "os.chdir('/')": "changed its folder",
    "os.environ.clear()": "changed its environment",
    "signal.signal(signal.SIGTERM, signal.SIG_IGN)": "changed what is called for signals",
    "signal.alarm(1)": "left a timer running",
    "os.closerange(0, 3)": "closed or changed what is printed to",
    "threading.Thread(target=time.sleep, args=(1000,)).start()": "left threads running",
    "os.fork()": "left processes behind",
}
BOT = """
import atexit, gc, os, resource, signal, subprocess, sys, threading, time, re
from contextlib import suppress
from multiprocessing import shared_memory
{top}
def bot(game):
    {line}
    return game.moves()[0]
"""


def folder(tmp_path, line="pass", top=""):
    """A folder with a bot that does that before each move."""
    home = tmp_path / "home"
    home.mkdir()
    (home / "bot.py").write_text(BOT.format(line=line, top=top))
    return home


def records(done):
    return [json.loads(line) for line in done.stdout.splitlines()[:-1]]


# What is changed.


@pytest.fixture
def checked(tmp_path, command, monkeypatch):
    """The findings of a check, of fewer moves than it asks for as a rule, of a bot that does that before each."""
    monkeypatch.setattr(examiner, "ENOUGH", 60)

    def check(line="pass"):
        monkeypatch.chdir(folder(tmp_path, line))
        status, out, err = command("check ./bot.py --game ttt --json")
        assert status == 0, out + err
        return json.loads(out)["reports"][0]["findings"]

    return check


@pytest.mark.parametrize(("line", "words"), CHANGES.items())
def test_a_check_reports_changes_of_shared_state_with_their_line(line, words, checked):
    (found,) = checked(line)
    assert (found["law"], found["hint"]) == ("it_leaves_its_process_as_it_was", True)
    assert found["sentence"] == f"it {words} (line 7 of bot.py)"


def test_a_check_reports_no_change_of_a_tame_player(checked):
    assert checked() == []


def test_changed_state_is_restored_and_named(tmp_path):
    before, around = Path.cwd(), ProcessState()
    os.chdir(tmp_path)
    os.environ["NEW"] = "1"
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(limit + 7)
    told = around.put_back()
    assert told == ["changed its folder", "changed its environment", "changed how deep functions may call each other"]
    assert (Path.cwd(), os.environ.get("NEW"), sys.getrecursionlimit()) == (before, None, limit)
    assert around.put_back() == []


def test_state_that_cannot_be_restored_is_named_once():
    thing = process_state.StateItem("lost it", iter(range(99)).__next__, lambda _: None)
    around = ProcessState([*ALL, thing])
    assert around.put_back() == ["lost it"]


def test_relative_paths_start_in_the_first_folder_and_are_shown_as_typed(tmp_path, monkeypatch):
    home = folder(tmp_path)
    monkeypatch.chdir(home)
    with user_files.keep_start_folder():
        monkeypatch.chdir("/")
        module = user_files.run_file("./bot.py")
        assert user_files.as_typed(module.__file__) == "bot.py"
        assert (home / "bot.py").samefile(module.__file__)
        (home / "bot.py").unlink()
        assert user_files.run_file("./bot.py") is module
    with pytest.raises(user_files.BrokenFile, match=r"\./bot\.py cannot be read"):
        user_files.run_file("./bot.py")


# The end.

ENDS = {
    "atexit.register(time.sleep, 1000)": "it sleeps",
    "atexit.register(re.match, '(a+)+$', 'a' * 60 + 'b')": "it hangs in C",
    "atexit.register(os._exit, 0)": "it ends the process",
    "atexit.register(lambda: os.kill(os.getpid(), 9))": "it kills the process",
    "threading.Thread(target=time.sleep, args=(1000,)).start()": "a thread does not end",
    "HELD = type('Held', (), {'__del__': lambda self, sleep=time.sleep: sleep(1000)})()": "an object does not end",
}


@pytest.mark.parametrize("top", ENDS, ids=ENDS.get)
def test_the_command_ends_with_its_status_whatever_a_program_left(top, tmp_path):
    home = folder(tmp_path, "return 99", f"if os.environ.get('LAST'): {top}")
    words = ["-g", "2", "ttt", "./bot.py:bot", "random", "--seed", "1", "--strict"]
    done = referee(home, *words, LAST="1")
    assert done.returncode == 3
    assert done.stdout.splitlines()[-1] == "bot won 0, random won 2, 0 draws"
    assert done.stderr.splitlines()[-1] == "games forfeited: 2"


def test_a_single_match_and_a_check_end_as_well(tmp_path):
    home = folder(tmp_path, top="atexit.register(re.match, '(a+)+$', 'a' * 60 + 'b')")
    assert referee(home, "ttt", "./bot.py", "random", "--seed", "1", "--plain").returncode == 0
    assert referee(home, "check", "./bot.py", "--game", "ttt").returncode == 0


def test_exit_functions_of_a_program_run(tmp_path):
    top = "FILE = open('kept', 'w'); FILE.write('kept'); atexit.register(print, 'bye')"
    home = folder(tmp_path, top=top)
    done = referee(home, "ttt", "./bot.py", "random", "--seed", "1")  # a single match, played in the command's process
    assert (home / "kept").read_text() == "kept"
    assert "bye" in done.stderr
    assert "bye" not in done.stdout


@pytest.mark.parametrize(
    "top", ["", "subprocess.Popen(['sleep', str(1000 + os.getpid() / 1e6)])"], ids=["move", "file"]
)
@pytest.mark.parametrize(
    "words", ["['sleep', N]", "'setsid sleep ' + N + ' & exit', shell=True"], ids=["child", "daemon"]
)
def test_processes_that_a_program_starts_end_with_the_command(top, words, tmp_path):
    seconds = f"1000.{os.getpid()}"
    line = f"subprocess.Popen({words})"
    home = folder(tmp_path, line="pass" if top else line, top=f"N = '{seconds}'\n" + (line if top else ""))
    assert referee(home, "-g", "2", "ttt", "./bot.py:bot", "random", "--seed", "1").returncode == 0
    assert not running(seconds)


def running(word):
    """Whether a process runs that has this word in its command line."""
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            if word.encode() in path.read_bytes() and b"sleep" in path.read_bytes():
                return True
    return False


def test_processes_from_before_the_command_are_not_ended(tmp_path):
    home = folder(tmp_path)
    code = (
        "import os, subprocess, sys\nother = subprocess.Popen(['sleep', '1000'], stdout=subprocess.DEVNULL)\nprint(other.pid, flush=True)\n"
        "os.execv(sys.executable, [sys.executable, '-m', 'referee', '-g', '1', 'ttt', './bot.py', 'random', '--seed', '1'])"
    )
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    with subprocess.Popen([sys.executable, "-c", code], cwd=home, env=environment, stdout=subprocess.PIPE) as process:
        pid = int(process.stdout.readline())
        rest = process.stdout.read()
    assert b"bot won" in rest
    os.kill(pid, signal.SIGKILL)  # which raises where there is none


# Memory, and what is shared.


@pytest.mark.parametrize(
    "line",
    [
        "[threading.Thread(target=time.sleep, args=(9,), daemon=True).start() for _ in range(100)]",
        "import mmap; bot.reserved = mmap.mmap(-1, 4 << 30)",
    ],
    ids=["stacks", "mmap"],
)
def test_memory_that_is_reserved_and_not_used_does_not_count(line, tmp_path):
    words = ["-g", "1", "ttt", "./bot.py", "random", "--memory", "64", "--seed", "1", "--json"]
    (record,) = records(referee(folder(tmp_path, line), *words))
    assert record["how"] == "played-out", record["why"]


@pytest.mark.parametrize(
    ("line", "why"), [("bytearray(4 << 30)", "bot took more than 64 MB"), ("bytes(1 << 60)", "bot ran out of memory")]
)
def test_running_out_of_memory_is_reported_by_its_cause(line, why, tmp_path):
    words = ["-g", "1", "ttt", "./bot.py", "random", "--memory", "64", "--seed", "1", "--json"]
    (record,) = records(referee(folder(tmp_path, line), *words))
    assert (record["how"], record["why"]) == ("out-of-memory", why)


def test_memory_taken_during_the_opponents_move_counts(tmp_path):
    line = "threading.Timer(0.2, lambda: (bytearray(1 << 30), time.sleep(99))).start()"
    home = folder(tmp_path, line)
    (home / "slow.py").write_text("import time\ndef slow(game):\n    time.sleep(1)\n    return game.moves()[0]\n")
    words = ["-g", "1", "ttt", "./bot.py", "./slow.py", "--memory", "64", "--seed", "1", "--json"]
    (record,) = records(referee(home, *words))
    assert (record["how"], record["why"]) == ("out-of-memory", "bot took more than 64 MB")


def test_looks_at_memory_come_closer_as_the_limit_does(monkeypatch):
    now, held = [0.0], [0]
    monkeypatch.setattr(supervisor, "monotonic", lambda: now[0])
    monkeypatch.setattr(limits, "measure_memory", lambda pid: 0)
    monkeypatch.setattr(limits, "measure_memory_below", lambda pid, most: held[0])
    scales, pauses = supervisor.MemoryGauge(1, 1 << 30), []
    for held[0] in (0, (1 << 30) - (40 << 20), (1 << 30) - 1, (1 << 30) + 1):
        now[0] = scales.due
        tipped = scales.is_exceeded()
        pauses.append(scales.due - now[0])
    assert pauses[0] == pytest.approx(supervisor.BEAT)
    assert pauses[1] < pauses[0]
    assert pauses[2] == pytest.approx(supervisor.LEAST)
    assert tipped


def private():
    """Whether the system gives processes their own shared memory."""
    pid = os.fork()
    if pid == 0:
        os._exit(not limits.isolate_shared_memory(1))
    return os.waitpid(pid, 0)[1] == 0


@pytest.mark.skipif(not private(), reason="this system does not let programs have shared memory of their own")
def test_shared_memory_of_a_program_ends_with_it_and_that_of_nobody_else(tmp_path):
    mine = Path("/dev/shm") / f"of-others-{os.getpid()}"
    seen = set(os.listdir("/dev/shm"))
    line = (
        f"open('/dev/shm/plain-{os.getpid()}', 'w').write('x'); "
        f"bot.held = shared_memory.SharedMemory('named-{os.getpid()}', True, 1 << 20) if not hasattr(bot, 'held') else 0"
    )
    mine.write_text("kept")
    try:
        words = ["-g", "2", "ttt", "./bot.py", "random", "--seed", "1", "--json"]
        found = records(referee(folder(tmp_path, line), *words))
        assert [record["how"] for record in found] == ["played-out"] * 2, found
        assert mine.read_text() == "kept"
        left = set(os.listdir("/dev/shm")) - seen
        assert not [name for name in left if str(os.getpid()) in name and name != mine.name]
    finally:
        mine.unlink()


def test_a_stopped_child_is_known_from_one_that_waits():
    workers = ProcessPool(1)
    try:
        workers.submit([Plan("ttt", ("random", "random"), 1).task(0)]).result()
        (child,) = multiprocessing.active_children()
        assert not workers.stuck()
        os.kill(child.pid, signal.SIGSTOP)
        wait_until(workers.stuck)
    finally:
        workers.close()
