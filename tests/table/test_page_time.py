"""The page while time runs: a program that thinks, Ctrl-C and other signals, clocks, programs that are watched."""

import re
import signal
import sys
from time import sleep

import pytest
from terminal import (
    CTRL_C, CTRL_U, CTRL_Z, ENTER, ESC, F1, F5, LEFT, RIGHT, SMALL, SPACE, UP, Terminal, asked, clocks, enter, finish,
    leave, marks, over,
)  # fmt: skip

pytest.importorskip("termios", reason="pseudo-terminals are a thing of POSIX systems")

LONG = "nim:heaps=50/60/70/80/90"  # too much to be looked through in minutes
THINKER = "minimax:time=600"
SOON = 120.0  # seconds; the thinkers here would go on for longer
DRAWN = "5 1 9 3 2 8 7 4"  # moves of tic-tac-toe after which only 6 is left, and nobody wins


def thinking(terminal, what="is thinking"):
    """Wait until a program is seen to think."""
    terminal.wait_for(lambda: what in terminal.said and not terminal.entry.endswith("move:"))


# While a program thinks.


def test_ctrl_c_lets_a_program_move_at_once_and_what_was_typed_stands_at_the_next_prompt(table):
    terminal = table(LONG, "human", THINKER)
    enter_and_go(terminal, "a1")
    thinking(terminal, "minimax (Second) is thinking")
    terminal.type("b2")
    terminal.wait_for(lambda: terminal.entry == "> b2")
    terminal.type(CTRL_C)
    terminal.wait_for(lambda: terminal.entry == "Your move: b2", SOON)
    assert "Minimax takes" in terminal.said
    assert "is thinking" not in terminal.said
    terminal.type(ENTER)
    terminal.wait_for("You take 2 from b")


def test_a_move_that_is_typed_ahead_is_shown_and_played_once_the_other_has_moved(table):
    terminal = table(LONG, "human", THINKER)
    enter_and_go(terminal, "a1")
    thinking(terminal)
    terminal.type(f"c3{ENTER}b2{ENTER}")  # the last one counts
    terminal.wait_for(lambda: terminal.entry == "Then b2 >")
    terminal.type(CTRL_C)
    terminal.wait_for("You take 2 from b", SOON)
    thinking(terminal)
    assert terminal.entry == ">"


@pytest.mark.parametrize("keys", [f"quit{ENTER}", "\x1b[21~"], ids=["word", "F10"])
def test_quit_leaves_at_once_while_a_program_thinks(referee, keys):
    terminal = referee(LONG, "human", THINKER)
    enter_and_go(terminal, "a1")
    thinking(terminal)
    terminal.type(keys)
    assert terminal.exit_status(SOON) == 0


def test_words_are_answered_while_a_program_thinks(table):
    terminal = table(LONG, "human", THINKER)
    enter_and_go(terminal, "a1")
    thinking(terminal)
    terminal.type(f"b2{ENTER}moves{ENTER}")
    terminal.wait_for("1. a1 (seed ")
    assert terminal.entry == "Then b2 >"
    terminal.type(F1)
    terminal.wait_for("scroll")
    terminal.type(f"{ESC}{CTRL_C}")  # the move that waits is played all the same
    terminal.wait_for("You take 2 from b", SOON)


def test_undo_takes_back_the_own_move_while_a_program_thinks(table):
    terminal = table(LONG, "human", THINKER)
    enter_and_go(terminal, "a1")
    thinking(terminal)
    terminal.type(f"undo{ENTER}")
    terminal.wait_for("Took back 2 moves.", SOON)


def test_resign_asks_at_once_while_a_program_thinks(table):
    terminal = table(LONG, "human", THINKER)
    enter_and_go(terminal, "a1")
    thinking(terminal)
    terminal.type(f"resign{ENTER}")
    terminal.wait_for("Give up this game, yes or no?", SOON)
    terminal.enter("yes")
    over(terminal)
    assert leave(terminal) == 0


