"""Programs that speak XBoard's protocol: whatever one does, the game has a result, and people are told what was said."""

import re

import pytest

import games
import players
from games.names.catalogue import SpecError
from players.player import Unplayable
from referee.engines import xboard
from referee.engines.xboard import XboardPlayer, is_resignation
from referee.match.clocks import Control
from referee.match.events import Ended, How
from referee.running.sandbox.guard import Guard
from tests.engines import fakes
from tests.engines.fakes import AMPLE, SHORT, own_moves, processes, said_to

# What comes of a program that misbehaves so, and what is said of it.
FATES = {
    "illegal": (How.ILLEGAL_MOVE, "answered 'move e2e5', which is not a legal move"),
    "moves the other side": (How.ILLEGAL_MOVE, "answered 'move e7e5', which is not a legal move"),
    "moves from an empty square": (How.ILLEGAL_MOVE, "answered 'move e4e5', which is not a legal move"),
    "garbled": (How.ILLEGAL_MOVE, "answered 'move xyzzy', which is not a legal move"),
    "answers in words": (How.ILLEGAL_MOVE, "answered 'move the pawn, I think', which is not a legal move"),
    "promotes to a king": (How.ILLEGAL_MOVE, "answered 'move e7e8k', which is not a legal move"),
    "makes a null move": (How.ILLEGAL_MOVE, "answered 'move @@@@', which is not a legal move"),
    "NUL": (How.ILLEGAL_MOVE, r"answered 'move e2\x00e4', which is not a legal move"),
    "invalid UTF-8": (How.ILLEGAL_MOVE, "which is not a legal move"),
    "says no move": (How.NO_MOVE, "answered 'move', which is not a move"),
    "claims to have won": (How.NO_MOVE, "said '1-0 {White mates}' of a game that is not over, and made no move"),
    "claims a draw": (How.NO_MOVE, "said '1/2-1/2 {Draw by repetition}' of a game that is not over, and made no move"),
    "claims that the other has resigned": (How.NO_MOVE, "said '1-0 {Black resigns}' of a game that is not over"),
    "refuses the move": (
        How.NO_MOVE,
        "said 'Illegal move (not on this board): a7a6' of 'a7a6', which is a legal move: it plays by other rules",
    ),
    "refuses the move without ping": (How.NO_MOVE, "said 'Illegal move: a7a6' of 'a7a6', which is a legal move"),
    "never ends a line": (How.NO_MOVE, "answered without end"),
    "says a huge line": (How.NO_MOVE, "answered without end"),
    "prompts": (How.HUNG, "did not answer within 0.3 seconds; it said last 'White (1): move e2e4'"),
    "offers a draw only": (How.HUNG, "did not answer within 0.3 seconds; it said last 'offer draw'"),
    "complains": (How.HUNG, "did not answer within 0.3 seconds; it said last 'Error (too old): go'"),
    "echoes only": (How.HUNG, "did not answer within 0.3 seconds; it said last '1. e2e4'"),
    "is silent": (How.HUNG, "did not answer within 0.3 seconds; it said last 'pong 7'"),
    "writes to its errors": (How.HUNG, "did not answer within 0.3 seconds; it said last 'pong 7'"),
    "closes its output": (How.HUNG, "did not answer within 0.3 seconds"),
    "never done": (How.HUNG, "did not say which features it has within 3 seconds; it said last 'feature done=0'"),
    "is never ready": (How.HUNG, "did not say pong 1 within 3 seconds; it said last 'feature done=1'"),
    "is late": (How.OUT_OF_TIME, "of 0.3 seconds"),
    "exits 3 at once": (How.DIED, "ended its process with exit status 3; it said nothing"),
    "exits 3 in the handshake": (How.DIED, "ended its process with exit status 3; it said nothing"),
    "KILL in the handshake": (How.DIED, "died of SIGKILL"),
    "exits 0 at a new game": (How.DIED, "ended its process with exit status 0"),
    "KILL at a new game": (How.DIED, "died of SIGKILL"),
    "exits 0 while thinking": (How.DIED, "ended its process with exit status 0; it said last 'pong 7'"),
    "exits 3 while thinking": (How.DIED, "ended its process with exit status 3"),
    "exits 0 after its answer": (How.DIED, "move e2e4"),
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
    "plays", "large letters", "plays SAN", "wants SAN", "old answer", "older answer", "both old answers", "trailing blanks",
    "carriage returns", "tells its thoughts", "announces mate", "tells nonsense", "offers a draw", "claims and plays",
    "answers twice", "claims afterwards", "answers before it is asked", "greets slowly", "greets twice", "takes its time",
    "has no setboard", "has no usermove", "has no ping", "plays one game", "wants no time", "moves when it is told",
    "leaves a child", "ignores quit", "ignores signals",
)  # fmt: skip


