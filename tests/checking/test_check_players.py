"""`referee check` of players: each way to be wrong is found with the right advice, and no right player fails."""

import os
from contextlib import contextmanager
from random import Random

import pytest
from plain import Grab

import games
import players
from games.names.catalogue import SpecError
from referee.checking import explorer, instrumented_game, player_laws
from referee.checking.laws import STUCK
from referee.checking.examiner import CLEAR, ENOUGH, FAULTS, LEAST, Examiner, SeatBalance
from referee.checking.file import check_target
from referee.checking.game import check_game
from referee.checking.player import check_player
from referee.checking.positions import play_random_game
from referee.checking.report import grade_reports, report_lines
from referee.errors import timeout
from tests.checking.mutants import bots
from tests.engines.test_program import spec_of

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes cannot be forked")

FEW = ["tic-tac-toe", "nim:sticks=9"]
WAITING = {"it waits", "it catches all and waits"}


@pytest.fixture
def hand_in(tmp_path, monkeypatch):
    """A function that reports on a player of a source, in its folder."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bots.txt").write_text("a book")

    def report(source, seconds=1.0, specs=FEW, seed=0):
        (tmp_path / "mine.py").write_text(source)
        return check_player("./mine.py", specs, seed, seconds)

    return report


def wrong(name):
    return f"{bots.HEAD}        {bots.WRONG[name][0]}\n"


def points(*reports):
    tests = grade_reports(reports)["tests"]
    return sum(test["score"] for test in tests), sum(test["max_score"] for test in tests)


@pytest.mark.parametrize("name", bots.WRONG)
def test_a_wrong_player_is_found_with_the_right_advice(hand_in, name):
    _, law, words, look = bots.WRONG[name]
    report = hand_in(wrong(name), 0.3 if name in WAITING else 1.0)
    finding = next((each for each in report.findings if each.law == law), None)
    assert finding is not None, report.findings
    assert words in finding.sentence
    assert look in finding.look
    assert report.passed is finding.hint


@pytest.mark.parametrize("name", bots.RIGHT)
def test_a_right_player_passes_with_all_points(hand_in, name):
    report = hand_in(bots.RIGHT[name])
    assert report.passed and report.findings == ()
    assert points(report) == (6, 6)


def test_the_reported_seed_shows_the_fault_again(hand_in):
    finding = hand_in(wrong("it is rarely illegal")).findings[0]
    player = players.load("./mine.py", finding.seed)

    assert finding.moves == ()
    assert player.choose(games.load(finding.game), 1e9) == 10**6


def test_every_new_player_has_a_seed_of_its_own_and_the_same_in_the_next_check():
    one, other = Examiner("random"), Examiner("random")
    seeds = [one.next_seed() for _ in range(ENOUGH)]
    assert len(set(seeds)) > 0.99 * ENOUGH
    assert seeds == [other.next_seed() for _ in range(ENOUGH)]
    assert Examiner("random", 1).next_seed() not in seeds


def test_the_same_check_says_the_same_again(hand_in):
    one, other = (hand_in(wrong("now and then it is illegal")) for _ in range(2))
    assert one == other


def test_enough_moves_are_asked_for_on_one_game_too(hand_in):
    report = hand_in(bots.RIGHT["texts"], specs=["tic-tac-toe"])
    assert report.seen == f"{ENOUGH} moves asked for in 1 game"
    assert 0.97**LEAST < 0.01 and 0.99**ENOUGH < 0.01


@pytest.mark.parametrize(
    "name", ["it returns a float", "it asks people", "it is killed", "it knows tic-tac-toe only", "it recurses"]
)
def test_a_player_without_a_legal_move_gets_no_points(hand_in, name):
    report = hand_in(wrong(name))
    assert points(report) == (0, 6)
    untested = [test for test in grade_reports([report])["tests"] if "not fully checked" in test["output"]]
    assert len(untested) == 5
    assert all(report.findings[0].sentence in " ".join(test["output"].split()) for test in untested)


def test_a_player_that_errs_seldom_keeps_some_points(hand_in):
    got, most = points(hand_in(wrong("it is illegal late")))
    assert 0 < got < most


@pytest.mark.parametrize("text", ["import nothing.at.all\n", "x = (\n"])
def test_a_file_that_cannot_be_run_gets_no_points(tmp_path, text):
    (tmp_path / "mine.py").write_text(text)
    assert points(*check_target(str(tmp_path / "mine.py")))[0] == 0


def test_an_autograder_shows_the_result_of_the_check(hand_in):
    found = grade_reports([hand_in(wrong("it returns a float"))])
    assert "player ./mine.py: 1 fault to repair" in found["output"]
    assert "0 of 6 points" in found["output"]


def test_a_faulty_player_is_not_asked_for_ever(hand_in):
    report = hand_in(wrong("it returns a float"))
    assert report.seen == f"{FAULTS * len(FEW)} moves asked for in 2 games"


# A busy machine.


def test_waiting_for_a_processor_is_not_counted(monkeypatch):
    monkeypatch.setattr(timeout, "monotonic", lambda: now)
    monkeypatch.setattr(timeout.Stopwatch, "waited", lambda self: waited)
    now, waited = 10.0, 1.0
    watch = timeout.Stopwatch()
    now, waited = 15.0, 5.5
    assert watch.seconds == 0.5
    assert watch.passes(0.4) and not watch.passes(0.5)


def test_waiting_time_is_read_only_if_it_matters(monkeypatch):
    watch = timeout.Stopwatch()
    monkeypatch.setattr(timeout.Stopwatch, "waited", lambda self: pytest.fail("it was asked for"))
    assert not watch.passes(1e6)


def test_some_positions_are_looked_at_though_the_time_is_over(monkeypatch):

    monkeypatch.setattr(explorer, "LONGER", 1e12)  # how long they may take depends on the machine
    report = check_game(lambda: games.load("connect-four"), time=1e-9)
    assert 150 <= int(report.seen.split()[0]) < 400 and "ended after" in report.seen


def test_random_moves_are_as_good_as_random_moves_whatever_a_game_is_played_for():
    balance, rng = SeatBalance(), Random(1)
    for seat in (0, 1):
        for _ in range(20):
            balance.add("grab", Grab(), seat, play_random_game(Grab(), rng)[2])
        assert abs(balance.ahead(seat)) < CLEAR


class Stuck(Grab):
    """Does not come back from a position with five coins."""

    def moves(self):
        while self.coins == 5:
            pass
        return super().moves()


def test_once_a_call_did_not_come_back_others_have_a_tenth_of_the_time(monkeypatch):
    limits, limit_time = [], instrumented_game.limit_time

    @contextmanager
    def noted(seconds, each=False):
        limits.append(seconds)
        with limit_time(seconds, each):
            yield

    monkeypatch.setattr(instrumented_game, "limit_time", noted)
    subject = instrumented_game.InstrumentedGame(lambda: Stuck(9), 0.2)
    for _ in range(3):
        with subject.watched(()):
            subject.reach((1, 3)).moves()
    assert limits == [0.2, 0.02, 0.02]
    assert "had not come back after 0.2 seconds" in subject.found[STUCK].sentence


# Programs from outside: no seed is asked of them, and their faults are reported as in a match.


LISTENING = """
class Listening:
    def begin(self, game, seat):
        self.game, self.told = game, []

    def heard(self, text, seat):
        self.told.append(text)
        self.game.make(self.game.parse(text))

    def choose(self, game, deadline):
        assert self.game.position() == game.position(), self.told
        return game.moves()[len(self.told) % len(game.moves())]
