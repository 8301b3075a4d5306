"""How wide texts are, cut, padded and wrapped; tables; and pieces that take two columns, in every picture and table."""

import re

import pytest
import wcwidth
from hypothesis import given
from hypothesis import strategies as st
from standings_samples import row, standings
from tree_samples import done, node

import games
from games.picture import Cell, Form, Grid, Hand, Hands, Heap, Heaps, Pits, Points
from referee.checking.game import check_game
from referee.checking.laws import STRAIGHT
from referee.drawing import text_table
from referee.drawing.glyphs import ASCII, UNICODE, Span
from referee.drawing.highlights import Marks
from referee.drawing.picture import draw, smallest_window
from referee.drawing.text_table import Column, TextTable
from referee.drawing.text_width import (
    NARROW, cut, cut_line, cut_start, is_uneven, line_part, line_width, pad, part, pieces, size, text_width, wrap,
)  # fmt: skip
from referee.drawing.vector.board import STEP
from referee.reports.screenshot import ScreenshotOptions, screenshot
from referee.reports.tournament.table import table as standings_table
from referee.reports.tree.svg import tree_svg as tree_picture
from referee.reports.tree.text import tree_lines
from referee.table.fullscreen.match_layout import lay_out
from referee.table.fullscreen.view import Timeline, View
from referee.trees.tree import Role
from tests.helpers.cases import every_case

FOX, GOOSE, GRAPES = "\N{FOX FACE}", "\N{BIRD}", "e\N{COMBINING ACUTE ACCENT}"
ASTRONAUT = "\N{WOMAN}\N{ZERO WIDTH JOINER}\N{ROCKET}"
TEXTS = st.lists(st.sampled_from(["a", "bc", " ", FOX, "棋", GRAPES, "│", "…", ASTRONAUT]), max_size=12).map("".join)


@pytest.mark.parametrize(
    ("text", "columns"),
    [("", 0), ("fox", 3), (FOX, 2), ("棋手", 4), (GRAPES, 1), (ASTRONAUT, 2), ("│┌●…·", 5), ("a\N{ZERO WIDTH SPACE}", 1), ("Zoë", 3)],
)  # fmt: skip
def test_a_text_is_as_wide_as_terminals_draw_it(text, columns):
    assert text_width(text) == columns


def test_characters_measured_by_length_take_one_column():
    narrow = [chr(code) for code in range(0x3000) if NARROW.fullmatch(chr(code))]
    assert len(narrow) > 700
    assert all(wcwidth.wcwidth(char) == 1 for char in narrow)


def test_all_signs_of_pictures_are_measured_by_their_length():
    for signs in (UNICODE, ASCII):
        drawn = "".join([*("".join(row) for row in signs.corners), signs.rule, signs.wall, signs.post, signs.more])
        assert text_width(drawn) == len(drawn)


@pytest.mark.parametrize("text", ["fox", FOX, "棋手", GRAPES, "a\N{NO-BREAK SPACE}b", "│"])
def test_most_texts_are_as_wide_in_every_window(text):
    assert not is_uneven(text)


@pytest.mark.parametrize(
    "text", ["\t", "\x1b[1mX", ASTRONAUT, "\N{HEAVY BLACK HEART}\ufe0f", "\N{ZERO WIDTH SPACE}", "\ue000"]
)
def test_some_texts_are_wider_in_some_windows_than_in_others(text):
    assert is_uneven(text)


@given(text=TEXTS, columns=st.integers(0, 20))
def test_a_padded_text_is_that_wide(text, columns):
    for align in "<>^":
        padded = pad(text, columns, align)
        assert text_width(padded) == max(columns, text_width(text))
        assert padded.strip() == text.strip()


@every_case(("text", "columns", "more", "short"), [
    ("abcdef", 6, "…", "abcdef"), ("abcdef", 5, "…", "abcd…"), ("abcd ef", 6, "…", "abcd…"), ("abcdef", 5, "...", "ab..."),
    (FOX * 3, 6, "…", FOX * 3), (FOX * 3, 5, "…", FOX * 2 + "…"), (FOX * 3, 4, "…", FOX + "…"), (GRAPES * 3, 2, "", GRAPES * 2),
    ("abc", 2, "...", ".."), ("abc", 0, "…", ""), ("abc", -1, "…", ""), (ASTRONAUT + "ab", 3, "…", ASTRONAUT + "…"),
])  # fmt: skip
def test_a_text_that_has_no_room_is_cut(text, columns, more, short):
    assert cut(text, columns, more) == short


def test_a_text_that_just_has_room_stays_whole_and_a_longer_one_loses_its_start():
    assert cut_start("abcdef", 6, "…") == "abcdef"
    assert cut_start("abcdef", 5, "…") == "…cdef"


