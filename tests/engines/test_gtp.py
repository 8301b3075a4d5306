"""Programs that speak GTP: whatever one does, the game has a result, and people are told what was said."""

from math import inf
from types import SimpleNamespace

import pytest

import games
from referee.engines import process
from referee.engines.gtp import GtpAnswer, GtpPlayer, ListReader
from referee.match.clocks import Control
from referee.match.events import Forfeit, How, Moved
from tests.engines import fakes
from tests.engines.fakes import own_moves, said_to

GAME = "go:size=5"
FATES = fakes.SHARED | fakes.illegal({
    "off the board": "= F6", "in column I": "= I1", "occupied": "= A1", "garbled": "= xyzzy",
    "answers in words": "= I play A1", "names a colour": "= black A1", "NUL": "= A\x001",
}) | {
    "empty answer": (How.NO_MOVE, "answered '=', which is not a move"),
    "fails": (How.NO_MOVE, "answered '? cannot think', which is not a move"),
    "another number": (How.NO_MOVE, "A1', which is not an answer to command 1"),
    "no number": (How.NO_MOVE, "answered '= A1', which is not an answer to command 1"),
    "refuses the move": (How.NO_MOVE, "said '? illegal move' of 'play white E5', which is a legal move: it plays by other"),
    "says a huge line": (How.NO_MOVE, "answered without end"),
    "no sign": (How.HUNG, "did not answer within 0.3 seconds; it said last 'A1'"),
    "is silent": (How.HUNG, "did not answer within 0.3 seconds; it said last '="),
    "ignores moves": (How.HUNG, "did not answer to 'play white E5' within 0.3 seconds; it said last '="),
    "writes to its errors": (How.HUNG, "did not answer within 0.3 seconds; it said last '="),
    "does not greet": (How.HUNG, "did not answer to 'protocol_version' within 3 seconds; it said nothing"),
    "never lists": (How.HUNG, "did not answer to 'list_commands' within 3 seconds; it said last '=3 1.0'"),
    "exits 3 in the handshake": (How.DIED, "ended its process with exit status 3; it said last '=1 2'"),
    "exits 0 while thinking": (How.DIED, "ended its process with exit status 0; it said last '="),
    "exits 0 after its answer": (How.DIED, "A1'"),
}  # fmt: skip
# Programs that are odd, and play.
FINE = (
    "plays", "small letters", "text before", "prompts", "in the next line", "answers twice", "answers before it is asked",
    "numbers backwards", "numbers nothing", "ends no answers", "carriage returns", "trailing blanks", "greets slowly",
    "knows no time", "lists no commands", "leaves a child", "ignores quit", "ignores signals",
)  # fmt: skip


PROGRAM = fakes.Fake("fake_gtp.py", GtpPlayer, GAME, "E5 E4 E3")
command, fake, played = PROGRAM.command, PROGRAM.player, PROGRAM.played
MOVES = ["A1", "B1"]


def test_a_game_is_told_by_its_size_its_komi_and_its_stones(tmp_path, monkeypatch):
    monkeypatch.setenv("REFEREE_DEBUG", str(tmp_path / "log"))
    player = fake("plays")
    moves = own_moves(played(player, f"{GAME},komi=0.5,position=5/1bw2/5/5/5 b", Control(1.5), 3))
    player.close()
    assert moves == ["A1", "B1"]
    said = [line.partition(" ")[2] for line in said_to(tmp_path / "log")]
    began = said.index("boardsize 5")
    assert said[began:] == [
        "boardsize 5", "clear_board", "komi 0.5", "play black B4", "play white C4",
        "time_settings 0 1 1", "genmove black", "play white E5", "genmove black", "",
    ]  # fmt: skip


def test_clocks_are_told_in_whole_seconds(tmp_path, monkeypatch):
    monkeypatch.setenv("REFEREE_DEBUG", str(tmp_path / "log"))
    player = fake("plays")
    played(player, control=Control(total=30.0), moves=3)
    player.close()
    said = [line.partition(" ")[2] for line in said_to(tmp_path / "log")]
    assert said.count("time_settings 30 0 0") == 1
    assert said.count("time_left black 30 0") == said.count("time_left white 30 0") == 1


def test_a_new_game_begins_on_an_empty_board(tmp_path, monkeypatch):
    monkeypatch.setenv("REFEREE_DEBUG", str(tmp_path / "log"))
    player = fake("plays")
    for _ in range(3):
        assert own_moves(played(player, moves=3)) == ["A1", "B1"]
        player.end()
    player.close()
    said = [line.partition(" ")[2] for line in said_to(tmp_path / "log")]
    assert said.count("clear_board") == 3 and said.count("name") == 1


def test_gnu_go_is_told_to_speak_the_protocol(tmp_path):
    program = tmp_path / "gnugo"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    assert GtpPlayer(f"{program} --level 5").words[1:] == ["--level", "5", "--mode", "gtp"]
    assert GtpPlayer(f"{program} --mode gtp").words[1:] == ["--mode", "gtp"]


def test_time_that_it_takes_over_what_it_is_told_is_charged(monkeypatch):
    fakes.delay_answers(monkeypatch, 0.5)
    player = fake("plays")
    moved = [event for event in played(player, control=Control(60.0)) if isinstance(event, Moved) and event.seat == 0]
    player.close()
    assert moved[1].seconds >= 2 * 0.5 - process.MOST  # until it has taken the other's move, and until it answers


def test_at_othello_a_program_may_pass_by_itself(monkeypatch):
    player, said = GtpPlayer("true"), []
    monkeypatch.setattr(GtpPlayer, "running", SimpleNamespace(printed=lambda: ""))
    monkeypatch.setattr(player, "ask", lambda command, _: said.append(command) or GtpAnswer(False, "illegal", False))
    player.start, player.told = games.load("othello"), [(0, "pass")]
    player.tell(0, "pass", inf)
    assert not player.take_back(1, inf)  # nobody knows which move an undo would take back
    assert said == ["play black pass"]
    player.start = games.load("go")
    with pytest.raises(Forfeit, match="of 'play black pass', which is a legal move"):
        player.tell(0, "pass", inf)


@pytest.mark.parametrize(("sign", "found"), [("=", ["name", "play", "undo"]), ("?", [])])
def test_the_lines_of_an_error_are_no_list(sign, found):
    reader = ListReader(7, numbers=True)
    lines = [f"{sign}7 name", "play", "undo", "=8"]
    assert [reader.read(line) for line in lines] == [None, None, None, found]
