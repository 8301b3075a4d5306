"""What files of chess contain that the standard does not allow, by the programs that write it."""

import json

import pytest

import games
from games.names.catalogue import SpecError
from referee.formats.file_game import SkippedGame
from referee.formats.formats import find_format, read_file, read_stream
from tests.formats.samples import SampleFile
from tests.helpers.cases import every_case

read = SampleFile("f.pgn").read
TAGS = '[White "Ann"]\n[Black "Bob"]\n[Result "{}"]\n'
REPEATED = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 "


@every_case(("text", "event"), [
    ('[Event "5th "Spring" Open"]', '5th "Spring" Open'), ('[Event "a\\"b"]', 'a"b'), ('[Event "C:\\games\\"]', "C:\\games\\"),
    ('[Event "torn', "torn"), ('[Event "torn"', "torn"), ('[TimeControl "66+0.6[Event "Batch 2"]', "Batch 2"),
    ('[Event "a"] [Site "b"]', "a"), ("[Event \"it's a [test]\"]", "it's a [test]"), ('  [Event   "a" ]', "a"),
    ('[Event"a"]', "a"), ('[Event "Zo\u00eb \u2013 Open"]', "Zo\u00eb \u2013 Open"),
])  # fmt: skip
def test_a_tag_is_read_with_quotes_in_it_and_without_an_end(text, event):
    found = read(f'{text}\n[White "Ann"]\n\n1. e4 *\n')
    assert (found.event, found.record.moves, found.record.names[0]) == (event, "e4", "Ann")


@every_case(("result", "score", "how"), [
    ("1/2", 0, "agreed"), ("\u00bd-\u00bd", 0, "agreed"), ("1/2 - 1/2", 0, "agreed"), ("0.5-0.5", 0, "agreed"),
    ("1:0", 1, "resigned"), ("1\u20130", 1, "resigned"), ("(1-0)", 1, "resigned"), ("0-1 (time)", -1, "resigned"),
    ("+--", 1, "no-move"), ("-:+", -1, "no-move"), ("1-0 ff", 1, "no-move"), ("White wins", 1, "resigned"),
    ("draw", 0, "agreed"), ("*", None, None), ("", None, None), ("?", None, None), ("0-0", None, None),
])  # fmt: skip
def test_results_are_read_as_people_write_them(result, score, how):
    record = read(TAGS.format(result) + "\n1. e4 e5\n").record
    assert (record.score, record.how) == (score, how)


@every_case(("moves", "read_as"), [
    ("1. e4 e5 = 2. Nf3 += Nc6 +/- 3. Bb5 N a6 -+", "e4 e5 Nf3 Nc6 Bb5 a6"),
    ("1. e4 \u2a72 e5 \u00b1 2. Nf3 \u221e Nc6\u25a1", "e4 e5 Nf3 Nc6"),
    ("1. e4 e5 2. \u2658f3 \u265ec6 3. \u2657b5", "e4 e5 Nf3 Nc6 Bb5"),
    ("1.\u00a0e4 e5\u00a02.\u2009Nf3", "e4 e5 Nf3"), ("1. e4, e5; 2. d4\n2. Nf3", "e4 e5 Nf3"),
    ("1. e4 1\u2026 e5 2. Ng1-f3 Nb8\u2013c6", "e4 e5 Nf3 Nc6"), ("1 e4 e5 2 Nf3", "e4 e5 Nf3"),
    ("1. e4 d5 2. e5 f5 3. exf6 e.p. Nxf6", "e4 d5 e5 f5 exf6 Nxf6"), ("1. e4 d5 2. e5 f5 3. exf6e.p.", "e4 d5 e5 f5 exf6"),
    ("1. e4 e5 2. Qh5 Ke7 3. Qxe5 mate", "e4 e5 Qh5 Ke7 Qxe5#"), ("1. e4 f6 2. Qh5 ch g6", "e4 f6 Qh5+ g6"),
    ("1. e4 f6 2. Qh5++ g6", "e4 f6 Qh5+ g6"), ("1. e2e4 e7e5 2. g1f3", "e4 e5 Nf3"), ("1. Pe4 Pe5", "e4 e5"),
    ("1. e4 [%clk 0:01:00] e5 [ok] 2. Nf3", "e4 e5 Nf3"), ("1. e4 e5 D 2. Nf3 TN Nc6", "e4 e5 Nf3 Nc6"),
    ("1. e4 $ e5 $13 2. Nf3 $146", "e4 e5 Nf3"), ("1. e4 e5 (1... c5 2. Nf3 (2. c3)) 2. Nc3", "e4 e5 Nc3"),
    ("1. e4 e5 ) 2. Nf3", "e4 e5 Nf3"), ("1. e4 {a} e5 {[%eval 0.3]} 2. Nf3", "e4 e5 Nf3"),
    ("1. Nf3 d5 2. g3 c5 3. Bg2 Nc6 4. 0-0", "Nf3 d5 g3 c5 Bg2 Nc6 O-O"), ("1. Ngf3", "Nf3"), ("1. N1f3", "Nf3"),
    ("1. e4 e5 2. N f3 Nc6 3. Bb5 N a6", "e4 e5 Nf3 Nc6 Bb5 a6"), ("e4 e5\n% Nf3\n2. d4", "e4 e5 d4"),
])  # fmt: skip
def test_moves_are_read_with_signs_of_all_programs(moves, read_as):
    assert read(f"{TAGS.format('*')}\n{moves} *\n").record.moves == read_as