PROGRAM = fakes.Fake("fake_xboard.py", XboardPlayer, "chess", "a6 b6 c6")
command, fake, played = PROGRAM.command, PROGRAM.player, PROGRAM.played


@pytest.fixture(autouse=True)
def _greeting(monkeypatch):
    """Programs that tell their features are waited for however long that takes them."""
    monkeypatch.setattr(xboard, "GREETING", AMPLE)


@pytest.mark.parametrize("mode", FATES)
def test_a_program_that_misbehaves_loses_and_is_quoted(mode):
    PROGRAM.assert_fate(
        mode,
        *FATES[mode],
        seconds=3.0 if mode in ("never done", "is never ready") else 120.0,
        limited=mode not in UNLIMITED,
    )


@pytest.mark.parametrize("mode", FINE)
def test_a_program_that_is_merely_odd_plays(mode):
    waits = mode == "moves when it is told"  # till its time is half over
    PROGRAM.assert_plays(mode, ["e4", "d4"], *((2.0, 1.0) if waits else ()))


@pytest.mark.parametrize("mode", ["resigns", "resigns by a result"])
def test_a_program_may_resign(mode):
    player = fake(mode)
    end = played(player)[-1]
    player.close()
    assert (end.how, end.winner) == (How.RESIGNED, 1)


FEN = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"


@pytest.mark.parametrize(("mode", "game", "options", "words"), [
    ("plays", "othello", {}, "fake_xboard does not play othello (it plays normal, fischerandom)"),
    ("plays", "breakthrough", {}, "fake_xboard does not play breakthrough (it plays normal, fischerandom)"),
    ("plays", "chess", {"variant": "atomic"}, "does not play atomic (it plays normal, fischerandom)"),
    ("has no setboard", f"chess:position={FEN}", {}, "begins at the usual position of chess only"),
    ("refuses positions", f"chess:position={FEN}", {}, "said 'Error (unknown command): setboard 4k3/8"),
    ("complains of positions", f"chess:position={FEN}", {}, "said 'tellusererror Illegal position'"),
    ("knows no depth", "chess", {"depth": 3}, "said 'Error (unknown command): sd 3'"),
    ("plays", "chess", {"cores": 2}, "fake_xboard has no option 'cores'"),
    ("plays", "chess", {"option": {"Levle": "3"}}, "no option 'Levle' (options: Level, Book, Style, File, Clear)"),
    ("plays", "chess", {"option": {"Level": "21"}}, "takes no Level=21: it must be a whole number from 0 to 20"),
    ("plays", "chess", {"option": {"Style": "Wild"}}, "takes no Style=Wild: it must be Solid or Very Risky"),
    ("plays", "chess", {"option": {"Book": "yes"}}, "takes no Book=yes: it must be true or false"),
])  # fmt: skip
def test_what_a_program_does_not_take_is_told(mode, game, options, words):
    player = fake(mode, **options)
    with pytest.raises(Unplayable) as caught:
        player.begin(games.load(game), 0)
    assert words in str(caught.value)
    assert not processes(command(mode))


