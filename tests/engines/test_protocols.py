"""Programs that speak UCI, GTP or XBoard's protocol: whatever one does, the match has a result."""

import pytest

import games
import players
from games.names.catalogue import SpecError
from players.player import Unplayable
from referee.engines import xboard
from referee.match.events import How
from tests.engines import test_gtp, test_uci, test_xboard
from tests.engines.fakes import AMPLE, own_moves, processes, said_to

KINDS = {"uci": test_uci, "gtp": test_gtp, "xboard": test_xboard}
SLOW = ("does not greet", "is never ready", "never lists", "never done")  # the handshake takes seconds to fail
UNLIMITED = (
    "floods",
    "floods the greeting",
    "floods its errors",
    "never ends a line",
    "says a huge line",
    "eats memory",
)
FEN = test_xboard.FEN


@pytest.fixture(autouse=True)
def _greeting(monkeypatch):
    """Wait for the features of a program however long they take."""
    monkeypatch.setattr(xboard, "GREETING", AMPLE)


def modes(name):
    """Return each kind of program with each mode of the table `name` in its test module."""
    return [(kind, mode) for kind, module in KINDS.items() for mode in getattr(module, name)]


@pytest.mark.parametrize(("kind", "mode"), modes("FATES"))
def test_a_program_that_misbehaves_loses_and_is_quoted(kind, mode):
    how, words = KINDS[kind].FATES[mode]
    KINDS[kind].PROGRAM.assert_fate(mode, how, words, 3.0 if mode in SLOW else AMPLE, limited=mode not in UNLIMITED)


@pytest.mark.parametrize(("kind", "mode"), modes("FINE"))
def test_a_program_that_is_merely_odd_plays(kind, mode):
    waits = mode == "moves when it is told"  # until half of its time is over
    KINDS[kind].PROGRAM.assert_plays(mode, KINDS[kind].MOVES, *((2.0, 1.0) if waits else ()))


@pytest.mark.parametrize(("kind", "mode"), [
    ("gtp", "resigns"), ("gtp", "resigns in capitals"), ("xboard", "resigns"), ("xboard", "resigns by a result"),
])  # fmt: skip
def test_a_program_may_resign(kind, mode):
    player = KINDS[kind].fake(mode)
    end = KINDS[kind].played(player)[-1]
    player.close()
    assert (end.how, end.winner) == (How.RESIGNED, 1)


OTHELLO = "othello:position=---------------------------OOO-----XO--------------------------- X"


