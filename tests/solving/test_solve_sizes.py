"""A table of who wins at each size, from ranges in a spec."""

import pytest

import games
from games.names.catalogue import SpecError
from referee.match.exact import find_settled_score
from referee.reports.solve_sizes import MOST, has_ranges, size_lines
from tests.helpers.cases import every_case


def cells(spec):
    """Return the words of each row of the table, with its head."""
    return [line.split() for line in size_lines(spec) if line and line.split()[0].isdecimal()]


def test_only_squares_of_yucky_chocolate_are_lost():
    rows = cells("yucky-chocolate:rows=1..5,columns=2..6")
    assert [row[0] for row in rows] == list("12345")
    for height, row in enumerate(rows, 1):
        assert row[1:] == ["L" if height == width else "W" for width in range(2, 7)]


def test_one_range_is_a_column_of_what_solving_finds():
    rows = cells("chips:chips=3..14,rule=last")
    for chips, letter in rows:
        found = find_settled_score(games.load(f"chips:chips={chips},rule=last"), 10_000)
        assert letter == {1: "W", -1: "L"}[found.score]
    assert len(rows) == 12


def test_what_is_no_game_and_what_is_drawn_has_a_sign_of_its_own():
    rows = cells("gomoku:columns=2..4,rows=1..3,line=3")
    assert rows == [["2", "-", "-", "D"], ["3", "D", "D", "D"], ["4", "D", "D", "W"]]


@every_case(
    ("spec", "why"),
    [
        ("nim:sticks=5..1", "begins with the larger number"),
        (f"nim:sticks=1..{MOST + 1}", "too many games"),
        ("nim:stiks=1..4", "did you mean sticks"),
        ("nosuch:1..4", "nosuch"),
    ],
)
def test_a_wrong_range_is_refused(spec, why):
    with pytest.raises(SpecError, match=why):
        list(size_lines(spec))


@every_case(
    "spec",
    ["nim:heaps=3/5/7", "tree-game:3--12/-5-2", "chips:chips=4,rule=last", "openspiel:x.y..z", "hex:size=5:9..3"],
)
def test_a_spec_of_one_game_has_no_range(spec):
    assert not has_ranges(spec)


def test_the_command_takes_nothing_else(command):
    assert command("solve nim:sticks=3..5 --json")[0] == 2
    assert command("solve nim:sticks=3..5,take=2")[:2] != (0, "")


def test_a_range_may_end_with_a_number_that_is_no_game():
    assert [line.split() for line in size_lines("chips:chips=3..4")][3:5] == [["3", "L"], ["4", "-"]]
