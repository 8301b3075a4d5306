"""What files of go, hex, othello and gomoku contain, by the programs and servers that write them."""

import games
from referee.formats.file_game import SkippedGame
from referee.formats.formats import find_format, read_file, read_stream
from tests.formats.samples import SampleFile
from tests.helpers.cases import every_case

read = SampleFile("f.sgf").read


@every_case(("text", "moves", "remarks"), [
    ("HA[2];B[gc];B[cg];W[ee];B[gg]", "E5 G3", 0), ("HA[2]AB[gc][cg];W[ee];B[gg]", "E5 G3", 0),
    ("HA[2];AB[gc][cg];W[ee]", "E5", 0), ("HA[0];B[ee];W[gc]", "E5 G7", 0), ("HA[1];B[ee]", "E5", 0),
    ("HA[2];B[gc];W[];B[cg];W[ee]", "G7 pass C3 E5", 0), ("HA[2]AB[gc][cg]PL[];W[ee]", "E5", 0),
    (";B[ee];W[gc];B[cc];B[gg];W[cg]", "E5 G7 C7 pass G3 C3", 1), (";W[ee];B[gg]", "pass E5 G3", 1),
    (";B[ee];W[];B[];W[]", "E5 pass pass", 0), (";B[ee];W[tt];B[tt];W[tt];B[tt]", "E5 pass pass", 0),
    (";B[ee];W[];B[];W[gg];B[cc]", "E5 G3 C7", 1), (";B[ee];W[gg]C[a [b\\] c]", "E5 G3", 0),
    (";B[ee];W[ee];B[gg]", "E5", 1), (";B[ee];AB[gg];W[cc]", "E5", 1), (";B[ee];W[zz]", "E5", 1),
    ("BR[9\u6bb5]WR[8\u6bb5];B[ee];W[gg]", "E5 G3", 0), (";B[ee]BL[599.1]OB[5];W[gg]WL[598.2]", "E5 G3", 0),
    (";B[ee]SBKV[51.3];W[gg](;B[cc])(;B[dd])", "E5 G3 C7", 0),
])  # fmt: skip
def test_moves_of_go_are_read_as_programs_write_them(text, moves, remarks):
    found = read(f"(;GM[1]FF[4]SZ[9]KM[6.5]PB[Ann]PW[Bob]{text})")
    assert (found.record.moves, len(found.remarks)) == (moves, remarks)


@every_case(("result", "score", "how"), [
    ("B+R", 1, "resigned"), ("B+Resign", 1, "resigned"), ("W+Time", -1, "out-of-time"), ("W+T", -1, "out-of-time"),
    ("B+Forfeit", 1, "no-move"), ("Black wins by resignation", 1, "resigned"), ("White wins by time", -1, "out-of-time"),
    ("\u9ed1\u4e2d\u76d8\u80dc", 1, "resigned"), ("\u767d\u80dc", -1, "played-out"), ("Void", None, None), ("?", None, None),
    ("B", 1, "file"), ("", None, None),
])  # fmt: skip
def test_ends_of_go_are_read_as_programs_write_them(result, score, how):
    record = read(f"(;GM[1]SZ[9]KM[6.5]RE[{result}];B[ee];W[eg];B[ed];W[fg])").record
    assert (record.score and record.score // abs(record.score), record.how) == (score, how)


def test_a_counted_result_holds_whatever_we_count():
    found = read("(;GM[1]SZ[9]KM[6.5]RE[W+3.5];B[ee];W[eg];B[];W[])")
    assert (found.record.score, found.record.how, found.record.why) == (-4, "file", "the file says W+3.5")
    assert ["W+3.5" in remark for remark in found.remarks] == [True]
    assert read(find_format("sgf").write([found])).record == found.record


def test_a_resignation_against_the_result_is_remarked():
    found = read("(;GM[11]SZ[5]RE[W+R];B[a2];W[resign])")
    assert (found.record.score, found.record.how) == (-1, "file")
    assert "W[resign]" in found.remarks[0]


@every_case(("text", "game", "moves"), [
    ("SZ[11];B[bc];W[swap];B[fe];W[gf]", "hex:swap=yes", "b3 swap f5 g6"),
    ("SZ[11];W[c2];B[swap-pieces];W[f6]", "hex:swap=yes", "b3 swap f6"),
    ("SZ[13]EV[hex.DEFAULT];W[al];B[swap];W[gg]", "hex:size=13,swap=yes", "l1 swap g7"), ("SZ[11:11];B[c2];W[f6]", "hex", "c2 f6"), ("SZ[5];B[a1];W[b2];B[resign]", "hex:size=5", "a1 b2"),
])  # fmt: skip
def test_hex_is_read_with_two_letters_with_a_swap_and_with_white_first(text, game, moves):
    record = read(f"(;{'' if 'EV' in text else 'GM[11]'}FF[4]PB[Ann]PW[Bob]{text})").record
    assert (record.game, record.moves) == (game, moves)


def test_a_win_is_whites_where_white_begins():
    record = read("(;GM[11]SZ[11]PB[Ann]PW[Bob]RE[W+R];W[c2];B[f6])").record
    assert (record.names, record.winner) == (("Bob", "Ann"), "Bob")


def test_an_othello_score_before_the_end_holds():
    found = read("(;GM[2]RE[B+12];B[f5];W[f6])")
    assert (found.record.score, found.record.how) == (12, "file")
    assert "the game goes on" in found.remarks[0]


def test_a_game_of_another_kind_leaves_the_others():
    lines = ["(;GM[1]SZ[9];B[ee])\n", "(;GM[3]FF[4]PB[Ann];B[e2e4])(;GM[1]SZ[9];B[cc])\n"]
    first, other, last = read_stream(lines, "f.sgf")
    assert [first.record.moves, last.record.moves] == ["E5", "C7"]
    assert isinstance(other, SkippedGame)
    assert (other.line, other.title) == (2, "Ann")


@every_case(("content", "name"), [
    ("(;GM[1]CA[GB2312]PB[\u67ef\u6d01])".encode("gb18030"), "\u67ef\u6d01"),
    ("(;GM[1]PB[\u67ef\u6d01])".encode("gb18030"), "\u67ef\u6d01"), ("(;GM[1]PB[Zo\u00eb])".encode("cp1252"), "Zo\u00eb"),
    ("(;GM[1]PB[\u67ef\u6d01])".encode(), "\u67ef\u6d01"), ("(;GM[1]CA[big5]PB[\u68cb\u738b])".encode("big5"), "\u68cb\u738b"),
    ("(;GM[1]CA[EUC-KR]PB[\uc774\uc138\ub3cc])".encode("euc-kr"), "\uc774\uc138\ub3cc"),
])  # fmt: skip
def test_names_are_read_in_the_encodings_of_asia(content, name, tmp_path):
    file = tmp_path / "f.sgf"
    file.write_bytes(content)
    assert read_file(file)[0].record.names[0] == name


def test_komi_and_handicap_of_fox_are_read():
    text = "(;GM[1]FF[4]SZ[19]KM[0]HA[2]RU[Japanese]AP[foxwq]AB[pd][dp]RE[B+R]\n;W[dd];B[pp])"
    record = read(text).record
    assert games.CATALOGUE.read(record.game)[1] == {"size": 19, "komi": 0, "handicap": 2}
