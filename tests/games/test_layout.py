"""The cells of games as evaluations that are learnt read them, against what their pictures show."""

import random

import pytest

import games
from games.base.rule_values import RuleError
from games.game import Game
from games.layout import Layout, layout_of
from games.picture import Cell, Grid
from games.layout.from_picture import cells_of, picture_layout, read_picture
from games.base.planes import Planes
from tests.helpers.cases import every_case

TOLD = (
    "tic-tac-toe", "hexapawn", "hexapawn:columns=4,rows=5", "connect-four", "connect-four:columns=5,rows=4",
    "breakthrough", "breakthrough:columns=5,rows=6", "othello", "othello:size=6", "checkers", "hex:size=5",
    "hex:size=5,rows=4", "dots-and-boxes", "dots-and-boxes:rows=2,columns=4",
)  # fmt: skip
SHOWN = (
    "nim", "chips", "yucky-chocolate", "gomoku:columns=7,rows=7,line=4", "kalah", "go:size=5", "chess", "othello:size=10",
)  # fmt: skip


def walk(spec, seed):
    rng, game = random.Random(seed), games.load(spec)
    yield game
    while game.score() is None:
        game.make(rng.choice(game.moves()))
        yield game


def contents(game):
    """Return the contents of the cells, by their numbers."""
    layout = layout_of(game)
    planes = Planes(layout.kinds, len(layout.cells))
    game.collect_contents(planes)
    return planes.contents()


@every_case("spec", TOLD)
def test_contents_are_within_the_layout_and_only_on_cells(spec):
    for seed in range(5):
        for game in walk(spec, seed):
            layout = layout_of(game)
            for content, cell in zip(contents(game), layout.cells, strict=True):
                assert 0 <= content < layout.kinds
                assert cell is not None or content == 0


@pytest.mark.parametrize("spec", TOLD)
def test_contents_are_equal_exactly_for_positions_that_look_alike(spec):
    by_contents = {}
    for seed in range(20):
        for game in walk(spec, seed):
            if game.score() is None:
                by_contents.setdefault((game.turn, *contents(game)), set()).add(stones(game))
    assert all(len(found) == 1 for found in by_contents.values())


def stones(game):
    """Return the stones on the board, without the note and without hints for the mover."""
    return tuple(text for text in cells_of(game.show()) if text not in {"A0", "B1"})


@every_case("spec", TOLD)
def test_symmetries_are_permutations_of_cells_that_form_a_group(spec):
    layout = layout_of(games.load(spec))
    found, whole = set(layout.symmetries), set(range(len(layout.cells)))
    assert layout.symmetries[0] == tuple(range(len(layout.cells)))
    for one in layout.symmetries:
        assert set(one) == whole
        assert all((layout.cells[place] is None) == (layout.cells[one[place]] is None) for place in whole)
        for other in layout.symmetries:
            assert tuple(one[place] for place in other) in found


def mirrored(spec, seed, change):
    """Yield the contents of positions of a random game and of the game with each move changed, and the layout."""
    rng, game, image = random.Random(seed), games.load(spec), games.load(spec)
    while game.score() is None:
        move = rng.choice(game.moves())
        text = change(game.text(move))
        game.make(move)
        image.make(image.parse(text))
        yield contents(game), contents(image), layout_of(game)


@pytest.mark.parametrize(
    ("spec", "change"),
    [
        ("connect-four", lambda text: str(8 - int(text))),
        ("breakthrough", lambda text: text.translate(str.maketrans("abcdefgh", "hgfedcba"))),
        ("hexapawn", lambda text: text.translate(str.maketrans("abc", "cba"))),
        ("tic-tac-toe", lambda text: str({1: 3, 3: 1, 4: 6, 6: 4, 7: 9, 9: 7}.get(int(text), int(text)))),
    ],
)  # fmt: skip
def test_a_game_and_its_mirror_image_hold_mirrored_contents(spec, change):
    for seed in range(5):
        for one, other, layout in mirrored(spec, seed, change):
            images = {tuple(one[place] for place in symmetry) for symmetry in layout.symmetries}
            assert tuple(other) in images


