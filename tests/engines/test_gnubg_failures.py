"""Programs that speak as GNU Backgammon and err: each way costs the game by its name, in words that quote the program."""

import shlex
import sys
from math import inf
from pathlib import Path
from time import monotonic

import pytest

import games
import players
from games.names.catalogue import SpecError
from players.player import Unplayable
from referee.match.events import Forfeit, How
from referee.running.sandbox import sandbox_process

FAKE = Path(__file__).with_name("fake_gnubg.py")
ROLLED = "backgammon:position=XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:0"
TO_ROLL = "backgammon:position=XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:6"
DOUBLED = "backgammon:position=XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:0:6"
HALF_PLAYED = "backgammon:position=XGID=-b---AE-B---eE---c-e----B-:0:0:1:1x1:0:0:0:0:0"
WAIT, AMPLE = 3.0, 60.0  # seconds: for programs that are to be given up, and for all others

NOT_LEGAL = "which is not a legal move"
NO_MOVE = "which is not a move"
AT_THE_START = {
    "start-exit": (How.DIED, "ended its process with exit status 3; it said last 'GNU Backgammon 1.07.001'"),
    "start-kill": (How.DIED, "died of SIGKILL (Killed); it said last 'GNU Backgammon 1.07.001'"),
    "start-silent": (How.HUNG, "did not listen within 3 seconds; it said last 'GNU Backgammon 1.07.001'"),
    "no-sockets": (How.HUNG, "did not listen within 3 seconds; it said last 'This installation does not implement"),
    "claims": (How.HUNG, "does not listen where it says (No such file or directory); it said last 'Waiting for"),
    "console-flood": (How.FLOODED, "said more than 16 MB without an answer"),
    "console-endless": (How.NO_MOVE, "answered without end"),
    "line-exit": (How.DIED, "ended its process with exit status 3"),
    "line-kill": (How.DIED, "died of SIGKILL (Killed)"),
    "line-silent": (How.HUNG, "did not tell its version within 3 seconds"),
    "closes": (How.DIED, "closed the line on which it was to answer"),
    "version-error": (How.HUNG, "did not tell its version within 3 seconds; it said last 'Error: what?'"),
    "value-words": (How.NO_MOVE, "answered 'good', which is not an evaluation"),
    "value-few": (How.NO_MOVE, "answered '0.5 0.1', which is not an evaluation"),
    "value-nan": (How.NO_MOVE, "answered '0.5 0 0 0 0 nan', which is not an evaluation"),
    "value-error": (How.NO_MOVE, f"answered 'Error: no', {NO_MOVE}"),
}
AT_A_MOVE = {
    "empty": (How.NO_MOVE, f"answered '', {NO_MOVE}"),
    "error": (How.NO_MOVE, f"answered 'Error: badly formed board', {NO_MOVE}"),
    "garbled": (How.ILLEGAL_MOVE, NOT_LEGAL),
    "illegal": (How.ILLEGAL_MOVE, f"answered '24/20 6/5', {NOT_LEGAL}"),
    "other-dice": (How.ILLEGAL_MOVE, f"answered '13/7 8/7', {NOT_LEGAL}"),
    "half": (How.ILLEGAL_MOVE, f"answered '8/5', {NOT_LEGAL}"),
    "too-much": (How.ILLEGAL_MOVE, f"answered '8/5 6/5 6/5', {NOT_LEGAL}"),
    "four": (How.ILLEGAL_MOVE, f"answered '6/5(4)', {NOT_LEGAL}"),
    "upward": (How.ILLEGAL_MOVE, f"answered '17/20 19/20', {NOT_LEGAL}"),
    "roll": (How.ILLEGAL_MOVE, f"answered 'roll', {NOT_LEGAL}"),
    "double": (How.ILLEGAL_MOVE, f"answered 'double', {NOT_LEGAL}"),
    "resign": (How.ILLEGAL_MOVE, f"answered 'resign', {NOT_LEGAL}"),
    "dances": (How.ILLEGAL_MOVE, f"answered 'Cannot move', {NOT_LEGAL}"),
    "number": (How.ILLEGAL_MOVE, f"...', {NOT_LEGAL}"),
    "words": (How.ILLEGAL_MOVE, f"answered 'I win', {NOT_LEGAL}"),
    "debug": (How.ILLEGAL_MOVE, f"answered 'DBG: board', {NOT_LEGAL}"),
    "rest": (How.ILLEGAL_MOVE, f"answered '8/5 6/5 and more', {NOT_LEGAL}"),
    "turn-exit": (How.DIED, "ended its process with exit status 3"),
    "turn-kill": (How.DIED, "died of SIGKILL (Killed)"),
    "turn-silent": (How.HUNG, "did not answer within 3 seconds"),
    "unfinished": (How.HUNG, "did not answer within 3 seconds"),
    "hang-up": (How.DIED, "closed the line on which it was to answer"),
    "endless": (How.NO_MOVE, "answered without end"),
}
AT_THE_CUBE = {
    ("cube-turn", TO_ROLL): (How.ILLEGAL_MOVE, f"answered '8/5 6/5', {NOT_LEGAL}"),
    ("cube-other", TO_ROLL): (How.ILLEGAL_MOVE, f"answered 'take', {NOT_LEGAL}"),
    ("cube-beaver", TO_ROLL): (How.ILLEGAL_MOVE, f"answered 'beaver', {NOT_LEGAL}"),
    ("cube-error", TO_ROLL): (How.NO_MOVE, f"answered 'Error: no cube', {NO_MOVE}"),
    ("cube-odd", TO_ROLL): (How.ILLEGAL_MOVE, f"answered '?', {NOT_LEGAL}"),
    ("cube-turn", DOUBLED): (How.ILLEGAL_MOVE, f"answered '8/5 6/5', {NOT_LEGAL}"),
    ("cube-odd", DOUBLED): (How.ILLEGAL_MOVE, f"answered '?', {NOT_LEGAL}"),
}


