"""Othello: its rules, values known from elsewhere, its texts and board, its estimate and its order of moves."""

import random

import pytest
from reference import best

from games.othello import Othello
from games.othello import patterns as othello_patterns
from players.minimax import MinimaxPlayer
from players.search.alphabeta.pvs import Pvs
from players.search.alphabeta.table import Table
from players.search.clock import Clock
from tests.helpers.random_games import played_in

# Hiroki Takizawa, "Othello is solved", arXiv:2310.19387, figure 1: a game without a mistake, which is a draw.
PERFECT = (
    "f5 d6 c3 d3 c4 f4 f6 f3 e6 e7 d7 c5 b6 d8 c6 c7 d2 b5 a5 a6 a7 g5 e3 b4 c8 g6 g4 c2 e8 d1 f7 e2 g3 h4 f1 e1 f2 "
    "g1 b1 f8 g8 b3 h3 b2 h5 b7 a3 a4 a1 a2 c1 h2 h1 g2 b8 a8 g7 h8 h7 h6"
)
WIPED_OUT = "e6 f4 e3 f6 g5 d6 e7 f5 c5"  # nine moves after which White has no disc


played = played_in(Othello)


def plain_moves(rows, mine):
    """Return the squares where a disc of this mark flips another, by walking from each square."""
    size, found = range(len(rows)), set()
    for row, column in ((row, column) for row in size for column in size if rows[row][column] not in "BW"):
        for down, right in ((down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right):
            line = ""
            while row + down * (len(line) + 1) in size and column + right * (len(line) + 1) in size:
                line += rows[row + down * (len(line) + 1)][column + right * (len(line) + 1)] or "."
            met = line.lstrip("BW".replace(mine, ""))
            if met != line and met[:1] == mine:
                found.add("abcdefghij"[column] + str(row + 1))
    return found


@pytest.mark.parametrize("size", [4, 6, 8, 10])
def test_moves_equal_a_plain_implementation_of_the_rules(size):
    rng = random.Random(size)
    for _ in range(5):
        game = Othello(size)
        while game.moves():
            rows = [[cell.mark.replace("*", "") or " " for cell in row] for row in game.show().rows]
            texts = {game.text(move) for move in game.moves()}
            assert texts - {"pass"} == plain_moves(rows, "BW"[game.turn])
            game.make(rng.choice(game.moves()))
        rows = [[cell.mark or " " for cell in row] for row in game.show().rows]
        assert plain_moves(rows, "B") == plain_moves(rows, "W") == set()


def test_white_wins_on_four_by_four_by_eight():
    # Black 3 discs, White 11, by exhaustive search.
    search = Pvs(Othello(4), Table(1 << 18), Clock())
    search.run()
    assert search.final
    assert MinimaxPlayer().think(Othello(4)).value == -8


def test_alpha_beta_agrees_with_plain_minimax_near_the_end():
    rng = random.Random(5)
    for size in (4, 6, 8):
        game = Othello(size)
        while sum(mark.seat is None for row in game.show().rows for mark in row) > 6 and game.moves():
            game.make(rng.choice(game.moves()))
        if game.moves():
            value = MinimaxPlayer().think(game).value
            assert (value if game.turn == 0 else -value) == best(game)[0]


def test_a_game_without_a_mistake_is_a_draw():
    game = played(PERFECT)
    assert game.score() == 0
    assert game.reason() == "the board is full, 32 discs to 32"


def test_a_side_without_discs_has_lost_and_empty_squares_count_for_nobody():
    game = played(WIPED_OUT)
    assert game.score() == 13
    assert game.moves() == []
    assert game.reason() == "White has no disc left, 13 discs to 0"


def test_a_side_passes_exactly_if_it_cannot_move():
    rng, passes, stuck = random.Random(1), 0, 0
    for _ in range(60):
        game = Othello()
        while game.moves():
            texts = [game.text(move) for move in game.moves()]
            assert "pass" not in texts or texts == ["pass"]
            if texts == ["pass"]:
                passes += 1
                turn, seen = game.turn, game.show().rows
                game.make(game.parse("PA"))
                assert game.turn == 1 - turn and game.moves() and game.text(game.moves()[0]) != "pass"
                continue
            game.make(rng.choice(game.moves()))
        stuck += "neither side can move" in game.reason()
    assert passes > 20
    assert stuck > 0


def test_the_last_move_is_shown_where_its_disc_was_placed():
    for size, text, place in ((8, "d3", (2, 3)), (10, "e4", (3, 4)), (4, "b1", (0, 1))):
        game = Othello(size)
        assert game.cells(game.parse(text)) == (place,)


def test_corners_are_forcing():
    rng, seen = random.Random(3), 0
    for size in (4, 8, 10):
        last = "abcdefghij"[size - 1]
        corners = {"a1", f"a{size}", f"{last}1", f"{last}{size}"}
        game = Othello(size)
        while game.moves():
            assert {game.text(m) for m in game.forcing()} == {game.text(m) for m in game.moves()} & corners
            seen += len(game.forcing())
            game.make(rng.choice(game.moves()))
    assert seen > 4


WORTHS = othello_patterns.read()


def patterns(size):
    """Return the squares of all patterns, with the images of each other in one set."""
    shapes = [[(row, column) for row in range(3) for column in range(3)]]
    shapes += [[(row, column) for column in range(size)] for row in range(size // 2)]
    shapes += [[(step, size - squares + step) for step in range(squares)] for squares in range(size, 3, -1)]
    found = []
    for shape in shapes:
        by_place = {frozenset(image): image for image in images(shape, size)}
        found.append(set(by_place.values()))
    return found


def images(shape, size):
    """Yield the squares on the board turned and mirrored."""
    for _ in range(4):
        shape = [(column, size - 1 - row) for row, column in shape]
        yield tuple(shape)
        yield tuple((column, row) for row, column in shape)


def plain_estimate(game, size):
    """Return the sum of the weights of all patterns for Black, square by square."""
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
    rng = random.Random(size)
    for _ in range(games):
        game = Othello(size)
        while moves := game.moves():
            yield game
            game.make(rng.choice(moves))


def seen_from(game, size, change):
    """Return the position with the colours exchanged, turned, or mirrored."""
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
def test_the_estimate_predicts_the_final_score(size):
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
