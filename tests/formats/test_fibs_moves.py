"""Matches of backgammon as FIBS shows them, and as eXtreme Gammon writes them as text."""

from referee.formats.fibs_moves import STEP, write_step
from referee.formats.file_game import SkippedGame
from referee.formats.formats import detect, read_stream
from tests.helpers.cases import every_case

MATCH = """Some words of the server

Score is 0-0 in a 3 point match.
ann is X - bob is O
X: (3 1) 17-20 19-20
O: (6 4) 24-18 18-14
X: doubles
O: accepts
X: (5 5) 12-17 12-17 17-22 17-22
O: wants to resign
X: wins 2 points

Score is 0-2 in a 3 point match.
bob is X - ann is O
X: (6 2) 1-7 12-14
O: (4 1) 24-23 13-9
"""
AS_MAT = """
 3 point match

 Game 1
 ann : 0                        bob : 0
  1) 31: 8/5 6/5                 64: 24/18 18/14
  2)  Doubles => 2                Takes
  3) 55: 13/8 13/8 8/3 8/3
      Wins 2 points

 Game 2
 ann : 2                        bob : 0
  1)                             62: 24/18 13/11
  2) 41: 24/23 13/9
"""


def read(text, name="f.fibs"):
    return [*read_stream(text.splitlines(keepends=True), name)]


def test_a_match_is_the_same_as_its_mat_file():
    found, same = read(MATCH), read(AS_MAT, "f.mat")
    assert [each.record for each in found] == [each.record for each in same]
    assert found[0].record.names == ("ann", "bob") and "resigned: 2 points" in found[0].record.why


def test_both_sides_may_move_downwards_too():
    text = (
        MATCH.replace("17-20 19-20", "8-5 6-5")
        .replace("12-17 12-17 17-22 17-22", "13-8 13-8 8-3 8-3")
        .replace("1-7 12-14", "24-18 13-11")
    )
    assert [each.record for each in read(text)] == [each.record for each in read(MATCH)]


@every_case(("step", "written"), [
    ("bar-3", "bar/22"), ("bar-22", "bar/22"), ("20-off", "5/off"), ("5-off", "5/off"), ("17-20", "8/5"), ("8-5", "8/5"),
])  # fmt: skip
def test_a_step_is_turned_round_if_it_goes_upwards(step, written):
    assert write_step(STEP.fullmatch(step)) == written


def test_a_side_that_cannot_move_has_no_steps():
    text = MATCH.replace("X: (5 5) 12-17 12-17 17-22 17-22", "X: (5 5) can't move")
    assert "can't move" not in read(text)[0].record.moves


def test_a_line_that_is_no_action_costs_only_its_game():
    first, second = read(MATCH.replace("O: accepts", "O: dances"))
    assert type(first) is SkippedGame and "'O: dances'" in first.why and first.line == 8
    assert second.record.names == ("ann", "bob")


@every_case(
    ("text", "why"),
    [("Score is 0-0 in a 3 point match.\n", "ann is X"), (MATCH.replace("17-20", "17-21"), "ann cannot play")],
)
def test_what_cannot_be_read_is_named(text, why):
    assert why in read(text)[0].why


def test_the_format_is_told_by_its_beginning():
    assert detect("match.txt", MATCH).name == "fibs"


def test_a_text_of_extreme_gammon_is_a_match_file():
    text = '; [Site "XG Roller"]\n; [Match ID "1"]\n; [Player 1 "Ann"]\n; [Player 2 "Bob"]\n' + AS_MAT.replace(
        "ann", "Ann"
    ).replace("bob", "Bob")
    assert detect("match.txt", text).name == "mat"
    assert len(read(text, "match.txt")) == 2