@pytest.mark.parametrize("key", [ESC, "\x7f"], ids=["Esc", "Backspace"])
def test_a_move_that_is_typed_ahead_can_be_taken_back(referee, key):
    terminal = referee(LONG, "human", THINKER)
    enter_and_go(terminal, "a1")
    thinking(terminal)
    terminal.type(f"b2{ENTER}")
    terminal.wait_for(lambda: terminal.entry == "Then b2 >")
    terminal.type(key)
    terminal.wait_for(lambda: terminal.entry == ">")
    terminal.type(CTRL_C)
    terminal.wait_for(lambda: terminal.entry == "Your move:", SOON)
    assert "You take 2 from b" not in terminal.said


def test_a_move_that_is_typed_ahead_is_dropped_with_a_line_if_it_is_not_legal(table):
    terminal = table(LONG, "human", THINKER)
    enter_and_go(terminal, "a1")
    thinking(terminal)
    terminal.type(f"b99{ENTER}")
    terminal.wait_for(lambda: terminal.entry == "Then b99 >")
    terminal.type(CTRL_C)
    terminal.wait_for("Dropped: 'b99' is not", SOON)
    assert "at most 60" in terminal.said
    terminal.wait_for(lambda: terminal.entry == "Your move:")


def enter_and_go(terminal, entry):
    """Answer one prompt, after which another one does not come soon."""
    asked(terminal)
    terminal.enter(entry)


def test_ctrl_c_twice_leaves_while_a_program_thinks(table):
    terminal = table(LONG, "human", THINKER)
    enter_and_go(terminal, "a1")
    thinking(terminal)
    terminal.type(CTRL_C + CTRL_C)
    assert terminal.exit_status(SOON) == 130
    assert terminal.restored
    assert terminal.lines[-1] == "Go on with it: referee resume 1"
    assert b"Traceback" not in terminal.output


@pytest.mark.parametrize("player", [THINKER, "montecarlo:time=600", "mcts:time=600"])
def test_ctrl_c_twice_leaves_two_programs_that_are_watched(referee, player):
    terminal = referee(LONG, player, THINKER)
    thinking(terminal)
    terminal.type(CTRL_C + CTRL_C)
    assert terminal.exit_status(SOON) == 130
    assert terminal.restored
    assert b"Traceback" not in terminal.output


def test_a_program_shows_how_far_it_is(referee):
    for player, name, counted in (("minimax:time=600", "Minimax", "positions"), ("mcts:time=600", "MCTS", "playouts")):
        terminal = referee("othello", "human", player, environment={"LC_ALL": "C"})
        enter_and_go(terminal, "d3")
        terminal.wait_for(lambda counted=counted: re.search(rf"is thinking: .*\d{{3}} {counted}", terminal.said))
        seen = terminal.said
        terminal.wait_for(lambda seen=seen: terminal.said != seen)
        terminal.type(CTRL_C)
        asked(terminal)
        assert f"{name} plays" in terminal.said
        assert terminal.output.isascii()


def test_a_hint_takes_its_time_and_ctrl_c_makes_it_short(referee):
    terminal = referee("gomoku", "human", "minimax")
    enter_and_go(terminal, "hint")
    terminal.wait_for("Looking for a hint")
    terminal.type(CTRL_C)
    asked(terminal)
    assert "Hint: h8" in terminal.said  # the middle
    sleep(0.5)  # what comes right after an answer is taken to be meant for the search
    terminal.type(CTRL_C)
    assert terminal.exit_status(SOON) == 130


PRINTER = """
import sys
from players.random import RandomPlayer
from referee.__main__ import main

choose = RandomPlayer.choose


def loud(self, game, deadline):
    print("a line of a program")
    print("and one of its complaints", file=sys.stderr)
    return choose(self, game, deadline)


RandomPlayer.choose = loud
main()
"""


def test_prints_of_a_program_appear_after_the_page(tmp_path):
    command = (sys.executable, "-c", PRINTER, "random", "--moves", "5 1")
    with Terminal(*command, environment={"REFEREE_DATA": str(tmp_path)}) as terminal:
        enter(terminal, "9")
        before = terminal.text
        assert "program" not in before
        assert "Tic Tac Toe" in terminal.lines[0]
        assert finish(terminal, "quit") == 0
        assert {"a line of a program", "and one of its complaints"} <= {*terminal.lines}
        assert terminal.lines[-1] == "Go on with it: referee resume 1"


