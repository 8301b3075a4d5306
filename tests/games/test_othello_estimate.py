"""Othello's static evaluation and order of moves, against the same written plainly."""

import random

import pytest

from games.othello import patterns as othello_patterns
from games.othello import Othello
from players.minimax import MinimaxPlayer

WORTHS = othello_patterns.read()


def patterns(size):
    """The squares of all patterns, with those that are each other's images in one set."""
    shapes = [[(row, column) for row in range(3) for column in range(3)]]
    shapes += [[(row, column) for column in range(size)] for row in range(size // 2)]
    shapes += [[(step, size - squares + step) for step in range(squares)] for squares in range(size, 3, -1)]
    found = []
    for shape in shapes:
        by_place = {frozenset(image): image for image in images(shape, size)}
        found.append(set(by_place.values()))
    return found


def images(shape, size):
    """The squares as they lie on the board turned and mirrored."""
    for _ in range(4):
        shape = [(column, size - 1 - row) for row, column in shape]
        yield tuple(shape)
        yield tuple((column, row) for row, column in shape)


def plain_estimate(game, size):
    """The worths of all patterns for Black, square by square."""
    rows = [[cell.seat for cell in row] for row in game.show().rows]
    discs = sum(seat is not None for row in rows for seat in row)
    stage = sum(discs >= start for start in othello_patterns.STARTS[size]) - 1
    starts = othello_patterns.starts(size)
    total = 0
    for start, squares_of_images in zip(starts, patterns(size), strict=False):
        for squares in squares_of_images:
            digits = [{None: 0, game.turn: 1}.get(rows[row][column], 2) for row, column in squares]
            contents = sum(digit * 3**place for place, digit in enumerate(digits))
            worth = WORTHS[size][stage * starts[-1] + start + contents]
            total += worth - 256 if worth > 127 else worth
    return total if game.turn == 0 else -total


def random_positions(size, games):
    """The positions of random games."""
    rng = random.Random(size)
    for _ in range(games):
        game = Othello(size)
        while moves := game.moves():
            yield game
            game.make(rng.choice(moves))


def seen_from(game, size, change):
    """The same position with the colours exchanged, or turned, or mirrored."""
    squares, turn = game.position().split()
    rows = [squares[size * row : size * row + size] for row in range(size)]
    if change == "colours":
        squares, turn = squares.translate(str.maketrans("XO", "OX")), "XO"[turn == "X"]
    elif change == "turned":
        squares = "".join("".join(row[column] for row in rows[::-1]) for column in range(size))
    else:
        squares = "".join(row[::-1] for row in rows)
    twin = Othello(size)
    twin.set_position(f"{squares} {turn}")
    return twin


@pytest.mark.parametrize("size", [6, 8])
def test_the_estimate_is_what_the_patterns_are_worth_square_by_square(size):
    for game in random_positions(size, 4):
        assert game.estimate() == plain_estimate(game, size)


@pytest.mark.parametrize("size", [4, 6, 8, 10])
def test_the_estimate_is_as_good_for_either_colour_and_from_every_side(size):
    for game in random_positions(size, 2):
        assert seen_from(game, size, "colours").estimate() == -game.estimate()
        assert seen_from(game, size, "turned").estimate() == game.estimate()
        assert seen_from(game, size, "mirrored").estimate() == game.estimate()


@pytest.mark.parametrize("size", [6, 8])
def test_the_estimate_tells_by_how_much_games_end(size):
    # In quarters of a disc; the true score is found by search. A guess of 0 would be off by the spread.
    rng, missed, spread = random.Random(1), 0, 0
    for _ in range(40):
        game = Othello(size)
        while game.moves() and sum(cell.seat is None for row in game.show().rows for cell in row) > 6:
            game.make(rng.choice(game.moves()))
        if game.moves():
            true = MinimaxPlayer().think(game).value * (1 - 2 * game.turn)
            missed += (true - game.estimate() / 4) ** 2
            spread += true**2
    assert missed < spread * 0.6


def test_contents_share_a_worth_with_their_images_only():
    for squares in (4, 5, 6):
        lines = [tuple(number // 3**place % 3 for place in range(squares)) for number in range(3**squares)]
        shared = {}
        for line, first in zip(lines, othello_patterns.firsts(squares), strict=True):
            shared.setdefault(first, set()).add(line)
        assert all(alike == {line, line[::-1]} for alike in shared.values() for line in alike)
    corner = othello_patterns.transposed()
    assert [corner[corner[number]] for number in range(3**9)] == list(range(3**9))
    assert len(set(othello_patterns.firsts(9))) == (3**9 + 3**6) // 2


@pytest.mark.parametrize("size", [4, 8, 10])
def test_moves_that_leave_few_answers_come_first(size):
    last = "abcdefghij"[size - 1]
    corners = {"a1", f"a{size}", f"{last}1", f"{last}{size}"}
    for game in random_positions(size, 2):
        ranked = dict(game.ranked())
        assert list(ranked) == game.moves()
        for move, rank in ranked.items():
            twin = game.copy()
            twin.make(move)
            answers = len([answer for answer in twin.moves() if twin.cells(answer)])
            if size == 10 or not game.cells(move):
                assert rank == 0
            else:
                assert rank == 6 * (game.text(move) in corners) - answers
