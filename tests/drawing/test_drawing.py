"""Boards and heaps as lines of text: their exact signs, their widths, what is marked, the window they need."""

from dataclasses import replace

import pytest

import games
from games.picture import Cell, Form, Grid, Hand, Hands, Heap, Heaps, Pits
from referee.drawing.glyphs import ASCII, UNICODE, Span
from referee.drawing.highlights import Marks, move_marks
from referee.drawing.picture import draw, smallest_window
from referee.drawing.boards import seed_lines
from referee.drawing.text_width import size
from tests.helpers.cases import every_case


def after(spec, *texts):
    """The game after those moves, and the cells of the last of them."""
    game, cells = games.load(spec), ()
    for text in texts:
        move = game.parse(text)
        cells = game.cells(move)
        game.make(move)
    return game, cells


def drawn(picture, signs=UNICODE, width=80, marks=(), height=1000):
    """The picture as one text, without the blanks at the ends of its lines; cells are those of the last move."""
    lines = draw(picture, signs, width, marks if isinstance(marks, Marks) else Marks(last=marks), height)
    return "\n".join("".join(span.text for span in line).rstrip() for line in lines)


def roles(picture, last=()):
    """The texts of the picture by role."""
    found = {}
    for span in (span for line in draw(picture, ASCII, 80, Marks(last=last)) for span in line):
        found.setdefault(span.role, []).append(span.text.strip())
    return found


# Boards.


def test_tic_tac_toe_in_finer_signs():
    game, cells = after("ttt", "5", "1", "6")
    assert drawn(game.show(), UNICODE, 80, cells) == (
        "  ┌───┬───┬───┐\n"
        "  │ O │ 2 │ 3 │\n"
        "  ├───┼───┼───┤\n"
        "  │ 4 │ X │[X]│\n"
        "  ├───┼───┼───┤\n"
        "  │ 7 │ 8 │ 9 │\n"
        "  └───┴───┴───┘"
    )  # fmt: skip


def test_tic_tac_toe_in_ascii():
    game, cells = after("ttt", "5", "1")
    assert drawn(game.show(), ASCII, 80, cells) == (
        "  +---+---+---+\n"
        "  |[O]| 2 | 3 |\n"
        "  +---+---+---+\n"
        "  | 4 | X | 6 |\n"
        "  +---+---+---+\n"
        "  | 7 | 8 | 9 |\n"
        "  +---+---+---+"
    )  # fmt: skip


def test_a_board_with_labels_and_a_note():
    rows = tuple(tuple(Cell(mark) for mark in row) for row in (("a", ""), ("", "10")))
    picture = Grid(rows, ("8", "10"), ("x", "y"), note="white to move")
    assert drawn(picture, ASCII) == (
        "    +----+----+\n"
        "  8 | a  |    |\n"
        "    +----+----+\n"
        " 10 |    | 10 |\n"
        "    +----+----+\n"
        "      x    y\n"
        "  white to move"
    )  # fmt: skip


def test_nothing_is_in_brackets_before_the_first_move():
    assert "[" not in drawn(games.load("ttt").show())


def test_every_cell_of_the_last_move_is_in_brackets():
    picture = Grid((tuple(Cell(mark) for mark in "abc"),))
    assert drawn(picture, ASCII, 80, ((0, 0), (0, 2))).splitlines()[1] == "  |[a]| b |[c]|"


def test_stones_have_the_role_of_their_owner_and_free_cells_are_faint():
    game, cells = after("ttt", "5", "1", "6")
    found = roles(game.show(), cells)
    assert (found["first"], found["second"], found["last"]) == (["X"], ["O"], ["[X]"])
    assert set("234789") < set("".join(found["faint"]))


# Heaps.


def test_chips_at_the_start():
    assert drawn(games.load("chips").show()) == (
        "  Pile    21  ●●●●● ●●●●● ●●●●● ●●●●● ●\n"
        "  First    0\n"
        "  Second   0\n"
        "  take 1 to 10"
    )  # fmt: skip


