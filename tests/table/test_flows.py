"""Whole matches at the page: in windows of four sizes, in all depths of colour, without colours and in ASCII."""

import re

import pytest

pytest.importorskip("termios", reason="pseudo-terminals are a thing of POSIX systems")

from terminal import asked, conclude, enter, finish, leave, over, referee  # noqa: F401  # a fixture

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
