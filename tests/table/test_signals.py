"""SIGTERM and SIGHUP: each command ends with their status, and gives the terminal back as it was."""

import os
import signal
import subprocess
import sys
import termios
from pathlib import Path
from time import monotonic, sleep

import pytest
from terminal import CTRL_Z, PATIENCE, REFEREE, Terminal, referee  # noqa: F401  # a fixture

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals are sent otherwise there")

SOON = 120.0  # seconds in which a command ends
SIGNALS = pytest.mark.parametrize(
    ("number", "status"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129)], ids=["TERM", "HUP"]
)

# What is typed, what is seen by then, and whether that takes the whole screen.
SCREENS = {
    "the menu": ((), "tic-tac-toe", True),
    "the form of a game": (("nim",), "nim", True),
    "a match": (("human", "human"), "human", True),
    "a tree": (("tree", "tic-tac-toe", "--depth", "2", "--walk"), "", True),
    "a tree step by step": (("tree", "tic-tac-toe", "--depth", "2", "--step"), "", True),
    "a plain prompt": (("human", "human", "--plain"), "Move:", False),
    "an analysis": (("analyse", "connect-four", "--time", "600"), "", False),
    "a batch": (("connect-four", "random", "random", "-g", "1000000", "--seed", "1"), "game 1", False),
    "a tournament": (("tournament", "connect-four", "random", "minimax", "--rounds", "900"), "random", False),
    "a solution": (("solve", "othello"), "", False),
    "a benchmark": (("bench",), "", False),
    "facts": (("facts", "connect-four"), "", False),
}


def modes(terminal):
    """Whether the terminal takes lines, and shows what is typed."""
    flags = termios.tcgetattr(terminal.child.fileno())[3]
    return bool(flags & termios.ICANON), bool(flags & termios.ECHO)


def shown(terminal, text, full):
    """Wait until the command is at work."""
    if full:
        terminal.wait_for(lambda: terminal.screen.alternate and text in terminal.said)
    elif text:
        terminal.wait_for(text)
    else:
        terminal.wait_for(lambda: terminal.output != b"" or terminal.ended, PATIENCE)
    sleep(0.3)


@pytest.mark.parametrize(("words", "text", "full"), SCREENS.values(), ids=SCREENS)
@SIGNALS
def test_a_signal_ends_what_is_on_the_screen_and_the_terminal_is_as_before(referee, words, text, full, number, status):
    terminal = referee(*words)
    shown(terminal, text, full)
    terminal.child.kill(number)
    assert terminal.exit_status(SOON) == status, terminal.text
    assert terminal.restored
    assert modes(terminal) == (True, True)
    assert b"Traceback" not in terminal.output


@pytest.mark.parametrize(
    ("words", "text"), [SCREENS[name][:2] for name in ("the menu", "a match", "a tree")], ids=("menu", "match", "tree")
)
def test_a_page_whose_window_is_closed_ends_with_the_status_of_a_hangup(words, text):
    with Terminal(*REFEREE, *words) as terminal:
        shown(terminal, text, full=True)
        terminal.child.ptyproc.fileobj.close()
        end = monotonic() + SOON
        while terminal.child.isalive() and monotonic() < end:
            sleep(0.05)
        assert terminal.child.exitstatus == 129


def test_a_signal_that_comes_twice_at_once_is_one(referee):
    """As `timeout` sends it, to the process and to its group."""
    terminal = referee()
    shown(terminal, "tic-tac-toe", full=True)
    for _ in range(3):
        terminal.child.kill(signal.SIGTERM)
        sleep(0.01)
    assert terminal.exit_status(SOON) == 143
    assert terminal.restored
    assert modes(terminal) == (True, True)