@every_case(("moves", "kept", "said"), [
    ("1. e4 e5 2. Ke3 Nf6", "e4 e5", "it is cut at line 5: move 3 'Ke3' is not a legal move here"),
    ("1. e4 e5 2. P@e4 Nf6", "e4 e5", "it is cut at line 5: 'P@e4' is not PGN"),
    ("1. e4 e5 2. -- Nf6", "e4 e5", "it is cut at line 5: move 3 '--' is a pass, which chess does not have"),
    ("1. e4 e5 2. Nf3\n{ torn", "e4 e5 Nf3", "the comment that begins on line 6 has no end"),
    ("1. e4 (1. d4\n", "e4", "the variation that begins on line 5 has no end"),
])  # fmt: skip
def test_a_game_is_cut_at_what_cannot_be_read_and_keeps_the_result_of_the_file(moves, kept, said):
    found = read(f"{TAGS.format('1-0')}\n{moves}\n")
    assert (found.record.moves, found.record.score) == (kept, 1)
    assert found.remarks[0].startswith(said)
    assert (found.record.how == "file") == said.startswith("it is cut")
    assert read(find_format("pgn").write([found])).record == found.record


@every_case(("more", "how"), [("", "file"), ('[Termination "Forfeit"]\n', "no-move")])
def test_a_game_without_moves_keeps_the_result_of_the_file(more, how):
    record = read(TAGS.format("0-1") + more + "\n0-1\n").record
    assert (record.moves, record.score, record.how) == ("", -1, how)


def test_kings_that_an_electronic_board_puts_in_the_middle_are_left_out():
    found = read(TAGS.format("1/2-1/2") + "\n1. e4 e5 2. Nf3 Nc6 3. Ke4 Ke5 1/2-1/2\n")
    assert (found.record.moves, found.record.how, found.record.score) == ("e4 e5 Nf3 Nc6", "agreed", 0)
    assert "'Ke4' on line 5" in found.remarks[0]


@every_case(("moves", "spec"), [
    (REPEATED + "5. e4", "chess:draws=claimed"), (REPEATED, "chess"),
    (REPEATED * 2 + "9. e4", "chess:draws=none"),
])  # fmt: skip
def test_a_draw_that_nobody_claimed_does_not_end_the_game(moves, spec):
    found = read(TAGS.format("*") + f"\n{moves} *\n")
    assert found.record.game == spec
    assert len(found.record.moves.split()) == sum(word[0] in "Ne" for word in moves.split())
    assert bool(found.remarks) == (spec != "chess")


def test_a_loss_on_time_holds_where_a_draw_was_not_claimed():
    found = read(TAGS.format("0-1") + f'[Termination "Time forfeit"]\n\n{REPEATED} 0-1\n')
    assert (found.record.score, found.record.how, found.record.game) == (-1, "out-of-time", "chess:draws=claimed")


def test_kings_alone_are_played_on():
    found = read('[FEN "8/8/4k3/8/8/8/4p3/4K3 w - - 0 1"]\n\n1. Kxe2 Ke5 2. Ke3 1/2-1/2\n')
    assert (found.record.moves, found.record.game[:16]) == ("Kxe2 Ke5 Ke3", "chess:draws=none")


def test_a_result_against_the_rules_holds_and_is_remarked():
    found = read(TAGS.format("1-0") + "\n1. f3 e5 2. g4 Qh4# 1-0\n")
    assert (found.record.score, found.record.how, found.record.why) == (1, "file", "the file says 1-0")
    assert found.remarks == ("the result is '1-0', which holds; by our rules Bob has won (-1 for Ann)",)
    assert type(found.record).read(json.dumps(found.record.as_dict())) == found.record


def test_a_tag_holds_against_the_end_of_the_moves():
    found = read(TAGS.format("1-0") + "\n1. e4 e5 1/2-1/2\n")
    assert (found.record.score, found.remarks[0][:22]) == (1, "it ends with 1/2-1/2, ")


