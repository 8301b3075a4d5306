"""GTP: each command and its errors, as the specification of version 2 words them."""

import random
from pathlib import Path
from time import monotonic, process_time

import pytest

import games
from games.names.catalogue import SpecError
from referee.dialects import gtp
from tests.serving.dialogue import Dialogue

REQUIRED = (
    "protocol_version name version known_command list_commands quit boardsize clear_board komi play genmove".split()
)  # section 4.2 of the specification


@pytest.fixture
def go():
    """A quick player of go on a small board."""
    with Dialogue("go:size=5,komi=0.5", "mcts:playouts=50,seed=1", "gtp") as dialogue:
        yield dialogue


def stones(dialogue):
    """What stands on the board."""
    return gtp.stones(dialogue.server.stand.game)


def test_who_this_is_and_which_commands_there_are(go):
    assert go.command("protocol_version") == "= 2"
    assert go.command("name") == "= referee mcts:playouts=50,seed=1"
    assert go.command("version").startswith("= 0")
    listed = go.command("list_commands").removeprefix("= ").split("\n")
    assert set(REQUIRED) < set(listed)
    for name in listed:
        assert go.command(f"known_command {name}") == "= true"
    assert go.command("known_command genmoves") == "= false"
    assert float(go.command("cputime")[2:]) > 0


def test_an_answer_bears_the_number_of_its_question(go):
    assert go.command("7 protocol_version") == "=7 2"
    assert go.command("0 clear_board") == "=0"
    assert go.command("12 nonsense") == "?12 unknown command"
    assert go.command("clear_board") == "="


def test_comments_controls_tabs_and_empty_lines_are_stripped(go):
    assert go.say("", "   ", "# a comment", "\t", "\x01\x02") == []
    assert go.command("1\tprotocol_version # as ever") == "=1 2"
    assert go.command("pro\x07tocol_version\r") == "= 2"
    assert go.command("  2   known_command   play  ") == "=2 true"


def test_quit_is_answered_and_ends():
    with Dialogue("go:5", "random", "gtp") as dialogue:
        assert dialogue.server.handle("3 quit") is False
        assert dialogue.lines == ["=3\n"]


def test_stones_are_placed_taken_back_and_cleared(go):
    for line in ("play black C3", "play W d4", "play b pass", "play WHITE PASS"):
        assert go.command(line) == "="
    assert stones(go) == [(1, "D4"), (0, "C3")]
    for left in (2, 2, 1, 0):
        assert go.command("undo") == "="
        assert len(stones(go)) == left
    assert go.command("undo") == "? cannot undo"
    go.command("play b a1")
    assert go.command("clear_board") == "="
    assert stones(go) == []
    assert go.command("undo") == "? cannot undo"


def test_captured_stones_come_back_by_undo(go):
    for line in ("play w a1", "play b a2", "play w e5", "play b b1"):
        assert go.command(line) == "="
    assert (1, "A1") not in stones(go)
    go.command("undo")
    assert (1, "A1") in stones(go)