CRASHER = """
from players.random import RandomPlayer
from referee.__main__ import main


def choose(self, game, deadline):
    raise ValueError("out of ideas")


RandomPlayer.choose = choose
main()
"""


def test_a_program_that_crashes_has_lost_and_its_traceback_is_shown_after_the_page(tmp_path):
    program = tmp_path / "crasher.py"
    program.write_text(CRASHER)
    with Terminal(sys.executable, str(program), "random", environment={"REFEREE_DATA": str(tmp_path)}) as terminal:
        enter_and_go(terminal, "5")
        over(terminal)
        assert "You win: Random crashed: ValueError: out of ideas." in terminal.said
        assert "Traceback" not in terminal.said
        assert leave(terminal) == 0
        assert "ValueError: out of ideas" in terminal.lines
        assert "Traceback (most recent call last):" in terminal.lines


LATE_CRASHER = """
from pathlib import Path
from time import sleep

from players.random import RandomPlayer
from referee.__main__ import main


def choose(self, game, deadline):
    while not Path("go").exists():
        sleep(0.01)
    raise ValueError("out of ideas")


RandomPlayer.choose = choose
main()
"""


@pytest.fixture
def late(tmp_path, monkeypatch):
    """Start a match in which a program thinks, and loses once the function that comes with the terminal is called."""
    monkeypatch.chdir(tmp_path)
    own = {"REFEREE_DATA": str(tmp_path / "data")}
    with Terminal(sys.executable, "-c", LATE_CRASHER, "random", size=SMALL, environment=own) as terminal:
        enter_and_go(terminal, "5")
        thinking(terminal)
        yield terminal, lambda: (tmp_path / "go").write_text("")


def test_what_is_being_typed_when_the_match_ends_presses_no_key_of_the_end_page(late):
    terminal, end = late
    terminal.type("e")
    terminal.wait_for(lambda: terminal.entry == "> e")
    end()
    terminal.wait_for("You win")
    terminal.type("qnv")
    terminal.wait_for(lambda: terminal.entry == "Enter drops: eqnv")
    terminal.type(ENTER)
    over(terminal)
    terminal.wait_for("Type n to play again.")
    terminal.type("x")  # no key of the page, and not typed
    assert leave(terminal) == 0


def test_esc_drops_what_was_being_typed_when_the_match_ended(late):
    terminal, end = late
    terminal.type("e")
    terminal.wait_for(lambda: terminal.entry == "> e")
    end()
    terminal.wait_for("You win")
    terminal.type(ESC)
    over(terminal)
    assert leave(terminal) == 0


def test_a_move_typed_ahead_is_dropped_with_a_word_when_the_match_ends(late):
    terminal, end = late
    terminal.type(f"9{ENTER}")
    terminal.wait_for(lambda: terminal.entry == "Then 9 >")
    end()
    over(terminal)
    terminal.wait_for("'9', typed ahead, is dropped.")
    assert leave(terminal) == 0


# Signals.


@pytest.mark.parametrize(
    ("number", "status"),
    [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)], ids=["INT", "TERM", "HUP"],
)  # fmt: skip
@pytest.mark.parametrize("where", ["asked", "thinking", "in a hint"])
def test_a_signal_that_ends_the_process_gives_the_terminal_back(referee, number, status, where):
    game = LONG if where == "thinking" else "gomoku"  # which takes a hint its time
    terminal = referee(game, THINKER if where == "thinking" else "human", "human")
    if where == "thinking":
        thinking(terminal)
    else:
        asked(terminal)
    if where == "in a hint":
        terminal.enter("hint")
        terminal.wait_for("Looking for a hint")
    if number == signal.SIGINT and where != "asked":
        terminal.child.kill(number)  # first it moves, or answers, at once; and then a person is asked
        asked(terminal)
        sleep(0.5)  # what comes right after an answer is taken to be meant for the search
    terminal.child.kill(number)
    assert terminal.exit_status(SOON) == status
    assert terminal.restored
    assert b"Traceback" not in terminal.output


