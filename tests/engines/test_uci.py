"""Programs that speak UCI: whatever one does, the game has a result, and people are told what was said."""

import time
from pathlib import Path

import pytest

import games
import players
from players.player import Unplayable
from referee.engines.uci import UciPlayer
from referee.match.clock_text import read_clock
from referee.match.clocks import Control
from referee.match.events import How, Moved
from referee.running.sandbox.guard import Guard
from referee.running.sandbox.sandbox_process import SandboxProcess
from referee.engines import engine, process
from tests.engines import fakes
from tests.engines.fakes import AMPLE, own_moves, said_to

FAKE = Path(__file__).parent / "fake_uci.py"

STICKS = """
from games.game import Game


class Sticks(Game):
    def __init__(self):
        self.left = 3

    def moves(self):
        return [1] if self.left else []

    def make(self, move):
        self.left -= 1
        self.turn = 1 - self.turn

    def score(self):
        return None if self.left else 1
"""
FATES = fakes.SHARED | fakes.illegal({
    "illegal": "bestmove e2e5", "moves the other side": "bestmove e7e5",
    "moves from an empty square": "bestmove e4e5", "garbled": "bestmove xyzzy",
    "answers in words": "bestmove the pawn, I think", "promotes to a king": "bestmove e7e8k",
    "NUL": "bestmove e2\0e4",
}) | {
    "has no move": (How.NO_MOVE, "answered 'bestmove (none)', which is not a move"),
    "makes a null move": (How.NO_MOVE, "answered 'bestmove 0000', which is not a move"),
    "says no move": (How.NO_MOVE, "answered 'bestmove', which is not a move"),
    "is silent": (How.HUNG, "did not answer within 0.3 seconds; it said last 'readyok'"),
    "prompts": (How.HUNG, "did not answer within 0.3 seconds; it said last '> bestmove e2e4'"),
    "does not greet": (How.HUNG, "did not say uciok within 3 seconds; it said nothing"),
    "is never ready": (How.HUNG, "did not say readyok within 3 seconds; it said last 'uciok'"),
    "exits 3 in the handshake": (How.DIED, "ended its process with exit status 3; it said nothing"),
    "exits 0 while thinking": (How.DIED, "ended its process with exit status 0; it said last 'readyok'"),
}  # fmt: skip
# Programs that are odd, and play.
FINE = (
    "plays", "large letters", "ponders", "trailing blanks", "carriage returns", "tells its thoughts", "announces mate",
    "tells nonsense", "answers before it is asked", "answers twice", "greets slowly", "leaves a child", "ignores quit",
)  # fmt: skip


PROGRAM = fakes.Fake("fake_uci.py", UciPlayer, "chess", "a6 b6 c6")
command, fake, played = PROGRAM.command, PROGRAM.player, PROGRAM.played
MOVES = ["e4", "d4"]


def test_its_error_output_is_shown_when_it_dies():
    player = fake("exits 3 while thinking")
    end = played(player)[-1]
    assert end.error.trace == "It printed last:\nwhat a pity\n"


@pytest.mark.parametrize(
    ("mode", "game"), [("plays", "breakthrough"), ("plays", "othello"), ("plays", "chess:variant=chess960,start=0")]
)
def test_a_game_that_it_does_not_play_is_refused(mode, game):
    end = played(fake(mode), game)[-1]
    assert end.how is How.CRASHED and "cannot play this game: fake_uci does not play" in end.why


def test_a_program_that_takes_another_variant_than_it_was_told_is_refused():
    end = played(fake("another variant"), "breakthrough")[-1]
    assert end.how is How.CRASHED and "was told to play breakthrough, and says 'info string variant chess" in end.why


def test_options_are_set_as_they_are_typed(tmp_path, monkeypatch):
    monkeypatch.setenv("REFEREE_DEBUG", str(tmp_path / "log"))
    spec = f'uci:"{command("plays")}",elo=1400,hash=8,option.Skill Level=3,option.Style=Very Risky,option.Clear Hash='
    player = players.load(spec)
    player.begin(games.load("chess"), 0)
    player.close()
    said = said_to(tmp_path / "log")
    assert said[:8] == [
        "uci",
        "setoption name Hash value 8",
        "setoption name Skill Level value 3",
        "setoption name Style value Very Risky",
        "setoption name Clear Hash",
        "setoption name UCI_LimitStrength value true",
        "setoption name UCI_Elo value 1400",
        "isready",
    ]
    assert said[-1] == "quit"