@pytest.mark.parametrize(("line", "error"), [
    ("play b c3", "illegal move"), ("play w c3", "illegal move"), ("play w i3", "invalid color or coordinate"),
    ("play w f1", "invalid color or coordinate"), ("play w a6", "invalid color or coordinate"),
    ("play green a1", "invalid color or coordinate"), ("play w", "syntax error"), ("play w a1 a2", "syntax error"),
    ("genmove", "syntax error"), ("genmove green", "invalid color or coordinate"),
    ("boardsize 25", "unacceptable size"), ("boardsize 1", "unacceptable size"), ("boardsize 5 7", "unacceptable size"),
    ("boardsize five", "syntax error"), ("boardsize", "syntax error"), ("komi many", "syntax error"),
    ("komi nan", "syntax error"),
    ("komi 6.75", "komi=6.75 must be a whole number or end in .5"),
    ("komi 1000", "komi=1000 must be a number from -361 to 361"), ("known_command", "syntax error"),
    ("time_settings 1 2", "syntax error"), ("time_settings 1 2 -3", "syntax error"), ("time_left b 5", "syntax error"),
    ("kgs-time_settings byoyomi 1", "syntax error"), ("kgs-time_settings blitz 1", "syntax error"),
    ("fixed_handicap 4", "invalid number of stones"), ("set_free_handicap a1 a2", "board not empty"),
    ("final_status_list", "syntax error"), ("final_status_list happy", "syntax error"),
    ("loadsgf /nowhere/at/all.sgf", "cannot load file"), ("handle", "unknown command"), ("__init__", "unknown command"),
])  # fmt: skip
def test_a_wrong_command_is_refused_and_changes_nothing(go, line, error):
    go.command("play b c3")
    assert go.command(line) == f"? {error}"
    assert stones(go) == [(0, "C3")]
    assert gtp.size(go.server.stand.game) == (5, 5)
    assert gtp.komi(go.server.stand.game) == 0.5


def test_suicide_and_ko_are_illegal(go):
    for line in ("play b a2", "play b b1"):
        go.command(line)
    assert go.command("play w a1") == "? illegal move"
    go.command("clear_board")
    for line in "b B3,b C4,b C2,w D4,w D2,w E3,b D3,w C3".split(","):
        assert go.command(f"play {line}") == "="
    assert go.command("play b d3") == "? illegal move"


def test_a_size_begins_a_new_game(go):
    go.command("play b c3")
    assert go.command("boardsize 7") == "="
    assert gtp.size(go.server.stand.game) == (7, 7)
    assert stones(go) == []
    assert gtp.komi(go.server.stand.game) == 0.5


def test_a_komi_leaves_the_stones(go):
    for line in ("play b c3", "play w d4", "komi 5.5"):
        assert go.command(line) == "="
    assert gtp.komi(go.server.stand.game) == 5.5
    assert go.command("final_score") == "= W+5.5"
    go.command("undo")
    assert stones(go) == [(0, "C3")]
    assert gtp.komi(go.server.stand.game) == 5.5


def test_moves_are_made_for_either_colour_and_twice_for_one(go):
    for colour in ("b", "w", "w", "b", "b"):
        answer = go.command(f"genmove {colour}")
        point = answer.removeprefix("= ")
        assert (gtp.read_colour(colour), point) in stones(go)
    assert len(go.server.stand.past) == 5
    for _ in range(5):
        assert go.command("undo") == "="
    assert stones(go) == []
    assert go.server.stand.game.turn == 0


def test_reg_genmove_makes_no_move(go):
    go.command("play b c3")
    assert go.command("reg_genmove b").startswith("= ")
    assert stones(go) == [(0, "C3")]
    assert go.server.stand.game.turn == 1


def test_after_two_passes_the_game_can_go_on(go):
    for line in ("play b c3", "play w pass", "play b pass"):
        go.command(line)
    assert go.command("final_score") == "= B+24.5"
    assert go.command("genmove w").startswith("= ")
    assert go.command("play b a1") == "="


@pytest.mark.parametrize(("komi", "moves", "score"), [
    ("0", "", "0"), ("0.5", "", "W+0.5"), ("3", "b C3", "B+22"), ("7.5", "b C3,w B2", "W+7.5"), ("-2", "", "B+2"),
])  # fmt: skip
def test_the_score_is_told_in_points_and_halves(go, komi, moves, score):
    go.command(f"komi {komi}")
    for move in filter(None, moves.split(",")):
        go.command(f"play {move}")
    assert go.command("final_score") == f"= {score}"


def test_all_stones_are_alive_by_chains(go):
    for line in "b a1,w e5,b a2,w e4,b c3".split(","):
        go.command(f"play {line}")
    assert go.command("final_status_list alive") == "= E5 E4\nC3\nA2 A1"
    assert go.command("final_status_list dead") == "="
    assert go.command("final_status_list seki") == "="


