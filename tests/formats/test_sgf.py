"""Games of stones in Smart Game Format."""

from dataclasses import replace

from contextlib import suppress

import pytest
from sgfmill import sgf_grammar

import games
from games.names.catalogue import SpecError
from referee.formats.file_game import FileGame
from referee.formats.formats import detect, find_format, read_text
from referee.match.record import Heading, make_record
from tests.formats.samples import SampleFile, contents, random_games
from tests.helpers.cases import every_case

FILE = SampleFile("f.sgf")
read, complaint = FILE.read, FILE.complaint

SPECS = [
    "othello", "othello:size=6,empties=winner", "gomoku", "gomoku:columns=7,rows=6,line=4", "gomoku:exact=yes",
    "hex:size=4", "hex:size=5,swap=yes", "hex:size=6,misere=yes", "hex:size=3,rows=5",
]  # fmt: skip
# As the program Edax writes it, with the start set up and the first move in the root.
EDAX = """(;FF[4]GM[2]AP[edax:4.4]
PC[Edax]DT[2024-05-01]
PB[Ann]PW[Bob]
SZ[8]AB[e4][d5]AW[d4][e5]PL[B]
RE[Void]
B[f5];W[f6];
B[e6];W[f4];
)
"""
HEX = "(;FF[4]GM[11]SZ[5]PB[Ann]PW[Bob]{};B[a2];W[{}];{})"


@pytest.mark.parametrize("spec", SPECS)
def test_written_games_are_read_back(spec):
    written = random_games(spec, 5)
    assert contents(read_text(find_format("sgf").write(written), "f.sgf")) == contents(written)


@pytest.mark.parametrize(("nodes", "position"), [
    ("AB[aa:cb]AE[ba]AW[bb]", "b1b2/bwb2/5/5/5 b"),
    ("AB[aa:cb];AE[ba:ca];AW[bb]", "b4/bwb2/5/5/5 b"), ("AB[aa]PL[B];AW[ee]PL[W]", "b4/5/5/5/4w w"),
    ("AB[aa]PL[W];AW[ee]PL[1]", "b4/5/5/5/4w b"),
])  # fmt: skip
def test_setup_nodes_add_and_remove_stones_and_set_the_turn(nodes, position):
    assert read(f"(;GM[1]SZ[5]KM[7];{nodes})").record.game == f"go:size=5,position={position}"


def test_facts_of_the_whole_game_may_stand_in_a_later_node():
    found = read("(;GM[1];SZ[5]KM[6.5]PB[Ann];PW[Bob]DT[2024-05-01]EV[Cup];B[cc])")
    assert (found.record.game, found.record.names) == ("go:size=5,komi=6.5", ("Ann", "Bob"))
    assert (found.date, found.event) == ("2024-05-01", "Cup")


@pytest.mark.parametrize("spec", SPECS)
def test_the_library_reads_our_files(spec):
    written = random_games(spec, 3)
    trees = sgf_grammar.parse_sgf_collection(find_format("sgf").write(written).encode())
    for tree, game in zip(trees, written, strict=True):
        root, *moves = sgf_grammar.main_sequence_iter(tree)
        assert sgf_grammar.simpletext_value(root["PB"][0]).decode() == game.record.names[0]
        assert len(moves) == len(game.record.moves.split())


def test_a_file_of_edax_is_read():
    game = read(EDAX)
    record = game.record
    assert (record.game, record.moves, record.names) == ("othello", "f5 f6 e6 f4", ("Ann", "Bob"))
    assert (record.players, record.how, game.date) == (("human", "human"), None, "2024-05-01")


def test_letters_are_read_in_othello_too():
    assert read("(;GM[2];B[fe];W[ff])").record.moves == "f5 f6"


def test_a_pass_that_is_left_out_is_made():
    written = next(each for each in random_games("othello:size=4", 40) if "pass" in each.record.moves)
    text = find_format("sgf").write([written])
    shorter = text.replace(";B[PA]", "").replace(";W[PA]", "")
    assert shorter != text
    assert read(shorter).record.moves == written.record.moves


def test_rows_of_gomoku_are_counted_from_the_top():
    assert read("(;GM[4]SZ[15];B[aa];W[oo])").record.moves == "a15 o1"


def test_a_game_that_six_in_line_did_not_end_is_of_exact_gomoku():
    blacks = ["aa", "ba", "ca", "ea", "fa", "da", "ha"]
    whites = ["ac", "bc", "cc", "ec", "fc", "gc"]
    moves = "".join(f";B[{black}]" + f";W[{white}]" * bool(white) for black, white in zip(blacks, [*whites, ""]))
    assert read(f"(;GM[4]{moves})").record.game == "gomoku:exact=yes"
    assert read(f"(;GM[4]{moves.removesuffix(';B[ha]').removesuffix(';W[gc]')}RE[B+])").record.how == "played-out"


def test_both_ways_to_swap_in_hex_come_to_the_same():
    pieces = read(HEX.format("", "swap-pieces", "B[c4];W[d2];B[c2]"))
    sides = read(HEX.format("", "swap-sides", "W[d3];B[b4];W[b3]"))
    assert pieces.record == sides.record
    assert pieces.record.moves == "a2 swap c4 d2 c2"
    assert pieces.record.game == "hex:size=5,swap=yes"


