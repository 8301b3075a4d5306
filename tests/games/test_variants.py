"""Rules that the literature solves beside the usual ones: their values as published or by a plain second implementation."""

from functools import cache
from random import Random

import pytest
from reference import best, leaves

import games
from games.breakthrough import Breakthrough
from games.gomoku import Gomoku
from games.hex import Hex
from games.hexapawn import Hexapawn
from games.liars_dice import LiarsDice
from games.yucky_chocolate import YuckyChocolate
from referee.support.build import life


@pytest.mark.parametrize("size", [1, 2, 3])
def test_misere_hex_is_won_by_red_on_boards_of_even_size(size):
    # J. C. Lagarias and D. D. Sleator, "Who Wins Misere Hex?", 1999: the first player wins if and only if n is even.
    assert best_of(Hex(size, misere=True)) == (1 if size % 2 == 0 else -1)


@pytest.mark.parametrize(("columns", "rows"), [(2, 3), (3, 2), (3, 4), (4, 3), (2, 5), (5, 2)])
def test_on_an_oblong_board_of_hex_the_side_with_the_shorter_way_wins(columns, rows):
    # M. Gardner, Hexaflexagons and Other Mathematical Diversions, chapter 8: even if the other one moves first.
    assert best_of(Hex(columns, rows=rows)) == (1 if rows < columns else -1)


def best_of(game):
    """Return the score of best play, 1 or -1, by trying moves until one wins."""
    known = {}

    def score_of(here):
        position = here.position()
        if position not in known:
            known[position] = score if (score := here.score()) is not None else best_move(here)
        return known[position]

    def best_move(here):
        won = -1 if here.turn else 1
        for move in here.moves():
            then = here.copy()
            then.make(move)
            if score_of(then) == won:
                return won
        return -won

    return score_of(game)


def joined(game, seat):
    """Return whether the stones of the seat connect its sides."""
    rows = game.show().rows
    high, wide = len(rows), len(rows[0])
    reached = {(0, place) if seat == 0 else (place, 0) for place in range(wide if seat == 0 else high)}
    reached = {(row, column) for row, column in reached if rows[row][column].seat == seat}
    while True:
        steps = {(row + down, column + right) for row, column in reached
                 for down, right in ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))}  # fmt: skip
        more = {
            (row, column)
            for row, column in steps - reached
            if 0 <= row < high and 0 <= column < wide and rows[row][column].seat == seat
        }
        if not more:
            return any(row == high - 1 if seat == 0 else column == wide - 1 for row, column in reached)
        reached |= more


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize(("columns", "rows"), [(3, 5), (6, 2), (1, 4), (4, 1), (5, 4), (19, 3)])
def test_random_games_of_hex_end_where_two_sides_are_joined(columns, rows, misere):
    rng = Random(f"{columns} {rows}")
    for _ in range(20):
        game = Hex(columns, rows=rows, misere=misere)
        while game.score() is None:
            assert not joined(game, 0)
            assert not joined(game, 1)
            mover = game.turn
            game.make(rng.choice(game.moves()))
        assert joined(game, mover)
        assert game.score() == (-1 if misere else 1) * (1 - 2 * mover)
        assert joined(game, 1 - mover) is False
        assert game.reason() == ("Red joined top and bottom", "Blue joined left and right")[mover]
        assert {game.show().rows[row][column].seat for row, column in game.winning_cells()} == {mover}


@pytest.mark.skipif(life() != "compiled", reason="half a million positions")
def test_misere_tic_tac_toe_is_a_draw():
    # The first player takes the centre and then mirrors the other; S. Golomb and A. Hales, "Hypercube Tic-Tac-Toe".
    assert best(Gomoku(3, 3, 3, misere=True))[0] == 0


def test_making_the_line_loses_under_misere():
    rng = Random(3)
    for _ in range(100):
        usual, misere = Gomoku(4, 4, 3), Gomoku(4, 4, 3, misere=True)
        while usual.score() is None:
            assert misere.score() is None
            assert sorted(usual.moves()) == sorted(misere.moves())
            move = rng.choice(usual.moves())
            usual.make(move)
            misere.make(move)
        assert misere.score() == -usual.score()
        if usual.score():
            loser = misere.seats[misere.score() > 0]
            assert misere.reason() == f"{loser} has {usual.reason()}"


