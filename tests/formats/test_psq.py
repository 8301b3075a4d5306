"""Games of gomoku as Piskvork writes them."""

from dataclasses import replace

import pytest

from games.names.catalogue import SpecError
from referee.formats.file_game import SkippedGame
from referee.formats.formats import detect, find_format, read_stream, read_text
from tests.formats.samples import contents, random_games
from tests.helpers.cases import every_case

FIVE = "".join(f"{column},1,0\n{column},17,7\n" for column in range(1, 5)) + "5,1,9\n"
HEAD = "Piskvorky 18x17, 11:11, 0\n"
LARGE = "Piskvorky 20x20, 11:11, 0\n"


def read(text):
    return [*read_stream(text.splitlines(keepends=True), "f.psq")]


def test_moves_and_names_are_read_from_the_top_left():
    (found,) = read(f"{HEAD}{FIVE}C:\\ai\\pbrain-ann.exe\nBob.zip\n-1\n1,Freestyle\n")
    record = found.record
    assert record.game == "gomoku:columns=18,rows=17"
    assert record.moves.startswith("a17 a1 b17") and record.moves.endswith("e17")
    assert (record.names, record.score, record.how) == (("ann", "Bob"), 1, "played-out")


def test_the_second_player_may_begin():
    (found,) = read(HEAD.replace(", 0", ", 1") + f"{FIVE}Ann\nBob\n-1\n2,Freestyle\n")
    assert (found.record.names, found.record.winner) == (("Bob", "Ann"), "Bob")


def test_a_game_that_is_not_over_has_lost_on_time_or_goes_on():
    late, on, won = read(
        f"{HEAD}1,1,0\nAnn\nBob\n15\n{HEAD}1,1,0\nAnn\nBob\n-1\n{HEAD}1,1,0\nAnn\nBob\n-1\n2,Freestyle\n"
    )
    assert (late.record.how, late.record.winner) == ("out-of-time", "Ann")
    assert on.record.how is None
    assert won.record.winner == "Bob"


def test_six_in_a_row_do_not_end_a_game_by_the_standard_rule():
    moves = "".join(f"{column},1,0\n{2 * at + 1},{15 + at % 2},0\n" for at, column in enumerate((1, 2, 3, 5, 6, 4)))
    for rule in ("1,Standard\n", ""):
        (found,) = read(f"{HEAD}{moves}7,9,0\nAnn\nBob\n-1\n{rule}")
        assert found.record.game == "gomoku:columns=18,rows=17,exact=yes"


def test_a_board_of_20_cells_loses_an_empty_edge():
    (found,) = read(f"{LARGE}20,2,0\n10,20,0\n")
    assert (found.record.game, found.record.moves) == ("gomoku:columns=19,rows=19", "s19 i1")
    assert "20x20" in found.remarks[0]
    (skipped,) = read(f"{LARGE}20,2,0\n1,20,0\n")
    assert "need more than the 19x19 cells" in skipped.why


def test_whole_games_come_back():
    for spec in ("gomoku", "gomoku:columns=9,rows=7", "gomoku:exact=yes"):
        written = [replace(each, date="", event="") for each in random_games(spec, 3, names=("Ann", "Bob"))[:2]]
        back = read_text(find_format("psq").write(written), "f.psq")
        assert [each[0] for each in contents(back)] == [each[0] for each in contents(written)]


@every_case(("text", "why"), [
    ("1,1,0\n", "the first line"), (f"{HEAD}19,1,0\n", "'19,1,0' is not on the board"), (f"{HEAD}1,1,0\n1,1,0\n", "line 3"),
    (f"{HEAD}1,1,0\nAnn\nBob\n-1\n1,Renju\n", "'renju'"),
])  # fmt: skip
def test_what_cannot_be_read_is_named(text, why):
    (found,) = read(text)
    assert type(found) is SkippedGame and why in f"line {found.line}: {found.why}"


def test_the_format_is_told_by_its_first_line():
    assert detect("game", HEAD).name == "psq"


def test_positions_and_other_lines_are_not_written():
    for game in (random_games("gomoku", 3)[-1], random_games("gomoku:line=4", 2)[0]):
        with pytest.raises(SpecError, match="five in a line"):
            find_format("psq").write([game])
