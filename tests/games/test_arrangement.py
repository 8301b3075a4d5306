"""Boards on which positions are set up: what is changed on them, what it is called, and what their texts lead to."""

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import games
from games.arrangement import Arrangement, arrange_board
from games.capabilities import arrangement_of
from games.game import Game
from games.laws.hidden import draw_move
from games.laws.positions import an_arrangement_begins_with_the_position
from games.boards.board_text import write_board
from games.picture import BESIDE, Cell, Grid, Pits, Points, flaws
from games.laws.scene import Scene, is_over
from referee.drawing.glyphs import ASCII
from referee.drawing.picture import draw
from referee.support.build import life
from tests.helpers.cases import every_case

SPECS = (
    "tic-tac-toe", "gomoku:7,line=4", "hex:4,swap=yes", "hex:3,rows=5", "hexapawn", "breakthrough:4,rows=5", "connect-four",
    "othello", "othello:10", "checkers", "kalah", "kalah:pits=3,seeds=2", "dots-and-boxes", "backgammon",
    "backgammon:cube=yes,away=3/5",
)  # fmt: skip
MANY = 300 if life() == "compiled" else 30


def made(game: Game) -> Arrangement:
    found = arrangement_of(game)
    assert found
    return found


def at(spec: str, position: str = "") -> Arrangement:
    return made(games.load(spec, position=position))


def positions(spec: str, count: int) -> Iterator[Game]:
    rng, game = Random(spec), games.load(spec)
    for _ in range(count):
        yield game
        if is_over(game):
            game = games.load(spec)
        else:
            game.make(draw_move(game, rng))


def place_of(found: Arrangement, name: str) -> tuple[int, int]:
    return next(place for place, each in found.names.items() if each == name)


def press(found: Arrangement, name: str, *keys: str) -> None:
    """Put the pieces with these keys on a place."""
    for key in keys:
        found.put(place_of(found, name), next(piece for piece in found.pieces if piece.key == key))


def refusal(spec: str, found: Arrangement) -> str:
    """Return why the game refuses the board."""
    with pytest.raises(ValueError) as refused:  # noqa: PT011  # its words are looked at by the caller
        games.load(spec).set_position(found.text())
    return str(refused.value)


@pytest.mark.parametrize("spec", SPECS)
def test_an_arrangement_begins_with_the_position(spec: str) -> None:
    for game in positions(spec, MANY):
        assert not list(an_arrangement_begins_with_the_position(Scene(game, Random(1), game.copy)))


def test_every_board_that_comes_with_the_program_can_be_arranged() -> None:
    boards = {name for name in games.CATALOGUE if isinstance(games.load(name).show(), (Grid, Pits, Points))}
    assert {name for name in games.CATALOGUE if arrangement_of(games.load(name))} == boards - {"yucky-chocolate"}


@pytest.mark.parametrize("spec", SPECS)
def test_a_piece_that_is_put_and_taken_away_leads_back(spec: str) -> None:
    rng = Random(spec)
    for game in positions(spec, MANY // 5):
        found, text = made(game), game.position()
        free = [place for place in found.names if not found.held(place)[0]]
        if not free:
            continue
        place = rng.choice(free)
        for piece in found.pieces:
            try:
                found.put(place, piece)
            except ValueError:
                continue
            assert found.held(place) == (1, piece)
            assert piece.name in found.describe(place)
            found.take(place)
            assert found.held(place) == (0, None)
            assert found.text() == text or spec == "checkers"  # which counts moves without progress anew


@every_case("spec", SPECS)
def test_a_cleared_board_is_empty_and_the_turn_passes_to_and_fro(spec: str) -> None:
    found = at(spec)
    found.clear()
    assert not any(found.held(place)[0] for place in found.names)
    found.pass_turn()
    one = found.turn, found.text()
    found.pass_turn()
    assert {found.turn, one[0]} == {0, 1}
    assert found.text() != one[1]


EDITS = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 10**6), st.integers(0, 1200)), max_size=30)


@pytest.mark.parametrize("spec", SPECS)
@given(edits=EDITS, walked=st.integers(0, 30))
def test_an_edited_board_can_be_drawn_and_is_a_position_or_refused_in_one_line(
    spec: str, edits: list[tuple[int, int, int]], walked: int
) -> None:
    *_, game = positions(spec, walked + 1)
    found = made(game)
    for edit in edits:
        try:
            change(found, *edit)
        except ValueError as error:
            assert error.args[0]
            assert "\n" not in str(error)
        assert not list(flaws(found.show()))
    draw(found.show(), ASCII, 40)
    assert found.count()
    try:
        games.load(spec).set_position(found.text())
    except ValueError as error:
        assert "\n" not in str(error)
        assert found.find(str(error)) in {None, *found.names}


def change(found: Arrangement, action: int, where: int, what: int) -> None:
    place = [*found.names][where % len(found.names)]
    match action:
        case 0 | 1:
            found.put(place, found.pieces[what % len(found.pieces)])
        case 2:
            found.take(place)
        case 3:
            found.turn_over(place)
        case 4:
            found.fill(place, what)
        case 5:
            found.pass_turn()
        case 6 if found.dice is not None:
            found.roll(f"{where % 7}{what % 7}" if what % 2 else "")


@pytest.mark.parametrize(
    ("spec", "position", "name", "keys", "why"),
    [
        ("checkers", "W:W21,22:B1,K9", "square 30", "b", "a man of Black on square 30 would be a king: K30"),
        ("connect-four", "4", "column 3, row 2 from the bottom", "y", "a stone floats above column 3, row 1 from the"),
        ("hexapawn", "bb1/3/1ww w", "c3", "w", "a pawn of White has reached c3"),
        ("breakthrough:3,rows=5", "b1b/3/3/3/1ww w", "b5", "w", "a pawn of White has reached b5"),
    ],
)
def test_the_message_on_an_impossible_board_leads_to_the_wrong_place(
    spec: str, position: str, name: str, keys: str, why: str
) -> None:
    found = at(spec, position)
    press(found, name, keys)
    found.turn = 0
    said = refusal(spec, found)
    assert said.startswith(why)
    (place,) = [found.find(said)]
    assert place
    assert found.names[place] in said