def test_chips_under_way_in_ascii():
    game, _ = after("chips", "7", "1")
    assert drawn(game.show(), ASCII) == (
        "  Pile    13  ooooo ooooo ooo\n"
        "  First    7  ooooo oo\n"
        "  Second   1  o\n"
        "  take 1 to 2"
    )  # fmt: skip


def test_three_heaps_of_nim():
    assert drawn(games.load("nim:heaps=3/5/7").show()) == (
        "  a  3  ┃┃┃\n"
        "  b  5  ┃┃┃┃┃\n"
        "  c  7  ┃┃┃┃┃ ┃┃\n"
        "  take any number from one heap, as in c7"
    )  # fmt: skip


def test_one_heap_of_nim_in_ascii():
    game, _ = after("nim:sticks=9", "3")
    assert drawn(game.show(), ASCII) == "  Heap  6  ||||| |\n  take 1 to 3"


def test_nothing_is_left_to_take_at_the_end():
    assert drawn(after("nim:sticks=3", "3")[0].show()) == "  Heap  0"
    assert drawn(after("chips:chips=3,rule=last", "1", "2")[0].show(), ASCII) == (
        "  Pile    0\n"
        "  First   1  o\n"
        "  Second  2  oo"
    )  # fmt: skip


def test_a_heap_wider_than_the_screen_is_cut():
    picture = games.load("nim:sticks=100").show()
    assert drawn(picture, UNICODE, 40).splitlines()[0] == "  Heap  100  ┃┃┃┃┃ ┃┃┃┃┃ ┃┃┃┃┃ ┃┃┃┃┃ ┃┃…"
    assert drawn(picture, ASCII, 40).splitlines()[0] == "  Heap  100  ||||| ||||| ||||| ||||| ..."


@every_case("signs", [UNICODE, ASCII])
@every_case("width", range(20, 41))
def test_a_heap_is_cut_only_if_it_does_not_fit(signs, width):
    for count in range(40):
        whole = drawn(Heaps((Heap("Heap", count),)), signs, 1000)
        cut = drawn(Heaps((Heap("Heap", count),)), signs, width)
        assert len(cut) <= width
        assert (cut == whole) == (len(whole) <= width)
        assert cut == whole or cut.endswith(signs.more)


def test_heaps_have_the_role_of_their_owner_and_their_sizes_stand_out():
    found = roles(after("chips", "7", "1")[0].show())
    assert found["strong"] == ["13", "7", "1"]
    assert found["first"] == ["First", "ooooo oo"]
    assert found["second"] == ["Second", "o"]


# All games.

POSITIONS = [
    ("ttt",),
    ("ttt", "5", "1", "9"),
    ("chips",),
    ("chips:chips=32767", "5000", "9000"),
    ("chips:chips=2,rule=last", "1", "1"),
    ("nim",),
    ("nim:sticks=32767,take=32767",),
    ("nim:heaps=3/5/7", "c4"),
    ("nim:heaps=32767/1/500/40",),
    ("nim:heaps=" + "/".join(map(str, range(1, 21))),),
]


@every_case("position", POSITIONS)
@every_case("width", [20, 40, 80])
@every_case("signs", [UNICODE, ASCII])
def test_no_line_of_a_drawing_is_wider_than_the_screen(position, width, signs):
    game, cells = after(*position)
    for seat in (None, 0, 1):
        picture = replace(game.show(seat), note="")
        assert max(map(len, drawn(picture, signs, width, cells).splitlines())) <= width


@every_case("position", POSITIONS)
@every_case("width", [20, 40, 80])
def test_a_note_wider_than_the_screen_is_wrapped(position, width):
    picture = after(*position)[0].show()
    lines = drawn(picture, ASCII, width).splitlines()
    assert max(map(len, lines)) <= width
    assert " ".join("\n".join(lines).split()).endswith(picture.note)


@every_case("position", POSITIONS)
@every_case("width", [20, 80])
def test_ascii_signs_draw_in_pure_ascii(position, width):
    game, cells = after(*position)
    assert drawn(game.show(), ASCII, width, cells).isascii()