@pytest.mark.parametrize(("result", "how", "score", "why"), [
    ("B+R", "resigned", 1, "Bob resigned"), ("W+Resign", "resigned", -1, "Ann resigned"),
    ("W+T", "out-of-time", -1, "Ann ran out of time"), ("B+F", "no-move", 1, "Bob forfeited the game"),
    ("B+", "resigned", 1, "Bob resigned"), ("Draw", "agreed", 0, "both agreed"), ("Void", None, None, ""),
    ("?", None, None, ""),
])  # fmt: skip
def test_other_ends_come_from_the_result(result, how, score, why):
    record = read(f"(;GM[2]PB[Ann]PW[Bob]RE[{result}];B[f5];W[f6])").record
    assert (record.how, record.score, record.why) == (how, score, why)


def test_resigning_in_a_move_loses():
    record = read("(;GM[11];B[a2];W[resign])").record
    assert (record.how, record.score, record.moves) == ("resigned", 1, "a2")


def test_a_score_that_counts_empty_squares_for_the_winner_chooses_these_rules():
    written = next(
        each for each in random_games("othello:size=4,empties=winner", 60)[:-1]
        if each.record.score and each.record.score != games.load("othello:size=4", each.record.moves.split()).score()
    )  # fmt: skip
    text = find_format("sgf").write([written])
    silent = text.replace("RU[empties=winner]", "").replace("RU[empties=winner\n]", "")
    assert "RU" not in silent
    assert read(silent).record == replace(written.record, number=0)


def test_stones_that_are_set_up_are_a_position():
    game = read("(;GM[11]SZ[3]AB[a1]AW[b2]PL[B];B[c3])")
    assert game.record.game == "hex:size=3,position=r2/1b1/3 r"
    assert (
        read("(;GM[4]SZ[5:6]AB[aa:ba]AW[ac][bc])").record.game == "gomoku:columns=5,rows=6,position=bb3/5/ww3/5/5/5 b"
    )


@every_case(("text", "said"), [
    ("(;GM[2]\n;B[f4])", "line 2: move 1 'f4' is not a legal move here: a disc on f4 turns none over; legal: "),
    ("(;GM[2];B[f5]", "line 1: the game breaks off"),
    ("(;GM[2];B[f5];W[f", "line 1: the value '[f' has no end"), ("(;GM[2];B[f5] *)", "line 1: '*)' is not SGF"),
    ("(;GM[2];B)", "line 1: the game that begins here is not SGF: property with no values"),
    ("(;GM[3];B[dd])",
     "line 1: GM[3] is not a game that is known here (GM: 1: go, 2: othello, 4: gomoku, 6: backgammon, 11: hex)"),
    ("(;GM[2]SZ[x])", "line 1: SZ[x] is not a size, such as 8"),
    ("(;GM[2]SZ[7])", "line 1: 'othello:size=7': size=7 must be"),
    ("(;GM[2];B[i9])", "line 1: the point 'i9' is not on the board of 8x8"),
    ("(;GM[11];B[a?])", "line 1: 'a?' is not a point such as d3"),
    ("(;GM[4];W[aa])", "line 1: W[aa] is a move of W, but the other side is to move"),
    ("(;GM[2];B[f5][d3])", "line 1: several moves stand in one node"),
    ("(;GM[2];B[f5]W[f6])", "line 1: several moves stand in one node"),
    ("just a letter", "holds no game (Smart Game Format)"), ("", "holds no game (Smart Game Format)"),
])  # fmt: skip
def test_an_error_is_reported_with_its_line(text, said):
    assert said in complaint(text)


def test_another_game_than_the_one_that_is_wanted_is_refused():
    assert complaint("(;GM[2];B[f5])", "hex") == "f.sgf, line 1: this is a game of othello, not of hex"


def test_the_options_that_are_wanted_are_taken():
    assert read("(;GM[2];B[f5])", "othello:empties=winner").record.game == "othello:empties=winner"
    assert read("(;SZ[5];B[a1])", "hex").record.game == "hex:size=5"


def test_the_beginning_tells_the_format_where_the_name_does_not():
    assert detect("game.txt", EDAX).name == "sgf"
    assert detect("game.SGF", "").name == "sgf"


@pytest.mark.parametrize(
    "text", ["(;" * 50_000, "(" * 50_000, "(;GM[2]" + "(;B[f5]" * 20_000 + ")" * 20_001, "[" * 99_999]
)
def test_brackets_without_end_are_read_in_no_time(text):
    with suppress(SpecError):
        read_text(text, "f.sgf")


def test_a_file_of_a_million_nodes_is_refused_before_it_is_kept_in_memory():
    for text in ("(;" * 600_000, "(;GM[2]" + ";" * 1_000_000 + ")"):
        assert complaint(text) == "f.sgf, line 1: the game has more than 1,000,000 nodes and branches"


@pytest.mark.parametrize(("game", "moves"), [("hex:5", "a1 b2"), ("go:9", "E5 D4"), ("othello", "d3 c3")])
def test_an_adjudicated_win_is_written_as_a_resignation(game, moves):
    heading = Heading(game, ("human", "human"), ("Ann", "Bob"), 0)
    record = make_record(heading, moves.split(), "adjudicated", "adjudicated", 1)
    text = find_format("sgf").write([FileGame(record)])
    assert "RE[B+R]" in text
    back = read(text).record
    assert (back.score, back.moves) == (1, moves)


@pytest.mark.parametrize("how", ["adjudicated", "agreed"])
@pytest.mark.parametrize(("game", "moves"), [("hex:5", "a1 b2"), ("go:9", "E5 D4"), ("othello", "d3 c3")])
def test_a_draw_that_the_board_does_not_show_is_read_back(game, moves, how):
    heading = Heading(game, ("human", "human"), ("Ann", "Bob"), 0)
    text = find_format("sgf").write([FileGame(make_record(heading, moves.split(), how, how, 0))])
    assert "RE[Draw]" in text
    back = read(text).record
    assert (back.score, back.moves, back.how) == (0, moves, "agreed")
