"""Hexapawn: its rules, its notation and its picture; values and counts against a search that shares nothing with it."""

import pytest
from reference import leaves, positions

from games.hexapawn import Hexapawn
from games.perft import perft
from players.minimax import MinimaxPlayer
from tests.helpers.random_games import played_in

SIZES = [(2, 3), (2, 6), (3, 3), (3, 4), (3, 5), (4, 3), (4, 4), (5, 3)]


played = played_in(Hexapawn)


def targets(board, rows, mover):
    """Return the moves (from, to) of the mover on {(column, row): pawn} by plain rules."""
    if any(row == (rows - 1 if pawn == "W" else 0) for (_, row), pawn in board.items()):
        return []
    ahead = 1 if mover == "W" else -1
    found = []
    for (column, row), pawn in board.items():
        for side in (-1, 0, 1) if pawn == mover else ():
            there = board.get((column + side, row + ahead))
            onto = column + side, row + ahead
            if there == ("B" if mover == "W" else "W") if side else there is None:
                found.append(((column, row), onto))
    return found


def plain(board, rows, mover, seen):
    """Return whether the mover wins; `seen` gathers all positions."""
    key = frozenset(board.items()), mover
    if key not in seen:
        seen[key] = False
        for start, end in targets(board, rows, mover):
            after = {place: pawn for place, pawn in board.items() if place != start} | {end: mover}
            seen[key] |= not plain(after, rows, "B" if mover == "W" else "W", seen)
    return seen[key]


def opening(columns, rows):
    return {(column, row): pawn for column in range(columns) for row, pawn in ((0, "W"), (rows - 1, "B"))}


def plain_perft(board, rows, mover, depth):
    if depth == 0:
        return 1
    count = 0
    for start, end in targets(board, rows, mover):
        after = {place: pawn for place, pawn in board.items() if place != start} | {end: mover}
        count += plain_perft(after, rows, "B" if mover == "W" else "W", depth - 1)
    return count


@pytest.mark.parametrize(("columns", "rows"), SIZES)
def test_values_and_positions_equal_a_plain_search(columns, rows):
    seen = {}
    thought = MinimaxPlayer().think(Hexapawn(columns, rows))
    assert thought.proven
    assert thought.value == (1 if plain(opening(columns, rows), rows, "W", seen) else -1)
    assert len(positions(Hexapawn(columns, rows))) == len(seen)


def test_black_wins_on_three_by_three_and_white_on_four_by_four():
    # Gardner, Scientific American, March 1962; of four by four ("octopawn") Wikipedia, "Hexapawn", since corrected.
    assert MinimaxPlayer().think(Hexapawn()).value == -1
    assert MinimaxPlayer().think(Hexapawn(4, 4)).value == 1


@pytest.mark.parametrize(("columns", "rows", "depth"), [(3, 3, 7), (4, 4, 6), (3, 8, 5), (8, 3, 4), (8, 8, 3)])
def test_lines_are_as_many_as_by_plain_rules(columns, rows, depth):
    for plies in range(1, depth + 1):
        assert perft(Hexapawn(columns, rows), plies) == plain_perft(opening(columns, rows), rows, "W", plies)


def test_three_by_three_has_134_games_and_135_positions():
    # Of our own counting, by two programs.
    assert leaves(Hexapawn()) == 134
    assert len(positions(Hexapawn())) == 135


def test_the_shortest_way_to_lose_against_perfect_play_has_six_moves():
    # 1. b2 axb2 2. cxb2 c2 3. a2 c1, Wikipedia, "Hexapawn": White's longest resistance.
    assert played("b2 axb2 cxb2 c2 a2 c1").score() == -1
    assert MinimaxPlayer().think(Hexapawn()).distance == 6


def test_captures_come_first_and_are_forcing():
    game = played("b1-b2")
    assert [game.text(move) for move in game.moves()] == ["c3xb2", "a3xb2", "a3-a2", "c3-c2"]
    assert [game.text(move) for move in game.forcing()] == ["c3xb2", "a3xb2"]


def test_a_step_onto_the_last_row_is_forcing():
    game = played("b1-b2 a3xb2 c1xb2 c3-c2 a1-a2")
    assert [game.text(move) for move in game.forcing()] == ["b3xa2", "c2-c1"]


@pytest.mark.parametrize(
    ("line", "estimate"),
    [
        ("", 0),
        ("b1-b2 a3xb2", -1),  # 2 pawns to 3, a clear way each: a1 and b2
        ("b1-b2 a3xb2 c1xb2", 0),  # 2 pawns to 2; a1 and c3 have clear ways
        ("a1-a2 b3xa2 b1xa2 c3-c2", -10),
        ("a1-a2 c3-c2 a2xb3", 10),
    ],
)
def test_an_estimate_counts_pawns_and_clear_ways(line, estimate):
    assert played(line).estimate() == estimate
