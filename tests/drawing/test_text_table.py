"""Tables: which columns have room, what is cut, and what a table costs."""

import pytest

from referee.drawing import text_table
from referee.drawing.text_table import Column, TextTable

PLAYERS = TextTable([
    Column("player", ["alpha-beta of depth nine", "random"], left=True, least=8),
    Column("points", ["10", "0"]),
    Column("won", ["10", "0"], 1),
    Column("forfeits", ["", ""], 2),
    Column("time", ["1 s", ""], 3),
])  # fmt: skip


def shown(table, width):
    return table.fit(width, "...").text()


@pytest.mark.parametrize(
    ("width", "titles"),
    [
        (80, ["player", "points", "won", "time"]),
        (27, ["player", "points", "won", "time"]),
        (26, ["player", "points", "won"]),
        (20, ["player", "points"]),
        (1, [".", "points"]),
    ],
)
def test_the_most_needless_columns_go_first_and_blank_ones_always(width, titles):
    assert shown(PLAYERS, width)[0].split() == titles


def test_a_column_is_cut_only_as_far_as_the_window_needs():
    assert shown(PLAYERS, 80)[1] == "alpha-beta of depth nine      10   10   1 s"
    assert shown(PLAYERS, 42)[1] == "alpha-beta of depth...      10   10   1 s"
    assert [len(line) for line in shown(PLAYERS, 27)[:2]] == [27, 27]


def test_a_table_is_at_least_as_wide_as_its_cut_texts():
    assert (PLAYERS.width, PLAYERS.narrowest) == (53, 37)
    assert TextTable(PLAYERS.columns[1:2]).width == 6


def test_columns_of_markdown_have_their_sides():
    assert TextTable(PLAYERS.columns[:2]).markdown() == [
        "| player | points |",
        "| :--- | ---: |",
        "| alpha-beta of depth nine | 10 |",
        "| random | 0 |",
    ]


def test_each_text_of_a_long_table_is_measured_a_few_times_only(monkeypatch):
    measured = []
    width = text_table.text_width
    monkeypatch.setattr(text_table, "text_width", lambda text: measured.append(text) or width(text))
    TextTable([Column("number", [str(number) for number in range(1000)])]).lines()
    assert len(measured) < 5 * 1000