@every_case("position", POSITIONS)
def test_both_kinds_of_signs_draw_the_same_picture(position):
    game, cells = after(*position)
    finer, plain = (drawn(game.show(), signs, 2 * 32767, cells) for signs in (UNICODE, ASCII))
    assert finer.translate(str.maketrans("●┃┌┬┐├┼┤└┴┘─│·•■∴", "o|+++++++++-|.+#:")) == plain


def test_a_picture_that_is_a_text_is_drawn_line_by_line():
    assert draw("one\n\n  two", UNICODE, 80) == [[Span("one")], [Span("")], [Span("  two")]]


def test_an_empty_board_is_drawn_as_wide_as_one_with_pieces():
    empty, played = (Grid(((Cell(), Cell(mark)),)) for mark in ("", "X"))
    widths = [
        {len("".join(span.text for span in line)) for line in draw(board, ASCII, 80)} for board in (empty, played)
    ]
    assert widths[0] == widths[1] == {11}


# Boards without rules.

SMALL = Grid(
    ((Cell("X", 0), Cell(), Cell("O", 1)), (Cell(" "), Cell("O", 1), Cell("X", 0))),
    row_labels=("2", "1"),
    column_labels=("a", "b", "c"),
    note="so it stands",
)
CLOSE = """\
 2  X . O
 1   [O]X
    a b c
  so it stands"""


def test_a_board_wider_than_the_window_is_drawn_without_rules():
    assert drawn(SMALL, ASCII, 16).count("---") == 9
    assert drawn(SMALL, ASCII, 15, [(1, 1)]) == CLOSE


def test_a_board_higher_than_the_window_is_drawn_without_rules():
    # Five lines with rules, one of letters, one of the note.
    assert "---" in drawn(SMALL, ASCII, 80, height=7)
    assert "---" not in drawn(SMALL, ASCII, 80, height=6)


def test_neighbours_of_a_last_move_share_its_brackets():
    row = Grid(((Cell("a"), Cell("b"), Cell("c"), Cell("d")),))
    assert drawn(row, ASCII, 10, [(0, 0), (0, 1), (0, 3)]) == "  [a b]c[d]"


def test_a_slanted_board_moves_half_a_cell_to_the_right_from_row_to_row():
    rows = tuple(tuple(Cell("R", 0) if row == column else Cell() for column in range(3)) for row in range(3))
    picture = Grid(rows, ("9", "10", "11"), ("a", "b", "c"), form=Form.SLANTED)
    assert drawn(picture, ASCII, 80, [(1, 1)]) == (
        "     a b c\n"
        "  9  R . .\n"
        "  10  .[R].\n"
        "   11  . . R"
    )  # fmt: skip


LATTICE = """\
 2  +---+   +
    | A |  [|]
 1  +---+   +
    a   b   c"""


def lines_between_dots(*drawn):
    """A lattice of one box beside another, with those lines drawn, the first box A's."""
    rows = [[Cell("+" if row % 2 == column % 2 == 0 else "") for column in range(5)] for row in range(3)]
    for row, column in drawn:
        rows[row][column] = Cell("|" if row % 2 else "-")
    rows[1][1] = Cell("A", 0)
    return Grid(tuple(map(tuple, rows)), ("2", "", "1"), ("a", "", "b", "", "c"), form=Form.LATTICE)


def test_a_lattice_joins_its_dots_by_lines():
    picture = lines_between_dots((0, 1), (1, 0), (1, 2), (2, 1), (1, 4))
    assert drawn(picture, ASCII, 80, [(1, 4)]) == LATTICE


def test_the_last_line_of_a_lattice_stands_in_brackets():
    assert drawn(lines_between_dots((0, 3)), ASCII, 80, [(0, 3)]).splitlines()[0] == " 2  +   +[-]+"
    assert drawn(lines_between_dots((1, 0)), UNICODE, 80, [(1, 0)]).splitlines()[1] == "   [│]A"


# Marks.


