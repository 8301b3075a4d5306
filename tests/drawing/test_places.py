"""Which cell of a board each piece of its drawing belongs to, so that it can be clicked."""

import pytest

import games
from referee.drawing.glyphs import ASCII, UNICODE
from referee.drawing.highlights import Marks
from referee.drawing.picture import draw


@pytest.mark.parametrize("window", [(200, 60), (80, 24), (40, 12)], ids=str)
@pytest.mark.parametrize("spec", ["tic-tac-toe", "othello", "hex", "dots-and-boxes", "kalah", "connect-four"])
def test_every_cell_of_a_board_is_found_in_its_drawing(spec, window):
    picture = games.load(spec).show()
    for signs in (UNICODE, ASCII):
        marks = Marks(last=[(0, 0)], cursor=(1, 1))
        lines = draw(picture, signs, window[0], marks, window[1], generous=True)
        found = {span.place for line in lines for span in line if span.place}
        cells = {(row, column) for row, line in enumerate(picture.rows) for column in range(len(line))}
        assert found == cells


def test_a_place_is_where_its_cell_is_drawn():
    game = games.load("tic-tac-toe", ["5"])
    spans = [span for line in draw(game.show(), UNICODE, 80) for span in line]
    assert [span.text.strip() for span in spans if span.place] == list("1234X6789")
    assert {span.place for span in spans if "X" in span.text} == {(1, 1)}