def test_a_page_in_the_background_comes_back():
    command = 'set -m; "$0" -m referee human human; echo asleep; fg >/dev/null; echo status $?'
    with Terminal("sh", "-c", command, sys.executable) as terminal:
        enter(terminal, "5")
        terminal.type(CTRL_Z)
        terminal.wait_for(lambda: b"asleep" in terminal.output)
        terminal.wait_for(lambda: terminal.screen.alternate and marks(terminal) == "1 2 3 4 [X] 6 7 8 9")
        enter(terminal, "1")
        terminal.type(CTRL_C)
        assert terminal.exit_status() == 0
        assert terminal.lines[-1] == "status 130"
        assert terminal.restored


# Clocks.


def test_a_player_without_time_on_the_clock_loses(table):
    terminal = table("human", "human", "--clock", "3s")
    asked(terminal)
    assert re.search(r"X 0:0[0-3]\.\d +O 0:03\.0$", clocks(terminal))
    terminal.wait_for("O wins: X ran out of time.")
    assert re.search(r"X 0:00\.0 +O 0:03\.0$", clocks(terminal))
    assert leave(terminal) == 0
    assert "ran out of time" in terminal.said


def test_a_clock_runs_while_its_seat_is_to_move_and_stands_else(referee):
    terminal = referee("human", "human", "--clock", "5m+3s")
    asked(terminal)
    assert re.search(r"X [45]:\d\d  O 5:00$", clocks(terminal))
    terminal.wait_for(lambda: re.search(r"X 4:5\d  O 5:00$", clocks(terminal)))
    terminal.enter("5")
    terminal.wait_for("X plays 5.")
    first = re.search(r"X (\S+)", clocks(terminal))[1]
    terminal.wait_for(lambda: re.search(r"O 4:5\d$", clocks(terminal)))
    assert re.search(r"X (\S+)", clocks(terminal))[1] == first


@pytest.mark.parametrize("size", [(80, 24), (40, 12)])
def test_periods_of_byo_yomi_run_out_one_by_one_and_then_the_game_is_lost(referee, size):
    terminal = referee("human", "human", "--clock", "2s/2x2s,40/5m", size=size)
    asked(terminal)
    seen = ("0:0", "2x0:0", "1x0:0")
    for each in seen:
        terminal.wait_for(lambda each=each: re.search(rf"\b{each}\d\.\d", terminal.text))
    assert "40/5:00" in terminal.text
    terminal.wait_for("O wins: X ran out of time.")
    assert "1x0:00.0" in terminal.text


def test_a_clock_counts_the_moves_to_the_next_session(referee):
    terminal = referee("human", "human", "--clock", "2/5m:1m")
    for cell, seat, shown in (("5", "X", "1/[45]"), ("1", "O", "1/[45]"), ("9", "X", "[56]"), ("3", "O", "[56]")):
        enter(terminal, cell)
        line = rf"\b{seat}\b.* {shown}:\d\d$"
        terminal.wait_for(lambda line=line: re.search(line, terminal.text, re.MULTILINE))


def test_a_small_window_without_a_title_shows_the_clock_at_the_prompt(referee):
    terminal = referee("othello", "human", "human", "--clock", "5m", size=(40, 11))
    terminal.wait_for(lambda: re.match(r"[45]:\d\d Black to move:$", terminal.entry))


def test_a_move_that_takes_longer_than_agreed_loses(table):
    terminal = table("human", "random", "--time", "1")
    terminal.wait_for("Random wins: you ran out of time.")
    assert leave(terminal) == 0


# Programs that are watched.