def test_othello_misses_a_disc_of_the_start() -> None:
    found = at("othello")
    found.take(place_of(found, "d4"))
    assert found.find(refusal("othello", found)) == place_of(found, "d4")


def test_a_message_that_names_no_place_finds_none() -> None:
    found = at("tic-tac-toe")
    press(found, "cell 1", "o")
    assert found.find(refusal("tic-tac-toe", found)) is None


def test_men_and_kings_have_letters_and_a_change_resets_the_moves_without_progress() -> None:
    found = at("checkers", "W:W21,22:B1,K9:H12")
    assert found.text() == "W:W21,22:B1,K9:H12"
    press(found, "square 9", "b")
    press(found, "square 32", "W")
    assert found.text() == "W:W21,22,K32:B1,9"
    assert found.count() == "Black 2, White 3"


def test_seeds_are_counted_put_and_taken() -> None:
    found = at("kalah")
    pit = place_of(found, "South's pit 1")
    found.fill(pit, 12)
    found.put(pit, found.pieces[0])
    found.fill((1, BESIDE), 5)
    assert found.text() == "13,4,4,4,4,4/0 4,4,4,4,4,4/5 South"
    assert found.describe(pit) == "South's pit 1: 13 seeds"
    found.take(pit)
    found.fill(pit, 10**9)
    assert found.find(refusal("kalah", found)) == pit


def test_the_owners_of_boxes_follow_their_lines() -> None:
    found = at("dots-and-boxes:rows=1,columns=2")
    for line in ("a1-b1", "a2-b2", "a1-a2"):
        press(found, line, "-")
    box = place_of(found, "box 1 of row 1 from the bottom")
    with pytest.raises(ValueError, match="box 1 of row 1 from the bottom needs its four lines first"):
        press(found, found.names[box], "a")
    press(found, "b1-b2", "-")
    assert found.text() == "-./|A|../-. A"
    found.turn_over(box)
    assert found.text() == "-./|B|../-. A"
    found.fill(box, 0)
    said = refusal("dots-and-boxes:rows=1,columns=2", found)
    assert said == "box 1 of row 1 from the bottom has all four lines, but no owner: A or B must stand in it"
    assert found.find(said) == box
    press(found, found.names[box], "b")
    found.turn_over(place_of(found, "a1-b1"))
    assert found.text() == "-./|.|../.. A"


def test_checkers_stand_on_points_and_on_the_bar_and_dice_are_set() -> None:
    found = at("backgammon")
    found.clear()
    press(found, "White's point 6", "w", "w", "b", "b", "b")
    press(found, "White's point 1", "w")
    press(found, "the bar of White", "w")
    with pytest.raises(ValueError, match="the bar of White holds White's checkers"):
        press(found, "the bar of White", "b")
    found.roll("62")
    assert (found.turn, found.dice) == (0, "62")
    assert found.text() == "XGID=-A----c------------------A:0:0:1:62:0:0:0:0:0"
    game = games.load("backgammon", position=found.text())
    assert game.show().bar == (1, 0)  # type: ignore[union-attr]
    assert game.show().off == (13, 12)  # type: ignore[union-attr]
    for wrong in ("70", "6", "666", "x"):
        with pytest.raises(ValueError, match="the dice"):
            found.roll(wrong)
    found.fill(place_of(found, "White's point 6"), 16)
    found.put(place_of(found, "the bar of Black"), found.pieces[1])
    assert refusal("backgammon", found) == "Black has 16 checkers, 15 are all"


def test_an_arrangement_shows_each_seat_its_own_view_of_the_points() -> None:
    game = games.load("backgammon")
    found = made(game)
    for seat in (0, 1):
        assert found.show(seat).rows == game.show(seat).rows  # type: ignore[union-attr]
        assert found.show(seat).turned == (seat == 1)  # type: ignore[union-attr]


class Stones(Game):
    """A user's game: stones on a board of two rows."""

    seats = ("White", "Black")
    arrangement = arrange_board

    def __init__(self) -> None:
        self.turn = 0
        self.owners: list[int | None] = [None] * 4

    def show(self, seat: int | None = None) -> Grid:
        cells = [Cell() if owner is None else Cell("KT"[owner], owner) for owner in self.owners]
        return Grid(
            (tuple(cells[:2]), tuple(cells[2:])), ("2", "1"), ("a", "b"), pieces=(("K", "knight"), ("T", "tower"))
        )

    def moves(self) -> list[int]:
        return [place for place, owner in enumerate(self.owners) if owner is None]

    def score(self) -> int | None:
        return None

    def position(self, seat: int | None = None) -> str:
        return write_board(self.show().rows, "kt", self.turn)


def test_a_user_s_game_needs_one_line_for_an_arrangement() -> None:
    game = Stones()
    game.owners[1] = 1
    found = made(game)
    assert found.text() == game.position() == "1t/2 k"
    press(found, "a1", "k")
    assert found.text() == "1t/k1 k"
    assert found.describe(place_of(found, "b2")) == "b2: black tower"
    assert not list(an_arrangement_begins_with_the_position(Scene(game, Random(1), game.copy)))


def test_arranging_a_game_without_a_grid_is_refused() -> None:
    with pytest.raises(TypeError, match="Nim shows no Grid"):
        arrange_board(games.load("nim"))
