"""Series at the table, and the clocks of their players: each player keeps the clock, whichever seat it has."""

import signal
import subprocess
import sys
from dataclasses import replace
from types import SimpleNamespace

import pytest
from terminal import CTRL_C, asked, enter, finish, leave, marks, over

from players import load
from players.human import HumanPlayer
from referee import cli
from referee.batches.plan import Plan
from referee.match.clock_text import read_clock, write_clock
from referee.match.record import Recorder
from referee.match.series import Series
from referee.storage.archive import open_archive
from referee.table.next_match import AGAIN, BACK, SWAPPED, NextMatch, choose_next
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


def test_leaving_between_two_games_resumes_with_the_next(table):
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
def test_an_impossible_series_is_refused_in_one_line(lines, words, says):
    _, complaint = lines(*words, status=2)
    assert says in complaint


def test_the_score_after_a_game_is_told_with_the_names_of_that_game():
    before = Series.begin(PILE, 5, None).after(1)  # Ann has won the first game, and sits on the second seat now
    minutes = SimpleNamespace(heading=SimpleNamespace(names=("Bob", "Ann")))
    session = SimpleNamespace(series=before, seated=[load("random"), load("random")], minutes=minutes)
    assert Session.score_of(session, before.after(-1)) == "Ann leads 2 to 0; the first to 3 wins."
    session.seated[1] = HumanPlayer()
    assert Session.score_of(session, before.after(-1)) == "You lead 2 to 0; the first to 3 wins."


PLAN = Plan("ttt", ("human", "random"), 1, read_clock("5m,40/1m"), person="Ann")


def following(now, choice, after=None):
    """The plan of the match that follows that one."""
    return choose_next(now, Recorder(now.plan.heading(0)), after, choice)


@pytest.mark.parametrize(("choice", "players", "clock"), [
    (AGAIN, ("human", "random"), "5m,40/1m"), (SWAPPED, ("random", "human"), "40/1m,5m"),
    (BACK, ("human", "random"), "5m,40/1m"), ("level 4", ("human", "level:4"), "5m,40/1m"),
])  # fmt: skip
def test_the_next_match_has_the_clocks_of_its_players(choice, players, clock):
    plan = following(NextMatch(PLAN), choice).plan
    assert (plan.players, write_clock(plan.control)) == (players, clock)
    again = following(NextMatch(replace(plan, called=None)), SWAPPED).plan
    assert (again.players, again.control) == (players[::-1], plan.control.swapped)


def test_in_a_series_the_clocks_alternate_with_the_seats():
    series = Series.begin("ttt", 3, None)
    now = NextMatch(PLAN, series=series)
    for number, clock in ((2, "40/1m,5m"), (3, "5m,40/1m")):
        after = now.series.after(0)
        now = following(now, AGAIN, after)
        assert (now.series.number, write_clock(now.plan.control)) == (number, clock)


@pytest.mark.parametrize(
    ("words", "players", "clock"),
    [
        ("random minimax:depth=1", ("random", "minimax:depth=1"), "5m,1m"),
        ("random minimax:depth=1 --swap", ("minimax:depth=1", "random"), "1m,5m"),
    ],
)
def test_a_single_match_gives_the_first_clock_to_the_player_named_first(tmp_path, monkeypatch, words, players, clock):
    monkeypatch.setenv("REFEREE_DATA", str(tmp_path))
    assert cli.run([*words.split(), "--clock", "5m,1m", "--seed", "1", "--plain", "--pace", "0"]) == 0
    kept = open_archive().load(1)
    assert (kept.heading.players, write_clock(kept.control)) == (players, clock)
    assert [clock.seconds > 200 for clock in kept.past[0][1]] == [seat == "5m" for seat in clock.split(",")]


def test_a_person_who_is_not_named_is_the_first_player(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("REFEREE_DATA", str(tmp_path))
    monkeypatch.setattr("builtins.input", lambda prompt="": "quit")
    assert cli.run(["random", "--clock", "5m,1m", "--seed", "1", "--plain"]) == 0
    assert "You have 5 minutes." in capsys.readouterr().out


def test_two_people_keep_their_names_and_change_seats_with_them():
    plan = Plan("ttt", ("human", "human"), 1, person="Ann", guest="Bob")
    assert plan.names == ("Ann", "Bob")
    swapped = choose_next(NextMatch(plan), Recorder(plan.heading(0)), None, SWAPPED)
    assert swapped.plan.names == ("Bob", "Ann")
    again = choose_next(swapped, Recorder(swapped.plan.heading(0)), None, AGAIN)
    assert again.plan.names == ("Bob", "Ann")
