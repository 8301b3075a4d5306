"""Programs that speak XBoard's protocol: whatever one does, the game has a result, and people are told what was said."""

import re

import pytest

import games
from referee.engines import xboard
from referee.engines.xboard import XboardPlayer, is_resignation
from referee.match.clocks import Control
from referee.match.events import How
from tests.engines import fakes
from tests.engines.fakes import AMPLE, own_moves, processes, said_to

FATES = fakes.SHARED | fakes.illegal({
    "illegal": "move e2e5", "moves the other side": "move e7e5", "moves from an empty square": "move e4e5",
    "garbled": "move xyzzy", "answers in words": "move the pawn, I think", "promotes to a king": "move e7e8k",
    "makes a null move": "move @@@@", "NUL": "move e2\0e4",
}) | {
    "says no move": (How.NO_MOVE, "answered 'move', which is not a move"),
    "claims to have won": (How.NO_MOVE, "said '1-0 {White mates}' of a game that is not over, and made no move"),
    "claims a draw": (How.NO_MOVE, "said '1/2-1/2 {Draw by repetition}' of a game that is not over, and made no move"),
    "claims that the other has resigned": (How.NO_MOVE, "said '1-0 {Black resigns}' of a game that is not over"),
    "refuses the move": (How.NO_MOVE, "said 'Illegal move (not on this board): a7a6' of 'a7a6', which is a legal move"),
    "refuses the move without ping": (How.NO_MOVE, "said 'Illegal move: a7a6' of 'a7a6', which is a legal move"),
    "says a huge line": (How.NO_MOVE, "answered without end"),
    "prompts": (How.HUNG, "did not answer within 0.3 seconds; it said last 'White (1): move e2e4'"),
    "offers a draw only": (How.HUNG, "did not answer within 0.3 seconds; it said last 'offer draw'"),
    "complains": (How.HUNG, "did not answer within 0.3 seconds; it said last 'Error (too old): go'"),
    "echoes only": (How.HUNG, "did not answer within 0.3 seconds; it said last '1. e2e4'"),
    "is silent": (How.HUNG, "did not answer within 0.3 seconds; it said last 'pong 7'"),
    "writes to its errors": (How.HUNG, "did not answer within 0.3 seconds; it said last 'pong 7'"),
    "never done": (How.HUNG, "did not say which features it has within 3 seconds; it said last 'feature done=0'"),
    "is never ready": (How.HUNG, "did not say pong 1 within 3 seconds; it said last 'feature done=1'"),
    "exits 3 in the handshake": (How.DIED, "ended its process with exit status 3; it said nothing"),
    "exits 0 while thinking": (How.DIED, "ended its process with exit status 0; it said last 'pong 7'"),
    "exits 0 after its answer": (How.DIED, "move e2e4"),
}  # fmt: skip
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
MOVES = ["e4", "d4"]


@pytest.fixture(autouse=True)
def _greeting(monkeypatch):
    """Programs that tell their features are waited for however long that takes them."""
    monkeypatch.setattr(xboard, "GREETING", AMPLE)


FEN = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"


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


def test_a_program_receives_the_commands_of_a_whole_game(tmp_path, monkeypatch):
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
    assert said.count("level 0 1:30 0") == 1 and "time 9000" in said and "otim 9000" in said
    assert not any(line.startswith("st ") for line in said)


def test_it_moves_at_once_when_a_person_wants_that_also_at_a_depth(monkeypatch):
    player, game = fake("moves when it is told", depth=9), games.load("chess")
    player.begin(game.copy(), 0)
    monkeypatch.setattr(xboard, "hurried", lambda: True)
    assert game.text(player.choose(game, float("inf"))) == "e4"  # it waits for ever where nobody tells it
    player.close()


def test_castling_is_sent_by_squares_to_a_program_without_san(tmp_path, monkeypatch):
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
def test_a_program_for_a_single_game_is_started_for_each(mode, starts, tmp_path, monkeypatch):
    monkeypatch.setenv("REFEREE_DEBUG", str(tmp_path / "log"))
    player = fake(mode)
    for _ in range(3):
        assert own_moves(played(player, moves=3)) == ["e4", "d4"]
        player.end()
    player.close()
    assert said_to(tmp_path / "log").count("xboard") == starts
    assert not processes(command(mode))


@pytest.mark.parametrize(("line", "seats"), [
    ("resign", {0, 1}), ("0-1 {White resigns}", {0}), ("1-0 {Black resigns}", {1}), ("0-1 {White mated}", set()),
    ("1/2-1/2 {Resigned to a draw}", set()), ("move e2e4", set()),
])  # fmt: skip
def test_a_program_resigns_only_for_its_own_seat(line, seats):
    assert {seat for seat in (0, 1) if is_resignation(line, seat)} == seats
