"""Othello: its rules, its counts and values known from elsewhere, its notation and its board."""

import random

import pytest
from reference import best

import games
from games.game import IllegalMove
from games.laws import faults
from games.othello import Othello
from players.minimax import MinimaxPlayer
from players.search.clock import Clock
from players.search.alphabeta.pvs import Pvs
from players.search.alphabeta.table import Table
from referee.drawing.glyphs import ASCII
from referee.drawing.picture import draw

# Hiroki Takizawa, "Othello is solved", arXiv:2310.19387, figure 1: a game without a mistake, which is a draw.
PERFECT = (
    "f5 d6 c3 d3 c4 f4 f6 f3 e6 e7 d7 c5 b6 d8 c6 c7 d2 b5 a5 a6 a7 g5 e3 b4 c8 g6 g4 c2 e8 d1 f7 e2 g3 h4 f1 e1 f2 "
    "g1 b1 f8 g8 b3 h3 b2 h5 b7 a3 a4 a1 a2 c1 h2 h1 g2 b8 a8 g7 h8 h7 h6"
)
WIPED_OUT = "e6 f4 e3 f6 g5 d6 e7 f5 c5"  # nine moves after which White has no disc


def played(texts, size=8):
    """The game after those moves."""
    game = Othello(size)
    for text in texts.split():
        game.make(game.parse(text))
    return game


def drawn(game):
    """The board as it is drawn in ASCII."""
    return "\n".join("".join(span.text for span in line).rstrip() for line in draw(game.show(), ASCII, 80))


@pytest.mark.parametrize("size", [4, 6, 8, 10])
def test_the_laws_hold_on_every_board(size):
    assert [str(fault) for fault in faults(Othello(size), games=3 if size < 8 else 1, seed=size)] == []


def plain_moves(rows, mine):
    """The squares where a disc of that mark flips another, by walking from each: the rules once more, plainly."""
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
def test_moves_are_those_of_the_rules_written_plainly(size):
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


def test_who_cannot_move_must_pass_and_only_then():
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


@pytest.mark.parametrize("entry", ["d3", "D3", " d 3 ", "d-3", "3d", "black d3"])
def test_moves_are_understood_however_they_are_typed(entry):
    assert Othello().text(Othello().parse(entry)) == "d3"


@pytest.mark.parametrize("entry", ["d4", "a1", "e3", "pass", "d33", ""])
def test_what_is_no_move_is_refused(entry):
    with pytest.raises(IllegalMove, match="legal: c4, d3, e6, f5"):
        Othello().parse(entry)


def test_the_board_is_drawn_with_its_legal_moves_starred():
    assert drawn(Othello(4)) == BOARD


BOARD = """\
   +---+---+---+---+
 1 |   | * |   |   |
   +---+---+---+---+
 2 | * | W | B |   |
   +---+---+---+---+
 3 |   | B | W | * |
   +---+---+---+---+
 4 |   |   | * |   |
   +---+---+---+---+
     a   b   c   d
  Black 2, White 2"""


def test_the_last_move_is_shown_where_its_disc_was_placed():
    for size, text, place in ((8, "d3", (2, 3)), (10, "e4", (3, 4)), (4, "b1", (0, 1))):
        game = Othello(size)
        assert game.cells(game.parse(text)) == (place,)


def test_estimates_rank_corners_high_and_the_squares_beside_a_free_corner_low():
    # Against what the other moves of the same position are estimated to bring.
    rng, corners, gifts = random.Random(2), [], []
    for _ in range(50):
        game = Othello()
        while game.moves():
            gains, side = {}, 1 - 2 * game.turn
            for move in game.moves():
                game.make(move)
                gains[move] = game.estimate() * side
                game.unmake(move)
            texts = {game.text(move): gain for move, gain in gains.items()}
            mean = sum(gains.values()) / len(gains)
            if "a1" in texts:
                corners.append(texts["a1"] - mean)
            if "b2" in texts and game.show().rows[0][0].seat is None:
                gifts.append(texts["b2"] - mean)
            game.make(rng.choice(game.moves()))
    assert sum(corners) / len(corners) > 15 > 0 > -15 > sum(gifts) / len(gifts)


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


@pytest.mark.parametrize(("size", "said"), [(5, "4, 6, 8 or 10"), (12, "from 4 to 10"), ("8", "from 4 to 10")])
def test_other_sizes_are_refused_with_those_allowed(size, said):
    with pytest.raises(ValueError, match=said):
        Othello(size)


def test_reversi_is_othello():
    assert type(games.load("reversi:size=6")) is Othello
    assert games.load("reversi:size=6").stakes == 36


def test_depth_two_beats_random_play():
    rng, score = random.Random(4), 0
    for number in range(6):
        game = Othello()
        while game.moves():
            mine = game.turn == number % 2
            game.make(MinimaxPlayer(depth=2).choose(game, float("inf")) if mine else rng.choice(game.moves()))
        score += (game.score() > 0) == (number % 2 == 0) and game.score() != 0
    assert score >= 5
