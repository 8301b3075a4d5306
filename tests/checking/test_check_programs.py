"""The check of programs from outside: no seed is asked of them, and what one does wrong is told as in a match."""

import os

import pytest

from games.names.catalogue import SpecError
from referee.checking import player_laws as laws
from referee.checking.player import check_player
from referee.checking.report import report_lines
from tests.engines.test_program import spec_of

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes cannot be forked")

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
        ("unknown", laws.LEGAL, "answered 'e7', which is not a legal move"),
        ("empty-line", laws.LEGAL, "answered with an empty line"),
        ("two-lines", laws.LEGAL, "said '1' before it was asked for a move"),
        ("exits-3", laws.LIVES, "ended its process with exit status 3"),
        ("dies-at-the-start", laws.LIVES, "ended its process with exit status 1"),
        ("never-flushes", laws.TIME, "does it flush its output after each line?"),
    ],
)
def test_faults_of_a_program_are_found(mode, law, words):
    report = check(mode)
    (finding,) = report.findings
    assert finding.law == law and words in finding.sentence and finding.seed is None
    assert finding.look == laws.PROGRAM_LOOKS[law]
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
    assert laws.ERRORS not in {finding.law for finding in report.findings}, report.findings
    assert report.seen.startswith("600 moves")
