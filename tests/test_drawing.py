"""Boards and heaps as lines of text: their exact signs, their widths, the last move in brackets."""

from dataclasses import replace

import pytest

import games
from games.picture import Cell, Grid, Heap, Heaps
from referee.drawing import ASCII, UNICODE, Span, draw


def after(spec, *texts):
    """The game after those moves, and the cells of the last of them."""
    game, cells = games.load(spec), ()
    for text in texts:
        move = game.parse(text)
        cells = game.cells(move)
        game.make(move)
    return game, cells


def drawn(picture, signs=UNICODE, width=80, last=()):
    """The picture as one text, without the blanks at the ends of its lines."""
    return "\n".join("".join(span.text for span in line).rstrip() for line in draw(picture, signs, width, last))


def roles(picture, last=()):
    """The texts of the picture by role."""
    found = {}
    for span in (span for line in draw(picture, ASCII, 80, last) for span in line):
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
    assert drawn(picture, ASCII, last=((0, 0), (0, 2))).splitlines()[1] == "  |[a]| b |[c]|"


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


@pytest.mark.parametrize("signs", [UNICODE, ASCII], ids=["unicode", "ascii"])
@pytest.mark.parametrize("width", range(20, 41))
def test_a_heap_is_cut_only_where_it_does_not_fit(signs, width):
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


@pytest.mark.parametrize("position", POSITIONS, ids=" ".join)
@pytest.mark.parametrize("width", [20, 40, 80])
@pytest.mark.parametrize("signs", [UNICODE, ASCII], ids=["unicode", "ascii"])
def test_no_line_of_a_drawing_is_wider_than_the_screen(position, width, signs):
    game, cells = after(*position)
    for seat in (None, 0, 1):
        picture = replace(game.show(seat), note="")
        assert max(map(len, drawn(picture, signs, width, cells).splitlines())) <= width


@pytest.mark.parametrize("position", POSITIONS, ids=" ".join)
@pytest.mark.parametrize("width", [20, 40, 80])
def test_a_note_is_wrapped_where_it_is_wider_than_the_screen(position, width):
    picture = after(*position)[0].show()
    lines = drawn(picture, ASCII, width).splitlines()
    assert max(map(len, lines)) <= width
    assert " ".join("\n".join(lines).split()).endswith(picture.note)


@pytest.mark.parametrize("position", POSITIONS, ids=" ".join)
@pytest.mark.parametrize("width", [20, 80])
def test_ascii_signs_draw_in_pure_ascii(position, width):
    game, cells = after(*position)
    assert drawn(game.show(), ASCII, width, cells).isascii()


@pytest.mark.parametrize("position", POSITIONS, ids=" ".join)
def test_both_kinds_of_signs_draw_the_same_picture(position):
    game, cells = after(*position)
    finer, plain = (drawn(game.show(), signs, 2 * 32767, cells) for signs in (UNICODE, ASCII))
    assert finer.translate(str.maketrans("●┃┌┬┐├┼┤└┴┘─│", "o|+++++++++-|")) == plain


def test_a_picture_that_is_a_text_is_drawn_line_by_line():
    assert draw("one\n\n  two", UNICODE, 80) == [[Span("one")], [Span("")], [Span("  two")]]


def test_an_empty_board_is_drawn_as_wide_as_one_with_pieces():
    empty, played = (Grid(((Cell(), Cell(mark)),)) for mark in ("", "X"))
    widths = [
        {len("".join(span.text for span in line)) for line in draw(board, ASCII, 80)} for board in (empty, played)
    ]
    assert widths[0] == widths[1] == {11}