@pytest.mark.parametrize("spec", ["breakthrough", "checkers", "othello", "hexapawn"])
def test_the_board_at_the_start_looks_alike_to_both_seats(spec):
    game = type("Own", (type(games.load(spec)),), {})()  # whose turn may be set
    first = contents(game)
    game.turn = 1
    if spec != "othello":  # whose four discs differ by a turn of the board
        assert contents(game) == first


@pytest.mark.parametrize("spec", SHOWN)
def test_a_game_without_a_layout_is_read_from_its_picture(spec):
    start = games.load(spec)
    layout = picture_layout(start)
    assert layout == picture_layout(start)  # drawn by the same random games
    for game in walk(spec, 3):
        read = read_picture(game.show(), layout)
        assert len(read) == len(layout.cells)
        assert all(0 <= content < layout.kinds for content in read)
        shown = cells_of(game.show(), layout.most)
        assert [number > 0 for number in read] == [text in layout.marks for text in shown]


@pytest.mark.parametrize("spec", ["kuhn-poker", "liars-dice", "pig"])
def test_a_game_that_hides_something_or_shows_no_board_has_no_cells(spec):
    assert picture_layout(games.load(spec)) is None


@pytest.mark.parametrize(
    ("spec", "most"),
    [("nim", 21), ("nim:sticks=1000", 1000), ("nim:heaps=30/30/30", 26), ("nim:heaps=1/2/3", 3), ("kalah", 15)],
)
def test_numbers_of_things_are_distinguished_as_long_as_the_table_is_small(spec, most):
    layout = picture_layout(games.load(spec))
    assert layout.most == most
    assert set(layout.marks) == {str(number) for number in range(1, most + 1)}


class Stroll(Game):
    """A piece walks along a row; `shown` counts the pictures of all copies."""

    shown = 0

    def __init__(self, stuck=-1):
        self.turn, self.left, self.stuck = 0, 5, stuck

    def moves(self):
        return [0, 1] if self.left != self.stuck else []

    def make(self, move):
        self.left -= 1

    def score(self):
        return None if self.left else 0

    def show(self, seat=None):
        Stroll.shown += 1
        return Grid(rows=(tuple(Cell("X", 0) if self.left == place else Cell() for place in range(6)),))


def test_random_games_end_where_nothing_new_is_shown():
    assert picture_layout(Stroll()).marks == ("X0",)
    assert Stroll.shown < 200


def test_missing_moves_while_the_game_goes_on_are_a_rule_error():
    with pytest.raises(RuleError, match=r"\.moves must return .*: it is empty"):
        picture_layout(Stroll(stuck=1))


def test_a_picture_of_another_size_is_refused():
    layout = picture_layout(games.load("gomoku:columns=7,rows=7"))
    with pytest.raises(ValueError, match="other cells"):
        read_picture(games.load("gomoku:columns=8,rows=7").show(), layout)


def test_planes_store_contents_and_refuse_wrong_ones():
    planes = Planes(3, 100)
    given = [number % 3 for number in range(100)]
    planes.set_contents(given)
    assert planes.contents() == given
    for wrong, why in [([3], "says 3 for cell 0"), ([0, -1], "says -1 for cell 1"), ([0] * 101, "for cell 100 of 100")]:
        with pytest.raises(ValueError, match=why):
            planes.set_contents(wrong)
    with pytest.raises(ValueError, match="there are 32"):
        Planes(9, 600)


@pytest.mark.parametrize(
    ("kinds", "symmetries", "why"),
    [
        (2, ((0, 1, 2), (0, 0, 2)), "must exchange its 3 cells"),
        (2, ((0, 1, 2), (0, 1)), "must exchange its 3 cells"),
        (2, ((0, 1, 2), (2, 1, 0)), "must exchange its 3 cells"),
        (2, ((1, 0, 2),), "a first symmetry that changes nothing"),
        (2, (), "a first symmetry that changes nothing"),
        (0, ((0, 1, 2),), "must have contents"),
    ],
)
def test_a_layout_that_makes_no_sense_is_refused(kinds, symmetries, why):
    with pytest.raises(ValueError, match=why):
        Layout(((0, 0), (0, 1), None), kinds, symmetries, False)
