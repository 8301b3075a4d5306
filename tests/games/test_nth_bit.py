"""Moves that playouts draw from words: the same as from the list, without one."""

import random

import pytest

import games
from games.base.nth_bit import nth


def test_the_bits_of_a_word_have_numbers_from_the_lowest_on():
    assert [nth(0b1011_0001, number) for number in range(4)] == [0, 4, 5, 7]
    assert (nth(1 << 63, 0), nth((1 << 64) - 1, 63), nth((1 << 64) - 1, 8)) == (63, 63, 8)


@pytest.mark.parametrize(
    "spec", ["othello", "othello:size=4", "othello:size=6", "breakthrough", "breakthrough:columns=5,rows=6", "c4"]
)
def test_what_is_drawn_is_what_the_list_would_give(spec):
    rng, drawn = random.Random(spec), 0
    for _ in range(12):
        game = games.load(spec)
        while game.score() is None:
            moves = game.moves()
            for place in range(len(moves)):
                number = ((place << 32) // len(moves) + 1) << 32  # just above the bound of that place
                move = game.playout_move(number)
                assert move in (moves[place], -1)
                drawn += move >= 0
            game.make(rng.choice(moves))
        assert game.playout_move(rng.getrandbits(64)) == -1
    assert drawn > 200
