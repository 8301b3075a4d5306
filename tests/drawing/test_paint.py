"""Boards in colours: what stands where, in which colours, in every size."""

import random
from dataclasses import replace
from itertools import product

import pytest
from colours import contrast

import games
from games.picture import COLOURS, Cell, Form, Grid, Ground, Hand, Hands, Heap, Heaps, Pits, Points
from referee.drawing.glyphs import ASCII, UNICODE
from referee.drawing.highlights import Marks, move_marks
from referee.drawing.palette import BASIC_NAMES, PALETTES, Colour, Depth, at_depth, dimmed, indexed
from referee.drawing.picture import draw, layouts, painted_layouts
from referee.drawing.text_width import line_width, text_width
from referee.drawing.themes import THEMES, Style

PAINTED = replace(UNICODE, painted=True)
LETTERED = replace(PAINTED, lettered=True)
NARROW = set(
    " ■▘▝▀▖▌▞▛▗▚▐▜▄▙▟█▁▂▃▅▆▇▏▎▍▋▊▉▔●•·━┃─│┼┌┐└┘┬┴├┤┏┓┗┛╭╮╰╯░♠♥♦♣♔♕♖♗♘♙♚♛♜♝♞♟╋\ufe0e"
)  # one column in common fonts
ON_GROUNDS = {
    "red yellow": "frame hole lit slate", "red blue": "slate lit", "black white": "felt felt2 dark board board2 wood table threat",
    "white black": "point point2", "crimson navy": "stone stone2 stone3", "light": "well", "ink": "slate slate2",
    "black crimson": "card", "black": "red yellow white blue", "white": "black crimson navy",
}  # fmt: skip
MARKED = {
    "mark": "felt felt2 frame dark board2 lit slate well table point2 back threat", "black": "board wood point stone light card",
    "cursor": "felt felt2 frame dark board2 slate bar", "hint": "felt felt2 slate", "grain": "wood",
}  # fmt: skip


COUNTED = "2b1w/bbbww/5/wwwww/5 b"  # with an area for each side


def pairs(table):
    """Each ink with each of its grounds."""
    for inks, grounds in table.items():
        yield from product(inks.split(), grounds.split())


def painted(spec, moves="", signs=PAINTED, marks=None, width=200, height=60):
    """The lines of the game after those moves, as large as the window lets them be, without the note."""
    game = games.load(spec, tuple(moves.split()[:-1]))
    move = None
    for text in moves.split()[-1:]:
        move = game.parse(text)
        game.make(move)
    picture = game.show()
    if not isinstance(picture, str):
        picture = replace(picture, note="")
    return draw(picture, signs, width, marks or move_marks(game, move), height, generous=True)


def written(lines):
    """The texts of the lines."""
    return ["".join(span.text for span in line).rstrip() for line in lines]


def roles_at(lines, place):
    """The roles of what is drawn of that cell of the picture."""
    return {span.role for line in lines for span in line if span.place == place}


# Colours.


@pytest.mark.parametrize("depth", [Depth.TRUE, Depth.INDEXED], ids=str)
@pytest.mark.parametrize("name", PALETTES)
def test_pieces_words_and_marks_are_read_on_every_ground_that_they_stand_on(name, depth):
    palette = PALETTES[name]
    least = 4.5 if name == "safe" else 3
    for table, bound in ((ON_GROUNDS, least), (MARKED, 3)):
        for ink, ground in pairs(table):
            assert contrast(at_depth(palette[ink], depth), at_depth(palette[ground], depth)) >= bound, (ink, ground)


@pytest.mark.parametrize("name", PALETTES)
def test_names_of_colours_are_true(name):
    def parts(colour):
        return [int(PALETTES[name][colour].shade[at : at + 2], 16) for at in (1, 3, 5)]

    red, yellow, blue = parts("red"), parts("yellow"), parts("blue")
    assert red[0] > 2 * max(red[1:]) - 20
    assert min(yellow[:2]) > yellow[2] + 100
    assert blue[2] == max(blue) > blue[0] + 100
    assert min(parts("white")) > 240
    assert max(parts("black")) < 20
    assert set(COLOURS) <= set(PALETTES[name])


def test_colours_become_one_of_256_or_the_name_of_one_of_16():
    levels = (0, 95, 135, 175, 215, 255)
    cube = {"#" + "".join(f"{part:02x}" for part in parts) for parts in product(levels, repeat=3)}
    greys = {f"#{grey:02x}{grey:02x}{grey:02x}" for grey in range(8, 239, 10)}
    for palette in PALETTES.values():
        for colour in palette.values():
            for each in (colour, dimmed(colour)):
                assert at_depth(each, Depth.INDEXED) in cube | greys
                assert at_depth(each, Depth.BASIC) in BASIC_NAMES
    assert indexed("#ff0000") == "#ff0000"
    assert indexed("#808285") == "#808080"
    assert dimmed(Colour("#ff8040", 9)) == Colour("#7f4020", 1)


