"""How pages look: on dark and light grounds, in windows of four sizes, in all depths of colour, from the own side."""

import re

import pytest
from terminal import (
    DOWN, ENTER, F5, UP, asked, conclude, enter, finish, leave, over,
)  # fmt: skip

from referee.drawing import background
from referee.drawing.background import LEFTOVER, colours_of_environment, read_answer

pytest.importorskip("termios", reason="pseudo-terminals are a thing of POSIX systems")


QUICK = "--pace", "0"
SIZES = [(40, 12), (80, 24), (120, 40), (200, 60)]
DEPTHS = {
    "true colour": {"COLORTERM": "truecolor", "REFEREE_SYMBOLS": "auto"},
    "256 colours": {"REFEREE_SYMBOLS": "auto"},
    "16 colours": {"TERM": "xterm", "REFEREE_SYMBOLS": "auto"},
    "no colours": {"NO_COLOR": "1", "REFEREE_SYMBOLS": "auto"},
    "ASCII": {"REFEREE_SYMBOLS": "ascii"},
}
SHOWN = [(size, "true colour") for size in SIZES] + [((80, 24), depth) for depth in DEPTHS if depth != "true colour"]
RED = "ff4b4d"
SELECTED = re.compile(rb"\x1b\[([\d;]*)m")  # which colours and attributes are selected


def parameters(output):
    """All numbers by which colours and attributes were selected."""
    return {int(number) for found in SELECTED.findall(output) for number in found.split(b";") if number}


@pytest.mark.parametrize(
    ("size", "depth"), SHOWN, ids=lambda each: each if isinstance(each, str) else f"{each[0]}x{each[1]}"
)
def test_a_match_is_lost_played_again_and_left(referee, size, depth):
    terminal = referee("minimax", "--seed", "1", *QUICK, size=size, environment=DEPTHS[depth])
    asked(terminal)
    assert terminal.lines[0].strip().startswith(("referee", "Tic Tac Toe"))
    conclude(terminal, "1", "2", "4")
    assert "3 5 7" in terminal.said
    marked = "*" in terminal.text
    assert marked == (depth in ("no colours", "ASCII") or size == (40, 12))
    terminal.type("n")
    asked(terminal)
    enter(terminal, "hint")
    assert finish(terminal, "quit") == 0
    assert terminal.restored
    numbers = parameters(terminal.output)
    colours = {number for number in numbers if 30 <= number < 50 or 90 <= number < 108}
    assert bool(colours) == (depth != "no colours")
    assert (b";38;2;" in terminal.output or b"[38;2;" in terminal.output) == (depth == "true colour")
    assert (b"38;5;" in terminal.output) == (depth in ("256 colours", "ASCII"))
    if depth == "ASCII":
        assert terminal.output.isascii()


@pytest.mark.parametrize("depth", ["true colour", "16 colours"])
@pytest.mark.parametrize("spec", ["connect-four", "othello", "checkers", "backgammon", "kalah", "breakthrough"])
def test_pieces_stand_on_a_ground_of_their_own(referee, spec, depth):
    terminal = referee(spec, "human", "human", "--seed", "3", size=(120, 40), environment=DEPTHS[depth])
    asked(terminal)
    grounds = {cell.bg for row in terminal.screen.buffer.values() for cell in row.values()}
    assert len(grounds - {"default"}) >= 2
    assert not any("│ " in line[:20] for line in terminal.lines[2:])
    terminal.resize(80, 24)
    terminal.wait_for("move:")
    assert finish(terminal, "quit") == 0


def heights(terminal, colour):
    """The rows of the screen in which that colour is seen on the board."""
    rows = terminal.screen.buffer
    return {row for row in rows for column in range(50) if colour in (rows[row][column].fg, rows[row][column].bg)}


@pytest.mark.parametrize("motion", ["true", "false"])
def test_a_disc_is_seen_falling_unless_a_setting_turns_that_off(referee, motion):
    terminal = referee(
        "connect-four", "human", "human", *QUICK, environment=DEPTHS["true colour"] | {"REFEREE_MOTION": motion}
    )
    asked(terminal)
    terminal.enter("4")
    seen = set()
    terminal.wait_for(
        lambda: seen.add(min(heights(terminal, RED), default=0)) or min(heights(terminal, RED), default=0) > 15
    )
    assert len(seen - {0}) == 1 if motion == "false" else len(seen - {0}) > 2
    asked(terminal)
    enter(terminal, "resign")
    terminal.enter("yes")
    over(terminal)
    assert leave(terminal) == 0


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
def test_the_terminals_answer_is_told_apart_from_typed_keys(came, ground, typed, late):
    assert read_answer(came) == ground
    assert (LEFTOVER.take(), LEFTOVER.take(), LEFTOVER.late) == (typed, "", late)


@pytest.mark.parametrize(
    ("value", "ground"), [("15;0", "dark"), ("0;default;15", "light"), ("0;7", "light"), ("7;8", "dark"), ("x", "")]
)
def test_the_environment_decides_if_the_terminal_is_silent(monkeypatch, value, ground):
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


SEEDED = ("--pace", "0", "--seed", "1")
DUMB = {"TERM": "dumb"}


def ranks(terminal):
    """The labels of the rows of the lowest board, from the top."""
    return "".join(re.findall(r"^ *([123]) *[│|]", terminal.text, re.MULTILINE))[-3:]


def test_the_second_player_sits_below_and_the_cursor_goes_that_way(table):
    terminal = table("hexapawn", "minimax", "human", *SEEDED)
    asked(terminal)
    assert ranks(terminal) == "123"
    terminal.type(DOWN + DOWN + ENTER + UP + ENTER)
    terminal.wait_for(lambda: re.search(r"1  [abc]1-[abc]2 +[abc]3[-x][abc]2", terminal.text) is not None)


def test_flip_shows_the_other_side_on_the_page_and_after_it(table):
    terminal = table("hexapawn", "minimax", "human", *SEEDED)
    asked(terminal)
    terminal.type(F5)
    terminal.wait_for(lambda: ranks(terminal) == "321")
    assert finish(terminal, "quit") == 0
    assert ranks(terminal) == "321"


def test_the_board_turns_as_seats_are_changed(table):
    terminal = table("hexapawn", "human", "minimax", *SEEDED)
    asked(terminal)
    assert ranks(terminal) == "321"
    enter(terminal, "swap")
    assert ranks(terminal) == "123"


@pytest.mark.parametrize("players", [("human", "human"), ("human", "minimax")])
def test_two_people_and_the_first_player_see_the_first_side(table, players):
    terminal = table("hexapawn", *players, *SEEDED)
    enter(terminal, "b1-b2")
    assert ranks(terminal) == "321"


def test_a_board_without_sides_stands_upright(table):
    terminal = table("minimax", "human", *SEEDED)
    asked(terminal)
    assert terminal.text.index(" 3 ") < terminal.text.index(" 7 ")


def test_lines_and_a_match_that_is_resumed_and_replayed_keep_the_side(referee):
    terminal = referee("hexapawn", "minimax", "human", *SEEDED, environment=DUMB, size=(80, 60))
    asked(terminal)
    assert ranks(terminal) == "123"
    assert finish(terminal, "quit") == 0
    terminal = referee("resume")
    asked(terminal)
    assert ranks(terminal) == "123"
    assert finish(terminal, "quit") == 0
    for options, environment in (((), {}), ((), DUMB)):
        terminal = referee("replay", "1", *options, environment=environment, size=(80, 60))
        terminal.wait_for(lambda terminal=terminal: ranks(terminal) == "123")
