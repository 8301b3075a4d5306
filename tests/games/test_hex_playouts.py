"""Playouts of hex: what they answer to the last stone, whole ones, and what is known of a move beforehand."""

import random

import pytest

import games
from games.hex import Hex
from games.move_list import MoveList
from games.adapters.undo import has_priors, plays_out
from tests.helpers.random_games import check_playouts, items
from referee.support.build import life

COMPILED = life() == "compiled"


def played(texts, **options):
    """The position after those moves."""
    game = Hex(**options)
    for text in texts.split():
        game.make(game.parse(text))
    return game


def drawn(game, count=200):
    """The texts of the moves that playouts make there."""
    rng = random.Random(1)
    return {game.text(game.playout_move(rng.getrandbits(64))) for _ in range(count)}


def bridges_broken(game):
    """The cells that save a bridge of the side to move which the last stone breaks, by looking at all pairs."""
    rows = game.show().rows
    mark, size = "RB"[game.turn], len(rows)

    def owner(cell):
        row, column = cell
        if 0 <= row < size and 0 <= column < size:
            return rows[row][column].mark
        return ("R" if not 0 <= row < size else "B") if -1 <= row <= size and -1 <= column <= size else None

    def around(cell):
        return {
            (cell[0] + down, cell[1] + across) for down, across in ((0, -1), (0, 1), (-1, 0), (-1, 1), (1, 0), (1, -1))
        }

    last = game.last
    found = set()
    for cell in around(last):
        if owner(cell) == "":
            both = {other for other in around(last) & around(cell) if owner(other) == mark}
            if len(both) == 2:
                found.add(cell)
    return found


class Remembering(Hex):
    """Hex that knows its last cell."""

    last = None


@pytest.mark.parametrize("size", [3, 5, 8])
def test_a_playout_saves_a_bridge_that_the_last_stone_breaks(size):
    rng, saved = random.Random(size), 0
    for _ in range(20 if COMPILED else 4):
        game = Remembering(size)
        while game.score() is None:
            move = rng.choice(game.moves())
            game.last = game.cells(move)[0]
            game.make(move)
            if game.score() is None and (cells := bridges_broken(game)):
                texts = {game.text(each) for each in game.moves() if game.cells(each)[0] in cells}
                assert drawn(game) == texts
                saved += 1
    assert saved > (10 if COMPILED else 2)


def test_without_a_broken_bridge_any_cell_is_drawn():
    assert len(drawn(played("a1 e5", size=5), 2000)) == 23


@pytest.mark.parametrize(
    "spec", ["hex:size=1", "hex:size=4,misere=yes", "hex:size=5,swap=yes", "hex", "hex:size=7,rows=4"]
)
def test_a_whole_playout_makes_legal_moves_until_the_end(spec):
    check_playouts(spec, 6, 20 if COMPILED else 3)


def test_a_cell_that_both_contend_for_and_one_that_saves_a_bridge_are_known_beforehand():
    game = played("b2 a4", size=5)
    assert game.prior(game.parse("c3")) > game.prior(game.parse("e1"))
    game = played("c2 a1 b4 b3", size=5)  # c2 and b4 are a bridge
    assert game.prior(game.parse("c3")) >= 30
    assert {game.text(move) for move, rank in game.ranked() if rank == max(rank for _, rank in game.ranked())} == {"c3"}
    assert has_priors(game)
    assert plays_out(game) is COMPILED


def test_what_is_known_of_moves_is_the_same_for_both_seats_on_the_board_turned_over():
    rng = random.Random(4)
    for _ in range(20 if COMPILED else 4):
        game, mirrored = Hex(6), type("Own", (Hex,), {})(6)  # of which the turn may be set
        mirrored.turn = 1
        for _ in range(rng.randrange(16)):
            if game.score() is None:
                move = rng.choice(game.moves())
                row, column = game.cells(move)[0]
                image = next(each for each in mirrored.moves() if mirrored.cells(each)[0] == (column, row))
                game.make(move)
                mirrored.make(image)
        if game.score() is None:
            assert game.estimate() == -mirrored.estimate()
            ranks = {game.cells(move)[0]: rank for move, rank in game.ranked()}
            assert ranks == {mirrored.cells(move)[0][::-1]: rank for move, rank in mirrored.ranked()}
