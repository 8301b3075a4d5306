"""Boards as the other side of the table sees them, and which cell each piece of a drawing belongs to."""

from dataclasses import replace

import pytest

import games
from games.picture import BESIDE, Cell, Form, Grid, Pits, Points
from referee.drawing.flip import (
    flip_board, flip_cells, flip_marks, flipped_picture, is_turned, picture_for_seat,
)  # fmt: skip
from referee.drawing.glyphs import ASCII, UNICODE
from referee.drawing.highlights import Marks, move_marks
from referee.drawing.picture import draw
from tests.helpers.cases import every_case


def drawn(picture, marks, width=80):
    """The picture as one text, without the blanks at the ends of its lines."""
    lines = draw(picture, ASCII, width, marks)
    return "\n".join("".join(span.text for span in line).rstrip() for line in lines)


def test_a_board_is_turned_with_its_labels_and_its_marks():
    game = games.load("hexapawn")
    game.make(move := game.parse("a1-a2"))
    picture = game.show()
    assert drawn(flip_board(picture), flip_marks(picture, move_marks(game, move))) == (
        "   +---+---+---+\n"
        " 1 | W | W |( )|\n"
        "   +---+---+---+\n"
        " 2 |   |   |[W]|\n"
        "   +---+---+---+\n"
        " 3 | B | B | B |\n"
        "   +---+---+---+\n"
        "     c   b   a"
    )  # fmt: skip


def test_the_cells_that_won_are_turned_with_the_board():
    game = games.load("tic-tac-toe", "1 4 2 5 3".split())
    picture, marks = picture_for_seat(game, move_marks(game, None), 0, True)
    assert {picture.rows[row][column].seat for row, column in marks.won} == {0}
    assert sorted(marks.won) == [(2, 0), (2, 1), (2, 2)]


def test_pits_change_rows_and_their_owners_with_them():
    picture = Pits(((1, 2), (3, 4)), (5, 6), (("b", "a"), ("a", "b")), "note")
    assert flip_board(picture) == Pits(((4, 3), (2, 1)), (5, 6), (("b", "a"), ("a", "b")), "note", turned=True)
    assert drawn(flip_board(picture), Marks(last=flip_cells(picture, [(1, 0)])), 20) == (
        "     b  a\n"
        "     4[ 3]\n"
        " 5         6\n"
        "     2  1\n"
        "     a  b\n"
        "  note"
    )  # fmt: skip


@pytest.mark.parametrize("width", [20, 80])
def test_turned_pits_keep_the_colours_of_their_owners(width):
    picture = Pits(((1, 2), (3, 4)), (5, 6), (("d", "c"), ("a", "b")))
    for board in (picture, flip_board(picture)):
        spans = [span for line in draw(board, ASCII, width) for span in line]
        role = {word: span.role for span in spans for word in span.text.split() if span.role in ("first", "second")}
        assert [role[word] for word in "ab5cd6"] == ["first"] * 3 + ["second"] * 3


def test_labels_that_are_fewer_than_rows_stay_beside_theirs():
    picture = Grid(((Cell("a"),), (Cell("b"),)), row_labels=("1",), form=Form.SQUARES)
    assert flip_board(picture) == Grid(((Cell("b"),), (Cell("a"),)), row_labels=("", "1"))


@every_case("spec", [*games.CATALOGUE])
def test_a_board_turned_twice_is_as_it_was(spec):
    picture = games.load(spec).show()
    again = flip_board(picture)
    assert (again is not None) == isinstance(picture, (Grid, Pits))
    if again is not None:
        assert again != picture
        assert flip_board(again) == picture
        cells = [(row, column) for row in range(len(picture.rows)) for column in range(len(picture.rows[0]))]
        assert flip_cells(again, flip_cells(picture, cells)) == tuple(cells)
        marks = Marks([(0, 0)], [(0, 1)], (1, 0), [(1, 1)])
        marks_again = flip_marks(again, flip_marks(picture, marks))
        assert [*marks_again.last, *marks_again.came, *marks_again.targets] == [(0, 0), (0, 1), (1, 1)]
        assert marks_again.cursor == (1, 0)


def test_a_cell_holds_in_the_turned_board_what_it_held():
    picture = games.load("hex", ["c4", "e2"]).show()
    other = flip_board(picture)
    for row, cells in enumerate(picture.rows):
        for column, cell in enumerate(cells):
            ((there, across_from),) = flip_cells(picture, [(row, column)])
            assert other.rows[there][across_from] == cell


def test_points_are_turned_by_asking_for_the_other_seat():
    game = games.load("backgammon")
    assert flip_board(game.show()) is None
    assert flipped_picture(game) == flipped_picture(game, 0) == game.show(1)
    assert flipped_picture(game, 1) == game.show(0)
    assert isinstance(flipped_picture(game), Points)


def test_pictures_other_than_boards_are_not_turned():
    for spec in ("nim", "kuhn-poker"):
        assert flipped_picture(games.load(spec)) is None
    assert flip_board("text") is None
    assert flip_cells("text", [(0, 1)]) == ((0, 1),)
    assert flip_marks("text", Marks()) == Marks((), (), None, ())


SIDED = {"hexapawn", "breakthrough", "checkers", "chess", "kalah"}


@every_case("spec", [*games.CATALOGUE])
def test_each_seat_sees_a_board_that_has_sides_from_its_own(spec):
    game, above = games.load(spec), 0 if spec == "checkers" else 1
    turned = {viewer: is_turned(game, viewer, False) for viewer in (None, 0, 1)}
    assert turned == {None: False, 1 - above: False, above: spec in SIDED}
    shown, marks = picture_for_seat(game, Marks(last=((0, 1),)), above, False)
    assert shown == (flip_board(game.show(above)) if spec in SIDED else game.show(above))
    assert marks.last == (flip_cells(game.show(above), [(0, 1)]) if spec in SIDED else ((0, 1),))
    board = isinstance(game.show(), (Grid, Pits))
    assert is_turned(game, above, True) == (board and spec not in SIDED)


@pytest.mark.parametrize("spec", ["hexapawn", "breakthrough", "checkers", "chess"])
def test_the_persons_pieces_are_at_the_bottom_at_the_start(spec):
    game = games.load(spec)
    for seat in (0, 1):
        rows = picture_for_seat(game, Marks(), seat, False)[0].rows
        assert {cell.seat for cell in rows[-1]} - {None} == {seat}


def test_a_board_that_the_game_turns_itself_is_not_turned_again():
    class OwnSide(type(games.load("hexapawn"))):
        def show(self, seat=None):
            picture = super().show(seat)
            return flip_board(picture) if seat == 1 else picture

    assert picture_for_seat(OwnSide(), Marks(), 1, False)[0] == flip_board(games.load("hexapawn").show())


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
def test_stores_and_bars_are_marked_by_their_seats(spec, signs, flipped):
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
