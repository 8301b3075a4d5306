"""Many games with programs from outside: one process for each worker and seat, nothing lost, and nothing left running."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from tests.engines.test_uci import FAKE

REFEREE = [sys.executable, "-m", "referee"]
LASTING = """
import os


class Lasting:
    lasting = True

    def __init__(self):
        note("made")

    def begin(self, game, seat):
        note(f"begin {seat}")

    def choose(self, game, deadline):
        return game.moves()[0]

    def end(self):
        note("end")

    def close(self):
        note("close")


def note(text):
    with open(os.environ["NOTES"], "a") as file:
        file.write(f"{os.getpid()} {text}\\n")
"""


def run(*words, env=None, status=0):
    """The output of the command."""
    done = subprocess.run(
        [*REFEREE, *words], capture_output=True, text=True, timeout=600, env={**os.environ, **(env or {})}
    )
    assert done.returncode == status, done.stderr
    return done.stdout


def fake(mode, *more):
    """The spec of the fake in that mode."""
    words = " ".join([sys.executable, str(FAKE), f"'{mode}'", *more])
    return f'uci:"{words}"'


def records(text):
    """The records of games in JSON output."""
    return [each for each in map(json.loads, text.splitlines()) if "moves" in each]


def test_a_player_that_lasts_is_made_once_for_a_seat_and_a_worker(tmp_path):
    bot, notes = tmp_path / "bot.py", tmp_path / "notes"
    bot.write_text(LASTING)
    run("-g", "12", "--workers", "2", "tic-tac-toe", str(bot), "random", "--swap", env={"NOTES": str(notes)})
    lines = [line.split(" ", 1) for line in notes.read_text().splitlines()]
    told = [text for _, text in lines]
    playing = {pid for pid, text in lines if text.startswith("begin")}
    assert told.count("end") == 12 and sum(text.startswith("begin") for text in told) == 12
    assert all(sum(each == pid and text == "made" for each, text in lines) <= 1 for pid in playing)
    run("-g", "4", "--workers", "1", "tic-tac-toe", str(bot), str(bot), env={"NOTES": str(notes)})


def test_hundreds_of_quick_games_keep_one_process_a_worker(tmp_path):
    starts = tmp_path / "starts"
    mates = fake("counts its starts", str(starts), "moves=d8h4")
    out = run("-g", "300", "--workers", "2", "--json", "chess", "random", mates, "--moves", "f3 e5 g4")
    assert [each["score"] for each in records(out)] == [-1] * 300
    assert len(starts.read_text().split()) <= 3  # that of the trial before the batch, and one a worker


@pytest.mark.parametrize("limits", [(), ("--memory", "1000")])
def test_a_program_that_dies_in_each_game_loses_each_and_the_batch_goes_on(limits):
    out = run("-g", "6", "--workers", "2", "--json", *limits, "chess", fake("KILL while thinking"), "random")
    assert [(each["score"], each["how"]) for each in records(out)] == [(-1, "died")] * 6


def test_engines_that_are_killed_cost_single_games_and_nothing_is_lost(tmp_path):
    marker, written = f"marker-{random.random()}", tmp_path / "out"
    with written.open("w") as out:
        child = subprocess.Popen(
            [*REFEREE, "-g", "24", "--workers", "2", "--json", "--time", "0.2", "chess", fake("plays", marker), "random",
             "--moves", "f3 e5"],
            stdout=out, stderr=subprocess.DEVNULL,
        )  # fmt: skip
    rng, killed = random.Random(1), 0
    while child.poll() is None:
        for pid in marked(marker) if written.stat().st_size else ():  # after the trial before the batch
            if pid != child.pid and rng.random() < 0.3 and b"-m\0referee" not in cmdline(pid):
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
                    killed += 1
        time.sleep(0.02)
    assert sorted(each["number"] for each in records(written.read_text())) == list(range(24))
    assert killed and not marked(marker)


def marked(text):
    """The processes whose command holds that text, but for this one."""
    pids = [int(path.name) for path in Path("/proc").iterdir() if path.name.isdecimal()]
    return [pid for pid in pids if text.encode() in cmdline(pid) and pid != os.getpid()]


def cmdline(pid):
    """The command of that process."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
@pytest.mark.parametrize("limits", [(), ("--memory", "1000")])
def test_nothing_is_left_running_however_the_referee_ends(number, limits):
    marker = f"marker-{random.random()}"
    child = subprocess.Popen(
        [*REFEREE, "-g", "1000", "--workers", "2", *limits, "chess", fake("leaves a child", marker), "random"],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    deadline = time.monotonic() + 120
    while sum(b"referee" not in cmdline(pid) for pid in marked(marker)) < 4 and time.monotonic() < deadline:
        time.sleep(0.02)
    child.send_signal(number)
    child.wait(120)
    deadline = time.monotonic() + 120
    while (left := marked(marker)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not left
