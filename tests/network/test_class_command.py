"""`referee class` as a teacher types it: invitations, Ctrl-C once and twice, and the files that it writes."""

import csv
import io
import json
import os
import re
import signal
import sys

import pexpect
import pytest

from referee import cli
from referee.commands.class_ import split_rating
from referee.tournaments.journal import open_journal
from tests.network.classes import play_in_thread, wait
from tests.network.guests import SOON, Guest

posix = pytest.mark.skipif(os.name == "nt", reason="a terminal and its signals are others there")


class Desk:
    """The command at a terminal. `port` and `tokens` are those that it prints."""

    def __init__(self, folder, *words):
        (folder / "students.csv").exists() or (folder / "students.csv").write_text("name\nAnn\nBob\n")
        command = [
            "-m",
            "referee",
            "class",
            "tic-tac-toe",
            "--tokens",
            "students.csv",
            "--listen",
            "127.0.0.1:0",
            *words,
        ]
        self.child = pexpect.spawn(
            sys.executable, command, cwd=folder, encoding="utf-8", timeout=SOON, dimensions=(24, 120),
            env=os.environ | {"PYTHONPATH": os.getcwd(), "REFEREE_DATA": str(folder / "data")},
        )  # fmt: skip
        self.child.expect(r"page: http://127.0.0.1:(\d+)/")
        self.port, self.said = int(self.child.match[1]), self.child.before
        self.tokens = dict(re.findall(r"(\w+): referee join ws://127.0.0.1:\d+/([\w-]+)", self.said))

    def guest(self, name, program="one", play=True):
        guest = Guest(self.port, self.tokens[name], program=program)
        return play_in_thread(guest) if play else guest

    def end(self):
        """Return what is printed until the end."""
        self.child.expect(pexpect.EOF)
        self.child.close()
        return self.child.before


@pytest.fixture
def desk(tmp_path, monkeypatch):
    monkeypatch.setenv("REFEREE_DATA", str(tmp_path / "data"))
    opened = []

    def seated(*words):
        opened.append(Desk(tmp_path, *words))
        return opened[-1]

    yield seated
    for each in opened:
        each.child.close(force=True)


def played(number=1):
    """Return how many games of a tournament are kept."""
    journal = open_journal()
    try:
        return len(journal.results(number))
    finally:
        journal.close()


@posix
def test_ctrl_c_ends_the_class_and_the_same_command_goes_on_with_it(desk, tmp_path):
    files = ("--csv", "class.csv", "--gradescope", "class.json", "--openings", "0", "--time", "60")
    first = desk(*files, "--fixed", "random=800")
    assert set(first.tokens) == {"Ann", "Bob"}
    assert "class 1 begins" in first.said
    guests = [first.guest("Ann"), first.guest("Bob")]
    wait(lambda: played() >= 4)
    first.child.sendintr()
    assert "games, and more to come" in first.end()
    assert first.child.exitstatus == 0
    count = played()
    rows = {row["name"]: row for row in csv.DictReader(io.StringIO((tmp_path / "class.csv").read_text()))}
    assert set(rows) == {"Ann", "Bob", "random"}
    results = json.loads((tmp_path / "class.json").read_text())
    assert set(results) == {"Ann", "Bob"}
    assert {each["name"] for each in results["Ann"]["leaderboard"]} >= {"Rating", "Games"}
    second = desk(*files)
    assert "class 1 goes on" in second.said
    assert second.tokens == first.tokens
    guests += [second.guest("Ann", "another"), second.guest("Bob")]
    wait(lambda: played() > count + 2)
    second.child.sendintr()
    assert "Ann (2)" in second.end()
    for guest in guests:
        guest.leave()


@posix
def test_the_first_ctrl_c_waits_for_the_games_that_run_and_the_second_does_not(desk):
    class_ = desk("--openings", "0", "--time", "1000")
    slow, fast = class_.guest("Ann", play=False), class_.guest("Bob")
    slow.hear("ask")
    class_.child.sendintr()
    class_.child.expect("1 game to finish, and Ctrl-C again stops them")
    assert class_.child.isalive()
    class_.child.sendintr()
    assert "0 games" in class_.end()
    assert class_.child.exitstatus == 130
    assert played() == 0
    slow.leave(), fast.leave()


@posix
def test_a_signal_to_end_ends_the_class_at_once(desk):
    class_ = desk("--openings", "0")
    class_.child.kill(signal.SIGTERM)
    class_.end()
    assert class_.child.exitstatus == 128 + signal.SIGTERM


def refused(capsys, *words):
    assert cli.run(["class", *words]) == 2
    said = capsys.readouterr().err
    assert "Traceback" not in said
    return said


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--fixed", "minimx"), "minimx"),
        (("--fixed", "human"), "is a person"),
        (("--fixed", "minimax=1e9"), "--fixed minimax=1e9: a rating is a number from -100000 to 100000"),
        (("--listen", "127.0.0.1:70000"), "--listen 127.0.0.1:70000 must be an address"),
        (("--clock", "5m,1m"), "is for two players"),
        (("--csv", "/nowhere/class.csv"), "/nowhere/class.csv cannot be written"),
        (("--tables", "0"), "--tables 0 must be"),
        (("--fixed", "random", "--fixed", "Ann"), "Ann"),
    ],
)
def test_what_cannot_be_is_refused_in_a_line(tmp_path, capsys, words, told):
    (tmp_path / "students.csv").write_text("name,token\nAnn,abcdefgh\nrandom,abcdefgi\n")
    assert told in refused(capsys, "nim", "--tokens", str(tmp_path / "students.csv"), *words)


def test_a_student_with_the_name_of_a_program_of_the_staff_is_refused(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("REFEREE_DATA", str(tmp_path))
    (tmp_path / "students.csv").write_text("name,token\nrandom,abcdefgi\n")
    said = refused(capsys, "nim", "--tokens", str(tmp_path / "students.csv"), "--fixed", "random", "--openings", "0")
    assert "--fixed random: a student has this name too" in said


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("minimax", ("minimax", None)),
        ("minimax=1000", ("minimax", 1000.0)),
        ("minimax:depth=3", ("minimax:depth=3", None)),
        ("minimax:depth=3=-20", ("minimax:depth=3", -20.0)),
        ("level:2=1000", ("level:2", 1000.0)),
    ],
)
def test_a_rating_follows_a_player_after_an_equals_sign(text, read):
    assert split_rating(text) == read