def test_handicap_stones(go):
    go.command("boardsize 9")
    assert go.command("fixed_handicap 5") == "= C3 G7 C7 G3 E5"
    assert len(stones(go)) == 5
    assert go.server.stand.game.turn == 1
    assert go.command("fixed_handicap 2") == "? board not empty"
    assert go.command("undo") == "? cannot undo"
    go.command("play w a1")
    go.command("clear_board")
    assert stones(go) == []
    for number in ("1", "10", "0"):
        assert go.command(f"fixed_handicap {number}") == "? invalid number of stones"
    assert len(go.command("place_free_handicap 12").split()) == 10  # at most nine
    go.command("clear_board")
    assert go.command("set_free_handicap A1 B2 C3") == "="
    assert stones(go) == [(0, "C3"), (0, "B2"), (0, "A1")]
    assert go.server.stand.game.turn == 1


@pytest.mark.parametrize(("points", "error"), [
    ("a1", "invalid number of stones"), ("a1 a1", "repeated vertex"), ("a1 z9", "invalid color or coordinate"),
    ("a1 pass", "invalid color or coordinate"),
])  # fmt: skip
def test_wrong_handicap_stones(go, points, error):
    assert go.command(f"set_free_handicap {points}") == f"? {error}"
    assert stones(go) == []


def test_the_board_is_shown_without_empty_lines(go):
    go.command("play b c3")
    answer = go.command("showboard")
    assert " 3 |   |   | B |   |   |" in answer
    assert "A   B   C   D   E" in answer


def test_a_file_is_loaded_to_its_end_or_before_a_move(go, tmp_path):
    file = tmp_path / "game.sgf"
    file.write_text("(;GM[1]FF[4]SZ[5]KM[2.5];B[cc];W[dd];B[aa];W[];B[])")
    assert go.command(f"loadsgf {file}") == "="
    assert stones(go) == [(0, "A5"), (0, "C3"), (1, "D2")]
    assert gtp.komi(go.server.stand.game) == 2.5
    assert go.command(f"loadsgf {file} 2") == "="
    assert stones(go) == [(0, "C3")]
    assert go.command("genmove w").startswith("= ")
    go.command("clear_board")
    assert stones(go) == []
    (tmp_path / "hex.sgf").write_text("(;GM[11]SZ[5];B[c3])")
    assert go.command(f"loadsgf {tmp_path / 'hex.sgf'}") == "? cannot load file"


def test_a_file_with_a_handicap_is_loaded_and_cleared(go, tmp_path):
    file = tmp_path / "game.sgf"
    file.write_text("(;GM[1]FF[4]SZ[9]KM[0]HA[2]AB[cg][gc];W[ee])")
    assert go.command(f"loadsgf {file}") == "="
    assert len(stones(go)) == 3
    go.command("clear_board")
    assert stones(go) == []


@pytest.mark.parametrize("line", ["time_settings 0 1 1", "kgs-time_settings byoyomi 0 1 3", "time_settings 8 0 0"])
def test_a_move_is_made_in_time(line):
    with Dialogue("go:5", "mcts", "gtp") as dialogue:
        assert dialogue.command(line) == "="
        began, worked = monotonic(), process_time()
        assert dialogue.command("genmove b").startswith("= ")
        assert monotonic() - began > 0.2
        assert process_time() - worked < 2.5  # which a busy machine does not make longer


def test_without_limits_a_player_takes_what_it_likes():
    for line in ("kgs-time_settings none", "time_settings 0 1 0"):
        with Dialogue("go:5", "mcts:playouts=20", "gtp") as dialogue:
            dialogue.command(line)
            assert dialogue.server.clocks.allotted(0) == float("inf")
            assert dialogue.command("genmove b").startswith("= ")


def test_the_time_left_is_believed():
    with Dialogue("go:5", "mcts", "gtp") as dialogue:
        dialogue.command("time_settings 600 0 0")
        assert dialogue.command("time_left b 5 0") == "="
        assert dialogue.server.clocks.allotted(0) == pytest.approx(4.9 / 25)
        assert dialogue.server.clocks.allotted(1) == pytest.approx(599.9 / 25)


