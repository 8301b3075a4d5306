"""CECP, the protocol of XBoard: each command, wrong ones, and what is said while a player thinks."""

import re
from time import monotonic, process_time, sleep

import pytest

import games
from games.names.catalogue import SpecError
from referee.dialects import cecp
from referee.match.clocks import Control
from referee.serving.allowance import ServedClocks
from referee.serving.cecp import read_level, write_worth
from referee.serving.worth import Worth
from tests.serving.dialogue import Dialogue, wait_until


@pytest.fixture
def chess():
    """A quick player of chess, after the handshake."""
    with Dialogue("chess", "minimax:depth=2", "xboard") as dialogue:
        dialogue.say("xboard", "protover 2", "new")
        dialogue.lines.clear()
        yield dialogue


def moves_of(dialogue):
    """How many moves have been made."""
    return len(dialogue.server.stand.past)


def test_the_features_are_told_and_end_with_done():
    with Dialogue("chess", "minimax:depth=2", "xboard") as dialogue:
        assert dialogue.say("xboard") == []
        lines = dialogue.say("protover 2")
        assert all(line.startswith("feature ") for line in lines)
        assert lines[-1] == "feature done=1"
        for word in ("setboard=1", "usermove=1", "ping=1", "playother=1", "san=0", "analyze=0", "colors=0", "reuse=1"):
            assert f" {word}" in lines[0]
        assert 'variants="normal,fischerandom"' in lines[0]
        assert 'feature option="depth -spin 2 0 10000"' in lines
        assert 'feature option="method -combo minimax /// alphabeta /// *best"' in lines
        assert 'feature option="time -string "' in lines
        assert (
            dialogue.say("accepted setboard", "rejected sigterm", "random", "computer", "name X", "hard", "easy") == []
        )


def test_the_player_answers_as_black_in_a_new_game(chess):
    assert chess.ask("usermove f2f3", "move")
    chess.ask("usermove g2g4", "move")
    assert moves_of(chess) == 4


def test_go_lets_it_play_the_side_to_move_and_playother_the_other(chess):
    chess.say("force", "usermove e2e4", "usermove e7e5")
    assert moves_of(chess) == 2
    chess.ask("go", "move")
    assert chess.server.own == 0
    chess.say("force", "playother")
    assert chess.server.own == 0
    chess.ask("usermove a7a6", "move")


def test_in_force_mode_it_watches(chess):
    chess.say("force")
    assert chess.say("usermove e2e4", "e7e5", "usermove g1f3") == []
    assert moves_of(chess) == 3


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("usermove e2e5", "Illegal move: e2e5"),
        ("usermove e7e5", "Illegal move: e7e5"),
        ("usermove O-O", "Illegal move: O-O"),
        ("e2e5", "Illegal move: e2e5"),
        ("usermove", "Illegal move: "),
        ("nonsense 3", "Error (unknown command): nonsense"),
        ("analyze", "Error (unknown command): analyze"),
        ("handle", "Error (unknown command): handle"),
        ("undo", "Error (no move to take back): undo"),
        ("remove", "Error (no two moves to take back): remove"),
        ("st 0", "Error (no number of seconds): st 0"),
        ("st -3", "Error (no number of seconds): st -3"),
        ("st inf", "Error (no number of seconds): st inf"),
        ("st soon", "Error (no number of seconds): st soon"),
        ("level 40 5", "Error ('40 5' must be moves, minutes and seconds to add, as in 40 5 0 or 0 2:30 12): level"),
        ("setboard 8/8", "tellusererror Illegal position: it has 1 field;"),
        ("variant atomic", "Error (unsupported variant): atomic"),
        ("option colour=red", "Error (unknown option): colour"),
        ("option depth=99999", "Error (depth=99999 must be a whole number from 1 to 10000): option"),
    ],
)
def test_what_is_wrong_is_told_and_nothing_changes(chess, line, answer):
    before = chess.server.stand.game.position()
    (told,) = chess.say(line)
    assert told.startswith(answer)
    assert chess.server.stand.game.position() == before


def test_lines_that_mean_nothing_to_it_are_passed_over(chess):
    assert (
        chess.say("", "# debug", "result 1-0 {White mates}", "rating 2000 1500", "ics -", "draw", "otim 500", "bk")
        == []
    )


def test_moves_are_taken_back(chess):
    chess.ask("usermove e2e4", "move")
    chess.say("remove")
    assert moves_of(chess) == 0
    chess.say("force", "usermove e2e4", "undo")
    assert moves_of(chess) == 0


def test_a_position_is_set_up(chess):
    chess.say("force", "setboard 6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1")
    assert chess.ask("go", "1-0") == ["move d1d8", "1-0 {Black is checkmated}"]


def test_the_end_of_a_game_is_claimed_after_the_move_and_where_none_is_left(chess):
    chess.say("force", "setboard 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")
    assert chess.say("go")[0].startswith("1/2-1/2 {")
    chess.say("new", "force")
    for word in ("f2f3", "e7e5", "g2g4"):
        chess.say(f"usermove {word}")
    assert chess.ask("go", "0-1")[-2:] == ["move d8h4", "0-1 {White is checkmated}"]


def test_repetition_is_left_to_the_other_program(chess):
    chess.say("force")
    for word in ("g1f3", "g8f6", "f3g1", "f6g8") * 3:
        assert chess.say(f"usermove {word}") == []
    assert chess.ask("go", "move")


def test_ping_is_answered_at_once_or_after_the_move(chess):
    assert chess.say("ping 7") == ["pong 7"]
    chess.say("option depth=", "st 0.4")
    chess.say("usermove e2e4", "ping 8")
    words = [line.split()[0] for line in chess.until("pong 8", 1)]
    assert words == ["move", "pong"]


