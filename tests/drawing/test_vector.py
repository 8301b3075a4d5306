"""Boards as shapes and figures of chess: what they show, that it can be told apart, and what writes them."""

import re
import sys
from dataclasses import replace
from itertools import product
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

import games
from games.picture import Cell, Form, Grid, Ground, Hand, Hands, Heap, Heaps
from referee.drawing.figures import SIGNS, covers, outline, with_signs
from referee.drawing.glyphs import ASCII, UNICODE
from referee.drawing.highlights import UNMARKED, Marks
from referee.drawing.markup import Markup, block, element, lines, text
from referee.drawing.palette import PAGE, contrast
from referee.drawing.picture import draw
from referee.drawing.themes import THEMES
from referee.drawing.vector.board import vector_image
from referee.drawing.vector.grids import square_board
from referee.drawing.vector.image import (
    Circle, Group, Polygon, Polyline, Rectangle, Text, VectorImage, svg,
)  # fmt: skip
from referee.drawing.vector.pixels import PillowMissing, pixels
from referee.reports.screenshot import screenshot
from tests.games.test_snapshots import PICTURES
from tests.helpers.cases import every_case

CLASSIC = THEMES["classic"]
SVG = "{http://www.w3.org/2000/svg}"


def flat(shapes, x=0, y=0):
    """All shapes from the lowest to the uppermost with how far each is moved; no groups."""
    for shape in shapes:
        if isinstance(shape, Group):
            yield from flat(shape.shapes, x + shape.x, y + shape.y)
        else:
            yield shape, x, y


def inside(shape, x, y):
    """Whether the point lies on what is filled of a shape."""
    match shape:
        case Circle():
            return shape.fill and (shape.x - x) ** 2 + (shape.y - y) ** 2 <= shape.radius**2
        case Rectangle():
            return shape.fill and 0 <= x - shape.x <= shape.width and 0 <= y - shape.y <= shape.height
        case Polygon():
            edges = zip(shape.points, (*shape.points[1:], shape.points[0]), strict=True)
            crossed = [
                (a[1] > y) != (b[1] > y) and x < (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1]) + a[0] for a, b in edges
            ]
            return shape.fill and sum(crossed) % 2 == 1
    return False


def middle(text):
    """About the middle of words."""
    wide = 0.5 * text.size * len(text.words)
    return text.x + {"start": wide / 2, "middle": 0, "end": -wide / 2}[text.align], text.y - 0.36 * text.size


def grounds(image):
    """Each text with the colour of the uppermost shape that it stands on."""
    below = []
    for shape, x, y in flat(image.shapes):
        if isinstance(shape, Text):
            across, down = middle(shape)
            yield shape, next(each.fill for each, a, b in reversed(below) if inside(each, across + x - a, down + y - b))
        else:
            below.append((shape, x, y))


def words(image):
    """All words on it."""
    return [shape.words for shape, _, _ in flat(image.shapes) if isinstance(shape, Text)]


def shapes_of(image, kind):
    """All shapes of that kind."""
    return [shape for shape, _, _ in flat(image.shapes) if isinstance(shape, kind)]


def cell(mark="", seat=None, firm=False):
    return Cell(mark, seat, firm)


@every_case(("name", "theme"), list(product(PICTURES, THEMES)))
def test_all_words_are_read_on_their_grounds(name, theme):
    image = screenshot(replace(PICTURES[name], theme=theme)).image
    for text, ground in grounds(image):
        assert contrast(text.fill, ground) >= (3 if text.size >= 18.6 and text.bold else 4.5), (text, ground)


@every_case(("name", "theme"), list(product(PICTURES, THEMES)))
def test_nothing_is_drawn_outside_of_the_picture(name, theme):
    image = screenshot(replace(PICTURES[name], theme=theme)).image
    for shape, x, y in flat(image.shapes):
        for across, down in ends(shape):
            assert 0 <= across + x <= image.width, shape
            assert 0 <= down + y <= image.height, shape


def ends(shape):
    """Points within which a shape lies."""
    match shape:
        case Circle():
            return [(shape.x + a * shape.radius, shape.y + a * shape.radius) for a in (-1, 1)]
        case Rectangle():
            return [(shape.x, shape.y), (shape.x + shape.width, shape.y + shape.height)]
        case Text():
            return [middle(shape)]
    return shape.points


