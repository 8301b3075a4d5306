"""Games of checkers in Portable Draughts Notation."""

from contextlib import suppress
from pathlib import Path

import pytest

import games
from games.names.catalogue import SpecError
from referee.formats.formats import detect, find_format, read_text
from referee.formats.pdn import write_squares
from tests.formats.samples import SampleFile, contents, random_games
from tests.helpers.cases import every_case

read = SampleFile("f.pdn").read

# As collections of checkers are written: the result for Black first, jumps in whole, two moves a number.
COLLECTION = """[Event "A match, game 1"]
[Date "1841-??-??"]
[Black "Moor, W."]
[White "Wyl, J."]
[Site "Manchester"]
[Result "0-1"]
1. 11-15 24-20 2. 8-11 28-24 3. 9-13 22-18 4. 15x22
25x18 0-1

[Event "A problem"]
[Black "Black"]
[White "White"]
[Result "0-1"]
[Setup "1"]
[FEN "W:W32,27,24,22:B20,15,10,7."]
1. 27-23
{with a comment 11-15 [%clk 0:01:02]} 20x27 2. 23-18 (2. 22-17 10-14 (2... 7-11)) 27-31
3. 18x2 10-14 4. 2-6 31-26 5. 6-9 {White wins} 0-1

[FEN "B:W18,K2:B9"]
1-0
"""


def test_a_collection_is_read():
    one, two, three = read_text(COLLECTION, "f.pdn")
    assert (one.record.names, one.record.score, one.record.why) == (("Moor, W.", "Wyl, J."), -1, "Moor, W. resigned")
    assert (one.event, one.date, one.line) == ("A match, game 1", "", 1)
    assert two.record.game == "checkers:position=W:W22,24,27,32:B7,10,15,20"
    assert two.record.moves == "27-23 20x27 23-18 27-31 18x11x2 10-14 2-6 31-26 6-9"
    assert two.line == 10
    assert (three.record.moves, three.record.how, three.line) == ("", None, 20)


def test_written_games_are_read_back():
    written = random_games("checkers", 12)
    assert contents(read_text(find_format("pdn").write(written), "f.pdn")) == contents(written)


def test_another_program_reads_our_files(tmp_path):
    pdn = pytest.importorskip("draughts.PDN", reason="pydraughts is not installed")
    from draughts import Board, Move

    written = random_games("checkers", 6)
    file = Path(tmp_path, "ours.pdn")
    file.write_text(find_format("pdn").write(written))
    for theirs, ours in zip(pdn.PDNReader(filename=str(file)).games, written, strict=True):
        board = Board("english", theirs.tags.get("FEN") or "startpos")
        for word in theirs.moves:
            board.push(Move(board, pdn_move=word))
        assert (
            games.load("checkers", position=board.fen).position()
            == (games.load(ours.record.game, ours.record.moves.split()).position().partition(":H")[0])
        )


@pytest.mark.parametrize("moves", [
    "11-15 22-18 15x22 25x18 8-11", "1.11-15 22-18 2.15x22 25x18 3.8-11", "1. 11-15 2. 22-18 3. 15x22 4. 25x18 5. 8-11",
    "1. 11-15! 22-18? 2. 15x22 $1 25x18(?!) 3. 8-11*", "01. 1115 2218 02. 1522 2518 03. 0811",
    "1. 11 - 15 22-18 1... 15X22 25:18 ; the rest of the line\n3. 08-11 *",
    "% first\n11-15 {two\nlines} 22-18 15-22 25-18 8-11",
    "1. 11-15 22-18 2. 15x22 25x18 3. 8-11 {[%clk 0:59:58]}",
])  # fmt: skip
def test_the_dialects_of_moves_are_read(moves):
    assert read(f'[Black "A"]\n{moves}').record.moves == "11-15 22-18 15x22 25x18 8-11"


def test_jumps_are_read_in_whole_by_their_ends_and_one_by_one():
    start = '[FEN "B:W10,18,32:B7"]\n'
    for text in ("7x14x23", "7x23", "7-23", "7x14 14x23"):
        assert read(start + text).record.moves == "7x14x23"


def test_a_step_goes_to_the_next_row_and_a_jump_to_the_one_behind():
    steps = (1, 5), (1, 6), (5, 9), (6, 9), (6, 1)
    assert [write_squares(step) for step in steps] == ["1-5", "1-6", "5-9", "6-9", "6-1"]
    assert [write_squares(jump) for jump in ((1, 10), (2, 9), (10, 1), (1, 10, 19))] == [
        "1x10",
        "2x9",
        "10x1",
        "1x10x19",
    ]


def test_jumps_that_begin_and_end_alike_must_be_told_apart():
    start = '[FEN "B:W6,7,14,15,32:B2"]\n'
    with pytest.raises(SpecError) as caught:
        read(start + "\n1. 2x18")
    assert str(caught.value) == "f.pdn, line 3: move 1 '2x18' may be any of 2x9x18, 2x11x18: name all squares"
    assert read(start + "2x9x18").record.moves == "2x9x18"
    assert "1. 2x9x18 " in find_format("pdn").write([read(start + "2x9x18")])


WON_BY_BLACK = '[FEN "B:W6:BK2"]\n[Result "{}"]\n1. 2x9 {}\n\n'
GIVEN_UP = '[Result "{0}"]\n1. 11-15 22-18 {0}\n\n'


