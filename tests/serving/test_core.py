"""What all protocols share: positions, options, scores, and lines of any kind."""

import math
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import games
from games.names import listing
from players.player import Candidate, Glimpse, Thought
from referee.match.clocks import Control
from referee.serving.server import ServedClocks
from referee.serving.contestant import Contestant
from referee.serving.contestant import find_knob
from referee.serving.contestant import knobs_of
from referee.serving.stand import Stand, reopened
from referee.match.worth import Worth, from_share, worth_of_thought
from referee.serving.worth import worth_of_glimpse
from tests.serving.dialogue import Dialogue

UCI = (
    "uci isready ucinewgame position startpos fen moves e2e4 e7e5 e2e5 0000 8/8/8/8/8/8/8/8 w - 0 1 setoption name value"
    " depth Hash 2 x stop ponderhit go movetime 1 depth nodes wtime btime infinite searchmoves mate debug on"
).split()
GTP = (
    "protocol_version name known_command list_commands boardsize 5 19 0 clear_board komi 0.5 play b w black C3 pass"
    " i9 undo showboard final_score final_status_list alive fixed_handicap 2 set_free_handicap A1 B2 time_settings"
    " time_left kgs-time_settings byoyomi none reg_genmove genmove loadsgf 7 #"
).split()


@pytest.mark.parametrize(("protocol", "game", "player", "words"), [
    ("uci", "chess", "minimax:depth=1", UCI), ("gtp", "go:5", "mcts:playouts=3", GTP),
])  # fmt: skip
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_no_line_brings_a_server_down(protocol, game, player, words, data):
    line = st.lists(st.sampled_from(words), min_size=1, max_size=5).map(" ".join) | st.text(max_size=12)
    lines = data.draw(st.lists(line, max_size=12))
    with Dialogue(game, player, protocol) as dialogue:
        for each in lines:
            answered = dialogue.say(each)
            if protocol == "gtp":
                assert len(answered) <= 1
                assert all(text[0] in "=?" and text.endswith("\n") for text in answered)
        assert all("\n" not in text.removesuffix("\n") or protocol == "gtp" for text in dialogue.lines)


def test_a_clock_gets_its_time_again_after_a_session():
    clocks = ServedClocks(Control(total=60, moves=2, increment=1))
    assert str(clocks.left[0]) == "2/1:00"
    clocks.spend(0, 10)
    assert str(clocks.left[0]) == "1/0:51"
    clocks.spend(0, 10)
    assert str(clocks.left[0]) == "2/1:42"


def test_a_position_that_is_refused_leaves_the_one_before():
    stand = Stand("chess")
    stand.tell("e4", listing.game_class(type(stand.start)).parse)
    before = stand.game.position()
    with pytest.raises(ValueError, match="it has 1 field;"):
        stand.place("8/8", type(stand.start).set_position)
    with pytest.raises(ValueError, match="must be"):
        stand.vary(variant="atomic")
    assert (stand.game.position(), stand.options) == (before, {})
    assert stand.undo()
    assert not stand.undo()


@pytest.mark.parametrize(("spec", "goes_on"), [
    ("chess:position=4k3/8/8/8/8/8/3R4/4K3 w - - 100 90", True),
    ("chess:position=7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", False),
    ("chess:position=4k3/8/8/8/8/8/8/4K3 w - - 0 1", False),
    ("go:size=5,position=5/1bw2/5/5/5 w passes=2", True), ("tic-tac-toe:position=xxx/oo1/3 o", False),
])  # fmt: skip
def test_only_games_that_our_rules_alone_have_ended_go_on(spec, goes_on):
    game = games.load(spec)
    assert game.score() is not None
    twin = reopened(game)
    assert (twin is not None) == goes_on
    if twin is not None:
        assert twin.turn == game.turn
        assert twin.moves()


def test_a_game_under_way_is_not_opened_again():
    assert reopened(games.load("chess")) is None