@pytest.mark.parametrize(("kind", "mode", "game", "options", "words"), [
    ("uci", "plays", "chess", {"elo": 1200}, "takes no UCI_Elo=1200: it must be a whole number from 1350 to 2850"),
    ("uci", "plays", "chess", {"threads": 2}, "no option 'Threads' (options: Hash, UCI_LimitStrength, UCI_Elo, Skill"),
    ("uci", "plays", "chess", {"hash": 4096}, "takes no Hash=4096: it must be a whole number from 1 to 1024"),
    ("uci", "plays", "chess", {"option": {"Style": "Wild"}}, "takes no Style=Wild: it must be Solid or Very Risky"),
    ("uci", "plays", "chess", {"option": {"UCI_LimitStrength": "yes"}}, "=yes: it must be true or false"),
    ("uci", "plays", "chess", {"variant": "atomic"}, "does not play atomic (it plays chess)"),
    ("uci", "knows variants", "chess", {"variant": "atomic"}, "does not play atomic (it plays chess, breakthrough)"),
    ("gtp", "refuses the size", "go:size=5", {}, "fake_gtp said '? unacceptable size' of 'boardsize 5'"),
    ("gtp", "refuses komi", "go:size=5", {}, "fake_gtp said '? syntax error' of 'komi 7'"),
    ("gtp", "refuses stones", "go:size=5,position=5/1bw2/5/5/5 w", {}, "said '? illegal move' of 'play black B4'"),
    ("gtp", "speaks version 1", "go:size=5", {}, "fake_gtp speaks version '1' of GTP, and not 2"),
    ("gtp", "is GNU Go", "hex", {}, "fake_gtp does not play hex (it plays go)"),
    ("gtp", "plays", "chess", {}, "not play chess (it plays games that GTP has words for: go, hex, othello, gomoku)"),
    ("gtp", "plays", OTHELLO, {}, "fake_gtp cannot be told a position of othello: GTP has no words for it"),
    ("xboard", "plays", "othello", {}, "fake_xboard does not play othello (it plays normal, fischerandom)"),
    ("xboard", "plays", "breakthrough", {}, "fake_xboard does not play breakthrough (it plays normal, fischerandom)"),
    ("xboard", "plays", "chess", {"variant": "atomic"}, "does not play atomic (it plays normal, fischerandom)"),
    ("xboard", "has no setboard", f"chess:position={FEN}", {}, "begins at the usual position of chess only"),
    ("xboard", "refuses positions", f"chess:position={FEN}", {}, "said 'Error (unknown command): setboard 4k3/8"),
    ("xboard", "complains of positions", f"chess:position={FEN}", {}, "said 'tellusererror Illegal position'"),
    ("xboard", "knows no depth", "chess", {"depth": 3}, "said 'Error (unknown command): sd 3'"),
    ("xboard", "plays", "chess", {"cores": 2}, "fake_xboard has no option 'cores'"),
    ("xboard", "plays", "chess", {"option": {"Levle": "3"}}, "'Levle' (options: Level, Book, Style, File, Clear)"),
    ("xboard", "plays", "chess", {"option": {"Level": "21"}}, "no Level=21: it must be a whole number from 0 to 20"),
    ("xboard", "plays", "chess", {"option": {"Style": "Wild"}}, "takes no Style=Wild: it must be Solid or Very Risky"),
    ("xboard", "plays", "chess", {"option": {"Book": "yes"}}, "takes no Book=yes: it must be true or false"),
])  # fmt: skip
def test_a_refused_game_or_option_is_named(kind, mode, game, options, words):
    player = KINDS[kind].fake(mode, **options)
    with pytest.raises(Unplayable) as caught:
        player.begin(games.load(game), 0)
    assert words in str(caught.value)
    assert not processes(KINDS[kind].command(mode))


@pytest.mark.parametrize(("spec", "words"), [
    ("uci:no-such-program", "there is no program 'no-such-program' on the PATH"),
    ("uci:./no/such/file", "there is no file './no/such/file'"), ("uci:'", "cannot be read"),
    ("uci:", "uci needs command=value"), ("gtp:", "gtp needs command=value"), ("cecp:", "xboard needs command=value"),
    ('uci:""', "the command is empty"), (f"uci:{test_uci.FAKE}", f"start it by python3 {test_uci.FAKE}"),
    ("uci:sh,elo=much", "elo=much must be a whole number from 1 to 5000"),
    ("uci:sh,option.=3", "uci has no option 'option.'"), ("uci:sh,optoin.A=3", "did you mean option.NAME?"),
    ("gtp:sh,elo=1500", "gtp has no option 'elo'"), ("xboard:sh,elo=1500", "xboard has no option 'elo'"),
    ("xboard:sh,depth=0", "depth=0 must be a whole number from 1 to 1000"),
])  # fmt: skip
def test_a_command_that_cannot_start_is_explained(spec, words):
    with pytest.raises(SpecError) as caught:
        players.load(spec)
    assert words in str(caught.value)


