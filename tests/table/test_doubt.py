"""What cannot be undone is asked about once: giving up the game, and giving it up for a new one."""

import subprocess
import sys

import pytest
from terminal import ENVIRONMENT, F10, PATIENCE, asked, conclude, enter, finish, leave, marks, over

import games
from players.entry import ANSWERS, Request, parse
from players.human import HumanPlayer
from players.player import Quit, Resigned
from tests.helpers.scripted import Scripted
from referee.match.match import play
from referee.match.record import Heading, Recorder
from referee.storage.record_file import read_records
from referee.table import vocabulary
from referee.table.prompt_commands import PLAY_ON, PromptCommands
from referee.table.vocabulary import RESIGN, RESTART

pytest.importorskip("termios", reason="pseudo-terminals are a thing of POSIX systems")

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


def test_who_says_yes_has_given_up():
    for yes in ("yes", "Y"):
        said, ended, _ = typed("5", "resign", yes)
        assert said == [GIVE_UP]
        assert (ended.how.value, ended.score, ended.why) == ("resigned", 1, "Bob resigned")


def test_who_says_no_plays_on_and_is_asked_anew_the_next_time():
    said, ended, _ = typed("resign", "no", "5", "resign", "n", "surrender")
    assert said == [GIVE_UP, PLAY_ON, GIVE_UP, PLAY_ON, GIVE_UP]
    assert ended.how.value == "left"


def test_a_move_in_the_place_of_an_answer_is_made_and_a_word_is_answered():
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


def test_a_new_game_is_asked_about_where_moves_would_be_lost():
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
    terminal.wait_for("answer 'maybe' must be yes or no")
    enter(terminal, "no")
    assert PLAY_ON in terminal.said
    terminal.wait_for(lambda: terminal.entry == "O to move:")
    conclude(terminal, "resign", "yes")
    assert "X wins: O resigned." in terminal.said
    assert leave(terminal) == 0


def test_who_leaves_at_the_question_goes_on_later(referee):
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


def test_no_game_of_a_series_begins_anew_and_its_score_is_told(tmp_path):
    command = [sys.executable, "-m", "referee", "human", "random", "--best-of", "3", "--plain", "--seed", "1"]
    environment = ENVIRONMENT | {"REFEREE_DATA": str(tmp_path)}
    typed = b"5\nrestart\nyes\nresign\nyes\nscore\n"
    run = subprocess.run(command, input=typed, capture_output=True, env=environment, timeout=PATIENCE)
    told = run.stdout.decode()
    assert "You cannot restart a game of a series" in told
    assert "'yes' is not a legal move here" in told
    assert "you resigned" in told
    assert "O has none. random leads 1 to 0; the first to 2 wins." in told.partition("Move: score")[2]