def test_options_are_spins_checks_combos_and_strings():
    found = {
        knob.key: (knob.name, knob.kind, knob.default, knob.least, knob.most) for knob in knobs_of(Contestant("mcts"))
    }
    assert found["playouts"] == ("playouts", "spin", "0", 0, 1_000_000_000)
    assert found["memory"] == ("Hash", "spin", "256", 1, 60_000)
    assert found["threads"] == ("Threads", "spin", "1", 1, 256)
    assert found["solver"][1:3] == ("check", "true")
    assert found["c"][1:3] == ("string", "")
    assert found["seed"][1:3] == ("string", "")
    (level,) = (knob for knob in knobs_of(Contestant("level:3")) if knob.key == "level")
    assert (level.kind, level.default, level.least, level.most) == ("spin", "3", 1, 10)


@pytest.mark.parametrize(("name", "text", "value"), [
    ("solver", "false", False), ("solver", "0", False), ("c", "0.7", 0.7), ("c", "", None), ("playouts", "0", None),
])  # fmt: skip
def test_values_of_options_are_read(name, text, value):
    assert find_knob(Contestant("mcts"), name).read(text) == value


def test_options_that_do_not_fit_together_are_refused_and_those_before_stand():
    contestant = Contestant("level:3")
    with pytest.raises(ValueError, match="level=11 must be"):
        contestant.change("level", 11)
    assert contestant.given == {"level": 3}
    contestant.change("level", None)
    assert contestant.make().level == 5


def test_an_error_in_the_rules_is_an_answer_too(capsys):
    class Faulty(type(games.load("nim"))):
        """Cannot read a move."""

        def parse(self, entry):
            raise RuntimeError("no such word")

    contestant = Contestant("random")
    contestant.seated[0] = SimpleNamespace(choose=lambda game, deadline: "1")
    decision = contestant.choose(Faulty(), Faulty(), math.inf, {})
    assert decision.wrong == "crashed: RuntimeError: no such word"
    assert "no such word" in capsys.readouterr().err


def test_limits_are_kept_for_one_move_alone():
    player = SimpleNamespace(depth=4, choose=lambda game, deadline: player.depth)
    contestant = Contestant("minimax")
    contestant.seated[0] = player
    nim = games.load("nim")
    assert contestant.choose(nim, nim, math.inf, {"depth": 2, "nodes": 9}).move == 2
    assert vars(player).keys() == {"depth", "choose"}
    assert player.depth == 4


def thought(value, **more):
    """A thought of that value."""
    return Thought(0, value, False, ("4",), nodes=1, depth=1, seconds=0.0, **({"candidates": ()} | more))


@pytest.mark.parametrize(
    ("found", "worth"),
    [
        (thought(37), Worth(37)),
        (thought(1, distance=1), Worth(mate=1)),
        (thought(1, distance=5), Worth(mate=3)),
        (thought(-1, distance=4), Worth(mate=-2)),
        (thought(1, candidates=(Candidate(3, "4", -1, distance=2), Candidate(0, "1", 1, distance=3))), Worth(mate=2)),
        (thought(1, candidates=(Candidate(3, "4", 1, distance=3),)), Worth(1)),  # of another move
        (thought(0.5, even=0.5), Worth(0)),
        (thought(math.nan), None),
    ],
)
def test_thoughts_become_hundredths_and_moves_to_the_end(found, worth):
    assert worth_of_thought(found) == worth


@pytest.mark.parametrize(
    ("found", "worth"),
    [
        (Glimpse(3, 9, line=("4",), value=25), Worth(25)),
        (Glimpse(3, 9, line=("4",), value=0), Worth(0)),
        (Glimpse(3, 9, line=("4",), value=1), None),  # an estimate or a win
        (Glimpse(9, 9, line=tuple("4453636"), value=1), None),
        (Glimpse(7, 9, line=tuple("1727374"), value=1), Worth(mate=4)),
        (Glimpse(8, 9, line=tuple("12131512"), value=-1), None),
        (Glimpse(8, 9, line=tuple("41725373"), value=-1), None),
        (Glimpse(3, 9, 100, ("4",), 0.75), Worth(191)),
        (Glimpse(3, 9), None),
    ],
)
def test_glimpses_become_such_only_where_it_is_clear_what_they_are(found, worth):
    assert worth_of_glimpse(games.load("connect-four"), found) == worth


def test_shares_of_games_become_hundredths_by_the_curve_of_elo():
    assert [from_share(share) for share in (0.5, 10 / 11, 1 / 11, 1.0, 0.0)] == [0, 400, -400, 10_000, -10_000]
    assert from_share(1e-300) == -10_000
