"""Programs from outside as judges: their scores and lines as values, and what happens if one fails."""

import shlex
import sys
from contextlib import suppress
from math import exp
from pathlib import Path
from time import monotonic

import pytest

import games
from games.base.spec_error import SpecError
from referee.engines.judge import EngineJudge
from referee.engines.uci import UciPlayer
from tests.engines.fakes import Fake, processes
from tests.engines.test_real import installed
from tests.helpers.cases import every_case

FAKE = Fake("fake_uci.py", UciPlayer, "chess", "a6 b6")
CHESS = games.load("chess")
GNUBG = f'gnubg:command="{shlex.join([sys.executable, str(Path(__file__).with_name("fake_gnubg.py")), "plain"])}"'


def spec_of(*words, options=""):
    """Return the spec of the fake program with these arguments."""
    return f'uci:"{FAKE.command(*words)}"{options}'


def after(texts):
    """Return the position after the moves, and its path."""
    game, path = CHESS.copy(), tuple(texts.split())
    for text in path:
        game.make(game.parse(text))
    return game, path


LICHESS = 0.5 + 0.5 * (2 / (1 + exp(-0.00368208 * 200)) - 1)  # of two pawns, by lichess.org/page/accuracy


@every_case("said, chance, line, how", [
    ("cp 200 pv e7e5 g1f3", 1 - LICHESS, ("e5", "Nf3"), ", depth 9"),
    ("cp 0 pv e7e5", 0.5, ("e5",), ", depth 9"),
    ("cp 200 wdl 300 600 100 nodes 5 pv e7e5", 0.4, ("e5",), ", depth 9"),
    ("cp 200 wdl 1 x pv e7e5", 1 - LICHESS, ("e5",), ", depth 9"),
    ("mate 3 pv e7e5", 0.0, ("e5",), ", mate in 3"),
    ("mate -2 pv e7e5", 1.0, ("e5",), ", mated in 2"),
])  # fmt: skip
def test_what_a_program_says_with_black_to_move_is_a_value_to_white(said, chance, line, how):
    with EngineJudge(spec_of("judges", f"e2e4: {said}"), CHESS, 1000) as judge:
        found = judge.believed(*after("e4"))
    assert found.chance == pytest.approx(chance) and found.line == line and found.how.endswith(how)
    assert found.score is None and found.distance is None and not found.exact


@every_case("options, nodes", [("", 1000), (",nodes=7", 7), (",depth=5", None), (",seconds=0.5", None)])
def test_it_gets_the_positions_that_the_spec_or_else_the_review_allows(options, nodes):
    with EngineJudge(spec_of("judges", options=options), CHESS, 1000) as judge:
        assert judge.player.nodes == nodes


def test_it_hears_no_more_time_than_is_left(tmp_path):
    with EngineJudge(spec_of("judges", "e2e4: cp 1 pv e7e5"), CHESS, 1000) as judge:
        asked = []
        go = judge.player.write_go
        judge.player.write_go = lambda seat: asked.append(go(seat)) or asked[-1]
        judge.believed(*after("e4"), monotonic() - 1)
        judge.believed(*after("e4"))
    assert asked[0].startswith("go nodes 1000 movetime ") and int(asked[0].split()[-1]) <= 10
    assert asked[1] == "go nodes 1000"


@every_case("mode, game, words", [
    ("plays", "chess", "fake_uci does not say what a position is worth"),
    ("garbled", "chess", "fake_uci answered 'bestmove xyzzy', which is not a legal move"),
    ("exits 3 in the handshake", "chess", "fake_uci ended its process with exit status 3"),
    ("exits 3 while thinking", "chess", "fake_uci ended its process with exit status 3"),
    ("plays", "othello", "fake_uci does not play othello"),
])  # fmt: skip
def test_a_program_that_cannot_judge_is_quoted_and_ended(mode, game, words):
    start = games.load(game)
    with pytest.raises(SpecError, match=words) as error, EngineJudge(spec_of(mode), start, 1000) as judge:
        judge.believed(start, ())
    assert "\n" not in str(error.value) and str(error.value).startswith("the judge 'uci:")
    assert not processes(FAKE.command(mode))


BOARD = "backgammon:position=XGID=-b----E-C---eE---c-e----B-:{}:0:0:0:0:6"