"""


def check(mode, game="tic-tac-toe"):
    return check_player(spec_of(mode), [game])


@pytest.mark.parametrize("mode", ["tame", "comments", "json"])
def test_a_sound_program_passes_and_is_asked_for_600_moves_without_a_seed(mode):
    report = check(mode)
    assert report.passed and not report.findings and report.seen.startswith("600 moves")
    assert list(report.groups) == ["legal moves", "no errors", "a quiet process", "the time"]


@pytest.mark.parametrize(
    ("mode", "law", "words"),
    [
        ("unknown", player_laws.LEGAL, "answered 'e7', which is not a legal move"),
        ("empty-line", player_laws.LEGAL, "answered with an empty line"),
        ("two-lines", player_laws.LEGAL, "said '1' before it was asked for a move"),
        ("exits-3", player_laws.LIVES, "ended its process with exit status 3"),
        ("dies-at-the-start", player_laws.LIVES, "ended its process with exit status 1"),
        ("never-flushes", player_laws.TIME, "does it flush its output after each line?"),
    ],
)
def test_faults_of_a_program_are_found(mode, law, words):
    report = check(mode)
    (finding,) = report.findings
    assert finding.law == law and words in finding.sentence and finding.seed is None
    assert finding.look == player_laws.PROGRAM_LOOKS[law]
    assert not report.passed


def test_the_legal_moves_and_the_error_output_stand_in_the_report():
    assert "The legal moves were: 1 2 3 4 5 6 7 8 9" in "\n".join(report_lines(check("unknown")))
    assert "LookupError: no such book" in "\n".join(report_lines(check("dies-at-the-start")))


def test_a_program_that_cannot_be_started_is_refused_in_one_line():
    with pytest.raises(SpecError, match="there is no file './nowhere/bot'"):
        check_player("program:./nowhere/bot", ["nim"])


@pytest.mark.parametrize("game", ["kuhn-poker", "pig:target=20"])
def test_programs_are_checked_on_games_with_dice_and_hidden_cards(game):
    assert check("tame", game).passed


def test_players_hear_the_moves_to_each_position(tmp_path):
    file = tmp_path / "listening.py"
    file.write_text(LISTENING)
    report = check_player(f"{file}:Listening", ["hexapawn"])
    assert player_laws.ERRORS not in {finding.law for finding in report.findings}, report.findings
    assert report.seen.startswith("600 moves")
