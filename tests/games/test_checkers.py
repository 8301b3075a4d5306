"""Checkers: its rules against OpenSpiel and a plain second implementation, its notation, picture and ends."""

import math
import random

import pytest
from lockstep import GAMES

import games
from games.checkers import Checkers
from games.game import IllegalMove
from games.laws import faults
from games.perft import perft
from games.picture import Cell
from players.minimax import MinimaxPlayer
from referee.batches.plan import Plan
from referee.support.build import life
from tests.helpers.cases import every_case

FAST = life() == "compiled"

# Games at random, to a king that can jump in a circle; to a jump of five, and another with the same ends; and so on.
CIRCLE = "10-15 24-20 6-10 27-24 9-14 22-17 2-6 17-13 11-16 20x11x2 3-7"
FIVE = (
    "11-15 23-18 9-14 18x9 5x14 24-19 15x24 27x20 1-5 26-23 10-15 28-24 14-18 23x14 5-9 14x5 12-16 20x11 7x16 5-1 3-7"
)
TWINS = "11-15 23-19 7-11 19-16 12x19 27-23 15-18"
THIRD = (
    "10-14 23-19 9-13 26-23 13-17 22x13 14-18 23x14 6-9 13x6 2x9x18 24-20 12-16 19x12 11-15 28-24 18-22 25x18x11x2 1-6 "
    "2x9 5x14 27-23 3-7 12x3 7-10 29-25 10-15 21-17 14x21 23-18 15x22x29 32-28 21-25 30x21 4-8 3x12 29-25 12-8 25-30 "
    "8-12 30-25 12-8 25-29 8-12 29-25"
)
NO_PIECE = (
    "9-14 21-17 14x21 22-18 11-16 24-19 5-9 26-22 9-13 22-17 13x22 31-26 22x31 30-26 31x24x15x22x31 23-19 21x30 19-15 "
    "10x19 29-25 30x21 28-24 19x28 32-27 31x24"
)
NO_MOVE = (
    "10-15 23-18 6-10 26-23 15-19 24x15x6 1x10 31-26 2-6 21-17 9-14 18x9x2 11-15 2x11x18 3-7 23-19 10-15 18x11x2 "
    "12-16 19x12x3 4-8 3x12 5-9 2-6 9-13 6-9"
)
FORTY = (
    "12-16 22-18 10-14 25-22 7-10 24-20 9-13 18x9 5x14 30-25 10-15 23-19 15x24 28x19x12 3-7 12x3 13-17 3x10 6x15 22x13 "
    "2-7 25-22 7-10 13-9 15-18 22x15x6 1x10 21-17 14x21 27-24 10-14 29-25 21x30 31-27 30x23 27x18 14x23 32-27 23x32 "
    "9-6 4-8 6-1 11-16 20x11x4 32-27 1-6 27x20 6-1 20-24 1-6 24-27 6-1 27-24 4-8 24-27 8-11 27-31 11-7 31-27 1-5 27-32 "
    "7-3 32-28 3-8 28-32 8-3 32-28 5-9 28-24 9-13 24-19 13-9 19-24 9-6 24-27 6-2 27-31 2-7 31-26 7-10 26-30 10-14 "
    "30-26 14-9 26-31 9-14 31-27 3-7 27-24 7-10 24-19 10-7 19-15 14-17 15-19 7-11 19-24 17-14 24-19 11-7 19-24 14-10 "
    "24-20 7-3 20-24 10-14 24-28 3-7 28-32 7-2 32-28 14-18 28-24 18-22 24-20 22-26 20-16 26-31 16-20 2-6 20-24 31-26 "
    "24-28 6-1 28-24 26-23 24-20"
)
# Two kings of Black against one.
KINGS = (
    "10-14 22-18 11-15 18x11 7x16 26-22 2-7 31-26 8-11 24-20 16-19 23x16 12x19 28-24 19x28 27-23 11-16 20x11x2 "
    "14-17 21x14 9x18x27 2x9 5x14 32x23 28-32 23-18 14x23 26x19 1-6 19-15 6-9 25-21 9-13 15-11 32-28 11-7 3x10 "
    "22-17 13x22 30-25 4-8 25x18 8-11 29-25 11-15 18x11 10-14 21-17 14x21x30 11-7 28-24 7-3"
)


