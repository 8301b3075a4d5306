"""Gomoku: its rules, texts and picture, values known from elsewhere, its estimate and its order of moves."""

import math
import random
from functools import cache

import pytest
from lockstep import GAMES, agree
from reference import leaves, positions

import games
from games.adapters.python_adapter import unmake_unchecked
from games.gomoku import Gomoku
from games.laws import faults
from games.perft import perft
from games.picture import Cell
from players.minimax import MinimaxPlayer
from referee.support.build import life
from tests.helpers.random_games import played_in

COMPILED = life() == "compiled"
FOUR = "f8 f9 g8 g9 h8 h9 i8 i9"


played = played_in(Gomoku)


def forced(game):
    return sorted(game.text(move) for move in game.forcing())


@pytest.mark.skipif(not COMPILED, reason="takes a minute interpreted")
def test_the_usual_board_obeys_the_laws():
    assert [str(fault) for fault in faults(deep(), games=2, seed=1)] == []


def deep():
    """Return a game on the usual board after 212 random moves, so that the laws take less time."""
    rng, game = random.Random(1), Gomoku(line=15)
    for _ in range(212):
        game.make(rng.choice(game.moves()))
    return game


@pytest.mark.parametrize(("size", "depth"), [(15, 2), (19, 1), (5, 3)])
def test_counts_before_any_line_is_possible_are_products(size, depth):
    assert perft(Gomoku(size, size), depth) == math.perm(size * size, depth)


def test_three_by_three_is_tic_tac_toe():
    # 255,168 games: OEIS A061221; 5,478 positions: OpenSpiel, tic_tac_toe.h, kNumberStates.
    game = Gomoku(3, 3, 3)
    assert [perft(game, depth) for depth in (1, 5, 6)] == [9, 15120, 54720]
    assert len(positions(game)) == 5478
    if COMPILED:
        assert leaves(game) == 255_168


@pytest.mark.parametrize(
    ("columns", "rows", "line", "value"),
    # J. W. H. M. Uiterwijk and H. J. van den Herik, "The advantage of the initiative", Information Sciences 122, 2000.
    [(3, 3, 3, 0), (4, 3, 3, 1), (3, 4, 3, 1), (4, 4, 3, 1), (4, 4, 4, 0), (2, 2, 2, 1), (5, 2, 3, 0), (2, 1, 2, 0)],
)
def test_small_boards_have_their_known_values(columns, rows, line, value):
    if not COMPILED and line == 4:
        pytest.skip("takes too long interpreted")
    thought = MinimaxPlayer(nodes=20_000_000).think(Gomoku(columns, rows, line))
    assert (thought.proven, thought.value) == (True, value)


def action(width):
    """Number cells row by row as OpenSpiel does; it counts from the top, which no rule can tell from the bottom."""
    return lambda game, move: width * (int(game.text(move)[1:]) - 1) + ord(game.text(move)[0]) - ord("a")


