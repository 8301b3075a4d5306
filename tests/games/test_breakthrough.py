"""Breakthrough: its rules against OpenSpiel and a plain second implementation, its notation, picture and ends."""

import random
from functools import cache

import pytest

import games
from games.breakthrough import Breakthrough
from games.game import IllegalMove
from games.laws import faults
from players.minimax import MinimaxPlayer
from referee.batches.plan import Plan
from referee.drawing.glyphs import ASCII
from referee.drawing.highlights import move_marks
from referee.drawing.picture import draw
from tests.helpers.cases import every_case

VARIANTS = ["", ":columns=2,rows=4", ":columns=3,rows=5", ":columns=7", ":columns=2", ":columns=5,rows=6", ":rows=4"]


def played(texts, **options):
    """The position after those moves."""
    game = Breakthrough(**options)
    for text in texts.split():
        game.make(game.parse(text))
    return game


@pytest.mark.parametrize("variant", VARIANTS)
def test_it_obeys_the_laws(variant):
    count = 2 if variant in ("", ":columns=7") else 4
    assert [str(fault) for fault in faults(games.load("breakthrough" + variant), games=count, seed=4)] == []


def test_random_games_are_as_long_as_elsewhere():
    # RBG: 64.2 moves a game, the first seat wins 51 %.
    rng, plies, won = random.Random(1), 0, 0
    for _ in range(800):
        game = Breakthrough()
        while moves := game.moves():
            game.make(rng.choice(moves))
            plies += 1
        won += game.score() == 1
    assert abs(plies / 800 - 64.2) < 2
    assert abs(won / 800 - 0.51) < 0.06


# A second implementation: a board is a tuple of rows of letters, always seen by the seat to move, which walks down it.


def turned(rows):
    """The board as the other seat sees it."""
    return tuple(row[::-1].swapcase() for row in rows[::-1])


def after(rows):
    """The boards that a move leads to, as the other seat sees them; the mover's pawns are capitals."""
    width = len(rows[0])
    for row, column in ((row, column) for row in range(len(rows) - 1) for column in range(width)):
        for to in range(max(column - 1, 0), min(column + 2, width)):
            if rows[row][column] == "P" and rows[row + 1][to] in ("." if to == column else ".p"):
                board = [list(line) for line in rows]
                board[row][column], board[row + 1][to] = ".", "P"
                yield turned(tuple("".join(line) for line in board))


@cache
def outcome(rows):
    """(whether the seat to move wins, after how many plies): wins sought soonest, losses put off longest."""
    if "p" in rows[0] or "P" not in "".join(rows):
        return False, 0
    found = [outcome(board) for board in after(rows)]
    losses = [plies for wins, plies in found if not wins]
    return (True, 1 + min(losses)) if losses else (False, 1 + max(plies for _, plies in found))


def start(columns, rows):
    """The second implementation's board at the start."""
    return ("P" * columns,) * 2 + ("." * columns,) * (rows - 4) + ("p" * columns,) * 2


def board_of(game):
    """The game's board for the second implementation: White, the first row first, as White sees it, or turned."""
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


@pytest.mark.parametrize("entry", ["a2-a3", "A2 A3", "a2a3", "a2xa3", " a2 - a3 "])
def test_a_step_is_understood(entry):
    assert Breakthrough().text(Breakthrough().parse(entry)) == "a2-a3"


@pytest.mark.parametrize("entry", ["b2xc3", "b2-c3", "B2 C3", "b2c3", "b2:c3", "b2xc3*", "B2 x C3"])
def test_a_capture_is_understood(entry):
    game = Breakthrough(3, 4)
    assert game.text(game.parse(entry)) == "b2xc3"


@every_case("entry", ["a2", "a2-a4", "a2-a3-a4", "a3-a2", "i2-i3", "a2-a9", "a2-", "a7-a6", "x", ""])
def test_what_is_no_move_is_refused(entry):
    with pytest.raises(IllegalMove):
        Breakthrough().parse(entry)


def test_wins_come_first_then_captures_then_the_rest():
    game = played("b2-a3 b4-b3 a3-b4 b3xa2", columns=2, rows=5)
    texts = [game.text(move) for move in game.moves()]
    assert texts[:2] == ["b4xa5", "b1xa2"]
    assert not any("x" in text for text in texts[2:])
    assert [game.text(move) for move in game.forcing()] == texts[:2]


@pytest.mark.parametrize(
    ("columns", "rows", "moves", "score", "reason"),
    [
        (3, 4, "c2xb3 c3-c2 b3xa4", 1, "White reached a4"),
        (2, 5, "a2-a3 a4-b3 a3-a4 b3-a2 b2-b3 a2xb1", -1, "Black reached b1"),
        (2, 5, "a2-a3 b4-b3 a1-a2 a5-b4 a3xb4 b3xa2 b1xa2 a4-b3 a2xb3 b5-a4 b3xa4", 1, "White took the last pawn"),
        (2, 5, "a2-a3 b4xa3 a1-a2 a3xb2 a2-b3 a4xb3 b1-a2 b3xa2", -1, "Black took the last pawn"),
    ],
)
def test_an_end_has_its_reason(columns, rows, moves, score, reason):
    game = played(moves, columns=columns, rows=rows)
    assert (game.score(), game.reason(), game.moves()) == (score, reason, [])


BOARD = """\
   +---+---+---+
 4 | B | B | B |
   +---+---+---+
 3 | B | B |[W]|
   +---+---+---+
 2 | W |( )| W |
   +---+---+---+
 1 | W | W | W |
   +---+---+---+
     a   b   c"""


def test_the_board_is_drawn_with_the_last_move_in_brackets():
    game = Breakthrough(3, 4)
    move = game.parse("b2xc3")
    game.make(move)
    lines = draw(game.show(), ASCII, 40, move_marks(game, move))
    assert "\n".join("".join(span.text for span in line).rstrip() for line in lines) == BOARD


def test_the_estimate_counts_pawns_and_only_the_move_at_the_start():
    assert Breakthrough().estimate() == 16
    assert played("b2xc3", columns=3, rows=4).estimate() > 0
    assert played("b2-b3 a4xb3", columns=3, rows=5).estimate() < 0


@pytest.mark.parametrize("wrong", [{"columns": 1}, {"columns": 9}, {"rows": 2}, {"rows": 9}, {"columns": True}])
def test_a_board_that_does_not_fit_is_refused(wrong):
    with pytest.raises(ValueError, match=r"must be a whole number from (2|3) to 8$"):
        Breakthrough(**wrong)


def test_a_search_of_few_plies_beats_random_play():
    plan = Plan("breakthrough:columns=5,rows=6", ("minimax:depth=3", "random"), seed=3, swap=True)
    assert sum(plan.task(number).result().record.winner == "minimax" for number in range(20)) >= 19