def played(texts):
    """The position after those moves."""
    game = Checkers()
    for text in texts.split():
        game.make(game.parse(text))
    return game


def texts_of(game):
    return sorted(map(game.text, game.moves()))


def test_it_obeys_the_laws():
    assert [str(fault) for fault in faults(Checkers(), games=2, seed=2)] == []


def test_it_obeys_them_where_kings_come_and_go():
    assert [str(fault) for fault in faults(played(FIVE), games=2, seed=3)] == []


def test_random_games_are_as_long_as_elsewhere():
    # RBG: 66.8 moves a game without repetition, the first seat has 49.3 % of the points; a jump is one move or more.
    rng, plies, points, tried = random.Random(1), 0, 0, 2000 if FAST else 200
    for _ in range(tried):
        game = Checkers()
        while moves := game.moves():
            game.make(rng.choice(moves))
            plies += 1
        points += (1 + game.score()) / 2
    assert abs(plies / tried - 68) < (3 if FAST else 8)
    assert abs(points / tried - 0.493) < (0.04 if FAST else 0.12)


# A second implementation: a board is a dict from (row, column) to a letter, a small one for a man.


def row_of(number):
    row, column = divmod(number - 1, 4)
    return row, 2 * column + 1 - row % 2


NUMBERS = {row_of(number): number for number in range(1, 33)}
START = {square: "b" if number <= 12 else "w" for square, number in NUMBERS.items() if not 12 < number < 21}


def ways(letter):
    rows = {"b": (1,), "w": (-1,)}.get(letter, (1, -1))
    return [(down, right) for down in rows for right in (1, -1)]


def paths(board, square, letter):
    """The squares that a piece may jump by, each way to its end."""
    found = []
    for down, right in ways(letter):
        over, to = (square[0] + down, square[1] + right), (square[0] + 2 * down, square[1] + 2 * right)
        if board.get(over, letter).lower() != letter.lower() and to in NUMBERS and to not in board:
            rest = {place: other for place, other in board.items() if place != over}
            crowned = letter.islower() and to[0] == (7 if letter == "b" else 0)
            tails = [] if crowned else paths(rest, to, letter)
            found += [[square, *tail] for tail in tails or [[to]]]
    return found


def steps(board, square, letter):
    near = [(square[0] + down, square[1] + right) for down, right in ways(letter)]
    return [[square, to] for to in near if to in NUMBERS and to not in board]


def legal(board, side):
    """The moves of that side, b or w: text -> squares."""
    own = [(square, letter) for square, letter in board.items() if letter.lower() == side]
    found = []
    for square, letter in own:
        found += paths({place: other for place, other in board.items() if place != square}, square, letter)
    sign = "x" if found else "-"
    for square, letter in own if not found else ():
        found += steps(board, square, letter)
    return {sign.join(str(NUMBERS[square]) for square in path): path for path in found}


