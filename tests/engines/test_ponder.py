"""Programs that think while the other side does: what they are told and when, what is charged, and what goes wrong."""

import time
from math import inf

import pytest

import games
from players.player import Unplayable
from referee.engines import uci
from referee.engines.uci import UciPlayer
from referee.engines.xboard import XboardPlayer
from referee.match.clock_text import read_clock
from referee.match.clocks import Control
from referee.match.events import Asked, Ended, How, Moved
from referee.match.match import play
from tests.engines import fakes
from tests.engines.fakes import AMPLE, own_moves, processes, said_to

ANSWERS = ("e2e4 ponder e7e5", "d2d4 ponder a7a6", "c2c4 ponder b7b6", "b2b4")
HIT, MISSED = "e5 b6 c6", "a6 b6 c6"  # its first expected move is made, or none
PROGRAM = fakes.Fake("fake_ponder.py", UciPlayer, "chess", HIT)
MISSING = fakes.Fake("fake_ponder.py", UciPlayer, "chess", MISSED)
XBOARD = fakes.Fake("fake_xboard.py", XboardPlayer, "chess", "a6 b6 c6 d6")


@pytest.fixture
def log(tmp_path, monkeypatch):
    """The file of the dialogue."""
    monkeypatch.setenv("REFEREE_DEBUG", str(tmp_path / "log"))
    return tmp_path / "log"


def ponderer(mode="plays", program=PROGRAM, **options):
    return program.player(mode, *ANSWERS, ponder=True, **options)


def thinking(log):
    """What it was told of positions and thinking, without the start and the times."""
    told = [line.partition(" moves ")[2] or line for line in said_to(log)]
    words = [line.split(" movetime")[0].split(" wtime")[0] for line in told]
    return [line for line in words if line.split()[0] not in ("uci", "setoption", "ucinewgame", "isready", "quit")]


def test_the_expected_move_is_pondered_and_hit_or_stopped(log):
    player = ponderer()
    events = PROGRAM.played(player, moves=6)
    player.close()
    assert own_moves(events) == ["e4", "d4", "c4"]
    assert "setoption name Ponder value true" in said_to(log)
    assert thinking(log)[1:] == [
        "go", "e2e4 e7e5", "go ponder",
        "ponderhit", "e2e4 e7e5 d2d4 a7a6", "go ponder",
        "stop", "e2e4 e7e5 d2d4 b7b6", "go",
    ]  # fmt: skip


def test_a_program_that_is_not_to_ponder_does_not(log):
    player = PROGRAM.player("plays", *ANSWERS)
    PROGRAM.played(player)
    player.close()
    assert not any("onder" in line for line in said_to(log))


def test_it_hears_its_own_time_for_the_move_it_will_make(log):
    player = ponderer()
    PROGRAM.played(player, control=read_clock("5m,1m+2s"), moves=2)
    player.close()
    line = next(line for line in said_to(log) if line.startswith("go ponder"))
    words = line.split()
    assert int(words[words.index("wtime") + 1]) <= 300_000
    assert words[words.index("btime") + 1 :] == ["60000", "winc", "0", "binc", "2000"]


class Patient(fakes.Scripted):
    """Waits until the program has said something."""

    def __init__(self, program):
        super().__init__(HIT)
        self.program = program

    def choose(self, game, deadline):
        assert self.program.running.process.wait_for_line(time.monotonic() + AMPLE)
        return super().choose(game, deadline)


class Slow(fakes.Scripted):
    """Takes half a second for each move."""

    def choose(self, game, deadline):
        time.sleep(0.5)
        return super().choose(game, deadline)


def test_thinking_on_the_others_time_is_free_and_after_a_hit_all_is_charged():
    player, began = ponderer("is slow"), time.monotonic()
    pair = [player, Slow(HIT)]
    made = []
    for event in play(games.load("chess"), pair, ("fake", "slow"), control=Control(AMPLE)):
        made += [event] * isinstance(event, Moved)
        if len(made) == 3:
            break
    whole = time.monotonic() - began
    player.close()
    assert made[2].seconds >= 0.2
    assert made[0].seconds + made[2].seconds <= whole - 0.5