@pytest.mark.parametrize(("kind", "begin"), [("uci", "ucinewgame"), ("gtp", "clear_board"), ("xboard", "new")])
def test_a_restarted_program_hears_all_moves_again(kind, begin, tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("REFEREE_DEBUG", str(tmp_path / "log"))
    player = KINDS[kind].fake("once KILL", str(tmp_path / "died"), restart=1)
    assert own_moves(KINDS[kind].played(player, moves=3)) == KINDS[kind].MOVES
    player.close()
    said = capsys.readouterr().err
    assert f"fake_{kind} died of SIGKILL (Killed); it said last '" in said
    assert "; it is started again (1 of 1)" in said
    assert sum(line.split()[-1] == begin for line in said_to(tmp_path / "log")) == 2


AFRESH = ["boardsize 5", "clear_board", "komi 7", "play black A1", "play white D5", "genmove black"]
ANEW = ["force", "undo", "undo", "new", "force", "easy", "post", "usermove e2e4", "usermove b7b6"]


@pytest.mark.parametrize(("kind", "mode", "told"), [
    ("gtp", "plays", ["undo", "undo", "play white D5", "genmove black"]), ("gtp", "cannot undo", AFRESH),
    ("gtp", "refuses to undo", ["undo", *AFRESH]), ("xboard", "cannot undo", ANEW),
    ("xboard", "plays", ["force", "undo", "undo", "usermove b7b6", "go"]),
])  # fmt: skip
def test_moves_taken_back_are_undone_if_possible(kind, mode, told, tmp_path, monkeypatch):
    monkeypatch.setenv("REFEREE_DEBUG", str(tmp_path / "log"))
    player, before = KINDS[kind].fake(mode), 0
    for texts in {"gtp": ("A1 E5", "A1 D5"), "xboard": ("e4 a6", "e4 b6")}[kind]:
        game = games.load(KINDS[kind].PROGRAM.game)
        player.begin(game.copy(), 0)
        for text in texts.split():
            player.heard(text, game.turn)
            game.make(game.parse(text))
        before = len(said_to(tmp_path / "log")) if player.engine else 0
        assert game.text(player.choose(game, float("inf"))) == KINDS[kind].MOVES[1]
    player.close()
    said = [line.partition(" ")[2] if kind == "gtp" else line for line in said_to(tmp_path / "log")[before:]]
    assert [line for line in said if line.split()[:1] not in (["ping"], ["time"], ["otim"], ["st"])][
        : len(told)
    ] == told


@pytest.mark.parametrize(("kind", "options"), [("gtp", {}), ("xboard", {"depth": 1})])
def test_a_thousand_games_are_played_by_one_process(kind, options):
    player, game = KINDS[kind].fake("plays", **options), games.load(KINDS[kind].PROGRAM.game)
    pids = set()
    for _ in range(1000):
        player.begin(game, 0)
        assert game.text(player.choose(game.copy(), float("inf"))) == KINDS[kind].MOVES[0]
        player.end()
        pids.add(player.running.process.pid)
    player.close()
    assert len(pids) == 1 and not processes(KINDS[kind].command("plays"))


@pytest.mark.parametrize(("kind", "line"), [("uci", ("e4", "e5")), ("xboard", ("e4", "e5", "Nf3"))])
def test_the_thought_of_a_program_is_what_it_says_about_its_search(kind, line):
    player = KINDS[kind].fake("tells its thoughts")
    KINDS[kind].played(player, moves=1)
    player.close()
    thought = player.thought
    assert thought.value == pytest.approx(0.5445, abs=1e-4)  # 1 / (1 + 10 ** (-31 / 400))
    assert (thought.even, thought.estimated, thought.proven) == (0.5, False, False)
    assert (thought.depth, thought.nodes, thought.line, thought.how) == (9, 4711, line, f"fake_{kind}")


@pytest.mark.parametrize(("kind", "mode", "value", "distance"), [
    ("uci", "announces mate", 1.0, 5), ("xboard", "announces mate", 1.0, 5), ("xboard", "is to be mated", 0.0, 4),
])  # fmt: skip
def test_an_announced_mate_is_no_proof(kind, mode, value, distance):
    player = KINDS[kind].fake(mode)
    KINDS[kind].played(player, moves=1)
    player.close()
    assert (player.thought.value, player.thought.distance, player.thought.proven) == (value, distance, False)


def test_a_running_program_is_found_by_its_command():
    player = test_gtp.fake("plays")
    player.begin(games.load(test_gtp.GAME), 0)
    assert processes(test_gtp.command("plays"))
    player.close()
    assert not processes(test_gtp.command("plays"))
