"""Programs that speak GTP: whatever one does, the game has a result, and people are told what was said."""

import pytest

import games
import players
from games.names.catalogue import SpecError
from players.player import Unplayable
from referee.engines.gtp import GtpPlayer
from referee.engines.gtp import ListReader
from referee.match.clocks import Control
from referee.match.events import Ended, How, Moved
from referee.running.sandbox.guard import Guard
from tests.engines import fakes
from tests.engines.fakes import own_moves, processes, said_to

GAME = "go:size=5"
# What comes of a program that misbehaves so, and what is said of it.
FATES = {
    "off the board": (How.ILLEGAL_MOVE, "answered '= F6', which is not a legal move"),
    "in column I": (How.ILLEGAL_MOVE, "answered '= I1', which is not a legal move"),
    "occupied": (How.ILLEGAL_MOVE, "answered '= A1', which is not a legal move"),
    "garbled": (How.ILLEGAL_MOVE, "answered '= xyzzy', which is not a legal move"),
    "answers in words": (How.ILLEGAL_MOVE, "answered '= I play A1', which is not a legal move"),
    "names a colour": (How.ILLEGAL_MOVE, "answered '= black A1', which is not a legal move"),
    "NUL": (How.ILLEGAL_MOVE, r"answered '= A\x001', which is not a legal move"),
    "invalid UTF-8": (How.ILLEGAL_MOVE, "which is not a legal move"),
    "empty answer": (How.NO_MOVE, "answered '=', which is not a move"),
    "fails": (How.NO_MOVE, "answered '? cannot think', which is not a move"),
    "another number": (How.NO_MOVE, "A1', which is not an answer to command 1"),
    "no number": (How.NO_MOVE, "answered '= A1', which is not an answer to command 1"),
    "refuses the move": (
        How.NO_MOVE,
        "said '? illegal move' of 'play white E5', which is a legal move: it plays by other rules",
    ),
    "never ends a line": (How.NO_MOVE, "answered without end"),
    "says a huge line": (How.NO_MOVE, "answered without end"),
    "no sign": (How.HUNG, "did not answer within 0.3 seconds; it said last 'A1'"),
    "is silent": (How.HUNG, "did not answer within 0.3 seconds; it said last '="),
    "writes to its errors": (How.HUNG, "did not answer within 0.3 seconds; it said last '="),
    "closes its output": (How.HUNG, "did not answer within 0.3 seconds"),
    "does not greet": (How.HUNG, "did not answer to 'protocol_version' within 3 seconds; it said nothing"),
    "never lists": (How.HUNG, "did not answer to 'list_commands' within 3 seconds; it said last '=3 1.0'"),
    "is late": (How.OUT_OF_TIME, "of 0.3 seconds"),
    "exits 3 at once": (How.DIED, "ended its process with exit status 3; it said nothing"),
    "exits 3 in the handshake": (How.DIED, "ended its process with exit status 3; it said last '=1 2'"),
    "KILL in the handshake": (How.DIED, "died of SIGKILL"),
    "exits 0 at a new game": (How.DIED, "ended its process with exit status 0"),
    "KILL at a new game": (How.DIED, "died of SIGKILL"),
    "exits 0 while thinking": (How.DIED, "ended its process with exit status 0; it said last '="),
    "exits 3 while thinking": (How.DIED, "ended its process with exit status 3"),
    "exits 0 after its answer": (How.DIED, "A1'"),
    "KILL while thinking": (How.DIED, "died of SIGKILL"),
    "SEGV while thinking": (How.DIED, "died of SIGSEGV"),
    "stops itself": (How.DIED, "stopped itself by SIGSTOP"),
    "floods": (How.FLOODED, "said more than 16 MB without an answer"),
    "floods the greeting": (How.FLOODED, "said more than 16 MB without an answer"),
    "floods its errors": (How.FLOODED, "printed more than 1,000,000 bytes"),
    "eats memory": (How.OUT_OF_MEMORY, "took more than 200 MB"),
}
UNLIMITED = (
    "floods",
    "floods the greeting",
    "floods its errors",
    "never ends a line",
    "says a huge line",
    "eats memory",
)
# Programs that are odd, and play.
FINE = (
    "plays", "small letters", "text before", "prompts", "in the next line", "answers twice", "answers before it is asked",
    "numbers backwards", "numbers nothing", "ends no answers", "carriage returns", "trailing blanks", "greets slowly",
    "knows no time", "lists no commands", "leaves a child", "ignores quit", "ignores signals",
)  # fmt: skip


PROGRAM = fakes.Fake("fake_gtp.py", GtpPlayer, GAME, "E5 E4 E3")
command, fake, played = PROGRAM.command, PROGRAM.player, PROGRAM.played


@pytest.mark.parametrize("mode", FATES)
def test_a_program_that_misbehaves_loses_and_is_quoted(mode):
    PROGRAM.assert_fate(
        mode,
        *FATES[mode],
        seconds=3.0 if mode in ("does not greet", "never lists") else 120.0,
        limited=mode not in UNLIMITED,
    )


@pytest.mark.parametrize("mode", FINE)
def test_a_program_that_is_merely_odd_plays(mode):
    PROGRAM.assert_plays(mode, ["A1", "B1"])


@pytest.mark.parametrize("mode", ["resigns", "resigns in capitals"])
def test_a_program_may_resign(mode):
    player = fake(mode)
    end = played(player)[-1]
    player.close()
    assert (end.how, end.winner) == (How.RESIGNED, 1)