@given(text=TEXTS, columns=st.integers(0, 20))
def test_a_cut_text_has_room(text, columns):
    for shorter in (cut(text, columns, "…"), cut_start(text, columns, "…" * (columns > 0))):
        assert text_width(shorter) <= columns
        assert (shorter == text) == (text_width(text) <= columns)


@given(text=TEXTS, columns=st.integers(1, 20), indent=st.sampled_from(["", "  "]))
def test_wrapped_lines_have_room_and_hold_all_words(text, columns, indent):
    lines = wrap(text, max(columns, 2 + len(indent)), indent)
    assert all(text_width(line) <= max(columns, 2 + len(indent)) for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())


def test_numbers_stay_with_their_signs_for_per_cent():
    assert wrap("it wins 62 % here", 10) == ["it wins", "62 % here"]
    assert wrap(f"{FOX} wins 62 % here", 10) == [f"{FOX} wins", "62 % here"]


def test_the_end_of_what_is_typed_is_seen():
    assert cut_start("abcdef", 4, "…") == "…def"
    assert cut_start(FOX * 3, 5, "…") == f"…{FOX}{FOX}"
    assert part(FOX * 3, 1, 5) == f" {FOX} "


@given(text=TEXTS, columns=st.integers(0, 20))
def test_a_part_of_a_line_has_exactly_its_columns(text, columns):
    line = [Span(text[:3], "first"), Span(text[3:], "second")]
    assert line_width(line_part(line, 2, 2 + columns)) == columns
    assert line_width(cut_line([Span(text, "first")], columns, "…")) <= columns


def test_pieces_are_what_is_drawn_as_one_character():
    assert pieces(f"a{FOX}{GRAPES}{ASTRONAUT}") == ["a", FOX, GRAPES, ASTRONAUT]


# Pieces that take two columns, in every picture.

CELLS = ((Cell(FOX, 0), Cell()), (Cell(), Cell(GOOSE, 1)))
GRID = Grid(CELLS, ("1", FOX), ("a", "b"))
LATTICE = Grid(
    tuple(tuple(Cell(FOX if row % 2 and column % 2 else "-") for column in range(3)) for row in range(3)),
    form=Form.LATTICE,
)
POINTS = tuple(tuple(Heap(str(number), number % 7, number % 2) for number in range(12)) for _ in range(2))
PICTURES = {
    "squares": GRID,
    "slanted": Grid(CELLS, form=Form.SLANTED),
    "lattice": LATTICE,
    "pits": Pits(((1, 2), (3, 14)), (5, 6), ((FOX, "b"), ("c", GOOSE))),
    "points": Points(POINTS, marks=(FOX, GOOSE), dice=(1, 2)),
    "hands": Hands((Hand(FOX, (FOX, "K")), Hand("goose", (GOOSE,), "asleep"))),
    "heaps": Heaps((Heap(FOX, 3), Heap("geese", 12)), FOX),
}  # fmt: skip


def drawings(picture, signs):
    """The lines of the picture, drawn as largely as there is room, and more closely."""
    for width in (80, 20, 8):
        for generous in (False, True):
            yield [written(line) for line in draw(picture, signs, width, generous=generous)]


def written(line):
    """The text of the line."""
    return "".join(span.text for span in line)


def columns_of(lines, sign):
    """The columns in which the sign stands, line by line."""
    return [{text_width(line[:at]) for at, char in enumerate(line) if char == sign} for line in lines]


@pytest.mark.parametrize("signs", [UNICODE, ASCII], ids=["unicode", "ascii"])
@pytest.mark.parametrize("kind", ["squares", "points", "pits"])
def test_walls_of_a_board_stand_below_each_other(kind, signs):
    for lines in drawings(PICTURES[kind], signs):
        found = [columns for columns in columns_of(lines, signs.wall) if columns]
        assert all(columns == found[0] for columns in found)


@pytest.mark.parametrize("kind", PICTURES)
def test_a_picture_with_wide_pieces_needs_the_columns_that_it_takes(kind):
    columns, rows = smallest_window(PICTURES[kind], UNICODE)
    drawn = draw(PICTURES[kind], UNICODE, columns, height=rows)
    assert max(map(line_width, drawn)) <= columns
    assert len(drawn) <= rows


def test_a_fox_stands_straight_on_a_board():
    (first, *_) = drawings(GRID, UNICODE)
    assert first == [
        "    ┌────┬────┐",
        f"  1 │ {FOX} │    │",
        "    ├────┼────┤",
        f" {FOX} │    │ {GOOSE} │",
        "    └────┴────┘",
        "      a    b  ",
    ]
    marked = draw(GRID, UNICODE, 80, Marks(last=((0, 0),)))
    assert written(marked[1]) == f"  1 │[{FOX}]│    │"


