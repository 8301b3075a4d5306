"""Breakthrough: its rules and estimate against second implementations, its texts, picture and ends."""

import heapq
import random
from functools import cache

import pytest

import games
from games.adapters.python_adapter import unmake_unchecked
from games.breakthrough import Breakthrough
from players.minimax import MinimaxPlayer
from tests.helpers.random_games import played_in

played = played_in(Breakthrough)


# A second implementation: a board is a tuple of rows of letters, always seen by the seat to move, which walks down it.


def turned(rows):
    return tuple(row[::-1].swapcase() for row in rows[::-1])


def after(rows):
    """Yield the boards after each move, as the other seat sees them; the mover's pawns are capitals."""
    width = len(rows[0])
    for row, column in ((row, column) for row in range(len(rows) - 1) for column in range(width)):
        for to in range(max(column - 1, 0), min(column + 2, width)):
            if rows[row][column] == "P" and rows[row + 1][to] in ("." if to == column else ".p"):
                board = [list(line) for line in rows]
                board[row][column], board[row + 1][to] = ".", "P"
                yield turned(tuple("".join(line) for line in board))


@cache
def outcome(rows):
    """Return whether the seat to move wins, and the plies: wins soonest, losses latest."""
    if "p" in rows[0] or "P" not in "".join(rows):
        return False, 0
    found = [outcome(board) for board in after(rows)]
    losses = [plies for wins, plies in found if not wins]
    return (True, 1 + min(losses)) if losses else (False, 1 + max(plies for _, plies in found))


def start(columns, rows):
    return ("P" * columns,) * 2 + ("." * columns,) * (rows - 4) + ("p" * columns,) * 2


def board_of(game):
    """Return the game's board for the second implementation, as the seat to move sees it."""
    letters = {"W": "P", "B": "p", "": "."}
    rows = tuple("".join(letters[cell.mark] for cell in row) for row in reversed(game.show().rows))
    return turned(rows) if game.turn else rows


@pytest.mark.parametrize(("columns", "rows"), [(2, 4), (2, 5), (2, 6), (3, 4)])
def test_small_boards_are_worth_what_a_plain_search_says(columns, rows):
    wins, plies = outcome(start(columns, rows))
    thought = MinimaxPlayer(nodes=10_000_000).think(Breakthrough(columns, rows))
    assert (thought.value, thought.distance) == (1 if wins else -1, plies)


@pytest.mark.parametrize(("columns", "rows"), [(2, 8), (3, 5), (5, 6), (7, 4), (8, 8)])
def test_each_move_leads_where_the_second_implementation_says(columns, rows):
    rng = random.Random(columns)
    for _ in range(10):
        game = Breakthrough(columns, rows)
        assert board_of(game) == start(columns, rows)
        while moves := game.moves():
            here = board_of(game)
            twins = [game.copy() for _ in moves]
            for twin, move in zip(twins, moves, strict=True):
                twin.make(move)
            assert sorted(map(board_of, twins)) == sorted(after(here))
            game.make(rng.choice(moves))
        assert outcome(board_of(game)) == (False, 0)


def test_wins_come_first_then_captures_then_the_rest():
    game = played("b2-a3 b4-b3 a3-b4 b3xa2", columns=2, rows=5)
    texts = [game.text(move) for move in game.moves()]
    assert texts[:2] == ["b4xa5", "b1xa2"]
    assert not any("x" in text for text in texts[2:])
    assert [game.text(move) for move in game.forcing()] == texts[:2]


def test_the_estimate_counts_pawns_and_only_the_move_at_the_start():
    assert Breakthrough().estimate() == 16
    assert played("b2xc3", columns=3, rows=4).estimate() > 0
    assert played("b2-b3 a4xb3", columns=3, rows=5).estimate() < 0


SIZES = [(8, 8, 2), (2, 4, 2), (3, 3, 1), (5, 6, 2), (7, 4, 1), (2, 8, 1), (8, 5, 2)]
SURE = 900  # from here on an estimate says that somebody wins within three plies


def positions(columns, rows, home, count=150):
    """Yield positions of random games that are not over."""
    rng = random.Random(f"{columns} {rows} {home}")
    while count:
        game = Breakthrough(columns, rows, home)
        while count and (moves := game.moves()):
            if rng.random() < 0.2:
                count -= 1
                yield game
            game.make(rng.choice(moves))


def at(text):
    game = Breakthrough()
    game.set_position(text)
    return game


def turned_over(game):
    """Return the position with the sides exchanged."""
    board, turn = game.position().translate(str.maketrans("wb", "bw")).split()
    twin = game.copy()
    twin.set_position(f"{'/'.join(reversed(board.split('/')))} {turn}")
    return twin


# The second implementation: cells are (row, column), rows counted from the home row of the seat in question.


def pawns_of(game, seat):
    """Return the seat's pawns, and the other's."""
    rows = game.show().rows if seat else tuple(reversed(game.show().rows))
    placed = [(row, column, cell.seat) for row, cells in enumerate(rows) for column, cell in enumerate(cells)]
    return [{(row, column) for row, column, owner in placed if owner == one} for one in (seat, 1 - seat)]