@pytest.fixture
def seat():
    """A function that lets a fake sit down which errs in that way; they are closed at the end."""
    made = []

    def sit(way, game, more="", **options):
        command = shlex.join([sys.executable, str(FAKE), way, *([more] if more else [])])
        kind = players.CATALOGUE.read("gnubg")[0]
        player = kind(plies=0, command=command, **{"timeout": AMPLE, **options})
        made.append(player)
        start = games.load(game)
        player.begin(start.copy(), start.turn)
        return player, start

    yield sit
    for player in made:
        player.close()


@pytest.fixture
def patient(request, monkeypatch):
    """Wait until it turns out that a process has ended, in whatever way, and not half a second."""
    if request.getfixturevalue("way").endswith(("-exit", "-kill")):
        monkeypatch.setattr(sandbox_process, "ENDING", AMPLE)


@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize("way", AT_THE_START)
def test_a_program_that_errs_as_it_is_greeted_forfeits_before_the_first_move(seat, way):
    how, words = AT_THE_START[way]
    with pytest.raises(Forfeit) as raised:
        seat(way, ROLLED, timeout=WAIT if how is How.HUNG else AMPLE)
    assert raised.value.how is how
    assert words in str(raised.value)


@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize("way", AT_A_MOVE)
def test_a_program_that_errs_at_a_move_forfeits_and_is_ended(seat, way):
    how, words = AT_A_MOVE[way]
    player, game = seat(way, ROLLED)
    with pytest.raises(Forfeit) as raised:
        player.choose(game, monotonic() + WAIT if how is How.HUNG else inf)
    assert raised.value.how is how
    assert words in str(raised.value)
    assert player.engine is None


@pytest.mark.parametrize(("way", "position"), AT_THE_CUBE)
def test_a_program_that_errs_about_the_cube_forfeits(seat, way, position):
    how, words = AT_THE_CUBE[way, position]
    player, game = seat(way, position)
    with pytest.raises(Forfeit) as raised:
        player.choose(game, inf)
    assert raised.value.how is how
    assert words in str(raised.value)


@pytest.mark.parametrize(("way", "game", "words"), [
    ("version-3", ROLLED, "speaks version 3 of its interface, and not 2"),
    ("other-score", TO_ROLL, "reads the cube or the score in another way than GNU Backgammon 1.07"),
    ("other-cube", TO_ROLL, "reads the cube or the score in another way than GNU Backgammon 1.07"),
    ("other-score", "backgammon:away=3/3", "reads the cube or the score in another way than GNU Backgammon 1.07"),
    ("good", "chess", "does not play chess (it plays backgammon)"),
])  # fmt: skip
def test_a_program_that_cannot_play_the_game_says_why(seat, way, game, words):
    with pytest.raises(Unplayable) as raised:
        seat(way, game)
    assert words in str(raised.value)


@pytest.mark.parametrize("way", ["good", "other-score", "other-cube", "joined", "two"])
def test_a_turn_is_made_move_by_move_and_asked_for_once(seat, way):
    player, game = seat(way, ROLLED)
    texts = []
    while game.turn == 0:
        move = player.choose(game.copy(), inf)
        texts.append(game.text(move))
        player.heard(game.text(move), 0)
        game.make(move)
    assert texts == ["8/5", "6/5"]
    assert not player.plan


@pytest.mark.parametrize(("way", "position", "text"), [
    ("good", TO_ROLL, "roll"), ("good", DOUBLED, "take"), ("cube-beaver", DOUBLED, "take"),
])  # fmt: skip
def test_a_word_about_the_cube_is_a_move_and_a_beaver_takes(seat, way, position, text):
    player, game = seat(way, position)
    assert game.text(player.choose(game, inf)) == text


def test_in_the_middle_of_a_turn_it_is_asked_for_evaluations(seat):
    player, game = seat("illegal", HALF_PLAYED)
    assert player.choose(game, inf) in game.moves()


def test_a_program_that_died_is_started_again_as_often_as_is_allowed(seat, tmp_path, capsys):
    player, game = seat("once", ROLLED, str(tmp_path / "died"), restart=1)
    assert game.text(player.choose(game, inf)) == "8/5"
    assert "exit status 3" in (said := capsys.readouterr().err)
    assert "it is started again (1 of 1)" in said


def test_what_a_program_printed_is_told_with_its_fault(seat):
    player, game = seat("complains", TO_ROLL)
    player.choose(game, inf)
    assert "no bearoff database" in player.running.printed()


def test_a_program_that_is_missing_and_a_bad_option_are_named_before_anything_is_played():
    with pytest.raises(SpecError, match="there is no program 'no-such-gnubg'"):
        players.load("gnubg:command=no-such-gnubg")
    with pytest.raises(SpecError, match="plies=9 must be a whole number from 0 to 4"):
        players.load("gnubg:plies=9")
    with pytest.raises(SpecError, match="noise=-1 must be a number from 0 to 1"):
        players.load("gnubg:noise=-1")