def test_a_question_mark_makes_it_move_at_once(chess):
    chess.say("option depth=", "st 600", "usermove e2e4")
    chess.ask("?", "move")
    assert chess.say("?") == []


def test_force_and_new_and_result_end_its_thinking_without_a_move(chess):
    for line in ("force", "new", "result * {left}"):
        chess.say("new", "option depth=", "st 600", "usermove e2e4")
        assert chess.say(line, "ping 1") == ["pong 1"]
        sleep(0.2)
        assert not any(each.startswith("move") for each in chess.lines)


def test_thinking_is_shown_after_post(chess):
    chess.say("option depth=", "st 600", "post", "usermove e2e4")
    wait_until(lambda: len(chess.lines) > 2)
    chess.ask("?", "move")
    lines = chess.lines[:-1]
    for line in lines:
        assert re.fullmatch(r"\d+ -?\d+ \d+ \d+( \w{4,5})+", line)
        game = games.load("chess")
        game.make(cecp.read_move(game, "e2e4"))
        for word in line.split()[4:]:
            game.make(cecp.read_move(game, word))
    chess.say("nopost", "st 0.1", "force", "undo", "undo", "playother", "force")
    since = len(chess.lines)
    chess.ask("go", "move")
    assert len(chess.lines) == since + 1


def test_a_hint_is_the_move_expected(chess):
    assert chess.say("hint") == []
    chess.say("option depth=4")
    chess.ask("usermove e2e4", "move")
    (told,) = chess.say("hint")
    assert cecp.read_move(chess.server.stand.game, told.removeprefix("Hint: ")) in chess.server.stand.game.moves()


def test_no_old_hint_is_told_while_the_player_is_to_move(chess):
    chess.say("force")
    chess.server.hint = "e7e5"
    for own, told in ((0, []), (1, ["Hint: e7e5"])):
        chess.server.own = own
        assert chess.say("hint") == told


def test_depth_is_limited_by_sd_until_a_new_game(chess):
    chess.say("option depth=", "sd 3", "post")
    assert chess.ask("usermove e2e4", "move")[-2].startswith("3 ")
    chess.say("new")
    assert chess.server.depth is None


def test_time_is_kept(chess):
    chess.say("option depth=")
    for lines, least, most in (
        (["st 0.5"], 0.3, 1.8),
        (["level 0 1 0", "time 500"], 0.1, 1.5),
        (["level 2 0:01 0"], 0.2, 1.8),
    ):
        chess.say("new", *lines)
        began, worked = monotonic(), process_time()
        chess.ask("usermove e2e4", "move")
        assert monotonic() - began > least, lines
        assert process_time() - worked < most, lines  # which a busy machine does not make longer


@pytest.mark.parametrize(("text", "control"), [
    ("40 5 0", Control(total=300, moves=40)), ("0 2:30 12", Control(total=150, increment=12)),
    ("0 0 0.5", Control(total=0, increment=0.5)),
])  # fmt: skip
def test_levels_are_read(text, control):
    assert read_level(text) == control


def test_a_clock_gets_its_time_again_after_a_session():
    clocks = ServedClocks(read_level("2 1 1"))
    assert str(clocks.left[0]) == "2/1:00"
    clocks.spend(0, 10)
    assert str(clocks.left[0]) == "1/0:51"
    clocks.spend(0, 10)
    assert str(clocks.left[0]) == "2/1:42"


def test_the_time_told_is_that_of_the_session_and_means_nothing_where_each_move_has_its_own(chess):
    def shown(*lines):
        chess.say(*lines)
        return str(chess.server.clocks.left[0]), chess.server.clocks.allotted(0)

    assert shown("level 40 5 0", "time 1000") == ("40/0:10", pytest.approx(9.9 / 25))
    assert shown("new") == ("40/5:00", pytest.approx(299.9 / 25))
    assert shown("st 3", "time 1000") == ("None", pytest.approx(3))
    assert shown("level 0 5 0", "time -7") == ("0:00.0", pytest.approx(0.001))


def test_the_time_told_counts_without_a_level_too(chess):
    chess.say("time 5000")
    assert chess.server.clocks.allotted(0, 0.02) == pytest.approx(49.9 / 25 - 0.02)
    chess.say("time 2500")
    assert chess.server.clocks.allotted(0, 0.02) == pytest.approx(24.9 / 25 - 0.02)


def test_chess960_is_a_variant_until_a_new_game(chess):
    chess.say("variant fischerandom", "force", "setboard 4k3/8/8/8/8/8/8/RK5R w QK - 0 1", "usermove O-O")
    assert chess.server.stand.game.position().startswith("4k3/8/8/8/8/8/8/R4RK1")
    chess.say("new")
    assert cecp.variant(chess.server.stand.game) == "normal"


def test_breakthrough_is_played():
    with Dialogue("breakthrough", "minimax:depth=2", "xboard") as dialogue:
        assert 'variants="breakthrough"' in dialogue.say("protover 2")[0]
        dialogue.say("new", "variant breakthrough")
        dialogue.ask("usermove a2a3", "move")
        assert dialogue.lines[-1].startswith("move ")


def test_other_games_are_refused():
    with pytest.raises(SpecError, match="XBoard knows no game go, only chess and breakthrough on 8x8"):
        Dialogue("go", "random", "xboard")


def test_a_forced_end_is_beyond_all_other_scores():
    assert [write_worth(Worth(31)), write_worth(Worth(mate=3)), write_worth(Worth(mate=-2))] == [31, 100_003, -100_002]


def test_both_sides_may_be_played_in_one_game(chess):
    for _ in range(4):
        since = len(chess.lines)
        chess.say("go")
        chess.until("move", since)
        wait_until(lambda: not chess.server.is_thinking)
    assert moves_of(chess) == 4