def test_one_to_nil_is_a_win_of_black():
    assert read(GIVEN_UP.format("1-0")).record.why == "White resigned"
    assert [each.record.score for each in read_text(WON_BY_BLACK.format("1-0", "1-0"), "f.pdn")] == [1]


def test_one_to_nil_is_a_win_of_white_where_games_that_were_played_out_say_so():
    over, given_up = read_text(WON_BY_BLACK.format("0-1", "0-1") + GIVEN_UP.format("1-0"), "f.pdn")
    assert (over.record.score, over.record.how) == (1, "played-out")
    assert (given_up.record.score, given_up.record.why) == (-1, "Black resigned")


def test_a_result_against_the_rules_holds_with_a_remark():
    _, game = read_text(WON_BY_BLACK.format("1-0", "1-0") + WON_BY_BLACK.format("0-1", "0-1"), "f.pdn")
    assert (game.record.score, game.record.how, game.record.why) == (-1, "file", "the file says 0-1")
    assert game.remarks == ("the result is '0-1', which holds; by our rules Black has won (+1 for Black)",)


@pytest.mark.parametrize(("tags", "how", "score"), [
    ('[Result "1/2-1/2"]', "agreed", 0), ('[Result "1-1"]', "agreed", 0), ('[Result "*"]', None, None),
    ('[Result "0-0"]', None, None),
    ('[Result "0-1"]\n[Termination "time forfeit"]', "out-of-time", -1), ('[Result "2-0"]', "resigned", 1),
    ('[Result "0-1"]\n[Termination "Abandoned"]', "no-move", -1),
    ('[Result "1-0"]\n[Termination "rules infraction"]', "illegal-move", 1),
    ('[Result "1-0"]\n[Termination "Adjudication"]', "adjudicated", 1),
])  # fmt: skip
def test_ends_that_the_rules_do_not_tell_come_from_the_tags(tags, how, score):
    record = read(f"{tags}\n1. 11-15 22-18").record
    assert (record.how, record.score) == (how, score)


@pytest.mark.parametrize("unknown", ["?", "-", "", " "])
def test_a_tag_without_a_value_is_as_if_it_were_not_there(unknown):
    found = read(f'[White "{unknown}"]\n[Black "{unknown}"]\n[Event "{unknown}"]\n[FEN "{unknown}"]\n1. 11-15 *')
    assert (found.record.game, found.record.names, found.event) == ("checkers", ("Black", "White"), "")


def test_two_players_of_one_name_are_told_apart():
    assert read('[White "Ann"]\n[Black "Ann"]\n1. 11-15 *').record.names == ("Ann (1)", "Ann (2)")


@every_case(("text", "said"), [
    ('[White "A"]\n\n1. 15-19', "line 3: move 1 '15-19' is not a legal move here"),
    ('[GameType "20"]\n1. 32-28', "line 1: GameType 20 is not English draughts, which is 21"),
    ('[FEN "B:W1:B9"]', "line 1: the position 'B:W1:B9' of checkers: a man of White on square 1 would be a king: K1"),
    ("1. c3-d4", "line 1: 'c3-d4' is not PDN"), ("1. 22-", "line 1: '22-' is not PDN"),
    ("", "holds no game (Portable Draughts Notation)"),
    ("*", "holds no game (Portable Draughts Notation)"),
])  # fmt: skip
def test_an_error_is_reported_with_its_line(text, said):
    with pytest.raises(SpecError) as caught:
        read_text(text, "f.pdn")
    assert said in str(caught.value)


@every_case(("text", "moves", "said"), [
    ("1. 11-15 22-18\n2. 15-19", 2, "it is cut at line 2: move 3 '15-19' is not a legal move here: Black can capture"),
    ("1. 11-15 22-18 3-3-3-3", 2, "it is cut at line 1: move 3 '3x3x3x3' is not a legal move here"),
    ("1. 11-15 {a comment", 1, "the comment that begins on line 1 has no end"),
    ("1. 11-15\n(22-18\n22-17", 1, "the variation that begins on line 2 has no end"),
    ('1. 11-15 /FEN "W:W32:B1"/ 22-18', 1, "it is cut at line 1: a position is set up within the game"),
    ('[Result "1-0"]\n1. 11-15 0-1', 1, "it ends with 0-1, but its tag Result says 1-0, which holds"),
])  # fmt: skip
def test_what_is_torn_costs_the_rest_of_its_game_and_is_remarked(text, moves, said):
    found = read(text)
    assert len(found.record.moves.split()) == moves
    assert found.remarks[0].startswith(said)


def test_a_game_of_ten_thousand_moves_is_refused():
    with pytest.raises(SpecError, match="line 1: the game has more than 10,000 moves"):
        read_text("11-15 " * 11_000, "f.pdn")


def test_games_of_another_name_are_refused():
    with pytest.raises(SpecError, match="line 1: PDN is read as games of checkers, not of othello"):
        read_text("1. 11-15", "f.pdn", "othello")


def test_the_beginning_tells_the_format_where_the_name_does_not():
    assert detect("games", COLLECTION).name == "pdn"


@pytest.mark.parametrize(
    "text", ["(" * 99_999, "{" * 99_999, "[" * 99_999, "1" * 99_999, "1-" * 50_000, '[A "\\' * 20_000]
)
def test_nonsense_of_any_length_is_passed_over_in_no_time(text):
    with suppress(SpecError):
        read_text(text, "f.pdn")
