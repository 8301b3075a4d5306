"""A test of two players that is kept as a tournament: it ends after the same game, whatever stops it on the way.

SPRT_KILLS=100 kills it 100 times instead of a few.
"""

import json
import os
import random
import re
import shlex
import signal
import subprocess
import sys
import time
from contextlib import closing
from dataclasses import replace

import pytest

from referee import cli
from referee.batches.plan import Plan
from referee.match.clocks import Control
from referee.match.record import sign
from referee.statistics.counts import Counts, Pairs
from referee.statistics.sprt import MODELS, Sprt, SprtCourse
from referee.storage.database import StorageError
from referee.tournaments.journal import Journal, play_missing
from referee.tournaments.journal_tables import parse_plan
from referee.tournaments.plan import Tournament
from referee.tournaments.results import match_results, plan_as_json
from referee.tournaments.schedule import make_schedule
from referee.tournaments.standings import make_standings
from tests.helpers import kills
from tests.helpers.cases import every_case

posix = pytest.mark.skipif(os.name == "nt", reason="signals are sent otherwise there")
KILLS = int(os.environ.get("SPRT_KILLS", "2"))
PLAN = Plan("tic-tac-toe", ("random", "random"), 7, swap=True)
TEST = Sprt(0, 120)
SLOW = kills.THINKERS[0]  # its games take some hundredths of a second
LINE = ("tic-tac-toe", *kills.THINKERS, "--sprt", "0,60", "--seed", "7")  # ends after 32 games if they are compiled


@pytest.fixture
def journal(tmp_path):
    with closing(Journal(tmp_path)) as opened:
        yield opened


@pytest.fixture
def command(tmp_path, monkeypatch, capsys):
    """A function that runs a command with a journal of its own, and returns what it prints on both streams."""
    monkeypatch.setenv("REFEREE_DATA", str(tmp_path))

    def run(line, status=0):
        assert cli.run(line.split()) == status, capsys.readouterr()
        return capsys.readouterr()

    return run


@pytest.fixture(scope="module")
def course():
    """The results of 200 games, and the number after which the test ends."""
    results = [PLAN.task(number).result() for number in range(200)]
    follow = SprtCourse(TEST)
    for result in results:
        follow.add(result.number, sign(result.record.score or 0) * (-1) ** result.number)
    assert 0 < follow.end < 150
    return results, follow.end


def shuffled(results, rng, stop=0.0):
    """Return a way to play whose games end in another order; `stop` is the probability of Ctrl-C before a game."""
    known = {result.number: result for result in results}

    def play(tasks):
        numbers = [task.heading.number for task in tasks]
        for start in range(0, len(numbers), 20):  # many are played at once
            some = numbers[start : start + 20]
            rng.shuffle(some)
            for number in some:
                if rng.random() < stop:
                    raise KeyboardInterrupt
                yield known[number]

    return play


# One plan, whoever begins it.


@pytest.mark.parametrize("change", [
    {}, {"opening": ("5", "1")}, {"openings": (("1",), ("2", "3"))}, {"game": "hex:4"},
    {"control": Control.of_seats(Control(move=1.0), Control(move=2.0))}, {"game": "pig:20"},
], ids=str)  # fmt: skip
def test_the_games_of_a_test_are_those_of_the_batch(change):
    plan = replace(PLAN, **change)
    tournament = Tournament.of_batch(plan, TEST, 41)
    pairings = make_schedule(tournament.format, 2, tournament.rounds, {}).pairings
    assert [tournament.task(pairing) for pairing in pairings] == [plan.task(number) for number in range(40)]


@pytest.mark.parametrize("test", [None, Sprt(-5, 0), Sprt(0, 5, 0.1, 0.01, "bayeselo")])
def test_a_plan_is_read_as_it_was_written(test):
    tournament = replace(Tournament.of_batch(PLAN, TEST, 40), sprt=test)
    written = plan_as_json(tournament)
    assert parse_plan(written) == tournament
    assert ("sprt" in json.loads(written)) == (test is not None)


