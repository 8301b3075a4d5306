"""Which cell of a board each piece of its drawing belongs to, so that it can be clicked."""

from dataclasses import replace

import pytest

import games
from games.picture import BESIDE, Pits
from referee.drawing.flip import flip_board
from referee.drawing.glyphs import ASCII, UNICODE
from referee.drawing.highlights import Marks
from referee.drawing.picture import draw
from tests.helpers.cases import every_case


@every_case("window", [(200, 60), (80, 24), (40, 12)])
@every_case("spec", ["tic-tac-toe", "othello", "hex", "dots-and-boxes", "kalah", "connect-four"])
def test_every_cell_of_a_board_is_found_in_its_drawing(spec, window):
    picture = games.load(spec).show()
    for signs in (UNICODE, ASCII):
        marks = Marks(last=[(0, 0)], cursor=(1, 1))
        lines = draw(picture, signs, window[0], marks, window[1], generous=True)
        found = {span.place for line in lines for span in line if span.place}
        cells = {(row, column) for row, line in enumerate(picture.rows) for column in range(len(line))}
        stores = {(0, BESIDE), (1, BESIDE)} if isinstance(picture, Pits) else set()
        assert found == cells | stores


@pytest.mark.parametrize("spec", ["kalah", "backgammon"])
@pytest.mark.parametrize("signs", [UNICODE, ASCII, replace(UNICODE, painted=True)], ids=["letters", "ASCII", "painted"])
@pytest.mark.parametrize("flipped", [False, True])
def test_what_lies_beside_the_rows_is_marked_by_its_seat(spec, signs, flipped):
    picture = games.load(spec).show(1 if flipped else 0)
    picture = flip_board(picture) or picture if flipped else picture
    for width, height in ((80, 24), (40, 24)):
        for seat in (0, 1):
            plain, marked = (
                ["".join(span.text for span in line) for line in draw(picture, signs, width, marks, height)]
                for marks in (Marks(), Marks(cursor=(seat, BESIDE)))
            )
            changed = [line for line, other in zip(marked, plain, strict=True) if line != other]
            assert ">" in "".join(changed)
            assert "<" in "".join(changed)


def test_a_place_is_where_its_cell_is_drawn():
    game = games.load("tic-tac-toe", ["5"])
    spans = [span for line in draw(game.show(), UNICODE, 80) for span in line]
    assert [span.text.strip() for span in spans if span.place] == list("1234X6789")
    assert {span.place for span in spans if "X" in span.text} == {(1, 1)}