@every_case(("fen", "position", "remarks"), [
    ("4k3/8/8/8/8/8/4P3/4K3 w - - 0", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", 0),
    ("4k3/8/8/8/8/8/4P3/4K3 w -", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", 0),
    ("4k3/8/8/8/8/8/4P3/4K3 w - - - -", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", 0),
    ("4k3/8/8/8/8/8/4P3/4K3_w_-_-_0_5", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 5", 0),
    ("4k3/8/8/8/8/8/4P3/4K3", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", 1),
    ("4k3/8/8/8/8/8/4P3/4K3 white - - 0 1", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", 0),
    ("4k3/8/8/8/8/8/4P3/4K3/ w - - 0 1", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", 0),
    ("4k3/11111111/8/8/8/8/4P3/4K3 w - - 0 1", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", 0),
    ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 more", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", 1),
    ("4k3/8/8/8/8/8/4P3/4K3 w 3 5", "4k3/8/8/8/8/8/4P3/4K3 w - - 3 5", 0),
    ("4k3/8/8/8/8/8/4P3/4K2R w KQkq - 0 1", "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1", 1),
    ("4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1", "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", 1),
    ("4k3/8/8/8/8/8/4P3/4K3 w - - x y", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", 1),
    ("4k3/8/8/8/8/8/4P3/4K3 w - - 120 90", "4k3/8/8/8/8/8/4P3/4K3 w - - 120 90", 0),
    ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 0", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", 0),
])  # fmt: skip
def test_positions_are_read_as_programs_write_them(fen, position, remarks):
    found = read(f'[SetUp "1"]\n[FEN "{fen}"]\n\n1. e3 *\n' if "4P3/4K" in fen else f'[FEN "{fen}"]\n\n1. Kf1 *\n')
    assert games.find_position(found.record.game) == position
    assert (len(found.record.moves.split()), len(found.remarks)) == (1, remarks)


def test_the_usual_start_has_a_name():
    assert read('[FEN "startpos"]\n\n1. e4 *').record.game == "chess"


@every_case(("termination", "result", "how"), [
    ("Ann won on time", "1-0", "out-of-time"), ("Ann won by resignation", "1-0", "resigned"),
    ("Game drawn by timeout vs insufficient material", "1/2-1/2", "agreed"), ("abandoned", "0-1", "no-move"),
    ("Ann won - game abandoned", "1-0", "no-move"), ("illegal move", "0-1", "illegal-move"),
    ("stalled connection", "0-1", "no-move"), ("adjudication", "1/2-1/2", "adjudicated"), ("Normal", "0-1", "resigned"),
    ("Time forfeit", "1-0", "out-of-time"),
])  # fmt: skip
def test_the_words_of_servers_tell_how_a_game_ended(termination, result, how):
    record = read(TAGS.format(result) + f'[Termination "{termination}"]\n\n1. e4 e5 {result}\n').record
    assert record.how == how


@pytest.mark.parametrize(("comment", "how"), [("Bob forfeits on time", "out-of-time"), ("Bob resigns", "resigned")])
def test_the_last_comment_tells_how_a_game_ended(comment, how):
    assert read(TAGS.format("1-0") + f"\n1. e4 e5 {{{comment}}} 1-0\n").record.how == how


def test_a_game_of_another_variant_leaves_the_others():
    text = f'{TAGS.format("*")}\n1. e4 *\n\n[Variant "Crazyhouse"]\n\n1. e4 *\n\n{TAGS.format("*")}\n1. d4 *\n'
    first, other, last = read_stream(text.splitlines(keepends=True), "f.pgn")
    assert (first.record.moves, last.record.moves) == ("e4", "d4")
    assert isinstance(other, SkippedGame)
    assert (other.line, "crazyhouse" in other.why) == (7, True)


def test_a_comment_that_is_torn_costs_one_game():
    text = f'{TAGS.format("*")}\n1. e4 {{torn\n\n[Event "b"]\n\n1. d4 *\n'
    first, second = read_stream(text.splitlines(keepends=True), "f.pgn")
    assert (first.record.moves, second.record.moves) == ("e4", "d4")


def test_files_that_were_joined_have_marks_and_encodings_of_their_own(tmp_path):
    game = '[White "Zo\u00eb"]\n\n1. e4 *\n\n'
    (tmp_path / "f.pgn").write_bytes(
        b"\xef\xbb\xbf" + game.encode() + b"\xef\xbb\xbf\xef\xbb\xbf" + game.encode() + game.encode("cp1252")
    )
    assert [each.record.names[0] for each in read_file(tmp_path / "f.pgn")] == ["Zo\u00eb"] * 3


@every_case("text", ["", " \n", "\ufeff", "\ufeff\n%\n"])
def test_a_file_of_nothing_holds_no_game(text):
    with pytest.raises(SpecError, match="holds no game"):
        read(text)


def test_games_without_a_result_between_them_are_told_by_their_tags():
    text = '[Event "a"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - -"]\n\n[Event "b"]\n[White "Ann"]\n\n1. e4\n[Event "c"]\n\n1. d4\n'
    assert [each.event for each in read_stream(text.splitlines(keepends=True), "f.pgn")] == ["a", "b", "c"]