def board(*rows, **more):
    """A grid of cells."""
    return Grid(tuple(tuple(row) for row in rows), **more)


DISCS = (("X", "disc"), ("O", "disc"))
TWO = {"pieces": DISCS, "ground": Ground.FRAME, "colours": ("red", "yellow")}


def test_pieces_that_have_not_won_are_dim():
    grid = board([cell("X", 0), cell("O", 1), cell()], **TWO)
    fills = [shape.fill for shape in shapes_of(vector_image(grid, CLASSIC), Circle)]
    assert fills.count(CLASSIC.colour("hole")) == 3
    assert [fills.count(CLASSIC.colour(name)) for name in ("red", "yellow")] == [1, 1]
    won = [shape.fill for shape in shapes_of(vector_image(grid, CLASSIC, Marks(won=[(0, 0)])), Circle)]
    assert CLASSIC.colour("red") in won
    assert CLASSIC.colour("yellow~") in won
    assert CLASSIC.colour("yellow") not in won


@every_case("ground", Ground)
@every_case("seat", [None, 0, 1])
def test_each_mark_of_a_cell_looks_different_without_its_colour(ground, seat):
    grid = board([cell("X" if seat is not None else "", seat, firm=True)] * 2, pieces=DISCS, ground=ground)
    kinds = Marks(), Marks(last=[(0, 0)]), Marks(came=[(0, 0)]), Marks(targets=[(0, 0)]), Marks(cursor=(0, 0))
    looks = {re.sub("#[0-9a-f]{6}|b[0-9a-f]{8}-", "", svg(vector_image(grid, CLASSIC, marks), "")) for marks in kinds}
    assert len(looks) == len(kinds)
    won = svg(vector_image(grid, CLASSIC, Marks(won=[(0, 0)])), "")
    assert won not in looks


@pytest.mark.parametrize("word", ["disc", "stone", "man", "king", "pawn", "cross", "nought"])
def test_each_piece_that_has_a_name_has_a_shape_and_no_letter(word):
    grid = board([cell("k", 0)], pieces=(("k", word),))
    assert words(vector_image(grid, CLASSIC)) == []
    assert words(vector_image(board([cell("k", 0)], pieces=(("k", "rook"),)), CLASSIC)) == ["k"]


def test_labels_stand_beside_their_rows_and_below_their_columns():
    grid = board([cell()] * 2, [cell()] * 2, row_labels=("2", "1"), column_labels=("a", "b"), note="A note.")
    texts = {shape.words: (x + shape.x, y + shape.y) for shape, x, y in flat(vector_image(grid, CLASSIC).shapes) if isinstance(shape, Text)}  # fmt: skip
    assert texts["2"][1] < texts["1"][1] < texts["a"][1] == texts["b"][1] < texts["A note."][1]
    assert texts["2"][0] == texts["1"][0] < texts["a"][0] < texts["b"][0]


def test_cells_that_can_never_be_taken_are_not_drawn_on_a_plain_board():
    grid = board([cell(" "), cell(), cell()])
    assert len(shapes_of(vector_image(grid, CLASSIC), Rectangle)) == 1 + 2  # the ground


def test_a_lattice_has_its_dots_the_lines_that_are_drawn_and_the_boxes_that_are_somebodys():
    rows = [[cell("+"), cell("-"), cell("+")], [cell("|"), cell("A", 0), cell()], [cell("+"), cell(), cell("+")]]
    image = vector_image(board(*rows, form=Form.LATTICE), CLASSIC)
    assert len(shapes_of(image, Circle)) == 4
    drawn = [line for line in shapes_of(image, Polyline) if line.stroke == CLASSIC.colour("ink")]
    assert len(drawn) == 2
    assert words(image) == ["A"]


def test_the_edges_of_hexagons_have_the_colours_of_their_seats():
    game = games.load("hex:3")
    image = vector_image(game.show(), CLASSIC)
    edges = [line.stroke for line in shapes_of(image, Polyline)]
    assert sorted(edges) == sorted([CLASSIC.colour("crimson")] * 2 + [CLASSIC.colour("navy")] * 2)
    assert len(shapes_of(image, Polygon)) == 9


