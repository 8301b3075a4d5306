"""Yucky chocolate: rules, notation, picture, and what is known of it from elsewhere."""

import random
from math import factorial

import pytest
from reference import best, leaves, positions

import games
from games.game import IllegalMove
from games.laws import faults
from games.perft import perft
from games.yucky_chocolate import YuckyChocolate
from players.minimax import MinimaxPlayer
from referee.drawing.glyphs import ASCII
from referee.drawing.highlights import move_marks
from referee.drawing.picture import draw
from referee.support.build import life
from tests.helpers.cases import every_case

SIZES = [(rows, columns) for rows in range(1, 13) for columns in range(1, 13) if (rows, columns) != (1, 1)]


def after(game, *texts):
    for text in texts:
        game.make(game.parse(text))
    return game


@pytest.mark.parametrize("spec", ["", "rows=1,columns=2", "rows=2,columns=1", "rows=2,columns=2", "rows=1,columns=9",
                                  "rows=5,columns=5", "rows=9,columns=2"])  # fmt: skip
def test_it_obeys_the_laws(spec):
    assert [str(fault) for fault in faults(games.load(f"yucky-chocolate:{spec}"), games=10, seed=1)] == []


# OEIS A289329 (J. Wang, 2017): nim with piles x and n can be played out in 2^(x-n-1) p_n(x) / n! ways; the polynomials
# from their least exponent.
WAYS = {0: [1], 1: [3, 1], 2: [26, 13, 1], 3: [330, 215, 30, 1], 4: [5496, 4350, 851, 54, 1]}


@pytest.mark.parametrize("shorter", WAYS)
def test_there_are_as_many_whole_games_as_of_nim_with_two_heaps(shorter):
    for longer in range(max(shorter, 1), 8):
        polynomial = sum(factor * longer**exponent for exponent, factor in enumerate(WAYS[shorter]))
        ways, rest = divmod(2**longer * polynomial, 2 ** (shorter + 1) * factorial(shorter))
        assert rest == 0
        assert leaves(YuckyChocolate(shorter + 1, longer + 1)) == ways, longer
        assert leaves(YuckyChocolate(longer + 1, shorter + 1)) == ways, longer


def test_two_bars_have_as_many_games_as_listed():
    # The formula above for piles of 6 and 3: 2^2 (330 + 215*6 + 30*6^2 + 6^3) / 3!.
    assert leaves(YuckyChocolate()) == 1944
    # OEIS A289329 lists all 14 games of nim with piles of 2 and 2, by which the plies are counted here:
    # 4 openings, 10 pairs of moves, 12 threes, 6 fours; 2, 6 and 6 games end after two, three and four plies.
    assert [perft(YuckyChocolate(3, 3), depth) for depth in range(1, 6)] == [4, 10, 12, 6, 0]


def test_a_bar_and_its_mirror_image_are_one_position():
    # By turn: 3x3 and 2x2 only first's, 3x2 only second's, 3x1, 2x1 and 1x1 either's.
    assert len(positions(YuckyChocolate(3, 3))) == 9
    assert YuckyChocolate(2, 5).key() == YuckyChocolate(5, 2).key() != YuckyChocolate(2, 6).key()


def test_the_first_seat_wins_exactly_on_bars_that_are_not_square():
    # Bouton 1901: two heaps are lost for the seat to move exactly when they are equal.
    for rows, columns in SIZES:
        thought = MinimaxPlayer().think(YuckyChocolate(rows, columns))
        assert thought.proven
        assert thought.value == (-1 if rows == columns else 1), (rows, columns)


@pytest.mark.parametrize(("rows", "columns"), [(2, 2), (2, 5), (5, 1), (3, 4), (4, 4)])
def test_it_agrees_with_plain_minimax(rows, columns):
    thought = MinimaxPlayer().think(YuckyChocolate(rows, columns))
    assert (thought.value, thought.distance) == best(YuckyChocolate(rows, columns))


@pytest.mark.skipif(life() == "interpreted", reason="a million positions take too long interpreted")
@pytest.mark.parametrize(("rows", "columns"), [(99, 99), (98, 99), (99, 50), (1, 99)])
def test_the_largest_bars_are_solved_within_the_default_budget(rows, columns):
    thought = MinimaxPlayer().think(YuckyChocolate(rows, columns))
    assert thought.proven
    assert thought.value == (-1 if rows == columns else 1)


