"""Whether the terminal's ground is dark or light, asked of the terminal itself."""

import re
from time import monotonic

import pytest
from terminal import asked, leave, over

from referee.drawing import background
from referee.drawing.background import LEFTOVER, colours_of_environment, read_answer

pytest.importorskip("termios", reason="pseudo-terminals are a thing of POSIX systems")

DARK_BAR, LIGHT_BAR = "2b303b", "e1e5ed"
TRUE = {"COLORTERM": "truecolor"}


@pytest.fixture(autouse=True)
def _nothing_left():
    """What one test left of an answer is not another's."""
    LEFTOVER.typed, LEFTOVER.late = "", False


@pytest.mark.parametrize(
    ("came", "ground", "typed", "late"),
    [
        ("\x1b]11;rgb:ffff/ffff/ffff\x1b\\\x1b[?62;22c", "light", "", False),
        ("\x1b]11;rgb:1515/1717/1c1c\x07\x1b[?6c", "dark", "", False),
        ("a\x1b]11;rgb:ff/fe/e0\x1b\\\x1b[Ab\x1b[?6cc", "light", "a\x1b[Abc", False),
        ("\x1b]11;rgba:0/0/0/f\x1b\\\x1b[?6c", "dark", "", False),
        ("5\x1b[?1;2c\r", "", "5\r", False),
        ("xy", "", "xy", True),
    ],
)
def test_the_answer_is_told_from_what_is_typed_meanwhile(came, ground, typed, late):
    assert read_answer(came) == ground
    assert (LEFTOVER.take(), LEFTOVER.take(), LEFTOVER.late) == (typed, "", late)


@pytest.mark.parametrize(
    ("value", "ground"), [("15;0", "dark"), ("0;default;15", "light"), ("0;7", "light"), ("7;8", "dark"), ("x", "")]
)
def test_the_environment_says_it_where_the_terminal_does_not(monkeypatch, value, ground):
    monkeypatch.setenv("COLORFGBG", value)
    assert colours_of_environment() == ground
    assert background.background() == (ground or "dark")  # no terminal is here
    assert background.background("light") == "light"


def bar(terminal):
    """The colour behind the title."""
    return terminal.screen.buffer[0][0].bg


@pytest.mark.parametrize(
    ("colour", "seen"), [("f8f8/f8f8/f2f2", LIGHT_BAR), ("0000/1111/2222", DARK_BAR), ("", DARK_BAR)]
)
def test_a_terminal_that_answers_gets_colours_for_its_ground_and_loses_no_key(referee, colour, seen):
    terminal = referee("human", "human", environment=TRUE)
    terminal.screen.set_icon_name = lambda _: colour and terminal.type(f"5\x1b]11;rgb:{colour}\x1b\\")
    terminal.wait_for(lambda: terminal.entry.endswith("move: 5" if colour else "to move:"))
    assert bar(terminal) == seen
    assert "rgb" not in terminal.text


def test_a_silent_terminal_holds_nothing_up_and_a_late_answer_is_not_typed(referee):
    terminal = referee("human", "human", environment=TRUE | {"COLORFGBG": "0;15"})
    terminal.screen.write_process_input = lambda _: None
    terminal.wait_for("move:")
    assert bar(terminal) == LIGHT_BAR
    terminal.type("\x1b]11;rgb:0000/0000/0000\x1b\\\x1b[?6c")
    terminal.type("5\r")
    terminal.wait_for("plays 5")
    assert "rgb" not in terminal.said


def test_a_setting_decides_and_nothing_is_asked(referee):
    terminal = referee("human", "human", "--background", "light", environment=TRUE)
    asked(terminal)
    assert bar(terminal) == LIGHT_BAR
    assert b"\x1b]11;?" not in terminal.output


@pytest.mark.parametrize("arguments", [("minimax", "--plain"), ("games",), ("history",)], ids=str)
def test_no_question_goes_to_a_terminal_without_a_page(referee, arguments):
    terminal = referee(*arguments)
    terminal.wait_for(lambda: terminal.lines != [""])
    assert b"\x1b]11" not in terminal.output
