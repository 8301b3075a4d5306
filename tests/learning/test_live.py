"""The page of a run at a terminal: keys pause it, play against it and stop it, and the terminal is restored."""

import re
import signal
import sys
from time import monotonic

import pytest
from terminal import CTRL_C, CTRL_Z, ENTER, SPACE, Terminal, asked, conclude, referee, table  # noqa: F401  # fixtures

from referee.learning.learner import Learner
from referee.learning.plan import LearningPlan
from referee.learning.run import RunLimits, RunSwitch, run_learning
from referee.learning.strength import CurvePoint
from tests.table.test_signals import modes

SMALL = "connect-four:columns=4,rows=4"
WORDS = ("learn", SMALL, "--time", "600", "--seed", "1", "--matches", "4", "--against", "random")


def games(terminal):
    return int(re.search(r"([\d,]+) games", terminal.said)[1].replace(",", ""))


def learns(terminal):
    terminal.wait_for(lambda: not terminal.screen.alternate and re.search(r"[1-9][\d,]* games", terminal.said))


def goes_on(terminal):
    before = games(terminal)
    terminal.wait_for(lambda: games(terminal) > before)


def stopped(terminal):
    """Check that the run ends as after Ctrl-C, with the terminal as before."""
    assert terminal.exit_status() == 130
    assert b"stopped; --resume goes on from here" in terminal.output
    assert terminal.restored
    assert modes(terminal) == (True, True)
    assert b"Traceback" not in terminal.output


def test_space_pauses_a_run_and_lets_it_go_on(table):  # noqa: F811
    terminal = table(*WORDS)
    learns(terminal)
    terminal.wait_for("Space pause")
    terminal.type(SPACE)
    terminal.wait_for("Space go on")
    terminal.wait_for("paused")
    before = games(terminal)
    end = monotonic() + 2
    while monotonic() < end:
        terminal.read(0.2)
    assert games(terminal) == before and "paused" in terminal.text
    terminal.type(SPACE)
    terminal.wait_for("Space pause")
    goes_on(terminal)
    terminal.type("q")
    stopped(terminal)


def test_the_page_fits_its_window_and_has_its_curve(table):  # noqa: F811
    terminal = table(*WORDS)
    terminal.wait_for("100 %")
    terminal.wait_for("q stop")
    assert terminal.lines[-1].startswith("Space pause")
    assert re.search(r"\d positions(/s| a second), (mean )?correction \d\.\d{3}", terminal.said)
    assert "an expected game: " in terminal.text
    assert "0 s" in terminal.text
    terminal.type(CTRL_C)
    stopped(terminal)


def test_enter_plays_against_it_and_then_it_goes_on(table):  # noqa: F811
    terminal = table(*WORDS)
    learns(terminal)
    terminal.type(ENTER)
    terminal.wait_for(lambda: terminal.screen.alternate)
    asked(terminal)
    terminal.enter("1")
    asked(terminal)
    terminal.type(CTRL_C)
    learns(terminal)
    assert "referee resume 1" in terminal.said
    goes_on(terminal)
    terminal.type("q")
    stopped(terminal)


def test_a_match_may_be_played_while_it_is_paused_and_it_stays_so(referee):  # noqa: F811
    terminal = referee(*WORDS)
    learns(terminal)
    terminal.type(SPACE)
    terminal.wait_for("paused")
    before = games(terminal)
    terminal.type(ENTER)
    conclude(terminal, "resign", "yes")
    terminal.type("q")
    terminal.wait_for(lambda: not terminal.screen.alternate and "paused" in terminal.text)
    assert games(terminal) == before
    terminal.type(CTRL_C)
    stopped(terminal)


def test_the_match_that_was_left_can_be_gone_on_with(referee):  # noqa: F811
    terminal = referee(*WORDS)
    learns(terminal)
    terminal.type(ENTER)
    asked(terminal)
    terminal.type(CTRL_C)
    learns(terminal)
    terminal.type("q")
    stopped(terminal)
    again = referee("resume", "1")
    asked(again)
    again.enter("1")
    asked(again)


@pytest.mark.parametrize("plays", [False, True])
def test_a_signal_ends_a_run_on_its_page_and_in_a_match(referee, plays):  # noqa: F811
    terminal = referee(*WORDS)
    learns(terminal)
    if plays:
        terminal.type(ENTER)
        asked(terminal)
    terminal.child.kill(signal.SIGTERM)
    assert terminal.exit_status() == 143
    assert "stopped; --resume goes on from here" in terminal.said
    assert terminal.restored
    assert modes(terminal) == (True, True)


def test_ctrl_z_gives_the_terminal_to_the_shell_and_fg_takes_it_again():
    command = f'set -m; "$0" -m referee {" ".join(WORDS)}; stty -a; sleep 1; fg; echo status $?'
    with Terminal("sh", "-c", command, sys.executable) as terminal:
        learns(terminal)
        terminal.type(CTRL_Z)
        terminal.wait_for(lambda: " icanon" in terminal.said)
        assert " echo " in terminal.said
        assert not terminal.screen.cursor.hidden
        terminal.wait_for("Space pause")
        goes_on(terminal)
        terminal.type("q")
        assert terminal.exit_status() == 0
        assert "status 130" in terminal.said
        assert modes(terminal) == (True, True)


def test_in_the_background_no_key_is_read():
    command = f'set -m; "$0" -m referee {" ".join(WORDS)} & sleep 4; jobs; kill %1; wait %1; echo status $?'
    with Terminal("sh", "-c", command, sys.executable) as terminal:
        terminal.type(SPACE)
        terminal.wait_for("Running")
        assert terminal.exit_status() == 0
        assert "status 143" in terminal.said


def test_while_it_plays_for_its_acceptance_q_is_shown_and_stops_it_at_once(table):  # noqa: F811
    words = ("--games", "20", "--seed", "1", "--matches", "0", "--accept", "4", "--move", "20")
    terminal = table("learn", "breakthrough", *words)
    terminal.wait_for("4 games to come")
    terminal.wait_for("q stop")
    assert "Enter" not in terminal.text
    terminal.type("q")
    stopped(terminal)  # the games would last for minutes


def test_nothing_is_learnt_and_no_time_counts_while_a_run_is_paused(tmp_path):
    learner, switch = Learner(LearningPlan(SMALL, seed=1)), RunSwitch()
    limits = RunLimits(30.0, None, ("random",), 400, 0, 0.1)
    events = run_learning(learner, limits, tmp_path / "out.weights", tmp_path / "kept", switch)
    while learner.seconds < 1.1:
        next(events)
    next(events)  # by now it is being measured
    switch.paused = True
    seconds, count, found = learner.seconds, learner.play.games, [next(events)]
    while not isinstance(found[-1], CurvePoint):
        found.append(next(events))
    found += [next(events) for _ in range(5)]
    assert sum(event is not None for event in found) == 1
    assert (learner.seconds, learner.play.games) == (seconds, count)
    switch.paused = False
    next(events)
    assert learner.play.games > count
    events.close()


def test_lines_are_broken_between_words_in_a_narrow_terminal(referee, tmp_path):
    path = str(tmp_path / f"{'x' * 70}.weights")
    options = ("--time", "0.2", "--matches", "2", "--plain", "--seed", "1", "-o", path)
    terminal = referee("learn", "hexapawn:4", *options, size=(60, 24))
    assert terminal.exit_status() == 0
    assert "learning hexapawn:columns=4,rows=4: 2,754 weights\n  (lines4+boxes2x3), tdleaf," in terminal.text
    assert path.encode() in terminal.output  # only the terminal breaks it, so it can be copied