def after(board, path):
    """The board that a move leaves."""
    board = dict(board)
    letter = board.pop(path[0])
    for one, other in zip(path, path[1:], strict=False):
        if abs(one[0] - other[0]) == 2:
            del board[(one[0] + other[0]) // 2, (one[1] + other[1]) // 2]
    board[path[-1]] = letter.upper() if path[-1][0] == (7 if letter.lower() == "b" else 0) else letter
    return board


def board_of(game):
    """The pieces of the game's picture."""
    rows = enumerate(game.show().rows)
    return {(row, column): c.mark for row, cells in rows for column, c in enumerate(cells) if c.seat is not None}


def score(board, side, history, quiet):
    """The score for Black, None while the game goes on."""
    if not legal(board, side):
        return 1 if side == "w" else -1
    return 0 if quiet == 80 or history.count((board, side)) == 3 else None


def in_lockstep(game, board, side, rng):
    """Play a random game in both implementations."""
    history, quiet = [(board, side)], 0
    while True:
        expected, end = legal(board, side), score(board, side, history, quiet)
        assert (board_of(game), "bw"[game.turn], game.score()) == (board, side, end)
        assert texts_of(game) == (sorted(expected) if end is None else [])
        if end is not None:
            return
        text = rng.choice(sorted(expected))
        moved, before = board[expected[text][0]], len(board)
        board, side = after(board, expected[text]), "w" if side == "b" else "b"
        history.append((board, side))
        quiet = quiet + 1 if moved.isupper() and len(board) == before else 0
        game.make(game.parse(text))


def test_random_games_go_as_in_the_second_implementation():
    rng = random.Random(6)
    for _ in range(100 if FAST else 20):
        in_lockstep(Checkers(), START, "b", rng)


@pytest.mark.parametrize("texts", [CIRCLE, FIVE, TWINS])
def test_games_with_long_jumps_go_on_as_in_the_second_implementation(texts):
    rng = random.Random(7)
    for _ in range(20 if FAST else 4):
        game = played(texts)
        in_lockstep(game, board_of(game), "bw"[game.turn], rng)


def plain_perft(board, side, depth):
    found = legal(board, side).values()
    other = "w" if side == "b" else "b"
    return len(found) if depth == 1 else sum(plain_perft(after(board, path), other, depth - 1) for path in found)


@pytest.mark.parametrize("texts", [CIRCLE, FIVE, TWINS])
def test_positions_with_long_jumps_have_as_many_moves_as_the_second_implementation_says(texts):
    game, depth = played(texts), 5 if FAST else 4
    assert perft(game, depth) == plain_perft(board_of(game), "bw"[game.turn], depth)


# OpenSpiel jumps one piece an action, and the same player goes on; its first player sits at the bottom, at rank 1. So
# its cell of file f (from 0) and rank r is in our row r - 1 and column 7 - f, and one move of ours is all of its actions
# until the other player's turn. It draws after 40 actions without a capture and knows no repetition: there we part.


def cell_of(name):
    return str(NUMBERS[int(name[1]) - 1, 7 - "abcdefgh".index(name[0])])


def expanded(state):
    """Our texts of the moves in that state -> its actions."""
    found = {}
    for action in state.legal_actions():
        name = state.action_to_string(action)
        squares = cell_of(name[:2]), cell_of(name[2:4])
        jump, child = abs(int(name[1]) - int(name[3])) == 2, None
        if jump:
            child = state.child(action)
        if jump and not child.is_terminal() and child.current_player() == state.current_player():
            for text, actions in expanded(child).items():
                found[f"{squares[0]}x{text}"] = [action, *actions]
        else:
            found[("x" if jump else "-").join(squares)] = [action]
    return found


def test_random_games_go_as_in_openspiel():
    spiel = pytest.importorskip("pyspiel").load_game("checkers")
    rng, ended = random.Random(9), 0
    for _ in range(GAMES):
        game, state = Checkers(), spiel.new_initial_state()
        while game.score() is None and not state.is_terminal():
            moves = expanded(state)
            assert (texts_of(game), game.turn) == (sorted(moves), state.current_player())
            text = rng.choice(sorted(moves))
            game.make(game.parse(text))
            for action in moves[text]:
                state.apply_action(action)
        if game.score() or any(state.returns()):
            ended += 1
            assert (game.score(), game.moves()) == (state.returns()[0], [])
    assert ended > GAMES / 2


@pytest.mark.parametrize("entry", ["11-15", "11 15", "1115", " 11 - 15 ", "11x15", "11,15", "11:15"])
def test_a_step_is_understood(entry):
    assert Checkers().text(Checkers().parse(entry)) == "11-15"


JUMP = "11-15 21-17 9-14 22-18 15x22"


@pytest.mark.parametrize(
    "entry", ["25x18x9", "25X18X9", "25-18-9", "25:18:9", "25 18 9", "25 x 18 x 09", "25x9", "25 9"]
)
def test_a_jump_is_understood(entry):
    game = played(JUMP)
    assert game.text(game.parse(entry)) == "25x18x9"


@every_case("entry", ["11", "11-14", "15-11", "11-15-18", "11-", "11 to 15", "0-5", "33-29", "x", "", "11x18"])
def test_what_is_no_move_is_refused(entry):
    with pytest.raises(IllegalMove):
        Checkers().parse(entry)


def test_a_jump_by_its_ends_is_refused_where_two_have_these():
    game = played(TWINS)
    assert texts_of(game) == ["22x15", "23x14x7", "23x16x7", "24x15"]
    assert game.text(game.parse("23 16 7")) == "23x16x7"
    with pytest.raises(IllegalMove, match="'23x7' may be 23x16x7 or 23x14x7: name the squares between"):
        game.parse("23x7")


def test_a_king_may_jump_in_a_circle_and_end_where_it_began():
    game = played(CIRCLE)
    assert "2x9x18x11x2" in texts_of(game)
    move = game.parse("2x9x18x11x2")
    assert game.cells(move) == ((0, 3), (2, 1), (4, 3), (2, 5), (0, 3))
    before = board_of(game)
    game.make(move)
    assert board_of(game)[0, 3] == "W"
    assert len(board_of(game)) == len(before) - 4


def test_a_man_that_becomes_a_king_jumps_no_further():
    # The man that comes to 2 could, were it a king already, go on over 6.
    game = played(CIRCLE.removesuffix(" 20x11x2 3-7"))
    assert board_of(game)[row_of(6)] == "b"
    assert row_of(9) not in board_of(game)
    assert texts_of(game) == ["20x11x2"]


def test_jumps_are_the_forcing_moves():
    assert Checkers().forcing() == []
    assert played(TWINS).forcing() == played(TWINS).moves()


@pytest.mark.parametrize(("texts", "score", "reason"), [
    (NO_PIECE, 1, "White has no piece left"), (NO_MOVE, -1, "Black has no move left"),
    (THIRD, 0, "the third repetition"), (FORTY, 0, "forty moves a side without progress"),
])  # fmt: skip
def test_an_end_has_its_reason(texts, score, reason):
    game = played(texts)
    assert (game.score(), game.reason(), game.moves()) == (score, reason, [])
    *before, last = texts.split()
    assert played(" ".join(before)).score() is None


def test_repetition_is_undone_with_the_last_move():
    game = played(THIRD.rsplit(" ", 1)[0])
    key, moves = game.key(), game.moves()
    move = game.parse(THIRD.split()[-1])
    game.make(move)
    assert (game.score(), game.moves()) == (0, [])
    game.unmake(move)
    assert (game.score(), game.key(), game.moves()) == (None, key, moves)


def test_the_key_tells_the_past_where_it_counts_and_forgets_it_where_not():
    looked = played(THIRD.rsplit(" ", 4)[0]), played(THIRD.rsplit(" ", 8)[0])
    assert looked[0].show().rows == looked[1].show().rows
    assert looked[0].key() != looked[1].key()
    assert played("11-15 24-20 12-16").key() == played("12-16 24-20 11-15").key()
    assert played("11-15").key() != played("10-15").key()


def test_the_picture_numbers_the_squares_and_names_kings():
    picture = played(CIRCLE).show()
    light = Cell(" ")
    assert picture.rows[0] == (light, Cell("b", 0), light, Cell("W", 1), light, Cell("3"), light, Cell("b", 0))
    assert picture.note == "B, W: kings"
    assert (Checkers().show().note, picture.row_labels[::7], picture.column_labels) == ("", ("1-4", "29-32"), ())


def test_the_picture_counts_moves_without_progress():
    *_, before, after = (played(FORTY.rsplit(" ", 80 - moves)[0]).show().note for moves in (19, 20))
    assert (before, after) == ("B, W: kings", "B, W: kings; 20 of 80 moves without progress")


def test_the_estimate_counts_pieces_and_is_even_at_the_start():
    assert Checkers().estimate() == 0
    assert played("11-15 23-18 8-11 18-14 9x18").estimate() > 100
    assert played(CIRCLE).estimate() < -100
    assert played(KINGS).estimate() > 0


def test_two_kings_win_against_one():
    game, plies = played(KINGS), 0
    assert sorted(board_of(game).values()) == ["B", "B", "W"]
    while game.score() is None:
        player = MinimaxPlayer() if game.turn == 0 else MinimaxPlayer(depth=4)
        game.make(player.choose(game, math.inf))
        plies += 1
    assert (game.score(), plies < 20) == (1, True)


def test_there_are_no_options():
    with pytest.raises(games.SpecError):
        games.load("checkers:size=10")


def test_draughts_is_another_name():
    assert type(games.load("draughts")) is type(games.load("english-draughts")) is Checkers


def test_a_search_of_few_plies_beats_random_play():
    plan = Plan("checkers", ("minimax:depth=3", "random"), seed=3, swap=True)
    assert sum(plan.task(number).result().record.winner == "minimax" for number in range(10)) >= 9