@pytest.mark.parametrize(
    ("spec", "peer", "width"),
    [
        # More than five win there as here. In its mnk m is the width and n the height.
        ("gomoku", "gomoku(size=15)", 15),
        ("gomoku:columns=7,rows=7,line=4", "gomoku(size=7,connect=4)", 7),
        ("gomoku:columns=7,rows=5,line=4", "mnk(m=7,n=5,k=4)", 7),
    ],
)
def test_random_games_go_as_in_openspiel(spec, peer, width):
    agree(spec, peer, action(width), count=GAMES // 5 if width == 15 else GAMES)


# A second implementation: what stands where, by its text.


def completes(stones, text, line, exact):
    """Return whether the stone stands in a line of this length among `stones`."""
    column, row = ord(text[0]), int(text[1:])
    for across, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
        size = 1
        for sign in (1, -1):
            number = 1
            while f"{chr(column + sign * number * across)}{row + sign * number * up}" in stones:
                size, number = size + 1, number + 1
        if size == line or (size > line and not exact):
            return True
    return False


@pytest.mark.parametrize(("columns", "rows", "line"), [(6, 5, 3), (9, 2, 3), (8, 8, 4), (4, 3, 2)])
@pytest.mark.parametrize("exact", [False, True])
def test_random_games_go_as_in_the_second_implementation(columns, rows, line, exact):
    rng, scores = random.Random(columns), set()
    for _ in range(60 if COMPILED else 30):
        game, stones = Gomoku(columns, rows, line, exact), (set(), set())
        empty = {f"{'abcdefghi'[column]}{row + 1}" for column in range(columns) for row in range(rows)}
        won = False
        while empty and not won:
            assert {game.text(move) for move in game.moves()} == empty
            lines = {text for text in empty if completes(stones[game.turn], text, line, exact)}
            stops = {text for text in empty if completes(stones[1 - game.turn], text, line, exact)}
            assert not (lines or stops) or set(forced(game)) == (lines or stops)
            text = rng.choice(sorted(empty))
            empty.remove(text)
            stones[game.turn].add(text)
            won = text in lines
            game.make(game.parse(text))
        scores.add(game.score())
        assert (game.moves(), game.score()) == ([], (1 if game.turn else -1) if won else 0)
    assert {1, -1} <= scores


def test_six_in_line_do_not_win_an_exact_game():
    six = "a1 a3 b1 b3 c1 c3 e1 e3 f1 g3 d1"
    game = played(six, exact=True)
    assert (game.score(), len(game.moves())) == (None, 225 - 11)
    assert forced(game) == ["d3"]
    later = played(six + " d3", exact=True)
    assert (later.score(), later.reason()) == (-1, "five in a row, a3 to e3")
    assert played(six + " f3 o15 d3", exact=True).score() is None  # seven
    both = played("b1 o1 b2 o2 b3 o3 b4 o4 a1 o6 c1 o8 d1 o9 f1 m9 g1 n1 e1", exact=True)
    assert (both.score(), forced(both)) == (None, ["b5"])
    both.make(both.parse("m1"))
    both.make(both.parse("b5"))
    assert (both.score(), both.reason()) == (1, "five in a column, b1 to b5")


def test_a_line_does_not_run_over_the_edge():
    assert played("m8 a1 n8 a3 o8 a5 a9 a7 b9").score() is None
    assert played("m8 a1 n8 a3 o8 a5 a8 a7 b8").score() is None


def test_the_picture_has_the_first_row_below():
    game = played("b1 c3 a2", columns=3, rows=4, line=3)
    picture = game.show()
    assert ["".join(cell.mark or "." for cell in row) for row in picture.rows] == ["...", "..W", "B..", ".B."]
    assert (picture.row_labels, picture.column_labels) == (("4", "3", "2", "1"), ("a", "b", "c"))
    assert picture.rows[1][2] == Cell("W", 1)
    move = game.parse("c4")
    assert game.cells(move) == ((0, 2),)
    game.make(move)
    assert game.cells(move) == ((0, 2),)
    assert game.show().rows[0][2] == Cell("W", 1)


def test_the_middle_comes_first_and_then_what_is_near_a_stone():
    game = Gomoku()
    assert game.text(game.moves()[0]) == "h8"
    game.make(game.parse("c3"))
    near = {game.text(move) for move in game.moves()[:16]}
    assert near == set("c4 c2 b3 d3 b2 d4 b4 d2 c5 c1 a3 e3 a1 e5 a5 e1".split())


def test_forcing_moves_are_wins_or_stops_or_forks_or_fours_with_a_three():
    assert forced(Gomoku()) == []
    assert forced(played(FOUR)) == ["e8", "j8"]
    assert forced(played(FOUR + " a1")) == ["e9", "j9"]
    assert forced(played("f8 a1 g8 a3 h8 a5 i8")) == ["e8", "j8"]
    assert forced(played("f8 a1 g8 a3 h8 a5")) == ["e8", "i8"]
    assert forced(played("f8 e8 g8 a3 h8 a5")) == []
    assert forced(played("f8 e8 g8 a3 h8 a5 i6 a7 i5 c1")) == ["i8"]  # it makes a three too


def test_lines_too_long_for_exact_rules_count_nothing():
    texts = "a1 g1 b1 g3"
    assert played(texts, columns=7, rows=3, line=3, exact=True).estimate() > 0
    longer = played("a1 a3 c1 g3 d1", columns=7, rows=3, line=3, exact=True)
    assert "b1" not in forced(longer)
    assert "b1" in forced(played("a1 a3 c1 g3 d1", columns=7, rows=3, line=3))


# By kind, as games/gomoku/kinds.py has them: 0 nobody can fill a line, 9 five.
WEIGHTS = 0, 0, 0, 2, 4, 6, 18, 24, 60, 100
ESTIMATED = [
    "columns=9,rows=9", "columns=7,rows=6,line=4", "columns=6,rows=6,line=4,exact=yes", "columns=4,rows=4,line=3",
    "columns=9,rows=8,line=5,exact=yes", "columns=9,rows=5,line=6", "columns=5,rows=3,line=2", "columns=15,rows=12",
    "columns=5,rows=5,line=3,misere=yes", "columns=5,rows=4,line=3,exact=yes",
]  # fmt: skip


# A second implementation: lines are strings of x (own), o (the other's, or beyond the edge) and dots.


def strip(board, cell, way, seat, line):
    """Return the line through the cell, `line` cells and one more to either side, with a stone of the seat on it."""
    places = [(cell[0] + way[0] * number, cell[1] + way[1] * number) for number in range(-line - 1, line + 2)]
    found = "".join(
        "o" if place not in board else ".xo"[(board[place] != seat) + 1] if board[place] is not None else "."
        for place in places
    )
    return found[: line + 1] + "x" + found[line + 2 :]


def kind(text, line, exact):
    """Return the kind of line that the stone in the middle makes."""
    middle = len(text) // 2
    starts = [start for start in range(middle - line + 1, middle + 1) if fits(text, start, line, exact)]
    if not starts:
        return 0
    lacks = min(text[start : start + line].count(".") for start in starts)
    least = [start for start in starts if text[start : start + line].count(".") == lacks]
    if lacks == 0:
        return 9
    if lacks == 1:
        return 7 + (len({text.index(".", start) for start in least}) > 1)
    opens = any(start + 1 in least and text[start] == text[start + line] == "." for start in least)
    return 2 * max(4 - lacks, 0) + 1 + opens


def fits(text, start, line, exact):
    """Return whether the side can fill the line from `start`, and whether it would count."""
    return "o" not in text[start : start + line] and not (exact and "x" in text[start - 1] + text[start + line])


OWNERS = {"B": 0, "W": 1, "": None}


def board_of(game):
    return {
        (row, column): OWNERS[cell.mark]
        for row, cells in enumerate(game.show().rows)
        for column, cell in enumerate(cells)
    }


def kinds(game, seat, line, exact):
    """Return for each free cell the kinds of the four lines that a stone of the seat makes there."""
    board, ways = board_of(game), ((0, 1), (1, 0), (1, 1), (1, -1))
    free = [cell for cell in board if board[cell] is None]
    return {cell: [kind(strip(board, cell, way, seat, line), line, exact) for way in ways] for cell in free}


def threat(found):
    """Return the threat: 5 five, 4 open four or two fours, 3 four and three, 2 two threes, 1 four, 0 none."""
    fours, threes = found.count(7), found.count(6)
    if 9 in found:
        return 5
    if 8 in found or fours > 1:
        return 4
    return (3 if threes else 1) if fours else 2 if threes > 1 else 0


def estimated(game, line, exact, misere):
    mine, theirs = (kinds(game, seat, line, exact) for seat in (game.turn, 1 - game.turn))
    ahead = sum(WEIGHTS[each] for found in mine.values() for each in found)
    ahead -= sum(WEIGHTS[each] for found in theirs.values() for each in found)
    sign = -1 if game.turn else 1
    if misere:
        return -sign * ahead
    can, could = ([threat(each) for each in found.values()] for found in (mine, theirs))
    two = 2 if 2 in can and 1 not in could else 0
    more = (
        30_000 if 5 in can
        else -20_000 if 5 in could
        else 15_000 if 4 in can
        else -6000 if could.count(4) > 3
        else -20 if 4 in could
        else 6000 if 3 in can
        else 3000 if two
        else 20
    )  # fmt: skip
    return sign * (ahead + more)


@pytest.mark.parametrize("shape", ESTIMATED)
def test_the_estimate_is_what_the_second_implementation_says(shape):
    rng, game = random.Random(shape), games.load(f"gomoku:{shape}")
    options = dict(part.split("=") for part in shape.split(","))
    line, exact = int(options.get("line", 5)), "exact" in options
    for _ in range((1 if "15" in shape else 4) if COMPILED else 1):
        twin = game.copy()
        while moves := twin.moves():
            if rng.random() < 0.3:  # not at each move: several stones may be new at once
                assert twin.estimate() == estimated(twin, line, exact, "misere" in options)
            move = rng.choice(moves[:12])
            if rng.random() < 0.3:
                twin.estimate()
                twin.make(move)
                twin.estimate()
                twin.unmake(move)
            twin.make(move)


class WhiteFirst(Gomoku):
    """Gomoku in a class of Python, which may set who is to move."""


def test_the_estimate_of_a_position_is_turned_round_with_its_colours():
    rng = random.Random(3)
    for _ in range(20):
        game, turned = Gomoku(9, 9), WhiteFirst(9, 9)
        turned.turn = 1
        for _ in range(rng.randrange(5, 40)):
            if moves := game.moves():
                move = rng.choice(moves[:10])
                game.make(move)
                turned.make(move)
        if game.score() is None:
            assert game.estimate() == -turned.estimate()
            assert (game.ranked(), game.forcing()) == (turned.ranked(), turned.forcing())


def worth(game, choose):
    """Return 1000 minus the plies to a win for the seat to move, the negative for a loss, 0 for a draw."""

    @cache
    def search(line):
        twin = game.copy()
        for move in line:
            twin.make(move)
        if twin.score() is not None:
            return -1000 * abs(twin.score())
        found = max(-search((*line, move)) for move in choose(twin))
        return found - (found > 0) + (found < 0)

    return search(())


def kept(game):
    return [move for move, _ in game.ranked()]


@pytest.mark.parametrize(
    "shape", ["columns=4,rows=4,line=3", "columns=5,rows=4,line=4", "columns=5,rows=4,line=4,exact=yes"]
)
def test_moves_left_out_do_no_better(shape):
    rng, fewer = random.Random(shape), 0
    for _ in range(60 if COMPILED else 8):
        game = games.load(f"gomoku:{shape}")
        while game.score() is None and len(game.moves()) > 6:
            game.make(rng.choice(game.moves()))
        if game.score() is None:
            fewer += len(kept(game)) < len(game.moves())
            assert worth(game, kept) == worth(game, Gomoku.moves)
    assert fewer


def test_an_open_three_is_answered_in_its_line_or_by_a_four():
    game = played("h8 a1 i8 b2 j8")
    assert game.urgent()
    assert {game.text(move) for move in kept(game)} == {"g8", "k8"}
    assert not played("h8 a1 i8 b2").urgent()
    assert played("h8 a1 i8 b2 j8 c3 k8").urgent()


def test_a_turn_is_skipped_only_without_a_threat_to_answer():
    game = played("h8 a1 i8 b2")
    key = game.key()
    assert game.skip()
    assert (game.turn, game.key() != key) == (1, True)
    unmake_unchecked(game, -1)
    assert (game.turn, game.key()) == (0, key)
    assert not played("h8 a1 i8 b2 j8").skip()


def test_a_chain_of_fours_is_seen_beyond_the_horizon():
    # h8 makes a four, and once i8 has stopped that h7 makes two; h7 first wins too.
    game = played("e8 d8 f8 h4 g8 f9 h5 a1 h6 c2 i6 e1 j5 g2")
    thought = MinimaxPlayer(depth=1).think(game)
    assert game.text(thought.move) in ("h7", "h8")
    assert thought.value > 10_000