def test_a_signal_ends_a_page_that_was_put_into_the_background():
    command = 'set -m; "$0" -m referee; echo asleep; kill %1; kill -CONT %1; sleep 2; wait %1; echo status $?'
    with Terminal("sh", "-c", command, sys.executable) as terminal:
        shown(terminal, "tic-tac-toe", full=True)
        terminal.type(CTRL_Z)
        terminal.wait_for(lambda: b"asleep" in terminal.output)
        assert terminal.exit_status(SOON) == 0
        assert "status 143" in terminal.lines[-1]
        assert terminal.restored
        assert modes(terminal) == (True, True)


def run(code, *more, **options):
    """A process that runs this code of Python with the signals heeded."""
    begin = "import os, signal, sys, time\nfrom referee.support import signals\nsignals.install_handlers()\n"
    return subprocess.run(
        [sys.executable, "-c", begin + code, *more], capture_output=True, text=True, timeout=300, **options
    )


def test_a_signal_that_is_ignored_from_the_start_stays_so():
    code = "import subprocess, sys; print(subprocess.run(['sh', '-c', 'trap \"\" HUP; exec \"$0\" -c \"$1\"'"
    code += ", sys.executable, 'import os, signal; from referee.support import signals; signals.install_handlers();"
    code += " os.kill(os.getpid(), signal.SIGHUP); print(7)']).returncode)"
    done = run(code)
    assert (done.stdout.split(), done.stderr) == (["7", "0"], "")


def test_a_swallowed_signal_is_sent_again():
    code = (
        "for _ in range(2):\n"
        "    try: os.kill(os.getpid(), signal.SIGTERM); time.sleep(1000); print('late')\n"
        "    except KeyboardInterrupt: print('heard'); time.sleep(1.1)\n"
        "sys.exit(signals.exit_status(0))"
    )
    done = run(code)
    assert (done.stdout.split(), done.returncode) == (["heard", "heard"], 143)


def test_a_signal_while_the_program_starts_leaves_no_traceback():
    for wait in (0.05, 0.1, 0.2, 0.3, 0.4):
        with subprocess.Popen(
            REFEREE + ("solve", "othello"), stderr=subprocess.PIPE, stdout=subprocess.PIPE
        ) as running:
            sleep(wait)
            running.send_signal(signal.SIGTERM)
            _, said = running.communicate(timeout=300)
        assert running.returncode in (143, -signal.SIGTERM)  # the second before Python has begun to run the program
        assert b"Traceback" not in said


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_waits_for_a_module_that_is_being_loaded_but_not_for_long(tmp_path, number):
    # What a callback raises while modules are loaded is swallowed: such a signal was lost.
    lines = (
        "import os, time, weakref",
        "class Thing: pass",
        "thing = Thing()",
        f"back = weakref.ref(thing, lambda _: [os.kill(os.getpid(), {int(number)}), time.sleep(0.1)])",
        "del thing",
    )
    (tmp_path / "quick.py").write_text("\n".join(lines), encoding="utf-8")
    (tmp_path / "endless.py").write_text("\n".join([*lines, "time.sleep(1000)"]), encoding="utf-8")
    for name, loaded in (("quick", True), ("endless", False)):
        code = (
            f"try:\n    import {name}; print('loaded'); time.sleep(1000); print('late')\n"
            "except KeyboardInterrupt: print('heard')"
        )
        started = monotonic()
        done = run(
            code,
            cwd=tmp_path,
            env=os.environ | {"PYTHONPATH": os.pathsep.join([str(Path(__file__).parents[2]), str(tmp_path)])},
        )
        assert (done.stdout.split(), done.stderr) == (["loaded"] * loaded + ["heard"], "")
        assert monotonic() - started < 600


def test_a_drawing_is_finished_before_a_signal_is_heard():
    code = (
        "try:\n"
        "    with signals.hold_signals():\n"
        "        os.kill(os.getpid(), int(sys.argv[1])); time.sleep(0.1); print('whole')\n"
        "    print('late')\n"
        "except KeyboardInterrupt: print('heard')\n"
        "sys.exit(signals.exit_status(130))"
    )
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        done = run(code, str(int(number)))
        assert (done.stdout.split(), done.returncode) == (["whole", "heard"], 128 + number)