def test_a_piece_that_walked_ends_in_brackets_and_comes_from_parentheses():
    game = games.load("breakthrough:columns=3,rows=4")
    game.make(move := game.parse("b2xc3"))
    assert move_marks(game, move) == Marks(last=((1, 2),), came=((2, 1),))
    assert drawn(game.show(), ASCII, 80, move_marks(game, move)).splitlines()[3:6] == [
        " 3 | B | B |[W]|",
        "   +---+---+---+",
        " 2 | W |( )| W |",
    ]


def test_a_chain_of_jumps_has_one_beginning():
    game = games.load("checkers", "11-16 24-20 16-19 23x16".split())
    move = game.parse("12x19")
    assert move_marks(game, move) == Marks(last=((4, 5),), came=((2, 7),))


def test_if_no_piece_walks_all_cells_of_a_move_are_its_end():
    game = games.load("yucky-chocolate:rows=2,columns=3")
    assert move_marks(game, game.parse("R1")) == Marks(last=((1, 0), (1, 1), (1, 2)))
    assert move_marks(game, None) == Marks()


FOUR = Marks(last=[(0, 0)], came=[(0, 2)], cursor=(0, 4), targets=[(0, 4), (0, 6)])


HELD = "2b1w/bbbww/5/wwwww/5 b"


@pytest.mark.parametrize(
    ("signs", "rows"),
    [
        (ASCII, [" 5  b b B . W", " 4  B B B W W", " 3  . . . . .", " 2  W W W W W", " 1  w w w w w"]),
        (UNICODE, [" 5  ■ ■ B · W", " 4  B B B W W", " 3  · · · · ·", " 2  W W W W W", " 1  □ □ □ □ □"]),
    ],
    ids=["ascii", "unicode"],
)
def test_the_area_of_each_side_is_marked_where_it_is_counted(signs, rows):
    game = games.load("go:5", position=HELD)
    empty = [row.translate(str.maketrans("bw■□", "." * 4 if signs is ASCII else "·" * 4)) for row in rows]
    assert drawn(game.show(), signs, 80, move_marks(game, None), 8).splitlines()[:5] == empty
    assert drawn(game.show(), signs, 80, move_marks(game, None, counted=True), 8).splitlines()[:5] == rows
    for _ in range(2):
        game.make(0)
    assert drawn(game.show(), signs, 80, move_marks(game, 0), 8).splitlines()[:5] == rows


def test_marks_differ_in_sign_and_in_role():
    row = Grid((tuple(Cell(mark) for mark in "a.b.c.d"),))
    lines = draw(row, ASCII, 80, FOUR)
    assert "".join(span.text for span in lines[1]) == "  |[a]| . |(b)| . |>c<| . |{d}|"
    marked = {span.role: span.text for span in lines[1] if span.role not in ("", "faint")}
    assert marked == {"last": "[a]", "from": "(b)", "cursor": ">c<", "target": "{d}"}
    assert drawn(row, ASCII, 20, FOUR) == "  [a].(b).>c<.{d}"


def test_empty_cells_are_marked_like_others():
    row = Grid((tuple(Cell() for _ in range(7)),))
    assert drawn(row, ASCII, 80, FOUR).splitlines()[1] == "  |[ ]|   |( )|   |> <|   |{ }|"
    assert drawn(row, ASCII, 20, FOUR) == "  [.].(.).>.<.{.}"


def test_the_stronger_of_two_marks_on_a_cell_is_drawn():
    row = Grid((tuple(Cell(mark) for mark in "abc"),))
    everywhere = [(0, 0), (0, 1), (0, 2)]
    assert drawn(row, ASCII, 80, Marks(last=[(0, 2)], came=everywhere)).splitlines()[1] == "  |(a)|(b)|[c]|"
    marks = Marks(last=everywhere, came=everywhere, cursor=(0, 0), targets=[(0, 0), (0, 1)])
    assert drawn(row, ASCII, 80, marks).splitlines()[1] == "  |>a<|{b}|[c]|"


def test_between_two_marked_neighbours_stands_the_stronger_sign():
    row = Grid((tuple(Cell(mark) for mark in "abcd"),))
    assert drawn(row, ASCII, 10, Marks(last=[(0, 1)], came=[(0, 0)])) == "  (a[b]c d"
    assert drawn(row, ASCII, 10, Marks(last=[(0, 0)], came=[(0, 1)])) == "  [a]b)c d"
    assert drawn(row, ASCII, 10, Marks(cursor=(0, 1), targets=[(0, 0), (0, 2), (0, 3)])) == "  {a>b<c d}"