def test_a_fox_stands_straight_on_hexagons_a_lattice_in_hands_and_in_heaps():
    ways = {kind: [written(line) for line in draw(PICTURES[kind], UNICODE, 80)] for kind in PICTURES}
    assert ways["slanted"] == [f"   {FOX} ·  ", f"    ·  {GOOSE} "]
    assert ways["lattice"] == ["   •────• ", f"   │ {FOX} │ ", "   •────• "]
    assert [line.rstrip() for line in ways["hands"][:3]] == [
        "         ┌────┐ ┌───┐",
        f"  {FOX}     │ {FOX} │ │ K │",
        "         └────┘ └───┘",
    ]
    assert ways["heaps"][:2] == [f"  {FOX}      3  {FOX * 3}", f"  geese  12  {FOX * 5} {FOX * 5} {FOX * 2}"]


def test_columns_of_a_table_start_and_end_below_each_other():
    lines = text_table.rows([(FOX, "1"), ("goose", "12"), ("棋手", "3")], right=[1])
    assert lines == [f"{FOX}      1", "goose  12", "棋手    3"]
    assert {text_width(line) for line in lines} == {9}
    column = text_table.Column("player", [FOX, "goose"], left=True)
    drawn = text_table.TextTable([column, text_table.Column("points", ["1", "20"])]).lines(strong=[0])
    assert {line_width(line) for line in drawn} == {14}
    assert size(drawn) == (14, 3)


PLAIN = '''
from games.game import Game
from games.picture import Cell, Grid

class Fox(Game):
    """A fox that takes one step."""

    def __init__(self):
        self.at = 0

    def moves(self):
        return [] if self.at else [1]

    def make(self, move):
        self.at, self.turn = 1, 1 - self.turn

    def score(self):
        return 1 if self.at else None

    def show(self, seat=None):
        return Grid((tuple(Cell(MARK, 0) if at == self.at else Cell() for at in range(2)),))
'''


@pytest.mark.parametrize(("mark", "found"), [(FOX, False), (ASTRONAUT, True), ("\t", True), ("X", False)])
def test_a_check_reports_a_text_that_no_window_is_sure_to_draw_straight(tmp_path, mark, found):
    path = tmp_path / "fox.py"
    path.write_text(PLAIN.replace("MARK", ascii(mark)))
    report = check_game(lambda: games.load(str(path)), str(path), positions=50)
    told = [finding for finding in report.findings if finding.law == STRAIGHT]
    assert [(each.hint, repr(mark) in each.sentence) for each in told] == [(True, True)] * found


@pytest.fixture
def fox(tmp_path):
    """The spec of a game with a fox."""
    path = tmp_path / "fox.py"
    path.write_text(PLAIN.replace("MARK", ascii(FOX)))
    return str(path)


def test_a_fox_stands_straight_on_the_page_of_a_match(fox):
    view = View("fox", Timeline(games.load(fox)), names=(FOX, "goose"))
    board = [written(line) for line in lay_out(view, UNICODE, 60, 12).lines[2:7]]
    assert board[2].startswith(f"  │  {FOX}   │       │   Last")
    assert [columns for columns in columns_of(board, "│") if columns] == [{2, 10, 18}] * 3


def test_a_fox_stands_straight_at_the_nodes_of_a_tree():
    root = node(Role.MAX, *(node(Role.END, move=FOX, shown=mark) for mark in (FOX, "X")), shown=f"{FOX}X\nX{FOX}")
    run = done(root, dict.fromkeys(root.walk(), 1))
    drawn = [written(line) for line in tree_lines(run, run.marks(), (), UNICODE, 80)]
    assert drawn[:6] == [
        "       △ 1",
        f"       {FOX}X",
        f"       X{FOX}",
        "    ┏━━━┹───┐",
        f"    ┃{FOX}     │{FOX}",
        f" □ {FOX}  1  □ X  1",
    ]
    assert 'textLength="24"' in tree_picture(run, run.marks())  # of three columns


def test_a_fox_stands_straight_in_standings():
    cross = (((0, 0, 0), (1, 0, 0)), ((0, 0, 1), (0, 0, 0)))
    drawn = standings_table(standings([row(1, 0, FOX, cross), row(2, 1, "goose", cross)], cross), 80, UNICODE)
    assert [text_width(written(line)) for line in drawn] == [33] * 3


def test_a_fox_stands_straight_among_analysed_moves():
    columns = [
        text_table.Column("  move", [f"* {FOX}", "  goose"], left=True),
        text_table.Column("exact", ["wins", "loses"]),
    ]
    assert [written(line) for line in text_table.TextTable(columns).lines()] == [
        "  move   exact",
        f"* {FOX}      wins",
        "  goose  loses",
    ]


def test_a_fox_stands_straight_in_a_screenshot_in_characters(fox):
    svg = screenshot(ScreenshotOptions(fox, symbols="ascii")).svg()
    lines = re.findall(r'textLength="([0-9.]+)">([^<]*)', svg)
    assert any(FOX in line for _, line in lines)
    assert {float(pixels) / STEP for pixels, _ in lines} == {text_width(lines[0][1])}


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
