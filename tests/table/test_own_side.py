"""Whose side of the board is below: that of the person who plays alone, in every front, gone on with and replayed."""

import re

import pytest
from terminal import DOWN, ENTER, F5, UP, asked, enter, finish

pytest.importorskip("termios", reason="pseudo-terminals are a thing of POSIX systems")

QUICK = ("--pace", "0", "--seed", "1")
DUMB = {"TERM": "dumb"}


def ranks(terminal):
    """The labels of the rows of the lowest board, from the top."""
    return "".join(re.findall(r"^ *([123]) *[│|]", terminal.text, re.MULTILINE))[-3:]


def test_the_second_player_sits_below_and_the_cursor_goes_that_way(table):
    terminal = table("hexapawn", "minimax", "human", *QUICK)
    asked(terminal)
    assert ranks(terminal) == "123"
    terminal.type(DOWN + DOWN + ENTER + UP + ENTER)
    terminal.wait_for(lambda: re.search(r"1  [abc]1-[abc]2 +[abc]3[-x][abc]2", terminal.text) is not None)


def test_flip_shows_the_other_side_and_so_does_what_is_left_behind(table):
    terminal = table("hexapawn", "minimax", "human", *QUICK)
    asked(terminal)
    terminal.type(F5)
    terminal.wait_for(lambda: ranks(terminal) == "321")
    assert finish(terminal, "quit") == 0
    assert ranks(terminal) == "321"


def test_the_board_turns_as_seats_are_changed(table):
    terminal = table("hexapawn", "human", "minimax", *QUICK)
    asked(terminal)
    assert ranks(terminal) == "321"
    enter(terminal, "swap")
    assert ranks(terminal) == "123"


@pytest.mark.parametrize("players", [("human", "human"), ("human", "minimax")])
def test_two_people_and_the_first_player_see_the_first_side(table, players):
    terminal = table("hexapawn", *players, *QUICK)
    enter(terminal, "b1-b2")
    assert ranks(terminal) == "321"


def test_a_board_without_sides_stands_upright(table):
    terminal = table("minimax", "human", *QUICK)
    asked(terminal)
    assert terminal.text.index(" 3 ") < terminal.text.index(" 7 ")


def test_lines_and_a_match_that_is_resumed_and_replayed_keep_the_side(referee):
    terminal = referee("hexapawn", "minimax", "human", *QUICK, environment=DUMB, size=(80, 60))
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