def test_a_take_back_restores_the_position(tmp_path, monkeypatch):
    monkeypatch.setenv("REFEREE_DEBUG", str(tmp_path / "log"))
    player, game = fake("plays"), games.load("chess")
    for texts in (("e4", "e5"), ("d3", "a6")):
        player.begin(games.load("chess"), 0)
        for place, text in enumerate(texts):
            player.heard(text, place % 2)
    for text in ("d3", "a6"):
        game.make(game.parse(text))
    assert game.text(player.choose(game, time.monotonic() + AMPLE)) == "e4"
    player.close()
    said = [line for line in said_to(tmp_path / "log") if line.startswith("position")]
    assert [line.partition(" moves ")[2] for line in said] == ["d2d3 a7a6"]


def test_a_deadline_that_is_over_is_told_as_the_least_time(tmp_path, monkeypatch):
    monkeypatch.setenv("REFEREE_DEBUG", str(tmp_path / "log"))
    player, game = fake("plays"), games.load("chess")
    player.begin(game.copy(), 0)
    player.choose(game, time.monotonic())
    player.close()
    assert [line for line in said_to(tmp_path / "log") if line.startswith("go")] == ["go movetime 1"]


def test_a_game_of_a_file_is_refused_where_the_program_does_not_name_it(tmp_path):
    path = tmp_path / "sticks.py"
    path.write_text(STICKS)
    player = fake("plays")
    player.game_spec = str(path)
    with pytest.raises(Unplayable) as caught:
        player.begin(games.load(str(path)), 0)
    assert str(caught.value) == "fake_uci does not play sticks (it plays chess)"


def test_its_output_is_counted_anew_in_each_game():
    player = fake("prints to its errors")
    player.guard = Guard(None, 5.0, 1_000_000)
    for _ in range(3):
        moves = own_moves(played(player))
        player.end()
        assert moves == ["e4", "d4"]
    player.close()


@pytest.mark.parametrize("clock", ["0.1s", "0.1s+0.01s", "40/0.1s", "0s/1x0.05s"])
@pytest.mark.parametrize("mode", ["spends 0.06", "is ready after 0.06", "answers the position"])
def test_a_program_that_ignores_its_clock_loses_within_a_few_moves(clock, mode):
    """Each move takes longer than the clock gains by it, however fast the machine is."""
    player = fake(mode)
    events = played(player, control=read_clock(clock))
    player.close()
    assert events[-1].how in (How.OUT_OF_TIME, How.HUNG) and events[-1].winner == 1
    assert len(own_moves(events)) <= 1


def test_a_program_is_not_charged_if_we_look_late_at_its_answer(monkeypatch):
    """The answer is there in time, and is read when the clock has run down."""
    monkeypatch.setattr(engine, "OVERSIGHT", AMPLE)
    player, wait = fake("plays"), SandboxProcess.wait_readable
    player.begin(games.load("chess"), 0)
    monkeypatch.setattr(SandboxProcess, "wait_readable", lambda *given: time.sleep(0.5) or wait(*given))
    events = played(player, control=Control(total=0.3), moves=1)
    player.close()
    assert isinstance(events[-1], Moved) and events[-1].seconds == pytest.approx(0.3, abs=0.001)


@pytest.mark.parametrize("clock", ["0.05s", "0.02s+0.01s"])
def test_a_program_whose_answer_is_not_there_when_its_clock_runs_down_is_late(monkeypatch, clock):
    monkeypatch.setattr(engine, "OVERSIGHT", AMPLE)
    player = fake("spends 0.06")
    end = played(player, control=read_clock(clock))[-1]
    player.close()
    assert end.how is How.OUT_OF_TIME and end.late[0] > 0


def test_a_program_is_charged_until_its_answer_comes(monkeypatch):
    fakes.delay_answers(monkeypatch, 0.5)
    player = fake("plays")
    moved = [event for event in played(player, control=Control(total=60), moves=1) if isinstance(event, Moved)]
    player.close()
    assert player.ping <= process.MOST
    assert moved[0].seconds >= 0.5 - process.MOST


def test_a_program_is_not_charged_for_the_time_in_which_its_answer_is_read(monkeypatch):
    player, read = fake("plays"), UciPlayer.judge
    monkeypatch.setattr(UciPlayer, "judge", lambda *given: time.sleep(0.05) or read(*given))
    played(player, control=Control(total=60), moves=1)
    player.close()
    assert player.transfer >= 0.05
