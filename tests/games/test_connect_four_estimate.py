"""Connect four: the estimate against a plain second implementation, and the moves that playouts draw."""

import random

import pytest

import games
from games.connect_four import ConnectFour


@pytest.mark.parametrize("shape", ["columns=7,rows=6", "columns=5,rows=4", "columns=9,rows=6", "columns=5,line=3"])
def test_what_four_in_line_are_worth_is_what_general_lines_are(shape):
    rng, game = random.Random(shape), games.load(f"connect-four:{shape}")
    for _ in range(40):
        twin = game.copy()
        for _ in range(rng.randrange(20)):
            if twin.score() is None:
                twin.make(rng.choice(twin.moves()))
        assert twin.estimate() == plain_estimate(twin), twin.position()


def plain_estimate(game):
    """Lines open to X minus those open to O, and eight times the empty places that make a line, from what is shown."""
    options = dict(zip(("columns", "rows"), (len(game.show().rows[0]), len(game.show().rows)), strict=True))
    marks = [[cell.mark for cell in row] for row in game.show().rows]
    found, threats = 0, (set(), set())
    line = 3 if options == {"columns": 5, "rows": 6} else 4
    for row in range(options["rows"]):
        for column in range(options["columns"]):
            for down, across in ((0, 1), (1, 0), (1, 1), (1, -1)):
                cells = [(row + down * each, column + across * each) for each in range(line)]
                if all(0 <= y < options["rows"] and 0 <= x < options["columns"] for y, x in cells):
                    held = [marks[y][x] for y, x in cells]
                    found += ("Y" not in held) - ("R" not in held)
                    for seat, mark in enumerate("RY"):
                        if held.count(mark) == line - 1 and "" in held:
                            threats[seat].add(cells[held.index("")])
    return found + 8 * (len(threats[0]) - len(threats[1]))


def test_a_playout_draws_the_moves_of_the_list_while_all_columns_are_open():
    rng, drawn = random.Random(3), 0
    for _ in range(60):
        game = ConnectFour()
        while game.score() is None:
            number, moves = rng.getrandbits(64), game.moves()
            move = game.playout_move(number)
            assert move == (moves[(number >> 32) * 7 >> 32] if len(moves) == 7 else -1)
            drawn += move >= 0
            game.make(rng.choice(moves))
        assert game.playout_move(1) == -1
    assert drawn > 500