def walks(pawns, columns, rows, mover):
    """Yield the positions after the mover's moves in breakthrough; pawns by seat as sets of (column, row)."""
    up = -1 if mover else 1
    for column, row in pawns[mover]:
        for side in (-1, 0, 1):
            to = column + side, row + up
            if 0 <= to[0] < columns and to not in pawns[mover] and (side or to not in pawns[1 - mover]):
                moved, others = pawns[mover] - {(column, row)} | {to}, pawns[1 - mover] - {to}
                yield (others, moved) if mover else (moved, others)


def worth(columns, rows):
    """Return the score of breakthrough with one row of pawns each, by a plain search."""

    @cache
    def score(pawns, mover):
        last = 1 - mover
        far = rows - 1 if last == 0 else 0
        if any(row == far for _, row in pawns[last]) or not pawns[mover]:
            return 1 - 2 * last
        found = [score(then, 1 - mover) for then in walks(pawns, columns, rows, mover)]
        return min(found) if mover else max(found)

    home = [frozenset((column, row) for column in range(columns)) for row in (0, rows - 1)]
    return score(tuple(home), 0)


@pytest.mark.parametrize(("columns", "rows"), [(2, 3), (2, 5), (3, 3), (3, 4), (3, 5), (4, 4)])
def test_breakthrough_with_one_row_is_worth_what_a_plain_search_says(columns, rows):
    assert best_of(Breakthrough(columns, rows, home=1)) == worth(columns, rows)


@pytest.mark.parametrize("rows", range(3, 9))
def test_hexapawn_of_one_column_is_lost_by_the_side_that_cannot_step(rows):
    # The pawns step towards each other until they meet: rows - 2 steps, and who is to move then has lost.
    assert best(Hexapawn(1, rows)) == ((1 if rows % 2 else -1), rows - 2)


@pytest.mark.parametrize(("dice", "sides"), [(1, 2), (1, 3), (1, 4), (2, 2)])
def test_games_of_liars_dice_are_as_many_as_can_be_counted(dice, sides):
    # Each roll is followed by a non-empty set of bids, in rising order, and then the call.
    rolls, bids = sides ** (2 * dice), 2 * dice * sides
    assert leaves(LiarsDice(dice, sides=sides)) == rolls * (2**bids - 1)


@pytest.mark.parametrize(
    ("hands", "said", "wild", "winner"),
    [
        ("3/1", "2x1 liar", "sixes", 0),  # the three is wild
        ("2/1", "2x1 liar", "sixes", 1),
        ("3/1", "2x3 liar", "ones", 0),
        ("3/1", "2x3 liar", "no", 1),
        ("3/3", "1x1 2x3 liar", "sixes", 1),
    ],
)
def test_the_highest_face_of_other_dice_is_wild(hands, said, wild, winner):
    game = LiarsDice(1, wild, sides=3)
    game.set_position(f"{hands} {said}")
    assert game.score() == 1 - 2 * winner


@pytest.mark.parametrize("yucky", ["1/6", "5/1", "3", "1/2/3"])
def test_a_yucky_square_that_is_not_on_the_bar_is_refused(yucky):
    with pytest.raises(games.SpecError, match="must be a row from 1 to 4 and a column from 1 to 5|whole numbers"):
        games.load(f"yucky-chocolate:rows=4,columns=5,yucky={yucky}")


def test_chocolate_is_eaten_from_all_sides_of_the_yucky_square():
    game = YuckyChocolate(4, 5, (2, 3))
    eaten = {game.text(move): set(game.cells(move)) for move in game.moves()}
    rows, columns = range(4), range(5)
    assert eaten == {
        "T1": {(0, column) for column in columns},
        "R1": {(3, column) for column in columns},
        "R2": {(row, column) for row in (2, 3) for column in columns},
        "L1": {(row, 0) for row in rows},
        "L2": {(row, column) for row in rows for column in (0, 1)},
        "C1": {(row, 4) for row in rows},
        "C2": {(row, column) for row in rows for column in (3, 4)},
    }
    for text in ("T1", "L1", "C2"):
        game.make(game.parse(text))
    assert game.position() == "2-4x2-3 Second"
    assert {game.text(move): len(game.cells(move)) for move in game.moves()} == {"R1": 2, "R2": 4, "L1": 3}
