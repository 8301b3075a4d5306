"""The line of keys below the page, and what the prompt says where there is none."""

import pytest
from terminal import SMALL, asked

from referee.table.fullscreen.match_page import STEERING, with_room
from referee.table.vocabulary import key_line

pytest.importorskip("termios", reason="pseudo-terminals are a thing of POSIX systems")

HELP, QUIT = ("F1", "help"), ("F10", "quit")


@pytest.mark.parametrize("width", [20, 40, 60, 80, 100, 200])
def test_help_and_quit_stay_and_what_is_needed_least_gives_way(width):
    helps, *others = key_line()
    pairs = with_room((helps, *STEERING, *others), width)
    assert (pairs[0], pairs[-1]) == (HELP, QUIT)
    assert sum(len(key) + len(does) + 3 for key, does in pairs) <= width
    assert [pair for pair in (helps, *STEERING, *others) if pair in pairs] == [*pairs]
    assert ("F4", "redo") not in pairs or ("F2", "hint") in pairs


def test_at_80_columns_all_but_two_keys_stand_there(referee):
    terminal = referee("human", "human")
    asked(terminal)
    assert terminal.lines[-1] == " F1 help  Arrows choose  Enter play  F2 hint  F3 undo  F5 flip  F10 quit"


def test_in_a_small_window_the_prompt_says_which_key_helps(referee):
    terminal = referee("human", "human", size=SMALL)
    asked(terminal)
    assert terminal.lines[-1] == f"{'X to move:':32} F1 help"
    terminal.type("5")
    terminal.wait_for(lambda: terminal.lines[-1] == "X to move: 5")
    terminal.resize(80, 24)
    terminal.wait_for(lambda: terminal.lines[-1].endswith("F10 quit"))


def test_where_there_is_no_room_for_it_the_prompt_stands_alone(referee):
    terminal = referee("human", "human", size=(24, 12))
    asked(terminal)
    assert terminal.lines[-1] == "X to move:"