def test_a_program_that_tells_no_features_plays_from_the_usual_position(tmp_path, monkeypatch):
    monkeypatch.setenv("REFEREE_DEBUG", str(tmp_path / "log"))
    monkeypatch.setattr(xboard, "GREETING", 0.3)
    player = fake("is old")
    assert own_moves(played(player, control=Control(1.5), moves=1)) == ["e4"]
    player.close()
    said = [re.sub(r"^(time|otim) \d+$", r"\1", line) for line in said_to(tmp_path / "log")]
    assert [line for line in said if line != "easy"] == [
        "xboard", "protover 2", "new", "force", "post", "force", "st 1", "time", "otim", "go", "quit",
    ]  # fmt: skip


def test_what_a_program_is_told_in_a_game(tmp_path, monkeypatch):
    monkeypatch.setenv("REFEREE_DEBUG", str(tmp_path / "log"))
    settings = {"Level": "3", "Book": "false", "Style": "Very Risky", "Clear": ""}
    player = fake("plays", memory=16, depth=5, option=settings)
    game = games.load(f"chess:position={FEN}")
    player.begin(game, 0)
    assert game.text(player.choose(game, float("inf"))) == "e4"
    player.end()
    player.close()
    said = said_to(tmp_path / "log")
    assert [line for line in said if line.startswith(("accepted", "rejected"))][:12] == [
        "accepted ping", "accepted setboard", "accepted usermove", "accepted reuse", "accepted memory", "accepted smp",
        "rejected san", "accepted sigint", "accepted colors", "rejected surprise", "accepted myname",
        "accepted variants",
    ]  # fmt: skip
    others = [line for line in said if line.split()[0] not in ("accepted", "rejected", "ping", "easy")]
    assert others == [
        "xboard", "protover 2", "memory 16", "option Level=3", "option Book=0", "option Style=Very Risky",
        "option Clear", "new", "force", f"setboard {FEN}", "post", "sd 5", "force", "go", "quit",
    ]  # fmt: skip


def test_clocks_are_told_in_hundredths_of_seconds(tmp_path, monkeypatch):
    monkeypatch.setenv("REFEREE_DEBUG", str(tmp_path / "log"))
    player = fake("plays")
    played(player, control=Control(total=90.0), moves=3)
    player.close()
    said = said_to(tmp_path / "log")
    assert said.count("level 0 1:30 0") == 1 and "time 8995" in said and "otim 8995" in said
    assert not any(line.startswith("st ") for line in said)


def test_it_moves_at_once_when_a_person_wants_that_also_at_a_depth(monkeypatch):
    player, game = fake("moves when it is told", depth=9), games.load("chess")
    player.begin(game.copy(), 0)
    monkeypatch.setattr(xboard, "hurried", lambda: True)
    assert game.text(player.choose(game, float("inf"))) == "e4"  # it waits for ever where nobody tells it
    player.close()


def test_what_it_tells_of_its_search_is_its_thought():
    player = fake("tells its thoughts")
    played(player, moves=1)
    player.close()
    thought = player.thought
    assert thought.value == pytest.approx(0.5445, abs=1e-4)  # 1 / (1 + 10 ** (-31 / 400))
    assert (thought.even, thought.estimated, thought.proven) == (0.5, False, False)
    assert (thought.depth, thought.nodes, thought.line) == (9, 4711, ("e4", "e5", "Nf3"))


@pytest.mark.parametrize(("mode", "value", "distance"), [("announces mate", 1.0, 5), ("is to be mated", 0.0, 4)])
def test_a_mate_that_it_announces_is_what_it_says_and_no_proof(mode, value, distance):
    player = fake(mode)
    played(player, moves=1)
    player.close()
    assert (player.thought.value, player.thought.distance, player.thought.proven) == (value, distance, False)


def begun_anew(player, texts):
    """Let the player begin anew in the same match, and hear of the moves that stand; the position."""
    game = games.load("chess")
    player.begin(game.copy(), 0)
    for text in texts.split():
        player.heard(text, game.turn)
        game.make(game.parse(text))
    return game


