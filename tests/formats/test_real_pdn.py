"""What files of draughts contain, by the programs, servers and collections that write them."""

from referee.formats.file_game import SkippedGame
from referee.formats.formats import read_stream
from tests.formats.samples import SampleFile
from tests.helpers.cases import every_case

read = SampleFile("f.pdn").read
TAGS = '[Event "Club"]\n[Black "Ann"]\n[White "Bob"]\n[Result "{}"]\n'
# Black's king and White's go to and fro: a position comes up for the third time, and the game goes on.
KINGS = '[FEN "B:WK32:BK1"]\n' + " ".join(f"{number}. 1-6 32-27 {number}. 6-1 27-32" for number in range(1, 4))


@every_case(("text", "moves", "remarks"), [
    ("1. 11-15 22-18 2. 15x22 25x18", "11-15 22-18 15x22 25x18", 0), ("1. 11-15 22-18 2. 15-22 25-18", "11-15 22-18 15x22 25x18", 0),
    ("1. 11\u201315 22\u201318 2. 15\u00d722", "11-15 22-18 15x22", 0), ("1. 11-15 22-18 2. 15:22", "11-15 22-18 15x22", 0),
    ("1.11-15 22-18 2.15x22 25x18", "11-15 22-18 15x22 25x18", 0), ("1. 11-15! 22-18?! 2. 15x22 $3", "11-15 22-18 15x22", 0),
    ("1. 11-15 {the \u201cOld 14th\u201d} 23-19", "11-15 23-19", 0), ("1. 11-15; good\n23-19", "11-15 23-19", 0),
    ("1. 11-15\u00a023-19", "11-15 23-19", 0), ("1. 11-15 ... 23-19", "11-15 23-19", 0), ("1. 11-15 1... 23-19", "11-15 23-19", 0),
    ("1. 11-15 (1. 9-14 22-18 (22-17)) 23-19", "11-15 23-19", 0), ("1. 11-15 23-19 White resigns", "11-15 23-19", 0),
    ("1. 1115 2319", "11-15 23-19", 0), ("1. 11-15 [%clk 1:00] 23-19", "11-15 23-19", 0), ("11-15 23-19", "11-15 23-19", 0),
    ("1. 11-15 23-19 2. 15-18 3. 22x15", "11-15 23-19 15-18 22x15", 0), ("1. 11-15 23-19 2. 1-32", "11-15 23-19", 1),
    ("1. 11-15 {torn 23-19", "11-15", 1), ("1. 11-15 (23-19", "11-15", 2),
])  # fmt: skip
def test_moves_are_read_as_programs_write_them(text, moves, remarks):
    found = read(f"{TAGS.format('*')}{text} *\n")
    assert (found.record.moves, len(found.remarks)) == (moves, remarks)


@every_case(("result", "score", "how"), [
    ("1-0", 1, "resigned"), ("2-0", 1, "resigned"), ("0-2", -1, "resigned"), ("1-1", 0, "agreed"), ("1/2", 0, "agreed"),
    ("\u00bd-\u00bd", 0, "agreed"), ("1\u20130", 1, "resigned"), ("0-0", None, None), ("*", None, None), ("", None, None),
    ("+-", 1, "no-move"), ("draw", 0, "agreed"), ("Black wins", -1, "resigned"), ("1-0 forfeit", 1, "no-move"),
])  # fmt: skip
def test_results_are_read_as_programs_write_them(result, score, how):
    record = read(f"{TAGS.format(result)}1. 11-15 23-19\n").record
    assert (record.score, record.how) == (score, how)


@every_case("fen", [
    "W:W18,K2:B9", "W:WK2,18:B9.", "[W:W18,K2:B9]", "W:B9:W18,K2", "w:w18,k2:b9", "W:W 18, K2:B 9", "W:W18,K2:B9:H0:F20",
])  # fmt: skip
def test_positions_are_read_as_programs_write_them(fen):
    record = read(f'[SetUp "1"]\n[FEN "{fen}"]\n1. 18-14 *\n').record
    assert record.moves.startswith("18-14") or record.moves == "18x14"


def test_a_draw_that_nobody_claimed_does_not_end_the_game():
    found = read(f"{KINGS} *\n")
    assert found.record.game.startswith("checkers:draws=none,")
    assert len(found.record.moves.split()) == 12
    assert "nobody claimed" in found.remarks[0]


def test_draughts_of_other_kinds_leave_the_others():
    text = "".join(
        f'[Black "Ann"]\n[GameType "{kind}"]\n1. {move} *\n\n'
        for kind, move in (("21", "11-15"), ("20", "32-28"), ("21,W,8,8,N1,0", "9-14"), ("25", "c3-d4"))
    )
    found = [*read_stream(text.splitlines(keepends=True), "f.pdn")]
    assert [type(each) is SkippedGame for each in found] == [False, True, False, True]
    assert (found[1].line, found[3].title) == (6, "Ann")


def test_games_without_tags_end_with_a_result_and_not_with_the_sign_of_a_strong_move():
    one, two = read_stream(["1. 11-15 23-19*\n", "2. 8-11 22-17 1-0\n", "1. 9-14 1/2-1/2\n"], "f.pdn")
    assert [len(each.record.moves.split()) for each in (one, two)] == [4, 1]


def test_a_mark_and_line_ends_of_windows_are_passed_over():
    text = "\ufeff" + TAGS.format("*").replace("\n", "\r\n") + "1. 11-15\r\n23-19 *\r\n"
    assert read(text).record.moves == "11-15 23-19"
