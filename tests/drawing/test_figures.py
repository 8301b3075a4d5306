"""The figures of chess: their signs, and their outlines on painted boards and in files."""

from dataclasses import replace

import pytest

import games
from games.picture import Cell
from referee.drawing.figures import SIGNS, covers, outline, with_signs
from referee.drawing.glyphs import ASCII, UNICODE
from referee.drawing.picture import draw
from referee.drawing.themes import THEMES
from referee.drawing.highlights import UNMARKED
from referee.drawing.vector.image import Group, Polygon
from referee.drawing.vector.grids import square_board


def text_of(lines):
    return "\n".join("".join(span.text for span in line) for line in lines)


def test_only_a_board_with_queens_has_figures_of_chess():
    chess, checkers = games.load("chess").show(), games.load("checkers").show()
    assert (with_signs(chess).rows[0][4].mark, with_signs(chess).rows[-1][4].mark) == ("♚", "♔")
    assert with_signs(chess).rows[4] == chess.rows[4]
    assert with_signs(checkers) is checkers  # a king there is a disc
    strange = replace(chess, rows=((Cell("z", 0), Cell("k"), Cell("k", 1)),))
    assert [cell.mark for cell in with_signs(strange).rows[0]] == ["z", "k", "♚"]


def test_lines_of_text_have_signs_and_ascii_has_letters():
    board = games.load("chess").show()
    fine, plain = text_of(draw(board, UNICODE, 80)), text_of(draw(board, ASCII, 80))
    assert all(sign in fine for pair in SIGNS.values() for sign in pair)
    assert plain.isascii() and "| r | n | b | q | k | b | n | r |" in plain


@pytest.mark.parametrize("word", SIGNS)
def test_a_figure_lies_within_its_cell_and_stands_on_a_foot(word):
    corners = outline(word)
    assert all(abs(x) < 0.5 and abs(y) < 0.5 for x, y in corners)
    assert covers(word, 0, 0.33) and not covers(word, 0.45, 0.45)
    assert max(y for _, y in corners) == 0.38


@pytest.mark.parametrize("word", sorted({*SIGNS} - {"knight"}))
def test_a_figure_is_as_wide_on_either_side(word):
    points = [(x / 20 + 0.007, y / 20 + 0.003) for x in range(9) for y in range(-9, 10)]
    assert all(covers(word, x, y) == covers(word, -x, y) for x, y in points)


def test_files_have_a_polygon_for_each_figure():
    image = square_board(games.load("chess").show(), UNMARKED, THEMES["classic"])
    figures = [
        group.shapes[0]
        for group in image.shapes[1:]
        if isinstance(group, Group) and isinstance(group.shapes[0], Polygon)
    ]
    assert len(figures) == 32
