"""Esc goes one step back at a time, and never leaves what is not read yet."""

import re

import pytest
from terminal import DOWN, ENTER, ESC, F6, HOME, PAGE_UP, SPACE, TAB, asked, conclude, enter, marks, over

from referee.table.fullscreen.keys import LEAVING

pytest.importorskip("termios", reason="pseudo-terminals are a thing of POSIX systems")

THINKER = "minimax:time=60"
LONG = "nim:heaps=50/60/70/80/90"


def test_a_match_that_is_over_is_left_at_the_second_press(table):
    terminal = table("human", "human", "--moves", "5 1 9 2 3 7")
    conclude(terminal, "6")
    terminal.type(HOME)
    terminal.wait_for(lambda: marks(terminal) == "1 2 3 4 5 6 7 8 9")
    terminal.type(ESC)
    terminal.wait_for("three in a line, 3 6 9")
    assert LEAVING not in terminal.said
    terminal.type(ESC)
    terminal.wait_for(f"wins: three in a line, 3 6 9. {LEAVING}")
    over(terminal)
    terminal.type(ESC)
    assert terminal.exit_status() == 0


def test_a_match_that_is_watched_is_left_at_the_second_press(table):
    terminal = table("random", "random", "--seed", "1", "--pace", "60")
    terminal.wait_for("X plays")
    terminal.type(SPACE + PAGE_UP)
    terminal.wait_for(lambda: "X plays" not in terminal.said)
    terminal.type(ESC)
    terminal.wait_for("X plays")
    terminal.type(ESC)
    terminal.wait_for(lambda: re.search(rf"X plays \d\. {LEAVING}", terminal.said) is not None)
    terminal.type(ESC)
    assert terminal.exit_status() == 0


def test_each_press_takes_one_step_back_at_a_move(table):
    terminal = table("human", "human")
    enter(terminal, "5")
    terminal.type(PAGE_UP)
    terminal.wait_for(lambda: marks(terminal).startswith("1 2 3 4 5"))
    terminal.type("r" + TAB)
    terminal.wait_for(lambda: "resign" in terminal.text)
    terminal.type(ESC)
    terminal.wait_for(lambda: "resign" not in terminal.text)
    assert re.search("move: r", terminal.entry)
    terminal.type(ESC)
    asked(terminal)
    assert marks(terminal).startswith("1 2 3 4 5")
    terminal.type(ESC)
    terminal.wait_for(lambda: "[X]" in marks(terminal))
    terminal.type(ESC + ESC + ESC)
    enter(terminal, "1")
    assert "[O]" in marks(terminal)


def test_what_was_said_stays(table):
    terminal = table("human", "human")
    asked(terminal)
    terminal.type(F6)
    terminal.wait_for("9 legal moves: 1 to 9")
    asked(terminal)
    terminal.type(ESC + ESC)
    terminal.type("5")
    terminal.wait_for(lambda: terminal.entry.endswith(": 5"))
    assert "9 legal moves: 1 to 9" in terminal.said


def test_it_goes_back_to_the_last_position_while_a_program_thinks(referee):
    terminal = referee(LONG, "human", THINKER)
    asked(terminal)
    terminal.type("a50" + ENTER)
    terminal.wait_for("You take 50 from a.")
    terminal.type(PAGE_UP)
    terminal.wait_for("move 0 of 1")
    terminal.type(ESC)
    terminal.wait_for(lambda: "move 0 of 1" not in terminal.text)
    assert not terminal.ended


def test_a_move_that_the_arrows_wrote_is_taken_away(table):
    terminal = table("chips", "human", "human")
    asked(terminal)
    terminal.type(DOWN)
    terminal.wait_for(lambda: terminal.entry.endswith(": 1"))
    terminal.type(ESC)
    asked(terminal)
