"""Files of positions: EPD and plain FEN."""

import games
from referee.cli import run
from referee.formats.file_game import SkippedGame
from referee.formats.formats import detect, read_stream, read_text
from tests.helpers.cases import every_case

SUITE = """r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - bm Qxf7#; id "ours.001";
# a comment

4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; c0 "a; comment"; id "ours.002"; hmvc 3; fmvn 31;
"""


def test_each_line_is_a_game_without_a_move_that_is_called_by_its_id():
    one, two = read_text(SUITE, "f.epd")
    assert (one.event, one.record.moves, two.line) == ("ours.001", "", 4)
    assert games.find_position(two.record.game) == "4k3/8/8/8/8/8/4P3/4K3 w - - 3 31"


@every_case(("line", "position"), [
    ("4k3/8/8/8/8/8/4P3/4K3 w - -", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"),
    ("4k3/8/8/8/8/8/4P3/4K3_b_-_-_0_1", "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"),
    ("4k3/8/8/8/8/8/4P3/4K3 w KQ e3 0 1 ; best e4", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"),
    ("4k3/8/8/8/8/8/4P3/4K3 w - - 140 90", "4k3/8/8/8/8/8/4P3/4K3 w - - 140 90"),
])  # fmt: skip
def test_a_position_is_read_as_programs_write_it(line, position):
    (found,) = read_text(line, "f.epd")
    assert games.find_position(found.record.game) == position


def test_positions_of_another_game_are_read_if_it_is_named():
    (found,) = read_text('W:W21,22:B1,K9 ; id "a";', "f.epd", "checkers")
    assert (found.record.game, found.event) == ("checkers:position=W:W21,22:B1,K9", "a")


def test_a_line_that_is_no_position_leaves_the_others():
    found = [*read_stream(["4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n", "8/8/8/8/8/8/8/8 w - -\n"], "f.epd")]
    assert [type(each) is SkippedGame for each in found] == [False, True]
    assert found[1].line == 2


def test_positions_are_told_by_their_beginning():
    assert detect("suite.txt", SUITE).name == "epd"
    assert detect("suite.txt", "1. e4 e5").name == "pgn"


def test_a_suite_is_analysed_and_its_games_are_chosen(tmp_path, capsys):
    (tmp_path / "f.epd").write_text(SUITE)
    assert run(["perft", str(tmp_path / "f.epd"), "1", "--game", "1"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "6 sequences of 1 move"