def test_a_slanted_board_a_lattice_and_pits_show_every_mark():
    rows = tuple(tuple(Cell() for _ in range(7)) for _ in range(2))
    assert drawn(Grid(rows, form=Form.SLANTED), ASCII, 80, FOUR) == "  [.].(.).>.<.{.}\n    . . . . . . ."
    marks = Marks(last=[(0, 1)], cursor=(1, 0), targets=[(0, 3), (1, 2)])
    assert drawn(lines_between_dots((0, 1)), ASCII, 80, marks).splitlines()[:2] == [" 2  +[-]+{ }+", "   > <A{ }"]
    pits = Pits(((1, 2, 3), (4, 5, 6)), (0, 0), (("c", "b", "a"), ("a", "b", "c")))
    marks = Marks(last=[(0, 0)], came=[(0, 2)], cursor=(1, 0), targets=[(1, 2)])
    assert "  |  [1]  |   2   |  (3)  |" in drawn(pits, ASCII, 80, marks)
    assert "  |  >4<  |   5   |  {6}  |" in drawn(pits, ASCII, 80, marks)
    assert [line.strip() for line in drawn(pits, ASCII, 20, marks).splitlines()[1:4:2]] == ["[ 1] 2( 3)", "> 4< 5{ 6}"]


@pytest.mark.parametrize("width", [40, 80])
def test_points_show_every_mark_at_the_edge_even_turned(width):
    game, marks = games.load("backgammon"), Marks(last=[(0, 1)], came=[(0, 3)], cursor=(1, 0), targets=[(1, 7)])
    for seat, above, below in ((0, "[]()", "><{}"), (1, "><{}", "[]()")):
        lines = drawn(replace(game.show(seat), note=""), ASCII, width, marks, 17).splitlines()
        bottom = [line for line in lines if "W" in line or "B" in line][-2]
        top = next(line for line in lines[1:] if "W" in line)
        assert ["".join(sign for sign in line if sign in "[]()<>{}") for line in (top, bottom)] == [above, below]


# Windows.


@every_case("signs", [UNICODE, ASCII, replace(UNICODE, painted=True)])
def test_a_small_backgammon_board_counts_the_checkers_of_each_point_the_bar_and_off(signs):
    game = games.load("backgammon:position=XGID=a-----K-------B--c-e----bA:0:0:1:44:0:0:0:0:10")
    picture = replace(game.show(), note="")
    top, bottom = picture.rows
    rows = ["".join(span.text for span in line) for line in draw(picture, signs, 40, height=8)]
    assert len(rows) == 7
    for heaps, (labels, letters, counts) in ((top, rows[:3]), (bottom, rows[:-4:-1])):
        for column, heap in enumerate(heaps):
            at = slice(3 * column + 1 + 3 * (column > 5), 3 * column + 3 + 3 * (column > 5))
            assert labels[at].strip() == heap.label
            assert letters[at].strip() == (picture.marks[heap.seat] if heap.count else "")
            assert counts[at].strip() == (str(heap.count) if heap.count else "")
    assert (rows[1][19:21].strip(), rows[-2][19:21].strip()) == ("B", "W")
    assert "B off 4 W off 1" in rows[3] and rows[3].count("4") == 5


@pytest.mark.parametrize("signs", [UNICODE, ASCII], ids=["unicode", "ascii"])
@pytest.mark.parametrize("spec", [*games.CATALOGUE, "nim:heaps=32767/1/500", "gomoku:columns=19,rows=19", "chips"])
def test_a_picture_fits_the_window_that_it_needs_and_no_smaller_one(spec, signs):
    picture = games.load(spec).show()
    columns, lines = smallest_window(picture, signs)
    if isinstance(picture, str):  # which has no other sizes
        assert columns <= 40 and lines <= 12
        return
    assert columns <= 45
    assert size(draw(picture, signs, columns, height=lines)) == (columns, lines)
    assert size(draw(picture, signs, columns, height=lines - 1))[1] >= lines
    bare = replace(picture, note="")
    assert size(draw(bare, signs, smallest_window(bare, signs)[0] - 1))[0] > smallest_window(bare, signs)[0] - 1