@every_case(("line", "said"), [
    ("tournament chess random random minimax --sprt 0,5", "tests two players, who meet in a round-robin, and not: round-robin, 3 players"),
    ("tournament chess random minimax --sprt 0,5 --format swiss", "and not: swiss, 2 players"),
    ("tournament chess random minimax --model normalized", "--model says how --sprt measures: add --sprt 0,10"),
    ("tournament --resume 1 --sprt 0,5", "takes no --sprt"),
    ("-g 1 random random --sprt 0,5", "--sprt tests pairs of games: -g 2 or more"),
    ("-g 1000000 random random --sprt 0,5", "a round-robin has at most 100,000 rounds"),
])  # fmt: skip
def test_a_typing_error_gets_one_line(command, line, said):
    out, error = command(line, 2)
    assert out == "" and said in error and error.count("\n") == 1


# The end.


@pytest.mark.parametrize("model", MODELS)
def test_a_course_takes_whole_pairs_in_the_order_of_their_numbers(model):
    rng = random.Random(3)
    won = [rng.choice((1, 1, 0, -1)) for _ in range(400)]
    test = Sprt(0, 60, model=model)
    ends = set()
    for _ in range(10):
        order = list(range(400))
        rng.shuffle(order)
        course = SprtCourse(test)
        for number in order:
            course.add(number, won[number])
        ends.add((course.end, course.games, course.sample))
    ((end, taken, sample),) = ends
    assert end == taken and isinstance(sample, Pairs if test.pairs else Counts)
    assert sample.games == end and test.verdict(sample)
    shorter = SprtCourse(test)
    for number in range(end - 1):
        shorter.add(number, won[number])
    assert shorter.end is None and shorter.games == end - 2


def test_in_any_order_the_test_ends_after_the_same_game(journal, course):
    results, end = course
    for seed in range(5):
        number = journal.begin(Tournament.of_batch(PLAN, TEST, 200))
        states = list(play_missing(journal, shuffled(results, random.Random(seed))))
        assert states[-1].over and states[-1].due == end
        assert journal.results(number) == {result.number: result for result in results[:end]}
        assert journal.entry(number).over


def test_interrupted_at_any_time_it_ends_after_the_same_game(journal, course):
    results, end = course
    number = journal.begin(Tournament.of_batch(PLAN, TEST, 200))
    rng, stops = random.Random(1), 0
    while not journal.entry(number).over:
        try:
            list(play_missing(journal, shuffled(results, rng, 0.1)))
        except KeyboardInterrupt:
            stops += 1
            journal.resume(number)
    assert stops > 3
    assert journal.results(number) == {result.number: result for result in results[:end]}


def test_games_beyond_the_end_count_nowhere(course):
    results, end = course
    tournament = Tournament.of_batch(PLAN, TEST, 200)
    known, fit = match_results(tournament, {result.number: result for result in results})
    assert (known.due, sorted(fit)) == (end, list(range(end)))
    standings = make_standings(tournament, fit)
    assert standings.over and standings.played == standings.due == end
    test, sample = standings.test
    assert test == TEST and sample.games == end and test.verdict(sample)


# At the command line.


def test_a_batch_and_a_tournament_hold_the_same_test(command):
    line = "tic-tac-toe minimax random --seed 5 --sprt 0,200"
    batch, said = command(f"{line} --json")
    assert said == "tournament 1, seed 5\n"
    *records, summary = batch.splitlines()
    assert command("games-of 1 --json")[0].splitlines() == records
    held, _ = command(f"tournament {line} --openings 0 --json")
    *others, standings = held.splitlines()
    assert others == records
    told = json.loads(standings)["standings"]["sprt"]
    assert told == json.loads(summary)["summary"]["sprt"] and told["accepted"] == "H1"


def test_a_kept_test_is_found_by_its_number(command):
    command("tic-tac-toe minimax random --seed 5 --sprt 0,200")
    text, _ = command("standings 1")
    assert text.startswith("tournament 1: tic-tac-toe, sprt, seed 5\n")
    assert "decided: minimax is +200 Elo above random rather than 0 (LLR " in text
    assert re.search(r"  sprt  minimax, random  \d+ games  over\n", command("standings --all")[0])
    assert "tic-tac-toe, seed 5" in command("replay 1.12 --plain")[0]
    assert command("tournament --resume 1")[0] == text


