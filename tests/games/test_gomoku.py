"""Gomoku: its rules, its notation, its picture, and what is known of it and of other m,n,k games from elsewhere."""

import math
import random

import pytest
from lockstep import GAMES, agree
from reference import leaves, positions

import games
from games.game import IllegalMove
from games.gomoku import Gomoku
from games.laws import faults
from games.perft import perft
from games.picture import Cell
from players.minimax import MinimaxPlayer
from referee.batches.plan import Plan
from referee.support.build import life

SHAPES = [
    "columns=3,rows=3,line=3", "columns=5,rows=5,line=4", "columns=4,rows=5,line=3,exact=yes", "columns=7,rows=1,line=3",
    "columns=1,rows=8,line=4,exact=yes", "columns=3,rows=2,line=2", "columns=4,rows=4,line=2,exact=yes",
]  # fmt: skip
COMPILED = life() == "compiled"
FOUR = "f8 f9 g8 g9 h8 h9 i8 i9"


def played(texts, **options):
    """The game after those moves."""
    game = Gomoku(**options)
    for text in texts.split():
        game.make(game.parse(text))
    return game


def forced(game):
    """The texts of the forcing moves."""
    return sorted(game.text(move) for move in game.forcing())


@pytest.mark.parametrize("shape", SHAPES)
def test_every_shape_obeys_the_laws(shape):
    assert [str(fault) for fault in faults(games.load(f"gomoku:{shape}"), games=3 if COMPILED else 1, seed=1)] == []


@pytest.mark.skipif(not COMPILED, reason="takes a minute interpreted")
def test_the_usual_board_obeys_the_laws():
    assert [str(fault) for fault in faults(deep(), games=2, seed=1)] == []


def deep():
    """A game on the usual board after 212 random moves, so that the laws need not try all that go before."""
    rng, game = random.Random(1), Gomoku(line=15)
    for _ in range(212):
        game.make(rng.choice(game.moves()))
    return game


# What is known from elsewhere.


@pytest.mark.parametrize(("size", "depth"), [(15, 2), (19, 1), (5, 3)])
def test_no_line_is_made_so_soon_that_counts_are_products(size, depth):
    assert perft(Gomoku(size, size), depth) == math.perm(size * size, depth)


def test_three_by_three_is_tic_tac_toe():
    # 255,168 games: OEIS A061221; 5,478 positions: OpenSpiel, tic_tac_toe.h, kNumberStates.
    game = Gomoku(3, 3, 3)
    assert [perft(game, depth) for depth in (1, 5, 6)] == [9, 15120, 54720]
    assert len(positions(game)) == 5478
    if COMPILED:
        assert leaves(game) == 255_168


def test_random_games_go_as_in_tic_tac_toe():
    numbers = {f"{column}{row}": str(10 - 3 * row + place) for place, column in enumerate("abc") for row in (1, 2, 3)}
    rng = random.Random(1)
    for _ in range(200):
        game, other = Gomoku(3, 3, 3), games.load("tic-tac-toe")
        while moves := game.moves():
            texts = [numbers[game.text(move)] for move in moves]
            assert (sorted(texts), game.turn) == (sorted(map(other.text, other.moves())), other.turn)
            chosen = rng.randrange(len(moves))
            game.make(moves[chosen])
            other.make(other.parse(texts[chosen]))
        assert (other.moves(), game.score()) == ([], other.score())


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
    """OpenSpiel numbers cells row by row; its rows count from the top, which no rule can tell from the bottom."""
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
    """Whether the stone of that text stands in a line of that length among those of its side."""
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


@pytest.mark.parametrize("exact", [False, True])
def test_moves_that_fork_are_those_after_which_two_cells_win_else_fours_are_forcing(exact):
    rng, seen = random.Random(4), 0
    for _ in range(100 if COMPILED else 8):
        game = Gomoku(6, 5, 4, exact)
        while moves := game.moves():
            if not wins(game, 0) and not wins(game, 1):
                threats = {move: len(wins(game, game.turn, move)) for move in moves}
                forks = [move for move in moves if threats[move] > 1]
                assert sorted(game.forcing()) == sorted(forks) or not forks
                assert all(threats[move] for move in game.forcing())
                seen += bool(forks)
            game.make(rng.choice(moves))
    assert seen > 3


def wins(game, seat, first=None):
    """The moves with which that seat would win if it moved now, or after that move of its own."""
    twin = game.copy()
    if first is not None:
        twin.make(first)
    found = []
    for move in twin.moves():
        twin.turn = seat
        twin.make(move)
        found += [move] * (twin.score() == 1 - 2 * seat)
        twin.unmake(move)
    return found


