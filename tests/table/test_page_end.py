"""The end of a match leads on: the score of the sitting, a review, a move taken back, another level, another game."""

import re
import sys

import pytest
from terminal import ENTER, ESC, SMALL, Terminal, asked, conclude, leave, marks, over

from referee.match.series import Sitting

pytest.importorskip("termios", reason="pseudo-terminals are a thing of POSIX systems")

LOST = ("minimax", "--seed", "1", "--pace", "0")  # by 1, 2 and 4
PATIENT = """
import sys
from referee.__main__ import main
from referee.table.fullscreen import keys

keys.UNHEARD = float(sys.argv.pop(1))
main(sys.argv[1:])
"""


def lose(terminal):
    """Lose a match to minimax."""
    conclude(terminal, "1", "2", "4")


# The score.


def test_a_sitting_counts_who_won_against_whom():
    sitting = Sitting()
    assert sitting.score(["you", "level 3"]) == ""
    sitting.add(["you", "level 3"], 1)
    sitting.add(["level 3", "you"], -4)
    sitting.add(["you", "level 3"], -1)
    assert sitting.score(["level 3", "you"]) == "you 2, level 3 1"
    sitting.add(["you", "level 3"], 0)
    assert sitting.score(["you", "level 3"]) == "you 2, level 3 1, 1 drawn"
    assert sitting.score(["you", "level 4"]) == ""
    sitting.take_back()
    assert sitting.score(["you", "level 3"]) == "you 2, level 3 1"


def test_the_end_says_the_result_the_score_and_what_may_be_done(referee):
    terminal = referee(*LOST)
    lose(terminal)
    assert terminal.lines[0].endswith("you 0, minimax 1 · over after 6 moves")
    assert "You 0, minimax 1." in terminal.lines
    for words in ("play again", "review this match", "take back your last move", "another level", "another game"):
        assert words in terminal.text
    assert re.search(r"X +you +lost", terminal.text)
    assert re.search(r"O +minimax +won", terminal.text)
    terminal.type("n")
    asked(terminal)
    assert "you 0, minimax 1 · turn 1 · you are X" in terminal.lines[0]
    lose(terminal)
    assert "you 0, minimax 2" in terminal.lines[0]
    terminal.type("s")
    terminal.wait_for("you are O")
    terminal.wait_for(lambda: "you 0, minimax 2" in terminal.lines[0])


def test_a_small_window_without_colours_has_the_keys_of_the_end_too(referee):
    terminal = referee(*LOST, size=SMALL, environment={"LC_ALL": "C", "NO_COLOR": "1"})
    lose(terminal)
    assert terminal.lines[-1].startswith(" Enter again  v review")
    assert terminal.lines[-1].endswith("q leave")
    assert terminal.output.isascii()


# What comes next.


def test_enter_plays_again_but_not_at_once(tmp_path):
    for seconds, heard in (("1000", False), ("0", True)):
        command, own = (sys.executable, "-c", PATIENT, seconds, *LOST), {"REFEREE_DATA": str(tmp_path)}
        with Terminal(*command, environment=own) as terminal:
            lose(terminal)
            terminal.type(ENTER)
            if heard:
                asked(terminal)
                assert "turn 1" in terminal.lines[0]
            else:
                terminal.read(0.3)
                assert "over after" in terminal.lines[0]


def test_the_last_move_is_taken_back_after_the_end(table):
    terminal = table(*LOST)
    lose(terminal)
    terminal.type("u")
    asked(terminal)
    assert marks(terminal) == "X X [O] 4 O 6 7 8 9"
    assert "minimax 1" not in terminal.lines[0]
    conclude(terminal, "7", "resign", "yes")
    assert leave(terminal) == 0
    terminal = table("history")
    assert terminal.exit_status() == 0
    assert "played out" in terminal.said
    assert "resigned" in terminal.said


def test_who_resigned_takes_that_back_and_no_move(referee):
    terminal = referee("minimax", "--moves", "5", "--pace", "0")
    asked(terminal)
    before = marks(terminal)
    terminal.enter("resign")
    terminal.wait_for("Answer:")
    terminal.enter("yes")
    over(terminal)
    terminal.type("u") if "take back" in terminal.text else terminal.type("n")
    asked(terminal)
    assert marks(terminal) == before


def test_another_level_sits_down_for_the_next_match(table):
    terminal = table(*LOST)
    lose(terminal)
    terminal.type("l")
    terminal.wait_for(lambda: terminal.entry.endswith("Level, 1 to 10:"))
    terminal.type(f"11{ENTER}")
    terminal.wait_for("level '11' must be a whole number from 1 to 10")
    terminal.type(ESC)
    terminal.wait_for(lambda: "Level, 1 to 10:" not in terminal.text)
    terminal.type("l")
    terminal.wait_for("Level, 1 to 10:")
    terminal.type(f"3{ENTER}")
    terminal.wait_for("You are X against Level 3.")


def test_a_review_is_read_on_the_page_and_put_away(table):
    terminal = table(*LOST)
    lose(terminal)
    terminal.type("v")
    terminal.wait_for("5. 4 ??")
    terminal.type("\x1b[F")
    terminal.wait_for("any other key goes back")
    terminal.type(ESC)
    terminal.wait_for(lambda: marks(terminal) == "X X *O* X *O* 6 [O] 8 9")


def test_another_game_is_chosen_in_the_menu_and_what_was_left_stays_on_the_terminal(referee):
    terminal = referee(*LOST)
    lose(terminal)
    terminal.type("g")
    terminal.wait_for("What shall we play?")
    terminal.type("nim\r")
    terminal.wait_for("Enter play")
    terminal.type("\r")
    terminal.wait_for("Your moves")
    terminal.enter("quit")
    assert terminal.exit_status() == 0
    assert "See it again: referee replay 1" in terminal.said


def test_the_menu_goes_on_with_a_match_and_shows_and_reviews_others(referee):
    terminal = referee(*LOST)
    lose(terminal)
    assert leave(terminal) == 0
    terminal = referee("human", "human", "--moves", "5")
    asked(terminal)
    terminal.enter("1")
    asked(terminal)
    terminal.enter("quit")
    assert terminal.exit_status() == 0
    terminal = referee()
    for keys, seen in (
        ("review\r", "judged, move by move"),
        (ENTER, "5. 4 ??"),
        (ESC, "move 0 of 6"),
        ("q", "What shall we play?"),
        ("history\r", "2 listed"),
        (ENTER, "move 0 of 2"),
        ("q", "What shall we play?"),
        ("resume\r", "1 listed"),
    ):
        if keys.endswith("\r") and len(keys) > 1:
            terminal.wait_for("What shall we play?")
        terminal.type(keys)
        terminal.wait_for(seen)
    terminal.type(ENTER)
    asked(terminal)
    assert marks(terminal) == "[O] 2 3 4 X 6 7 8 9"
    terminal.enter("quit")
    assert terminal.exit_status() == 0
