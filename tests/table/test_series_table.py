"""Series at the table: on the page, in lines and in sentences, left in the middle and gone on with."""

import signal
import subprocess
import sys
from types import SimpleNamespace

import pytest
from terminal import CTRL_C, asked, enter, finish, leave, marks, over

from players import load
from players.human import HumanPlayer
from referee.match.series import Series
from referee.table.session import Session

pytest.importorskip("termios", reason="pseudo-terminals are a thing of POSIX systems")

PILE = "nim:sticks=1"  # who moves first wins by its only move


@pytest.fixture
def lines(tmp_path, monkeypatch):
    """What the command prints between pipes when those lines are typed: (standard output, standard error)."""
    monkeypatch.setenv("REFEREE_DATA", str(tmp_path / "data"))

    def run(*words, typed="", status=0):
        command = [sys.executable, "-m", "referee", *words]
        done = subprocess.run(command, input=typed, capture_output=True, text=True, timeout=300)
        assert done.returncode == status, done.stderr
        return done.stdout, done.stderr

    return run


# On the page.


def test_games_follow_each_other_on_the_page_until_one_has_won_more_than_half(table):
    terminal = table(PILE, "random", "--best-of", "3")
    asked(terminal)
    assert "the first to 2 wins." in terminal.said
    terminal.enter("1")
    over(terminal)
    terminal.wait_for("You lead 1 to 0; the first to 2 wins.")
    terminal.type("s")  # the seats alternate by themselves
    terminal.type("n")
    terminal.wait_for("The score is 1 to 1; the first to 2 wins.")
    terminal.type("n")
    asked(terminal)
    assert "Game 3 at 1-1" in terminal.said
    terminal.enter("1")
    terminal.wait_for("You win the series 2 to 1.")
    assert leave(terminal) == 0
    assert "You win the series 2 to 1." in terminal.said


def test_a_series_goes_on_with_its_score_and_its_position(table):
    terminal = table("random", "--best-of", "3", "--seed", "4")
    asked(terminal)
    enter(terminal, "resign")
    terminal.enter("yes")
    terminal.wait_for("random leads 1 to 0")
    terminal.type("n")
    asked(terminal)
    stood = marks(terminal)
    assert stood.count("X") == 1
    terminal.child.kill(signal.SIGKILL)
    terminal.exit_status()
    terminal = table("resume")
    asked(terminal)
    assert "Game 2 at 1-0" in terminal.said
    assert "random leads 1 to 0" in terminal.said
    assert marks(terminal) == stood
    terminal.type(CTRL_C)
    assert terminal.exit_status() == 130
    assert terminal.lines[-1] == "Go on with it: referee resume 2"


def test_who_leaves_between_two_games_goes_on_with_the_next(table):
    terminal = table(PILE, "random", "--best-of", "3")
    asked(terminal)
    terminal.enter("1")
    over(terminal)
    terminal.wait_for("You lead 1 to 0")
    assert leave(terminal) == 0
    assert terminal.lines[-1] == "Go on with the series: referee resume 2"
    terminal = table("resume")
    terminal.wait_for("The score is 1 to 1")
    assert leave(terminal) == 0


def test_a_process_that_is_killed_between_two_games_loses_nothing(table):
    terminal = table(PILE, "random", "--best-of", "3")
    asked(terminal)
    terminal.enter("1")
    terminal.wait_for("You lead 1 to 0")
    terminal.child.kill(signal.SIGKILL)
    terminal.exit_status()
    terminal = table("resume", "2")
    terminal.wait_for("The score is 1 to 1")
    assert leave(terminal) == 0


def test_programs_play_on_by_themselves(table):
    terminal = table("kuhn-poker", "random", "random", "--to", "2", "--pace", "0", "--seed", "1")
    terminal.wait_for("wins the series 4 chips to 0.", 30)
    assert leave(terminal) == 0


def test_nobody_changes_seats_within_a_series(table):
    terminal = table("nim", "random", "--best-of", "3")
    enter(terminal, "swap")
    assert "You cannot change seats within a series: they alternate from game to game." in terminal.said
    assert finish(terminal, "quit") == 0


# In lines, and in sentences.


@pytest.mark.parametrize("flags", [[], ["--plain"]], ids=["lines", "plain"])
def test_games_follow_each_other_in_lines(lines, flags):
    told, _ = lines(PILE, "random", "--best-of", "3", "--seed", "1", *flags, typed="1\n1\n")
    assert [line for line in told.splitlines() if "series" in line or "first to" in line] == [
        "The score is 0 to 0; the first to 2 wins.",
        "You lead 1 to 0; the first to 2 wins.",
        "The score is 1 to 1; the first to 2 wins.",
        "You win the series 2 to 1.",
    ]
    assert [line for line in told.splitlines() if line.startswith(PILE)] == [
        f"{PILE}, game 1 at 0-0, seed 1", f"{PILE}, game 2 at 0-1, seed 2", f"{PILE}, game 3 at 1-1, seed 3",
    ]  # fmt: skip


def test_each_game_is_kept_and_may_be_saved(lines, tmp_path):
    lines("backgammon", "random", "random", "--to", "2", "--seed", "3", "--save", str(tmp_path / "all.jsonl"))
    listed, _ = lines("history")
    assert len((tmp_path / "all.jsonl").read_text().splitlines()) == len(listed.splitlines())
    assert "backgammon:away=2/2,cube=yes" in listed
    lines("replay", "1")


def test_two_people_play_a_series(lines):
    told, _ = lines(PILE, "human", "human", "--best-of", "2", typed="1\n1\n")
    assert "The series is a draw, 1 to 1." in told
    assert "human (1) leads 1 to 0; the first above 1 wins." in told


def test_a_series_left_in_lines_says_how_to_go_on(lines):
    told, _ = lines(PILE, "random", "--best-of", "5", typed="1\n")
    assert told.splitlines()[-1] == "Go on with the series: referee resume 3"
    told, _ = lines("resume", typed="1\n")
    assert "You lead 2 to 1; the first to 3 wins." in told


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["-g", "3", "random", "random", "--best-of", "3"], "--best-of and --to play a series of single matches"),
        (["random", "random", "--best-of", "1"], "from 2 to 1000"),
        (["kuhn-poker:stacks=3/3", "random", "random", "--to", "4"], "comes from the score of a series"),
    ],
)
def test_what_is_no_series_is_refused_in_one_line(lines, words, says):
    _, complaint = lines(*words, status=2)
    assert says in complaint


def test_the_score_after_a_game_is_told_with_the_names_of_that_game():
    before = Series.begin(PILE, 5, None).after(1)  # Ann has won the first game, and sits on the second seat now
    minutes = SimpleNamespace(heading=SimpleNamespace(names=("Bob", "Ann")))
    session = SimpleNamespace(series=before, seated=[load("random"), load("random")], minutes=minutes)
    assert Session.score_of(session, before.after(-1)) == "Ann leads 2 to 0; the first to 3 wins."
    session.seated[1] = HumanPlayer()
    assert Session.score_of(session, before.after(-1)) == "You lead 2 to 0; the first to 3 wins."