def shown(dialogue, seat=0):
    """What the clock of a seat shows."""
    return str(dialogue.server.clocks.left[seat])


def test_canadian_periods_are_for_several_stones(go):
    go.command("time_settings 10 30 5")
    clocks = go.server.clocks
    assert shown(go) == "0:10"
    assert clocks.allotted(0) == pytest.approx(0.8 * 6)  # no less than in the period that follows
    clocks.spend(0, 6.0)
    assert shown(go) == "0:04.0"
    clocks.spend(0, 11.0)  # 4 of the main time, and 7 of the period
    assert shown(go) == "4/0:23"
    assert clocks.allotted(0) == pytest.approx(0.8 * 23 / 4)
    for _ in range(4):
        clocks.spend(0, 5.0)
    assert shown(go) == "5/0:30"
    assert shown(go, 1) == "0:10"


def test_japanese_periods_are_for_a_move_each_and_are_lost_one_by_one(go):
    go.command("kgs-time_settings byoyomi 0 10 3")
    clocks = go.server.clocks
    assert clocks.allotted(0) == pytest.approx(8)
    for seconds, left in ((9.0, "3x0:10"), (15.0, "2x0:10"), (1.0, "2x0:10"), (12.0, "1x0:10")):
        clocks.spend(0, seconds)
        assert shown(go) == left


@pytest.mark.parametrize(
    ("seconds", "left"), [(9, "0:01.0"), (11, "3x0:05.0"), (16, "2x0:05.0"), (21, "1x0:05.0"), (24, "1x0:05.0")]
)
def test_time_beyond_the_main_time_uses_japanese_periods(go, seconds, left):
    go.command("kgs-time_settings byoyomi 10 5 3")
    go.server.clocks.spend(0, float(seconds))
    assert shown(go) == left


@pytest.mark.parametrize(
    ("settings", "told", "left", "seconds"),
    [
        ("time_settings 600 0 0", "5 0", "0:05.0", 4.9 / 25),
        ("time_settings 600 0 0", "50 5", "0:50", 49.9 / 25),  # there are no periods for which stones could count
        ("time_settings 600 30 5", "100 0", "1:40", 4.8),
        ("time_settings 600 30 5", "0 0", "5/0:30", 4.8),
        ("time_settings 600 30 5", "12 3", "3/0:12", 3.2),
        ("kgs-time_settings canadian 600 30 5", "12 3", "3/0:12", 3.2),
        ("kgs-time_settings byoyomi 600 30 5", "12 3", "3x0:12", 9.6),
        ("kgs-time_settings byoyomi 600 30 5", "0 0", "5x0:30", 24),
        ("kgs-time_settings absolute 600", "50 0", "0:50", 49.9 / 25),
        ("kgs-time_settings none", "5 0", "None", float("inf")),
    ],
)
def test_the_time_left_is_of_the_main_time_or_of_a_period(go, settings, told, left, seconds):
    assert go.command(settings) == "="
    assert go.command(f"time_left w {told}") == "="
    assert shown(go, 1) == left
    assert go.server.clocks.allotted(1) == pytest.approx(seconds)


def test_the_clocks_show_the_whole_time_again_in_a_new_game(go):
    go.command("kgs-time_settings byoyomi 10 5 3")
    go.command("time_left b 2 1")
    assert shown(go) == "1x0:02.0"
    go.command("clear_board")
    assert shown(go) == "0:10"