def test_a_role_names_an_ink_and_a_ground():
    theme = THEMES["classic"]
    assert theme.style("red/felt!") == Style("#ff4b4d", "#24814b", bold=True)
    assert theme.style("/felt_") == Style("", "#24814b", underline=True)
    assert theme.style("red~/") == Style("#7f2526")
    assert theme.style("faint/") == theme.style("faint")
    assert replace(theme, depth=Depth.BASIC).style("red/frame") == Style("bright_red", "blue")


# Boards.


BOARDS = [spec for spec in games.CATALOGUE if not isinstance(games.load(spec).show(), str)]  # texts are not painted


@pytest.mark.parametrize("signs", [PAINTED, LETTERED], ids=["painted", "lettered"])
@pytest.mark.parametrize("spec", BOARDS)
def test_every_way_to_paint_a_board_has_straight_lines_of_narrow_characters(spec, signs):
    for way in layouts(games.load(spec).show(), signs, 80, Marks(last=[(0, 0)], cursor=(1, 1)), generous=True):
        text = "".join(written(way()))
        assert all(char.isascii() or char in NARROW for char in text)
        assert text.isprintable()


@pytest.mark.parametrize(
    "spec", [spec for spec in games.CATALOGUE if isinstance(games.load(spec).show(), (Grid, Pits, Points))]
)
def test_every_cell_of_a_board_is_drawn_in_a_rectangle_of_its_own(spec):
    picture = games.load(spec).show()
    for way in layouts(picture, PAINTED, 80, Marks(), generous=True)[:2]:
        found = {}
        for y, line in enumerate(way()):
            x = 0
            for span in line:
                for column in range(x, x + text_width(span.text)):
                    found.setdefault(span.place, set()).add((column, y))
                x += text_width(span.text)
        for place in product(range(len(picture.rows)), range(len(picture.rows[0]))):
            columns, rows = zip(*found[place], strict=True)
            assert len(found[place]) == (max(columns) - min(columns) + 1) * (max(rows) - min(rows) + 1)


@pytest.mark.parametrize("spec", BOARDS)
def test_every_word_on_a_board_is_read_in_the_safe_theme(spec):
    themes, rng = [replace(THEMES["safe"], depth=depth) for depth in (Depth.TRUE, Depth.INDEXED)], random.Random(spec)
    game = games.load(spec)
    while game.score() is None:
        move = rng.choice(game.moves())
        game.make(move)
        if rng.random() < 0.05 or game.score() is not None:
            for way in painted_layouts(game.show(), PAINTED, move_marks(game, move), generous=True):
                for span in (span for line in way() for span in line if any(map(str.isalnum, span.text))):
                    for style in (theme.style(span.role) for theme in themes):
                        if style.fg and style.bg and "~" not in span.role:
                            assert contrast(style.fg, style.bg) >= 4.5, span


@pytest.mark.parametrize("window", [(40, 12), (80, 24), (120, 40), (200, 60)], ids=str)
@pytest.mark.parametrize("spec", list(games.CATALOGUE))
def test_a_board_grows_with_the_window_and_never_beyond_it(spec, window):
    picture = games.load(spec).show()
    lines = draw(picture, PAINTED, *window[:1], height=window[1], generous=True)
    smallest = draw(picture, PAINTED, 0)
    if len(smallest) <= window[1] and max(map(line_width, smallest)) <= window[0]:
        assert len(lines) <= window[1]
        assert max(map(line_width, lines)) <= window[0]


def test_cells_have_one_two_and_three_lines():
    heights = [len(painted("othello", width=200, height=height)) for height in (10, 18, 26, 60)]
    assert heights == [9, 17, 25, 33]


def test_a_stone_is_drawn_in_its_seats_colour_and_a_hole_is_dark():
    lines = painted("connect-four", "4 5", height=20)
    assert roles_at(lines, (5, 3)) >= {"red/frame"}
    assert roles_at(lines, (5, 4)) >= {"yellow/frame"}
    assert "hole/frame" in roles_at(lines, (0, 0))
    assert written(lines)[-1].split() == list("1234567")


def test_the_last_move_the_cursor_and_its_targets_have_marks_of_different_form():
    marks = Marks(last=[(0, 0)], came=[(0, 2)], cursor=(0, 4), targets=[(0, 6)])
    for height, signs in ((9, ["[ ]", "( )", "> <", "{ }"]), (17, ["┏   ┓", "╭   ╮", "┌   ┐", "╭   ╮"])):
        first = written(painted("othello", marks=marks, height=height))[0]
        assert [sign in first for sign in signs] == [True] * 4