def test_a_match_that_is_watched_stands_still_and_goes_on_by_keys(table):
    terminal = table("random", "random", "--pace", "60", "--seed", "3", "--moves", "5 7")
    terminal.wait_for(lambda: marks(terminal).count("X") == 2)
    assert terminal.screen.cursor.hidden
    third = marks(terminal)
    terminal.type(SPACE)
    terminal.wait_for("Paused: Space goes on")
    terminal.type(RIGHT)
    terminal.wait_for(lambda: marks(terminal) != third)
    assert "Paused: Space goes on" in terminal.said
    fourth = marks(terminal)
    assert fourth.count("O") == third.count("O") + 1
    terminal.type(LEFT)
    terminal.wait_for(lambda: marks(terminal) == third)
    assert "move 3 of 4" in terminal.lines[0]
    terminal.type(RIGHT)
    terminal.wait_for(lambda: marks(terminal) == fourth)
    terminal.type("+" * 30)
    terminal.wait_for("A move every 0.05 seconds.")
    terminal.type(SPACE)
    over(terminal)
    assert leave(terminal) == 0
    assert terminal.lines[-1] == "See it again: referee replay 1"


def test_a_watched_match_keeps_its_pace(referee):
    terminal = referee("random", "random", "--pace", "60")
    terminal.wait_for(lambda: "X plays" in terminal.said)
    for _ in range(5):
        terminal.read(0.2)
    assert "X plays" in terminal.said
    terminal.type("q")
    assert terminal.exit_status() == 0
    assert terminal.lines[-1] == "Go on with it: referee resume 1"


def test_a_board_that_is_watched_is_turned_around(referee):
    terminal = referee("random", "random", "--pace", "60", "--moves", "1")
    terminal.wait_for(lambda: marks(terminal).startswith("X "))
    terminal.type(F5)
    terminal.wait_for(lambda: marks(terminal).endswith(" X"))


def test_a_narrow_ascii_terminal_cuts_in_ascii(referee):
    terminal = referee(LONG, "montecarlo:playouts=20", THINKER, environment={"LC_ALL": "C"}, size=(20, 12))
    terminal.wait_for("minimax (Second...")
    assert terminal.output.isascii()
    assert b"\\u" not in terminal.output
    assert " ||..." in terminal.text


# The end of a match.


def test_a_match_that_is_over_is_looked_through_and_played_again(table):
    terminal = table("minimax", "--moves", DRAWN, "--seed", "5", "--pace", "0")
    enter_and_go(terminal, "6")
    over(terminal)
    end = marks(terminal)
    terminal.type(LEFT + LEFT)
    terminal.wait_for(lambda: terminal.lines[0].endswith("move 7 of 9"))
    terminal.wait_for(lambda: marks(terminal) == "O X O 4 X 6 [X] O X")
    terminal.type(RIGHT + RIGHT)
    terminal.wait_for(lambda: marks(terminal) == end)
    terminal.type("n")
    asked(terminal)
    assert "You are X against Minimax." in terminal.said
    enter(terminal, "moves")
    assert "(seed 6)" in terminal.said
    enter_and_go(terminal, "6")
    over(terminal)
    terminal.type("s")
    terminal.wait_for(lambda: marks(terminal).count("O") + marks(terminal).count("X") == 9)
    terminal.wait_for(lambda: "(X) minimax" in terminal.said or "X minimax" in terminal.said)


@pytest.mark.parametrize("key", [ESC + ESC, CTRL_C], ids=["Esc", "Ctrl-C"])
def test_other_keys_leave_a_match_that_is_over(referee, key):
    terminal = referee("human", "human")
    asked(terminal)
    enter(terminal, "resign")
    terminal.enter("yes")
    over(terminal)
    terminal.type(F1 + UP + CTRL_U + ENTER + ENTER)  # one Enter too many after the last move leaves nothing unseen
    terminal.type(key)
    assert terminal.exit_status() == 0
    assert terminal.restored
    assert "O wins: X resigned." in terminal.lines


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP], ids=["TERM", "HUP"])
def test_a_match_that_is_left_in_the_midst_of_a_hint_is_not_over(referee, number):
    terminal = referee("gomoku", "human", "random")
    enter(terminal, "h8")
    terminal.enter("hint")
    terminal.wait_for("Looking for a hint")
    terminal.child.kill(number)
    terminal.exit_status()
    terminal = referee("history")
    assert terminal.exit_status() == 0
    assert "unfinished" in terminal.text