# Ends and reasons.


@pytest.mark.parametrize(
    ("texts", "score", "reason"),
    [
        (FOUR + " j8", 1, "five in a row, f8 to j8"),
        ("a1 o15 a2 o14 a3 o13 a4 o12 h8 o11", -1, "five in a column, o11 to o15"),
        ("a1 a2 b2 a3 d4 a4 e5 a6 c3", 1, "five in a diagonal, a1 to e5"),
        ("a5 a2 b4 a3 d2 a4 e1 a6 c3", 1, "five in a diagonal, a5 to e1"),
        ("a1 a2 b1 b2 c1 c2 e1 e2 f1 f2 d1", 1, "six in a row, a1 to f1"),
    ],
)
def test_an_end_has_its_reason(texts, score, reason):
    game = played(texts)
    assert (game.score(), game.reason(), game.moves(), game.forcing()) == (score, reason, [], [])


def test_six_are_no_exact_five_and_the_game_goes_on():
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


def test_a_full_board_is_a_draw():
    game = played("a1 b1 c1 a2 b2 c2", columns=3, rows=2, line=3)
    assert (game.score(), game.reason(), game.moves()) == (0, "the board is full", [])


# Notation and picture.


@pytest.mark.parametrize("entry", ["h8", "H8", " h 8 ", "h-8", "8h", "8 H"])
def test_a_cell_is_understood(entry):
    assert Gomoku().text(Gomoku().parse(entry)) == "h8"


@pytest.mark.parametrize("entry", ["p1", "a16", "a0", "h", "8", "", "h8h8", "aa1", "f8"])
def test_what_is_no_empty_cell_is_refused(entry):
    with pytest.raises(IllegalMove, match=r"legal: a1 to a15, b1 to b15"):
        played("f8").parse(entry)


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


# For stronger play.


def test_the_middle_comes_first_and_then_what_is_near_a_stone():
    game = Gomoku()
    assert game.text(game.moves()[0]) == "h8"
    game.make(game.parse("c3"))
    near = {game.text(move) for move in game.moves()[:16]}
    assert near == set("c4 c2 b3 d3 b2 d4 b4 d2 c5 c1 a3 e3 a1 e5 a5 e1".split())


def test_wins_are_forcing_else_stops_else_forks_else_fours_that_make_a_three():
    assert forced(Gomoku()) == []
    assert forced(played(FOUR)) == ["e8", "j8"]
    assert forced(played(FOUR + " a1")) == ["e9", "j9"]
    assert forced(played("f8 a1 g8 a3 h8 a5 i8")) == ["e8", "j8"]
    assert forced(played("f8 a1 g8 a3 h8 a5")) == ["e8", "i8"]
    assert forced(played("f8 e8 g8 a3 h8 a5")) == []
    assert forced(played("f8 e8 g8 a3 h8 a5 i6 a7 i5 c1")) == ["i8"]  # it makes a three too


def test_lines_that_would_run_on_count_nothing_where_they_must_be_exact():
    texts = "a1 g1 b1 g3"
    assert played(texts, columns=7, rows=3, line=3, exact=True).estimate() > 0
    longer = played("a1 a3 c1 g3 d1", columns=7, rows=3, line=3, exact=True)
    assert "b1" not in forced(longer)
    assert "b1" in forced(played("a1 a3 c1 g3 d1", columns=7, rows=3, line=3))


def test_minimax_takes_a_win_and_stops_a_loss():
    player = MinimaxPlayer(depth=2)
    for texts, answers in ((FOUR, ("e8", "j8")), ("e8 f8 a1 g8 a3 h8 o1 i8", ("j8",))):
        game = played(texts, columns=15, rows=9)
        assert game.text(player.choose(game, math.inf)) in answers


def test_a_search_of_few_plies_beats_random_play():
    plan = Plan("gomoku:columns=7,rows=7,line=4", ("minimax:depth=2", "random"), seed=3, swap=True)
    count = 20 if COMPILED else 6
    assert sum(plan.task(number).result().record.winner == "minimax" for number in range(count)) >= count - 1


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("columns=0", "columns=0 must be a whole number from 1 to 19"),
        ("rows=20", "rows=20 must be a whole number from 1 to 19"),
        ("line=1", "line=1 must be a whole number from 2 to 19"),
        ("columns=4,rows=3", "line=5 must be at most 4, the longer side of the board"),
        ("exact=maybe", "exact=maybe must be yes or no"),
    ],
)
def test_wrong_options_are_refused_by_what_is_allowed(spec, message):
    with pytest.raises(games.SpecError) as caught:
        games.load(f"gomoku:{spec}")
    assert str(caught.value).endswith(message)