def steps_from(cell, other, columns):
    """Yield the cells that a pawn can enter, own pawns aside."""
    row, column = cell
    for to in range(max(0, column - 1), min(columns, column + 2)):
        if to != column or (row + 1, to) not in other:
            yield row + 1, to


def moves_to_go(own, other, columns, rows):
    """Return the moves to the far row, by Dijkstra; a guarded cell costs two moves more, guarded twice three."""
    heap = [(0, cell) for cell in own]
    heapq.heapify(heap)
    while heap:
        spent, cell = heapq.heappop(heap)
        if cell[0] == rows - 1:
            return min(10, spent)
        for to in steps_from(cell, other, columns):
            guards = sum((to[0] + 1, to[1] + side) in other for side in (-1, 1))
            heapq.heappush(heap, (spent + 1 + (0, 2, 3)[guards], to))
    raise AssertionError("a pawn can always walk up")


def worth(game, seat):
    """Return the seat's terms of the estimate."""
    own, other = pawns_of(game, seat)
    columns, rows = len(game.show().rows[0]), len(game.show().rows)
    edge = sum(column in (0, columns - 1) for _, column in own)
    walked = sum(row + 8 - rows for row, _ in own)  # the far row counts as the eighth whatever the board
    return 100 * len(own) + 8 * walked - 24 * edge - 45 * moves_to_go(own, other, columns, rows)


def positions_after(game):
    for move in game.moves():
        twin = game.copy()
        twin.make(move)
        yield twin


def wins(game, plies):
    return any(twin.score() is not None or (plies > 2 and loses(twin, plies - 1)) for twin in positions_after(game))


def loses(game, plies):
    return all(twin.score() is None and wins(twin, plies - 1) for twin in positions_after(game))


@pytest.mark.parametrize(("columns", "rows", "home"), SIZES)
def test_the_estimate_is_what_a_plain_count_finds_or_a_win_within_three_plies(columns, rows, home):
    found = set()
    for game in positions(columns, rows, home):
        estimate = game.estimate() if game.turn == 0 else -game.estimate()
        if abs(estimate) < SURE:
            assert estimate == 16 + worth(game, game.turn) - worth(game, 1 - game.turn)
        else:
            found.add(estimate)
            assert wins(game, 1000 - estimate) if estimate > 0 else loses(game, 1000 + estimate)
    assert found >= {999, -998}


@pytest.mark.parametrize(("columns", "rows", "home"), SIZES)
def test_the_estimate_is_the_same_for_either_side(columns, rows, home):
    for game in positions(columns, rows, home):
        assert turned_over(game).estimate() == -game.estimate()


@pytest.mark.parametrize(
    ("position", "estimate"),
    [
        ("8/7w/8/8/8/8/b7/8 w", 999),  # a step wins
        ("8/7w/8/8/8/8/b7/8 b", -999),
        ("8/8/8/7w/8/8/b7/8 w", -998),  # Black's pawn cannot be taken
        ("8/8/8/7w/8/8/b1b5/1w6 w", -998),  # of two, one gets through
        ("8/8/7w/8/8/b7/8/8 w", 997),  # White comes next to the goal first, where nobody takes its pawn
        ("6bb/8/7w/8/8/b7/8/8 w", 16 + 100 + 40 - 24 - 180 - (300 + 40 - 48 - 90)),  # a guarded cell on each way
    ],
)
def test_a_race_that_is_decided_is_known(position, estimate):
    assert at(position).estimate() == estimate


@pytest.mark.parametrize(
    ("position", "skips"),
    [
        ("b7/8/8/8/7b/8/w7/wwww4 w", True),
        ("b7/8/8/8/8/8/w6b/wwww4 w", False),  # Black is about to win
        ("b7/8/8/7b/8/8/w7/w7 w", False),  # White has two pawns
    ],
)
def test_nobody_skips_a_turn_under_a_threat_or_with_few_pawns(position, skips):
    game = at(position)
    assert (game.skip(), game.turn) == (skips, int(skips))


def test_a_turn_that_was_skipped_is_taken_back():
    game = games.load("breakthrough")
    before = game.position()
    assert game.skip()
    assert game.position() != before
    unmake_unchecked(game, -1)
    assert game.position() == before


def test_captures_are_tried_first():
    game = at("8/8/8/8/2b5/1w6/w7/8 w")
    ranked = {game.text(move): rank for move, rank in game.ranked()}
    assert ranked == {"b3xc4": 1, "b3-a4": 0, "b3-b4": 0, "a2-a3": 0}


def test_a_pawn_cannot_step_straight_ahead_onto_another_one():
    assert at("8/w7/8/8/8/8/8/b7 w").estimate() > SURE
    assert at("8/8/w7/8/8/8/8/b7 w").estimate() > SURE
    assert at("2b5/b7/w7/8/8/8/8/8 w").estimate() < SURE  # and the cell on its right is guarded