def test_a_backgammon_board_has_all_checkers_and_the_dice():
    image = screenshot(PICTURES["backgammon"]).image
    checkers = [shape for shape in shapes_of(image, Circle) if shape.radius == 19]
    fills = [shape.fill for shape in checkers]
    assert [fills.count(CLASSIC.colour(name)) for name in ("white", "black")] == [15, 15]
    dots = [shape for shape in shapes_of(image, Circle) if shape.fill == CLASSIC.colour("black") and shape.radius < 5]
    assert len(dots) == 4  # of a die


def test_more_checkers_than_lie_on_a_point_are_a_number():
    game = games.load("backgammon")
    picture = game.show()
    heaps = tuple(Heap(heap.label, 7 if heap.count == 5 else heap.count, heap.seat) for heap in picture.rows[0])
    image = vector_image(replace(picture, rows=(heaps, picture.rows[1]), off=(2, 0), bar=(0, 1)), CLASSIC)
    assert words(image).count("7") == 3  # two numbers of checkers and one of a point
    assert "off 2" in words(image)


def test_a_doubling_cube_lies_on_the_side_of_the_seat_that_has_it():
    picture = replace(games.load("backgammon").show(), dice=())
    heights = {}
    for owner, turned in product((None, 0, 1), (False, True)):
        image = vector_image(replace(picture, cube=(16, owner), turned=turned), CLASSIC)
        (heights[owner, turned],) = {y for shape, _, y in flat(image.shapes) if getattr(shape, "width", 0) == 34}
        assert words(image).count("16") == 2  # the cube and a point
    assert heights[1, False] == heights[0, True] < heights[None, False] == heights[None, True]
    assert heights[None, False] < heights[0, False] == heights[1, True]


def test_pits_hold_their_seeds_and_tell_how_many_they_are():
    image = screenshot(PICTURES["kalah"]).image
    seeds = [shape for shape in shapes_of(image, Circle) if shape.radius == 4.2]
    assert len(seeds) == 48
    assert sorted(words(image)) == sorted([*"123456123456", *"556660", *"440550", "0", "2"])


def test_cards_show_rank_and_suit_and_what_is_hidden_its_back():
    image = vector_image(Hands((Hand("First", ("Qh", "?"), "in the pot 3", 0), Hand("Second", ("K",)))), CLASSIC)
    assert words(image) == ["First", "Q", "in the pot 3", "Second", "K"]
    assert CLASSIC.colour("crimson") in {shape.fill for shape in shapes_of(image, Polygon)}
    assert [shape.fill for shape in shapes_of(image, Rectangle)].count(CLASSIC.colour("back")) == 1


def test_dice_show_their_dots_unless_they_are_hidden():
    image = vector_image(Hands((Hand("First", tuple("123456")), Hand("Second", ("?",)))), CLASSIC)
    assert len([shape for shape in shapes_of(image, Circle) if shape.fill == CLASSIC.colour("black")]) == 21
    assert words(image) == ["First", "Second", "?"]
    assert "Qh"[0] in words(vector_image(Hands((Hand("Both", ("5", "Qh")),)), CLASSIC))


def test_heaps_show_their_things_and_how_many_more_there_are():
    image = vector_image(Heaps((Heap("a", 3), Heap("b", 1000, 1)), "o", "a note"), CLASSIC)
    assert len(shapes_of(image, Circle)) == 3 + 125
    assert words(image) == ["a", "3", "b", "1000", "and 875 more", "a note"]
    sticks = shapes_of(vector_image(Heaps((Heap("a", 4),), "|"), CLASSIC), Rectangle)
    assert len(sticks) == 1 + 4  # the ground


def test_a_picture_that_is_a_text_stays_one():
    assert words(vector_image("one\n\ntwo", CLASSIC)) == ["one", "two"]


@pytest.mark.parametrize("picture", [Hands(()), board([cell()]), "", Hands((Hand("First", ()),))])
def test_a_picture_of_nearly_nothing_can_be_drawn(picture):
    image = vector_image(picture, CLASSIC)
    ElementTree.fromstring(svg(image, "title"))
    assert pixels(image, PAGE).size == (image.width, image.height)


