"""Positions of backgammon as lines of FIBS: what each seat is told, with and without a match."""

import pytest

import games
from referee.dialects.fibs import read_state, roll_of, write_board

START = "XGID=-b----E-C---eE---c-e----B-"
OPENING = "-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2"
REST = "1:-1:0:25:0:0:0:0:0:0:0"


def asked(position, seat):
    """The numbers of the line that asks that seat in that position."""
    line = write_board(read_state(games.load(f"backgammon:position={position}")), seat)
    assert line.startswith("board:you:opponent:")
    return line.removeprefix("board:you:opponent:")


@pytest.mark.parametrize("seat", [0, 1])
def test_both_seats_are_told_the_start_alike(seat):
    side = 1 - 2 * seat
    assert asked(f"{START}:0:0:{side}:31:0:0:0:0:0", seat) == f"0:0:0:0:{OPENING}:0:1:3:1:0:0:1:1:1:0:{REST}:0"


def test_checkers_on_the_bar_and_off_are_told_of_both():
    told = asked("XGID=b-E-------------------b--A:0:0:1:61:0:0:0:0:0", 0).split(":")
    assert told[3:29] == ["-2", "0", "5", *["0"] * 19, "-2", "0", "0", "1"][:26]
    assert told[42:46] == ["9", "11", "1", "2"]


def test_match_length_is_the_trailers_need_and_the_waiting_sides_score_comes_first():
    assert asked(f"{START}:1:1:1:00:2:1:0:5:6", 0) == f"4:0:1:0:{OPENING}:0:1:0:0:0:0:2:1:0:0:{REST}:0"
    assert asked(f"{START}:1:1:1:D:2:1:0:5:6", 1) == f"4:0:1:0:{OPENING}:0:-1:0:0:0:0:2:0:1:1:{REST}:0"


def test_the_last_number_tells_that_the_crawford_game_is_over():
    assert asked(f"{START}:0:0:-1:00:4:0:0:5:6", 1) == f"5:4:0:0:{OPENING}:0:1:0:0:0:0:1:1:1:0:{REST}:1"
    assert asked(f"{START}:0:0:-1:52:4:0:1:5:0", 1) == f"5:4:0:0:{OPENING}:0:1:5:2:0:0:1:1:1:0:{REST}:0"


@pytest.mark.parametrize(
    ("dice", "roll"), [("52", (5, 2)), ("33", (3, 3)), ("3x4", None), ("2x4", None), ("1x2", None), ("00", None)]
)
def test_a_roll_is_whole_until_a_checker_was_moved(dice, roll):
    assert roll_of(read_state(games.load(f"backgammon:position={START}:0:0:1:{dice}:0:0:0:0:0"))) == roll