@every_case("fields, points", [
    ("0:0:1:??", 0.8),  # White rolls
    ("1:1:1:??", 1.6),  # the cube shows two
    ("0:0:-1:??", -0.8),
    ("0:0:1:31", -0.8),  # Black rolls after White's turn
    ("0:0:1:D", 1.0),  # Black drops, as it would lose 1.6 points
    ("0:0:1:00", 1.0),  # so White doubles
])  # fmt: skip
def test_gnu_backgammons_equity_is_a_share_of_the_stakes(fields, points):
    start = games.load(BOARD.format(fields))
    with EngineJudge(GNUBG, start, 1000) as judge:
        found = judge.believed(start, ())
        choices = judge.choices(start) if start.turn in (0, 1) else {}
    assert start.stakes * (2 * found.chance - 1) == pytest.approx(points)
    assert found.how.endswith(", 2 plies") and not found.exact
    best = max if start.turn == 0 else min
    assert not choices or best(each.chance for each in choices.values()) == pytest.approx(found.chance)
    assert set(choices) == set(start.moves() if choices else ())


def test_gnu_backgammon_judges_no_games_of_a_match():
    start = games.load("backgammon:away=3/5")
    with pytest.raises(SpecError, match="says who wins a match"), EngineJudge(GNUBG, start, 1000) as judge:
        judge.believed(start, ())


def test_a_judge_is_ended_after_an_interrupt():
    words = "judges", "e2e4: cp 1 pv e7e5"
    with suppress(KeyboardInterrupt), EngineJudge(spec_of(*words), CHESS, 1000) as judge:
        judge.believed(*after("e4"))
        assert processes(FAKE.command(*words))
        raise KeyboardInterrupt
    assert not processes(FAKE.command(*words))


def test_stockfish_sees_that_a_queen_is_lost():
    if not installed("uci:stockfish"):
        pytest.skip("stockfish is not installed")
    with EngineJudge("uci:stockfish,nodes=5000", CHESS, 1000) as judge:
        found = judge.believed(*after("e4 e5 Qh5 Nc6 Qxe5"))
    assert found.chance < 0.2 and found.line[0] == "Nxe5" and found.how.startswith("stockfish, depth ")


def gtp_spec(*words):
    """Return the spec of a fake program of go with these arguments."""
    return f'gtp:"{shlex.join([sys.executable, str(Path(__file__).with_name("fake_gtp.py")), *words])}",seconds=0.01'


@every_case("command, said, chance, line", [
    ("kata-analyze", "info move A1 visits 90 winrate 0.25 order 0 pv A1 B1 info move C1 visits 9 winrate 0.2 order 1", 0.75, ("a1", "b1")),
    ("lz-analyze", "info move C1 visits 9 winrate 2000 order 1 info move A1 visits 90 winrate 2500 order 0", 0.75, ("a1",)),
])  # fmt: skip
def test_a_program_of_go_says_how_often_white_wins(command, said, chance, line):
    start = games.load("go:size=5")
    game = start.copy()
    game.make(game.parse("e5"))
    with EngineJudge(gtp_spec(command, said), start, 1000) as judge:
        for _ in range(2):
            found = judge.believed(game, ("e5",))
            assert found.chance == pytest.approx(chance) and tuple(map(str.casefold, found.line)) == line
            assert found.how == "fake_gtp, 90 visits"


@every_case("mode, said, words", [
    ("plays", "", "does not say what a position is worth: it has no kata-analyze or lz-analyze"),
    ("kata-analyze", "info move A1 winrate good", "said nothing of the position within 0.01 seconds"),
])  # fmt: skip
def test_a_program_of_go_without_winrates_is_no_judge(mode, said, words):
    start = games.load("go:size=5")
    with pytest.raises(SpecError, match=words), EngineJudge(gtp_spec(mode, said), start, 1000) as judge:
        judge.believed(start, ())


def test_gnu_backgammon_itself_makes_the_five_point():
    if not installed("gnubg"):
        pytest.skip("gnubg is not installed")
    game = games.load("backgammon:position=XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:0")
    with EngineJudge("gnubg:0", game, 1000) as judge:
        found = judge.choices(game)
    best = sorted(found, key=lambda move: -found[move].chance)[:2]
    assert {game.text(move) for move in best} == {"8/5", "6/5"}