# What writes them.


def test_an_svg_has_an_element_for_each_shape():
    shapes = (
        Circle(1, 2, 3, "#111111", "#222222", 1.5),
        Rectangle(1, 2, 3, 4, "#333333", corner=2),
        Polygon(((0, 0), (1.005, 0), (0, 2)), "#444444"),
        Polyline(((0, 0), (5, 5)), "#555555", 2),
        Group((Text(0, 0, "a < b", "#666666", 12, bold=True),), 7, 8),
    )
    root = ElementTree.fromstring(svg(VectorImage(10, 20, shapes), "title", "words"))
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("10", "20", "0 0 10 20")
    (drawn,) = root.findall(f"{SVG}g")
    assert [each.tag.removeprefix(SVG) for each in drawn] == ["defs", "circle", "rect", "polygon", "polyline", "use"]
    circle, rect, polygon, polyline, use = list(drawn)[1:]
    assert circle.attrib == {
        "cx": "1",
        "cy": "2",
        "r": "3",
        "fill": "#111111",
        "stroke": "#222222",
        "stroke-width": "1.5",
    }
    assert (rect.get("rx"), polygon.get("points"), polyline.get("fill")) == ("2", "0,0 1,0 0,2", "none")
    (shared,) = drawn.findall(f"{SVG}defs/{SVG}g")
    assert use.get("href") == f"#{shared.get('id')}"
    assert (use.get("x"), use.get("y"), shared.findtext(f"{SVG}text")) == ("7", "8", "a < b")


def test_pixels_show_each_shape_where_it_is():
    shapes = (
        Rectangle(0, 0, 10, 10, "#ff0000"),
        Group((Circle(5, 5, 4, "#00ff00"),), 10, 0),
        Polygon(((20, 0), (30, 0), (30, 10), (20, 10)), "#0000ff"),
        Polyline(((0, 15), (30, 15)), "#ffffff", 4),
    )
    image = pixels(VectorImage(30, 20, shapes), "#000000", 2)
    assert image.size == (60, 40)
    colours = [image.getpixel(place) for place in ((10, 10), (30, 10), (21, 1), (50, 10), (30, 30), (30, 38))]
    assert colours == [(255, 0, 0), (0, 255, 0), (0, 0, 0), (0, 0, 255), (255, 255, 255), (0, 0, 0)]


@pytest.mark.parametrize("words", ["Ann", "Zoë", "7"])
def test_pixels_show_words(words):
    image = pixels(VectorImage(60, 20, (Text(30, 15, words, "#ffffff", 14, bold=True),)), "#000000")
    assert sum(1 for value in image.convert("L").tobytes() if value > 128) > 15


def test_without_pillow_pixels_say_how_to_get_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(PillowMissing, match=r"needs Pillow: pip install 'referee\[share\]'"):
        pixels(vector_image("a", CLASSIC), PAGE)


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


def test_elements_hold_texts_elements_and_attributes():
    assert element("rect", x=1, stroke_width="2") == '<rect x="1" stroke-width="2"/>'
    assert element("td", "") == "<td></td>"
    assert element("text", "a<b", class_="tick") == '<text class="tick">a&lt;b</text>'
    assert element("g", element("circle", r=2), Markup("<br>")) == '<g><circle r="2"/><br></g>'
    assert element("a", "x", href=None) == "<a>x</a>"
    assert block("ul", element("li", 1), element("li", 2)) == "<ul>\n<li>1</li>\n<li>2</li>\n</ul>"
    assert lines("a", Markup("<b>")) == "a\n<b>"


def test_control_characters_are_spelt_and_blanks_that_do_not_break_are_kept():
    assert text("a\x1b\N{NO-BREAK SPACE}b") == "a\\x1b\N{NO-BREAK SPACE}b"


@given(words=st.text(), name=st.text())
def test_whatever_a_text_holds_an_element_is_well_formed_and_shows_just_that(words, name):
    found = ElementTree.fromstring(element("g", words, id=name))
    assert len(found) == 0
    assert (found.text or "") == text(words).replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", '"').replace(
        "&#x27;", "'"
    ).replace("&amp;", "&")
    assert text(found.get("id")) == text(name)
