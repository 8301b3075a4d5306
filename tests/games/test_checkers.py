"""Checkers: its rules and estimate against second implementations, its texts, picture and ends."""

import math
import pickle
import random
import re

import pytest

import games
from games.checkers import Checkers
from games.game import IllegalMove
from games.perft import perft
from games.picture import Cell
from players.minimax import MinimaxPlayer
from referee.support.build import life
from tests.helpers.draughts import CIRCLE, FIVE, FORTY, KINGS, THIRD, TWINS
from tests.helpers.random_games import played_in

FAST = life() == "compiled"


played = played_in(Checkers)


def texts_of(game):
    return sorted(map(game.text, game.moves()))


def test_a_draw_that_nobody_claims_does_not_end_the_game():
    texts = THIRD.split()
    assert games.load("checkers", texts).score() == 0
    game = games.load("checkers:draws=none", texts)
    for other in (game, game.copy(), pickle.loads(pickle.dumps(game))):
        assert other.score() is None
        assert games.load("checkers:draws=none", position=other.position()).moves() == other.moves()


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
    """Return all ways of jumping for a piece, each to its end."""
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
    """Return the moves of side b or w by their texts, as squares."""
    own = [(square, letter) for square, letter in board.items() if letter.lower() == side]
    found = []
    for square, letter in own:
        found += paths({place: other for place, other in board.items() if place != square}, square, letter)
    sign = "x" if found else "-"
    for square, letter in own if not found else ():
        found += steps(board, square, letter)
    return {sign.join(str(NUMBERS[square]) for square in path): path for path in found}


def after(board, path):
    board = dict(board)
    letter = board.pop(path[0])
    for one, other in zip(path, path[1:], strict=False):
        if abs(one[0] - other[0]) == 2:
            del board[(one[0] + other[0]) // 2, (one[1] + other[1]) // 2]
    board[path[-1]] = letter.upper() if path[-1][0] == (7 if letter.lower() == "b" else 0) else letter
    return board


def board_of(game):
    rows = enumerate(game.show().rows)
    return {(row, column): c.mark for row, cells in rows for column, c in enumerate(cells) if c.seat is not None}


def score(board, side, history, quiet):
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


def test_a_jump_typed_by_its_ends_is_refused_if_two_jumps_share_them():
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


def test_repetition_is_undone_with_the_last_move():
    game = played(THIRD.rsplit(" ", 1)[0])
    key, moves = game.key(), game.moves()
    move = game.parse(THIRD.split()[-1])
    game.make(move)
    assert (game.score(), game.moves()) == (0, [])
    game.unmake(move)
    assert (game.score(), game.key(), game.moves()) == (None, key, moves)


def test_the_key_depends_on_the_past_only_if_it_matters():
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


TRIED = 1500 if life() == "compiled" else 150


def random_positions():
    rng = random.Random(1)
    for _ in range(TRIED):
        game = Checkers()
        for _ in range(rng.randrange(120)):
            if moves := game.moves():
                game.make(rng.choice(moves))
        yield game


def pieces_of(position):
    """Return the side to move, B or W, and the side and kind of each piece by its square."""
    turn, *sides = position.split(":")[:3]
    found = {}
    for side in sides:
        for king, number in re.findall(r"(K?)(\d+)", side[1:]):
            found[int(number)] = side[0] + (king or "M")
    return turn, found


# A second implementation: places are rows and columns, and all is counted for Black and for White alike.


def place(square):
    row, column = divmod(square - 1, 4)
    return row, 2 * column + 1 - row % 2


def can_jump(pieces, side):
    board = {place(square): piece for square, piece in pieces.items()}
    for (row, column), piece in board.items():
        ahead = 1 if side == "B" else -1
        for down in (ahead, -ahead) if piece[1] == "K" else (ahead,):
            for right in (1, -1):
                over, to = board.get((row + down, column + right), piece), (row + 2 * down, column + 2 * right)
                if piece[0] == side != over[0] and to not in board and min(to) >= 0 and max(to) <= 7:
                    return True
    return False


def distance(pieces, one, other):
    (row, column), (to, across) = place(one), place(other)
    return max(abs(row - to), abs(column - across))


def worth(pieces, side):
    """Return the worth of one side's pieces to it, and the number of fifths of a man."""
    lost, total, fifths = 24 - len(pieces), 0, 0
    for square, piece in pieces.items():
        if piece[0] == side:
            home = square if side == "B" else 33 - square  # as Black counts
            fifths += 7 if piece[1] == "K" else 5
            if piece[1] == "M":
                total += (lost - 10) * ((home - 1) // 4)
                total += {1: 50, 3: 50, 2: 20, 4: 20}.get(home, 0) - lost * 3 // 2 * (home <= 4)
    return total + fifths * (36 + lost), fifths


def hunt(pieces, side):
    """Return the sum of the distances of the side's kings to the other's pieces."""
    hunters = [square for square, piece in pieces.items() if piece == side + "K"]
    hunted = [square for square, piece in pieces.items() if piece[0] != side]
    return sum(distance(pieces, one, other) for one in hunters for other in hunted)


def estimate(game):
    turn, pieces = pieces_of(game.position())
    (black, fifths), (white, others) = worth(pieces, "B"), worth(pieces, "W")
    total, other = black - white, "B" if turn == "W" else "W"
    if can_jump(pieces, other):
        total += len(pieces) * 5 // 2 * (1 if other == "B" else -1)
    if len(pieces) <= 12 and fifths != others:
        total -= 8 * hunt(pieces, "B") if fifths > others else -8 * hunt(pieces, "W")
    return total


def test_the_estimate_equals_the_second_implementation():
    few = 0
    for game in random_positions():
        assert game.estimate() == estimate(game), game.position()
        few += len(pieces_of(game.position())[1]) <= 12
    assert TRIED / 5 < few < TRIED


def turned(position):
    """Return the position with the sides exchanged: square n becomes square 33 - n."""
    turn, pieces = pieces_of(position)
    sides = {"B": [], "W": []}
    for square, piece in pieces.items():
        sides["W" if piece[0] == "B" else "B"].append(piece[1].replace("M", "") + str(33 - square))
    return f"{'W' if turn == 'B' else 'B'}:W{','.join(sides['W'])}:B{','.join(sides['B'])}"


def test_exchanging_the_sides_negates_the_estimate():
    for game in random_positions():
        other = Checkers()
        other.set_position(turned(game.position()))
        assert other.estimate() == -game.estimate(), game.position()


def test_a_man_that_is_threatened_counts_less():
    # Black is to move: White could take on 15 if 10 were empty, as it is in the second position.
    safe, threatened = Checkers(), Checkers()
    safe.set_position("B:W19,27:B10,15")
    threatened.set_position("B:W19,27:B9,15")
    assert threatened.estimate() < safe.estimate()
