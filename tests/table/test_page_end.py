"""The end of a match and the way out: what leads on after it, Esc a step at a time, and the questions before giving up."""

import re
import subprocess
import sys

import pytest
from terminal import (
    DOWN, ENTER, ENVIRONMENT, ESC, F6, F10, HOME, PAGE_UP, PATIENCE, SMALL, SPACE, TAB, Terminal, asked, conclude,
    enter, finish, leave, marks, over,
)  # fmt: skip

import games
from players.entry import ANSWERS, Request, parse
from players.human import HumanPlayer
from players.player import Quit, Resigned
from referee.match.match import play
from referee.match.record import Heading, Recorder
from referee.match.series import Sitting
from referee.storage.record_file import read_records
from referee.table import vocabulary
from referee.table.fullscreen.keys import LEAVING
from referee.table.prompt_commands import PLAY_ON, PromptCommands
from referee.table.vocabulary import RESIGN, RESTART
from tests.helpers.scripted import Scripted

pytest.importorskip("termios", reason="pseudo-terminals are a thing of POSIX systems")


LOST = ("minimax", "--seed", "1", "--pace", "0")  # by 1, 2 and 4


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
    assert terminal.lines[-1].startswith(" n again  v review")
    assert terminal.lines[-1].endswith("q leave")
    assert terminal.output.isascii()


# What comes next.


def test_enter_leaves_the_last_position_and_says_which_key_goes_on(referee):
    terminal = referee(*LOST)
    lose(terminal)
    before = marks(terminal)
    terminal.type(ENTER)
    terminal.wait_for("Type n to play again.")
    assert marks(terminal) == before
    assert "over after 6 moves" in terminal.lines[0]
    terminal.type("n")
    asked(terminal)


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


def test_taking_back_a_resignation_takes_back_no_move(referee):
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
    terminal.wait_for("There is no level '11': type level N, from 1 (easiest) to 10")
    terminal.type(f"elo=1200{ENTER}")
    terminal.wait_for("elo=1200 is only for chess")
    terminal.type(ESC)
    terminal.wait_for(lambda: "Level, 1 to 10:" not in terminal.text)
    terminal.type("l")
    terminal.wait_for("Level, 1 to 10:")
    terminal.type(f"level casual{ENTER}")
    terminal.wait_for("You are X against Casual level 3.")


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


def test_esc_keeps_what_was_said(table):
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


GIVE_UP, ANEW = RESIGN.doubt, RESTART.doubt
QUICK = ("--pace", "0", "--seed", "1")
DUMB = {"TERM": "dumb"}


def typed(*entries):
    """What was said, the last event, and whether a new game is wanted."""
    front = Scripted(*entries)
    desk = PromptCommands(front, Recorder(Heading("tic-tac-toe", ("human", "human"), ("Ann", "Bob"), 1)))
    people = [HumanPlayer(desk.ask, desk.tell) for _ in "XO"]
    for event in play(games.load("tic-tac-toe"), people, ("Ann", "Bob")):
        desk.note(event)
    return front.said, event, desk.restarted


def test_yes_gives_the_game_up():
    for yes in ("yes", "Y"):
        said, ended, _ = typed("5", "resign", yes)
        assert said == [GIVE_UP]
        assert (ended.how.value, ended.score, ended.why) == ("resigned", 1, "Bob resigned")


def test_no_plays_on_and_the_next_time_asks_again():
    said, ended, _ = typed("resign", "no", "5", "resign", "n", "surrender")
    assert said == [GIVE_UP, PLAY_ON, GIVE_UP, PLAY_ON, GIVE_UP]
    assert ended.how.value == "left"


def test_a_move_instead_of_an_answer_is_made_and_a_word_is_answered():
    said, ended, _ = typed("resign", "5", "yes", "resign", "moves", "y", "1")
    assert said[0] == GIVE_UP
    assert said[1].startswith("'yes' is not a legal move here")
    assert said[2] == GIVE_UP
    assert said[3] == "1. 5  (seed 1)"
    assert said[4].startswith("'y' is not a legal move here")
    assert ended.how.value == "left"
    assert sorted(ended.game.moves()) == [1, 2, 3, 5, 6, 7, 8]


def test_leaving_and_the_end_of_what_is_typed_leave_the_match_as_it_is():
    for last in ((), ("quit",)):
        said, ended, restarted = typed("5", "resign", *last)
        assert said == [GIVE_UP]
        assert (ended.how.value, ended.why, restarted) == ("left", "Bob left the table", False)


def test_a_new_game_is_asked_about_if_moves_would_be_lost():
    said, ended, restarted = typed("restart")
    assert (said, ended.how.value, ended.why, restarted) == ([], "left", "Ann began a new game", True)
    assert typed("5", "new", "no")[0] == [ANEW, PLAY_ON]
    said, ended, restarted = typed("5", "new", "yes")
    assert (said, ended.why, restarted) == ([ANEW], "Bob began a new game", True)