def test_the_line_that_won_is_lit_and_all_else_dimmed():
    lines = painted("connect-four", "1 2 1 2 1 2 1")
    for row in range(2, 6):
        assert "red/lit" in roles_at(lines, (row, 0))
        assert not any("~" in role for role in roles_at(lines, (row, 0)))
    assert "yellow~/frame" in roles_at(lines, (5, 1))
    assert any("•" in line for line in written(lines))


def test_with_16_colours_a_piece_bears_its_letter():
    for spec, letters in (
        ("connect-four", "RY"),
        ("othello", "BW"),
        ("checkers", "BW"),
        ("backgammon", "WB"),
        ("hex", "RB"),
    ):
        moves = {"connect-four": "4 4", "hex": "f6 e7"}.get(spec, "")
        text = "".join(written(painted(spec, moves, LETTERED)))
        assert all(letter in text for letter in letters)
        if spec != "hex":
            assert not set("".join(written(painted(spec, moves)))) & set(letters)


def test_kings_have_a_k():
    board = Grid(
        ((Cell("b", 0), Cell("B", 0)),),
        pieces=(("b", "man"), ("B", "king")),
        ground=Ground.CHEQUERED,
        colours=("black", "white"),
    )
    assert "".join(written(draw(board, PAINTED, 80))).count("K") == 1


def test_eaten_chocolate_is_not_marked():
    lines = painted("yucky-chocolate", "R1", height=30)
    assert not set("[]┏┓") & set("".join(written(lines)))
    assert "bar/" not in {role[:4] for role in roles_at(lines, (3, 6))}


def test_black_is_read_on_a_plain_board():
    board = Grid(((Cell("B", 0), Cell("W", 1)),), pieces=(("B", "disc"), ("W", "disc")), colours=("black", "white"))
    roles = {span.role for line in draw(board, PAINTED, 80) for span in line if "black" in span.role}
    assert roles
    assert all("slate" not in role for role in roles)


def test_a_word_on_a_board_of_somebodys_own_is_written():
    board = Grid(((Cell("ab", 0), Cell("7")),), ("1",), ("x", "y"))
    text = " ".join(written(draw(board, PAINTED, 80)))
    assert all(word in text.split() for word in ("ab", "7", "1", "x", "y"))
    slanted = replace(board, form=Form.SLANTED)
    assert "ab" in " ".join(written(draw(slanted, PAINTED, 80)))


def test_points_show_checkers_bar_and_dice():
    empty = Heap("", 0)
    rows = (Heap("13", 7, 0), *[empty] * 11), (Heap("12", 2, 1), *[empty] * 11)
    lines = draw(Points(rows, bar=(0, 1), off=(3, 0), dice=(6, 1)), PAINTED, 100, height=40, generous=True)
    text = written(lines)
    assert sum(line.count("7") for line in text) == 1
    assert sum(line.count("●") for line in text) == 7
    assert any("off 3" in line for line in text)
    roles = {span.role for line in lines for span in line}
    assert {"point/table", "point2/table"} <= roles
    assert any(role.startswith("black/well") or role.endswith("/black") for role in roles)


@pytest.mark.parametrize("columns", [40, 54, 62, 80, 120])
@pytest.mark.parametrize("signs", [ASCII, UNICODE, PAINTED])
def test_all_four_dice_of_a_double_are_on_the_board(columns, signs):
    start = games.load("backgammon").show()
    shown = replace(start, dice=(4, 4, 4, 4))
    with_dice, without = (written(draw(each, signs, columns, height=20)) for each in (shown, replace(start, dice=())))
    dice = "".join(new for new, old in zip(with_dice, without, strict=True) if new != old)
    assert dice.count("4") == 4 or dice.count("●") == 16
    assert max(map(len, with_dice)) == max(map(len, without))


def test_cards_show_their_suit_and_hidden_ones_their_back():
    hands = Hands((Hand("You", ("10h",)), Hand("Ann", ("?",)), Hand("Bob", ("K",))))
    large, small, *_ = (way() for way in layouts(hands, PAINTED, 80, Marks()))
    assert sum(line.count("♥") for line in written(large)) == 3
    assert any("░" in line for line in written(large))
    assert [line.split() for line in written(small)] == [["You", "10♥"], ["Ann", "?"], ["Bob", "K"]]


def test_dice_show_their_pips():
    lines = draw(Hands((Hand("You", ("3", "6", "?")),)), PAINTED, 80)
    assert sum(line.count("●") for line in written(lines)) == 9
    assert sum(line.count("?") for line in written(lines)) == 1