@pytest.mark.parametrize(("mode", "game", "words"), [
    ("refuses the size", GAME, "fake_gtp said '? unacceptable size' of 'boardsize 5'"),
    ("refuses komi", GAME, "fake_gtp said '? syntax error' of 'komi 7'"),
    ("refuses stones", f"{GAME},position=5/1bw2/5/5/5 w", "fake_gtp said '? illegal move' of 'play black B4'"),
    ("speaks version 1", GAME, "fake_gtp speaks version '1' of GTP, and not 2"),
    ("is GNU Go", "hex", "fake_gtp does not play hex (it plays go)"),
    ("plays", "chess", "does not play chess (it plays games that GTP has words for: go, hex, othello, gomoku)"),
    ("plays", "othello:position=---------------------------OOO-----XO--------------------------- X",
     "fake_gtp cannot be told a position of othello: GTP has no words for it"),
])  # fmt: skip
def test_a_game_that_it_cannot_play_is_refused(mode, game, words):
    player = fake(mode)
    with pytest.raises(Unplayable) as caught:
        player.begin(games.load(game), 0)
    assert words in str(caught.value)
    assert not processes(command(mode))


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
    assert said.count("time_left black 29 0") == said.count("time_left white 29 0") == 2


def begun_anew(player, texts):
    """Let the player begin anew in the same match, and hear of the moves that stand; the position."""
    game = games.load(GAME)
    player.begin(game.copy(), 0)
    for text in texts.split():
        player.heard(text, game.turn)
        game.make(game.parse(text))
    return game


AFRESH = ["boardsize 5", "clear_board", "komi 7", "play black A1", "play white D5", "genmove black"]


@pytest.mark.parametrize(("mode", "told"), [
    ("plays", ["undo", "undo", "play white D5", "genmove black"]), ("cannot undo", AFRESH),
    ("refuses to undo", ["undo", *AFRESH]),
])  # fmt: skip
def test_moves_taken_back_are_undone_where_that_is_possible(mode, told, tmp_path, monkeypatch):
    monkeypatch.setenv("REFEREE_DEBUG", str(tmp_path / "log"))
    player, log = fake(mode), tmp_path / "log"
    game = begun_anew(player, "A1 E5")
    assert game.text(player.choose(game, float("inf"))) == "B1"
    before = len(said_to(log))
    game = begun_anew(player, "A1 D5")
    assert game.text(player.choose(game, float("inf"))) == "B1"
    assert [line.partition(" ")[2] for line in said_to(log)][before:] == told
    player.close()


def test_a_new_game_begins_on_an_empty_board(tmp_path, monkeypatch):
    monkeypatch.setenv("REFEREE_DEBUG", str(tmp_path / "log"))
    player = fake("plays")
    for _ in range(3):
        assert own_moves(played(player, moves=3)) == ["A1", "B1"]
        player.end()
    player.close()
    said = [line.partition(" ")[2] for line in said_to(tmp_path / "log")]
    assert said.count("clear_board") == 3 and said.count("name") == 1


def test_it_is_started_again_and_hears_of_all_moves(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("REFEREE_DEBUG", str(tmp_path / "log"))
    player = fake("once KILL", str(tmp_path / "died"), restart=1)
    assert own_moves(played(player, moves=3)) == ["A1", "B1"]
    player.close()
    assert "fake_gtp died of SIGKILL (Killed); it said last '=" in capsys.readouterr().err
    assert sum(" clear_board" in line for line in said_to(tmp_path / "log")) == 2


def test_a_thousand_games_are_played_by_one_process():
    player, game = fake("plays"), games.load(GAME)
    pids = set()
    for _ in range(1000):
        player.begin(game, 0)
        assert game.text(player.choose(game.copy(), float("inf"))) == "A1"
        player.end()
        pids.add(player.running.process.pid)
    player.close()
    assert len(pids) == 1 and not processes(command("plays"))


@pytest.mark.parametrize(("spec", "words"), [
    ("gtp:no-such-program", "there is no program 'no-such-program' on the PATH"), ("gtp:", "gtp needs command=value"),
    ("gtp:sh,elo=1500", "gtp has no option 'elo'"),
])  # fmt: skip
def test_a_command_that_cannot_be_started_is_told(spec, words):
    with pytest.raises(SpecError) as caught:
        players.load(spec)
    assert words in str(caught.value)


def test_gnu_go_is_told_to_speak_the_protocol(tmp_path):
    program = tmp_path / "gnugo"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    assert GtpPlayer(f"{program} --level 5").words[1:] == ["--level", "5", "--mode", "gtp"]
    assert GtpPlayer(f"{program} --mode gtp").words[1:] == ["--mode", "gtp"]


def test_what_is_left_is_looked_for_where_it_would_be():
    player = fake("plays")
    player.begin(games.load(GAME), 0)
    assert processes(command("plays"))
    player.close()
    assert not processes(command("plays"))


def test_time_that_it_takes_over_what_it_is_told_is_charged(monkeypatch):
    fakes.delay_answers(monkeypatch, 0.5)
    player = fake("plays")
    moved = [event for event in played(player, control=Control(60.0)) if isinstance(event, Moved) and event.seat == 0]
    player.close()
    assert moved[1].seconds >= 2 * 0.5 - process.MOST  # until it has taken the other's move, and until it answers


@pytest.mark.parametrize(("sign", "found"), [("=", ["name", "play", "undo"]), ("?", [])])
def test_the_lines_of_an_error_are_no_list(sign, found):
    reader = ListReader(7, numbers=True)
    lines = [f"{sign}7 name", "play", "undo", "=8"]
    assert [reader.read(line) for line in lines] == [None, None, None, found]