@pytest.mark.parametrize(("mode", "told"), [
    ("plays", ["force", "undo", "undo", "usermove b7b6", "go"]),
    ("cannot undo", ["force", "undo", "undo", "new", "force", "easy", "post", "usermove e2e4", "usermove b7b6"]),
])  # fmt: skip
def test_moves_taken_back_are_undone_where_that_is_possible(mode, told, tmp_path, monkeypatch):
    monkeypatch.setenv("REFEREE_DEBUG", str(tmp_path / "log"))
    player, log = fake(mode, depth=None), tmp_path / "log"
    game = begun_anew(player, "e4 a6")
    assert game.text(player.choose(game, float("inf"))) == "d4"
    before = len(said_to(log))
    game = begun_anew(player, "e4 b6")
    assert game.text(player.choose(game, float("inf"))) == "d4"
    player.close()
    said = [line for line in said_to(log)[before:] if line.split()[0] not in ("ping", "time", "otim", "st")]
    assert said[: len(told)] == told


def test_a_program_that_knows_no_castling_by_letters_is_told_it_by_squares(tmp_path, monkeypatch):
    monkeypatch.setenv("REFEREE_DEBUG", str(tmp_path / "log"))
    player = fake("castles by squares")
    position = "4k2r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQk - 0 1"
    game = games.load(f"chess:variant=chess960,position={position}")
    player.begin(game.copy(), 1)
    player.heard("O-O", 1)
    game.make(game.parse("O-O"))
    assert game.text(player.choose(game, float("inf"))) == "e4"
    player.close()
    said = [line for line in said_to(tmp_path / "log") if line.startswith(("usermove", "setboard", "go"))]
    assert [line.split()[0] for line in said] == ["setboard", "usermove", "setboard", "usermove", "go"]
    assert (said[1], said[3]) == ("usermove O-O", "usermove e8h8")


@pytest.mark.parametrize(("mode", "starts"), [("plays", 1), ("plays one game", 3)])
def test_a_program_that_plays_one_game_only_is_started_for_each(mode, starts, tmp_path, monkeypatch):
    monkeypatch.setenv("REFEREE_DEBUG", str(tmp_path / "log"))
    player = fake(mode)
    for _ in range(3):
        assert own_moves(played(player, moves=3)) == ["e4", "d4"]
        player.end()
    player.close()
    assert said_to(tmp_path / "log").count("xboard") == starts
    assert not processes(command(mode))


def test_it_is_started_again_and_hears_of_all_moves(tmp_path, capsys):
    player = fake("once KILL", str(tmp_path / "died"), restart=1)
    assert own_moves(played(player, moves=3)) == ["e4", "d4"]
    player.close()
    assert (
        "fake_xboard died of SIGKILL (Killed); it said last 'pong 7'; it is started again (1 of 1)"
        in capsys.readouterr().err
    )


def test_a_thousand_games_are_played_by_one_process():
    player, game = fake("plays", depth=1), games.load("chess")
    pids = set()
    for _ in range(1000):
        player.begin(game, 0)
        assert game.text(player.choose(game.copy(), float("inf"))) == "e4"
        player.end()
        pids.add(player.running.process.pid)
    player.close()
    assert len(pids) == 1 and not processes(command("plays"))


@pytest.mark.parametrize(("spec", "words"), [
    ("xboard:no-such-program", "there is no program 'no-such-program' on the PATH"),
    ("cecp:", "xboard needs command=value"),
    ("xboard:sh,elo=1500", "xboard has no option 'elo'"),
    ("xboard:sh,depth=0", "depth=0 must be a whole number from 1 to 1000"),
])  # fmt: skip
def test_a_command_that_cannot_be_started_is_told(spec, words):
    with pytest.raises(SpecError) as caught:
        players.load(spec)
    assert words in str(caught.value)


@pytest.mark.parametrize(("line", "seats"), [
    ("resign", {0, 1}), ("0-1 {White resigns}", {0}), ("1-0 {Black resigns}", {1}), ("0-1 {White mated}", set()),
    ("1/2-1/2 {Resigned to a draw}", set()), ("move e2e4", set()),
])  # fmt: skip
def test_a_program_resigns_only_for_its_own_seat(line, seats):
    assert {seat for seat in (0, 1) if is_resignation(line, seat)} == seats