def test_a_full_disk_stops_a_test_that_can_be_resumed(command, monkeypatch):
    def full(self, result):
        if len(self.recorded) == 3:
            raise StorageError("no journal: the disk is full")
        note(self, result)

    note = Journal.note
    with monkeypatch.context() as patch:
        patch.setattr(Journal, "note", full)
        out, said = command("tic-tac-toe minimax random --seed 5 --sprt 0,200 --workers 1", 1)
    assert out.count("game ") == 3
    assert "\nstopped after 3 of 100,000 games: minimax won 3, random won 0, 0 draws\n" in said
    assert said.endswith("\ngo on with: referee tournament --resume 1\nreferee: no journal: the disk is full\n")
    assert "decided: " in command("tournament --resume 1")[0]


# Killed.


def begun(folder, line):
    """The process of a batch with its journal in the folder."""
    return subprocess.Popen(
        [sys.executable, "-m", "referee", *line], env={**os.environ, "REFEREE_DATA": str(folder)},
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8",
    )  # fmt: skip


def children(pid):
    listed = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=False)
    return [int(word) for word in listed.stdout.split()]


def struck(folder, line, rng, count):
    """Begin the test, kill it and its workers at random moments, and go on; the number of kills that hit."""
    hits = 0
    for _ in range(count):
        words = ["tournament", "--resume", "1"] if kills.asked(folder, "SELECT 1 FROM tournaments") else line
        with begun(folder, words) as running:
            goal = kills.count(folder) + rng.randrange(1, 6)
            while running.poll() is None and kills.count(folder) < goal:
                time.sleep(kills.STEP)
            for worker in children(running.pid) if rng.random() < 0.5 else ():
                os.kill(worker, signal.SIGKILL)
            time.sleep(rng.random() * 0.02)
            running.kill()
            running.communicate()
            hits += running.returncode == -signal.SIGKILL
    return hits


@posix
def test_killed_at_random_moments_a_test_ends_as_in_peace(tmp_path):
    with begun(tmp_path / "peace", LINE) as running:
        out, said = running.communicate()
    assert running.returncode == 0, said
    verdict = out.splitlines()[-1]
    hits = struck(tmp_path / "war", LINE, random.Random(5), KILLS)
    with begun(tmp_path / "war", shlex.split("tournament --resume 1")) as running:
        out, said = running.communicate()
    assert running.returncode == 0, said
    assert hits
    assert kills.records(tmp_path / "war") == kills.records(tmp_path / "peace")
    assert verdict.startswith("decided: ")
    assert verdict in " ".join(out.split())


# Ctrl-C.


@pytest.fixture
def interrupted(tmp_path):
    """A function that begins a batch, and interrupts it once a game is kept, or at once."""
    began = []

    def begin(line, games):
        running = begun(tmp_path, line)
        began.append(running)
        assert "tournament 1, seed 7\n" in iter(running.stderr.readline, "")
        while running.poll() is None and kills.count(tmp_path) < games:
            time.sleep(kills.STEP)
        return running

    yield begin
    for running in began:
        running.kill()
        running.communicate()


@posix
def test_the_first_ctrl_c_finishes_the_games_that_run(interrupted, tmp_path):
    running = interrupted(("tic-tac-toe", SLOW, SLOW, "--sprt", "0,1", "--seed", "7"), 1)
    running.send_signal(signal.SIGINT)
    out, said = running.communicate()
    assert running.returncode == 130
    assert said.startswith("finishing ") and "\nstopped after " in said
    assert said.endswith("\ngo on with: referee tournament --resume 1\n")
    kept = [number for _, number, _ in kills.records(tmp_path)]
    assert kept == list(range(out.count("\ngame ") + 1))  # no game that was begun is lost


@posix
def test_the_second_ctrl_c_stops_at_once(interrupted, tmp_path):
    running = interrupted(("connect-four", "mcts:time=1000", "random", "--sprt", "0,1", "--seed", "7"), 0)
    while not children(running.pid):  # games that take hours have not begun yet
        time.sleep(kills.STEP)
    running.send_signal(signal.SIGINT)
    assert "Ctrl-C again stops at once\n" in running.stderr.readline()
    running.send_signal(signal.SIGINT)
    running.communicate()
    assert running.returncode == 130
    assert not kills.count(tmp_path)