def test_moves_are_listed_from_the_longer_side_and_the_most():
    game = YuckyChocolate(3, 4)
    assert [game.text(move) for move in game.moves()] == ["C3", "C2", "C1", "R2", "R1"]
    assert (game.estimate(), game.forcing()) == (0, [])
    after(game, "C2")
    assert [game.text(move) for move in game.moves()] == ["R2", "R1", "C1"]
    assert game.listing() == "C1, R1, R2"


@every_case(
    ("entry", "text"),
    [("R3", "R3"), ("r3", "R3"), (" R 3 ", "R3"), ("3 rows", "R3"), ("row 1", "R1"), ("1r", "R1"), ("R03", "R3"),
     ("eat 2 rows", "R2"), ("break off 6 columns", "C6"), ("C 2", "C2"), ("2c", "C2"), ("cols-5", "C5")],
)  # fmt: skip
def test_moves_are_understood_in_several_words(entry, text):
    game = YuckyChocolate()
    assert game.text(game.parse(entry)) == text


@every_case("entry", ["R4", "C7", "R0", "R", "3", "2R1", "C-", "X2", "R3C2", "R\N{SUPERSCRIPT TWO}", "C" * 9])
def test_an_illegal_entry_is_refused_with_the_legal_moves(entry):
    with pytest.raises(IllegalMove) as caught:
        YuckyChocolate().parse(entry)
    assert str(caught.value).startswith(f"{entry!r} is not a legal move here")
    assert str(caught.value).endswith("; legal: C1 to C6, R1 to R3")


def test_the_cells_of_a_move_are_the_squares_it_eats():
    game = YuckyChocolate(3, 4)
    rows, columns = game.parse("R1"), game.parse("C2")
    assert game.cells(rows) == ((2, 0), (2, 1), (2, 2), (2, 3))
    game.make(columns)
    assert game.cells(columns) == ((0, 2), (0, 3), (1, 2), (1, 3), (2, 2), (2, 3))


DRAWN = """\
    +---+---+---+---+
    | Y | # |[:]|[:]|
    +---+---+---+---+
 R1 | # | # |[:]|[:]|
    +---+---+---+---+
    | : | : | : | : |
    +---+---+---+---+
         C1
  R2 eats the bottom 2 rows, C3 the 3
  columns on the right; do not be left
  with Y"""


def lines(game, last):
    """Return the drawn lines, 40 cells wide, in ASCII, without trailing blanks."""
    drawn = draw(game.show(), ASCII, 40, move_marks(game, last))
    return ["".join(span.text for span in line).rstrip() for line in drawn]


def test_the_bar_is_drawn_with_its_crumbs_and_the_moves_at_its_edges():
    game = after(YuckyChocolate(3, 4), "R1")
    last = game.parse("C2")
    game.make(last)
    assert lines(game, last) == DRAWN.splitlines()
    game = YuckyChocolate(1, 3)  # once it is eaten, it drops the advice
    last = game.parse("C2")
    game.make(last)
    assert lines(game, last) == ["    +---+---+---+", "    | Y |[:]|[:]|", "    +---+---+---+"]


@pytest.mark.parametrize(("texts", "score", "reason"), [
    ("C6 R3", -1, "First is left with the yucky square"), ("C3 C2 R2 C1 R1", 1, "Second is left with the yucky square"),
])  # fmt: skip
def test_the_seat_left_with_the_yucky_square_loses(texts, score, reason):
    *texts, last = texts.split()
    game = after(YuckyChocolate(), *texts)
    assert game.score() is None
    after(game, last)
    assert (game.score(), game.moves(), game.reason()) == (score, [], reason)


@every_case(("sizes", "message"), [
    ((0, 7), "rows=0 must be a whole number from 1 to 99"),
    ((4, 100), "columns=100 must be a whole number from 1 to 99"),
    ((4.0, 7), "rows=4.0 must be a whole number from 1 to 99"),
    ((1, 1), "rows=1,columns=1 is the yucky square alone: rows or columns must be at least 2"),
])  # fmt: skip
def test_impossible_bars_are_refused(sizes, message):
    with pytest.raises(ValueError) as caught:
        YuckyChocolate(*sizes)
    assert str(caught.value) == message