@pytest.mark.parametrize(
    ("game", "size", "refused"),
    [("hex:5", "boardsize 6", "boardsize 99"), ("othello", "boardsize 6", "boardsize 7"), ("gomoku", "boardsize 9", "boardsize 3")],
)  # fmt: skip
def test_other_games_have_sizes_too(game, size, refused):
    with Dialogue(game, "random", "gtp") as dialogue:
        assert dialogue.command(size) == "="
        columns = int(size.split()[1])
        assert gtp.size(dialogue.server.stand.game) == (columns, columns)
        assert dialogue.command(refused) == "? unacceptable size"
        assert dialogue.command("komi 0") == "="
        assert dialogue.command("komi 5") == "? only go has a komi"
        assert dialogue.command("fixed_handicap 2") == "? unknown command"
        assert "fixed_handicap" not in dialogue.command("list_commands")


def test_boards_with_other_rows_than_columns():
    with Dialogue("gomoku", "random", "gtp") as dialogue:
        assert dialogue.command("boardsize 7 9") == "="
        assert gtp.size(dialogue.server.stand.game) == (7, 9)
        assert dialogue.command("play b G9") == "="


def test_nobody_moves_twice_in_hex():
    with Dialogue("hex:5", "random", "gtp") as dialogue:
        dialogue.command("play b c3")
        assert dialogue.command("play b c4") == "? illegal move"
        assert dialogue.command("genmove b") == "? it is the turn of white"
        assert dialogue.command("final_score") == "? cannot score"
        assert dialogue.command("play w c4") == "="


def test_in_othello_a_pass_may_be_told_or_passed_over():
    game, rng = games.load("othello:4"), random.Random(3)
    words = []
    while True:  # to a position in which the side to move has to pass
        moves = game.moves()
        if not moves:
            game, words = games.load("othello:4"), []
        elif game.text(moves[0]) == "pass":
            break
        else:
            words.append((gtp.COLOURS[game.turn], game.text(move := rng.choice(moves))))
            game.make(move)
    mover, other = gtp.COLOURS[game.turn], gtp.COLOURS[1 - game.turn]
    for passes in (True, False):
        with Dialogue("othello:4", "random", "gtp") as dialogue:
            for colour, word in words:
                assert dialogue.command(f"play {colour} {word}") == "="
            before = dialogue.server.stand.game.position()
            if passes:
                assert dialogue.command(f"genmove {mover}") == "= pass"
            assert dialogue.command(f"genmove {other}") not in ("= pass", "= resign")
            for _ in range(1 + passes):
                assert dialogue.command("undo") == "="
            assert dialogue.server.stand.game.position() == before


@pytest.mark.parametrize("game", ["go:5", "hex:4", "othello:4", "gomoku:columns=5,rows=5,line=4"])
def test_whole_games_are_played_and_scored(game):
    with Dialogue(game, "mcts:playouts=30", "gtp") as dialogue:
        ours, passes = games.load(game), 0
        while ours.moves() and passes < 2:
            word = dialogue.command(f"genmove {gtp.COLOURS[ours.turn]}").removeprefix("= ")
            passes = passes + 1 if word == "pass" else 0
            ours.make(gtp.read_move(ours, word))
        score = dialogue.command("final_score").removeprefix("= ")
        assert score[0] == {1: "B", -1: "W", 0: "0"}[(ours.score() > 0) - (ours.score() < 0)]
        if not game.startswith("go"):
            assert dialogue.command(f"genmove {gtp.COLOURS[ours.turn]}") == "? the game is over"


def test_gtp_is_the_protocol_of_these_games_where_none_is_named():
    for game in gtp.GAMES:
        with Dialogue(game, "random") as dialogue:
            assert dialogue.command("protocol_version") == "= 2"


def test_other_games_and_handicaps_in_a_spec_are_refused():
    with pytest.raises(SpecError, match="GTP has no words for chess, only for go, gomoku, hex, othello"):
        Dialogue("chess", "random", "gtp")
    with pytest.raises(SpecError, match="leave handicap= out"):
        Dialogue("go:handicap=2", "random", "gtp")


def test_a_relative_file_is_found_beside_the_program(go, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("game.sgf").write_text("(;GM[1]SZ[5];B[cc])")
    assert go.command("loadsgf game.sgf") == "="