@pytest.mark.parametrize(("signs", "shown"), [(PAINTED, "●"), (UNICODE, "5"), (ASCII, "5")])
def test_a_die_lies_below_heaps(signs, shown):
    heaps = Heaps((Heap("First", 0), Heap("Second", 0)))
    without, rolled = ("\n".join(written(draw(each, signs, 80))) for each in (heaps, replace(heaps, dice=(5,))))
    assert "Die" in rolled
    assert rolled.count(shown) - without.count(shown) == (5 if signs is PAINTED else 1)


# The pieces of chess.


def cell_texts(lines, place):
    """The rows of text of one cell."""
    return tuple("".join(span.text for span in line if span.place == place) for line in lines)


def looks_of_pieces(width, height, **kind):
    """How each kind of piece of both seats is drawn at the start of chess in a window of that size, on its square."""
    drawn = painted("chess", signs=replace(PAINTED, **kind), width=width, height=height)
    rows = {word: (0, column) for column, word in enumerate(("rook", "knight", "bishop", "queen", "king"))}
    return {word: "".join(cell_texts(drawn, place)) for word, place in (rows | {"pawn": (1, 0)}).items()}


@pytest.mark.parametrize("kind", ["drawings", "signs", "letters"])
@pytest.mark.parametrize("size", [(40, 12), (57, 20), (80, 40)], ids=str)
def test_each_kind_of_piece_of_chess_looks_different(kind, size):
    assert len({*looks_of_pieces(*size, figures=kind).values()}) == 6


def test_a_setting_chooses_drawings_signs_or_letters_in_cells_of_two_rows():
    drawn, signs, letters = (looks_of_pieces(57, 20, figures=kind) for kind in ("drawings", "signs", "letters"))
    assert not any(letter in text for text in drawn.values() for letter in "RNBQKP♜♞♝♛♚♟")
    assert [text.strip() for text in signs.values()] == ["♜", "♞", "♝", "♛", "♚", "♟\ufe0e"]
    assert [letter in text for letter, text in zip("RNBQK", letters.values())] == [True] * 5


def test_without_colours_of_their_own_the_seats_of_chess_differ_in_sign():
    drawn = painted("chess", signs=LETTERED, width=57, height=20)
    assert "".join(cell_texts(drawn, (0, 4))).strip() == "♚"
    assert "".join(cell_texts(drawn, (7, 4))).strip() == "♔"


def test_boards_in_text_show_the_letters_of_pieces_if_these_are_wanted():
    board = "\n".join(written(painted("chess", signs=replace(UNICODE, figures="letters"), width=57, height=20)))
    assert "k" in board and "K" in board and "♚" not in board


def test_the_black_pawn_is_marked_as_text_so_that_no_terminal_shows_an_emoji():
    for signs in (PAINTED, UNICODE, LETTERED):
        board = "\n".join(written(painted("chess", signs=signs, width=40, height=12)))
        assert board.count("♟") == board.count("♟\ufe0e") > 0


CHECK = "e4 d6 Bb5+"
MATE = "f3 e5 g4 Qh4#"


@pytest.mark.parametrize(("moves", "king"), [(CHECK, (0, 4)), (MATE, (7, 4))], ids=["check", "mate"])
def test_the_king_in_check_or_mated_is_lit_and_marked(moves, king):
    for size in ((40, 12), (57, 20), (80, 40)):
        drawn = painted("chess", moves, width=size[0], height=size[1])
        roles, text = roles_at(drawn, king), "".join(cell_texts(drawn, king))
        assert any(role.rstrip("!_").endswith("/threat") for role in roles)
        assert "!" in text


def test_nothing_is_lit_if_no_king_is_in_check():
    drawn = painted("chess", "e4 e5", width=57, height=20)
    assert not any("threat" in span.role for line in drawn for span in line)


def test_the_king_in_check_is_marked_without_colours_too():
    board = "\n".join(written(painted("chess", CHECK, signs=UNICODE, width=57, height=20)))
    assert "!♚!" in board
    assert "!♔!" in "\n".join(written(painted("chess", MATE, signs=UNICODE, width=57, height=20)))


@pytest.mark.parametrize("height", [60, 8])
def test_an_empty_point_of_an_area_bears_the_colour_of_its_side_and_without_colours_its_letter(height):
    marks = move_marks(games.load("go:5", position=COUNTED), None, counted=True)
    for signs in (PAINTED, LETTERED):
        lines = draw(games.load("go:5", position=COUNTED).show(), signs, 80, marks, height, generous=True)
        for place, colour, letter in (((0, 0), "black", "b"), ((4, 2), "white", "w")):
            assert any(colour in role for role in roles_at(lines, place))
            if signs is LETTERED:
                assert any(letter in span.text for line in lines for span in line if span.place == place)
        assert not any("black" in role or "white" in role for role in roles_at(lines, (2, 2)))