@pytest.mark.parametrize(("mode", "how", "words"), [
    ("answers early", How.NO_MOVE, "said 'bestmove d2d4 ponder a7a6' while it pondered, before it was asked for a move"),
    ("ignores ponderhit", How.HUNG, "did not answer within"), ("KILL while pondering", How.DIED, "died of SIGKILL"),
])  # fmt: skip
def test_misbehaviour_is_named_after_a_hit(mode, how, words):
    player = ponderer(mode)
    pair = [player, Patient(player) if mode == "answers early" else fakes.Scripted(HIT)]
    control = Control(2.0 if how is How.HUNG else AMPLE)
    *_, end = play(games.load("chess"), pair, ("fake", "other"), control=control)
    player.close()
    assert isinstance(end, Ended)
    assert (end.how, end.winner) == (how, 1)
    assert words in end.why


def test_an_early_answer_to_a_move_that_was_not_made_counts_for_nothing():
    player = ponderer("answers early", MISSING)
    assert own_moves(MISSING.played(player)) == ["e4", "d4"]
    player.close()


def test_a_program_that_does_not_stop_loses_by_that():
    player = ponderer("ignores stop", MISSING)
    end = MISSING.played(player, control=Control(2.0))[-1]
    assert (end.how, end.winner, "did not answer `stop`" in end.why) == (How.HUNG, 1, True)
    assert not processes(MISSING.command("ignores stop", *ANSWERS))


def test_a_program_that_died_while_it_pondered_may_be_started_again(capfd):
    player = ponderer("KILL while pondering", restart=5)
    assert own_moves(PROGRAM.played(player)) == ["e4", "d4"]
    player.close()
    assert "it is started again (1 of 5)" in capfd.readouterr().err


def test_what_it_says_while_it_ponders_is_its_thought_of_the_answer():
    player = ponderer("talks while it ponders")
    assert own_moves(PROGRAM.played(player, moves=3)) == ["e4", "d4"]
    assert (player.thought.depth, player.thought.nodes, player.thought.line) == (7, 99, ("d4",))
    player.close()


def test_the_end_of_a_game_stops_it_and_the_next_game_hears_no_old_answer(log):
    player = ponderer()
    for _ in range(2):
        assert own_moves(PROGRAM.played(player, moves=2)) == ["e4"]
        assert player.pondering is None
    player.close()
    assert thinking(log).count("stop") == 2


def test_a_result_stands_though_the_program_does_not_stop_after_it(monkeypatch):
    monkeypatch.setattr(uci, "STOPPING", 0.1)
    player = ponderer("ignores stop")
    PROGRAM.played(player, moves=2)
    assert player.engine is None
    assert not processes(PROGRAM.command("ignores stop", *ANSWERS))
    assert own_moves(PROGRAM.played(player, moves=1)) == ["e4"]
    player.close()


def test_a_move_taken_back_stops_it(log):
    player, start = ponderer(), games.load("chess")
    for _ in range(2):
        player.begin(start, 0)
        player.choose(start, inf)
        player.heard("e4", 0)
        then = games.load("chess", ["e4"])
        for _ in range(2):  # a person may be asked again in the same position
            player.follow(Asked(then, 1))
    assert player.pondering
    player.close()
    assert [line for line in thinking(log) if "ponder" in line or "stop" in line] == ["go ponder", "stop", "go ponder"]


@pytest.mark.parametrize("word", ["e7e4", "e2e4", "nonsense", "0000", ""])
def test_an_expected_move_that_is_not_legal_is_not_pondered(log, word):
    player = PROGRAM.player("plays", f"e2e4 ponder {word}", "d2d4", ponder=True)
    assert own_moves(PROGRAM.played(player)) == ["e4", "d4"]
    player.close()
    assert "go ponder" not in thinking(log)


def test_a_program_that_has_no_option_to_ponder_is_refused():
    player = ponderer("has no Ponder")
    with pytest.raises(Unplayable, match="has no option 'Ponder'"):
        player.begin(games.load("chess"), 0)


def test_a_program_of_xboard_goes_on_by_itself(log):
    player = XBOARD.player("plays", ponder=True)
    assert own_moves(XBOARD.played(player, moves=5)) == ["e4", "d4", "c4"]
    player.close()
    said = said_to(log)
    assert [line for line in said if line in ("easy", "hard")][-1] == "hard"
    assert said.count("go") == 1
    first = said.index("go")
    assert [line for line in said[first:] if line.split()[0] in ("usermove", "force")] == [
        "usermove a7a6", "usermove b7b6", "force",
    ]  # fmt: skip


def test_a_program_of_xboard_that_refuses_the_move_loses():
    player = XBOARD.player("refuses the move without ping", ponder=True)
    end = XBOARD.played(player)[-1]
    player.close()
    assert (end.how, "said 'Illegal move: a7a6' of 'a7a6'" in end.why) == (How.NO_MOVE, True)