def test_without_a_table_nothing_is_asked():
    entry = parse(games.load("tic-tac-toe"), "resign")
    assert isinstance(entry, Request)
    with pytest.raises(Resigned):
        HumanPlayer(lambda game, deadline: entry).choose(games.load("tic-tac-toe"), 0.0)


# At a terminal.


def test_the_page_asks_and_the_prompt_says_that_it_waits_for_an_answer(table):
    terminal = table("human", "human", "--clock", "90s")
    enter(terminal, "5", "resign")
    assert GIVE_UP in terminal.said
    terminal.wait_for(lambda: terminal.entry == "Answer:")
    terminal.enter("maybe")
    terminal.wait_for("'maybe' is not an answer; type yes or no")
    enter(terminal, "no")
    assert PLAY_ON in terminal.said
    terminal.wait_for(lambda: terminal.entry == "O to move:")
    conclude(terminal, "resign", "yes")
    assert "X wins: O resigned." in terminal.said
    assert leave(terminal) == 0


def test_a_match_left_at_the_question_can_be_resumed(referee):
    terminal = referee("human", "human")
    enter(terminal, "5", "resign")
    terminal.type(F10)
    assert terminal.exit_status() == 0
    assert terminal.lines[-1] == "Go on with it: referee resume 1"


@pytest.mark.parametrize(
    ("flags", "environment"), [((), {}), ((), DUMB), (("--plain",), {})], ids=["page", "lines", "plain"]
)
def test_a_new_game_begins_on_every_front(referee, tmp_path, flags, environment):
    file = tmp_path / "games.jsonl"
    terminal = referee("hexapawn", "human", "minimax", *QUICK, *flags, "--save", str(file), environment=environment)
    enter(terminal, "b1-b2", "new")
    assert ANEW in terminal.said
    enter(terminal, "yes")
    terminal.wait_for("hexapawn, seed 2" if flags or environment else "turn 1")
    enter(terminal, "c1-c2", "resign")
    terminal.enter("yes")
    if not (flags or environment):
        over(terminal)
        terminal.type("q")
    assert terminal.exit_status() == 0
    one, two = read_records(file)
    assert (one.seed, one.moves.split()[0], one.over) == (1, "b1-b2", False)
    assert (two.seed, two.moves.split()[0], two.how) == (2, "c1-c2", "resigned")


def test_a_dumb_terminal_asks_for_an_answer(referee):
    terminal = referee("human", "human", environment=DUMB)
    enter(terminal, "5", "resign")
    assert terminal.entry == "Answer:"
    enter(terminal, "1")
    assert marks(terminal) == "[O] 2 3 4 X 6 7 8 9"
    assert finish(terminal, "quit") == 0


@pytest.mark.parametrize("flags", [[], ["--plain"]], ids=["lines", "plain"])
def test_a_script_that_ends_with_resign_leaves_and_the_match_is_kept(tmp_path, flags):
    command = [sys.executable, "-m", "referee", "human", "random", *flags]
    environment = ENVIRONMENT | {"REFEREE_DATA": str(tmp_path)}
    run = subprocess.run(command, input=b"5\nresign\n", capture_output=True, env=environment, timeout=PATIENCE)
    assert run.returncode == 0
    assert GIVE_UP.encode() in run.stdout
    assert b"Go on with it: referee resume 1" in run.stdout
    run = subprocess.run(command, input=b"5\nresign\nyes\n", capture_output=True, env=environment, timeout=PATIENCE)
    assert b"you resigned" in run.stdout


def test_the_answers_are_asked_for_in_every_question():
    assert all(word.doubt.endswith("yes or no?") for word in vocabulary.WORDS if word.doubt)
    assert {"yes", "no"} <= set(ANSWERS)
    assert issubclass(RESTART.request, Quit)


def test_a_game_of_a_series_cannot_be_restarted(tmp_path):
    command = [sys.executable, "-m", "referee", "human", "random", "--best-of", "3", "--plain", "--seed", "1"]
    environment = ENVIRONMENT | {"REFEREE_DATA": str(tmp_path)}
    typed = b"5\nrestart\nyes\nresign\nyes\nscore\n"
    run = subprocess.run(command, input=typed, capture_output=True, env=environment, timeout=PATIENCE)
    told = run.stdout.decode()
    assert "You cannot restart a game of a series" in told
    assert "'yes' is not a legal move here" in told
    assert "you resigned" in told
    assert "O has none. random leads 1 to 0; the first to 2 wins." in told.partition("Move: score")[2]