def test_a_text_needs_what_it_takes():
    assert smallest_window("one\n\n  three", ASCII) == (7, 3)


def test_a_board_that_fits_nowhere_is_drawn_as_small_as_it_can_be():
    assert drawn(SMALL, ASCII, 3, height=1).splitlines()[0] == " 2  X . O"


def test_labels_of_columns_that_make_a_board_too_wide_are_staggered():
    board = Grid((tuple(Cell("#") for _ in range(5)),), ("R1",), ("C9", "C10", "C11", "", "C13"))
    assert drawn(board, ASCII, 25, height=3) == " R1   #   #   #   #   #\n     C9  C10 C11     C13"
    assert drawn(board, ASCII, 24) == " R1  # # # # #\n     C9  C11 C13\n       C10"


@pytest.mark.parametrize("spec", ["yucky-chocolate:rows=20,columns=20", "connect-four:columns=32,rows=1"])
def test_the_widest_boards_keep_all_their_labels_in_a_window_of_80_columns(spec):
    picture = games.load(spec).show()
    lines = drawn(replace(picture, note=""), ASCII, 80, height=21).splitlines()
    assert max(map(len, lines)) <= 80
    words = " ".join(lines).split()
    assert [label for label in picture.column_labels if label.strip() not in ["", *words]] == []


# Pits.

PITS = Pits(((12, 0), (1, 7)), (3, 14), (("2", "1"), ("1", "2")), note="South moves again")
SEEDED = """\
          2       1
      +-------+-------+
      | ooooo |       |
      | oooo+ |       |
      |  12   |   0   |
  14  +-------+-------+  3
      | o     | ooooo |
      |       | oo    |
      |   1   |  [7]  |
      +-------+-------+
          1       2
  South moves again"""
COUNTED = """\
      2  1
     12  0
 14         3
      1[ 7]
      1  2
  South moves again"""


def test_seeds_lie_in_their_pits_if_there_is_room():
    assert drawn(PITS, ASCII, 80, [(1, 1)]) == SEEDED
    assert drawn(PITS, ASCII, 29, [(1, 1)], 12) == SEEDED


@pytest.mark.parametrize(("width", "height"), [(27, 80), (80, 11)])
def test_pits_are_numbers_without_room_for_seeds(width, height):
    assert drawn(PITS, ASCII, width, [(1, 1)], height) == COUNTED


def test_pits_and_stores_have_the_colours_of_their_owners():
    found = roles(PITS)
    assert "ooooo" in found["first"]
    assert "3" in found["first"]
    assert "14" in found["second"]
    assert "12" in found["strong"]


# Hands.

HANDS = Hands((Hand("First", ("K", "?"), "in the pot 2", 0), Hand("Table", ())), "bets so far: none")
FRAMED = """\
         +---+ +---+
  First  | K | | ? |  in the pot 2
         +---+ +---+
  Table
  bets so far: none"""


def test_cards_have_frames_if_there_is_room():
    assert drawn(HANDS, ASCII, 40, height=5) == FRAMED


@pytest.mark.parametrize(("width", "height"), [(33, 80), (80, 4)])
def test_cards_stand_in_a_line_without_room(width, height):
    lines = drawn(HANDS, ASCII, width, (), height).splitlines()
    assert lines == ["  First  |K|?|  in the pot 2", "  Table", "  bets so far: none"]


@pytest.mark.parametrize(
    ("count", "lines"),
    [(0, ("", "")), (5, ("ooooo", "")), (6, ("ooooo", "o")), (10, ("ooooo", "ooooo")), (11, ("ooooo", "oooo+"))],
)
def test_a_pit_shows_ten_seeds_at_most_and_a_plus_for_more(count, lines):
    assert seed_lines(count, ASCII) == lines
