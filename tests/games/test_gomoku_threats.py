"""What gomoku makes of stones in line: the estimate, the order of moves, and those that are left out."""

import random
from functools import cache

import pytest

import games
from games.adapters.python_adapter import unmake_unchecked
from games.gomoku import Gomoku
from players.minimax import MinimaxPlayer
from referee.support.build import life

COMPILED = life() == "compiled"
# By kind, as games/gomoku/kinds.py has them: 0 nobody can fill a line, 9 five.
WEIGHTS = 0, 0, 0, 2, 4, 6, 18, 24, 60, 100
SHAPES = [
    "columns=9,rows=9", "columns=7,rows=6,line=4", "columns=6,rows=6,line=4,exact=yes", "columns=4,rows=4,line=3",
    "columns=9,rows=8,line=5,exact=yes", "columns=9,rows=5,line=6", "columns=5,rows=3,line=2", "columns=15,rows=12",
    "columns=5,rows=5,line=3,misere=yes", "columns=5,rows=4,line=3,exact=yes",
]  # fmt: skip


# A second implementation: lines are strings of x (own), o (the other's, or beyond the edge) and dots.


def strip(board, cell, way, seat, line):
    """The line through the cell, so many cells and one more to either side, with a stone of the seat on it."""
    places = [(cell[0] + way[0] * number, cell[1] + way[1] * number) for number in range(-line - 1, line + 2)]
    found = "".join(
        "o" if place not in board else ".xo"[(board[place] != seat) + 1] if board[place] is not None else "."
        for place in places
    )
    return found[: line + 1] + "x" + found[line + 2 :]


def kind(text, line, exact):
    """The kind of line that the stone in the middle makes."""
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
    """Whether the side can fill so many cells from there on, and they count then."""
    return "o" not in text[start : start + line] and not (exact and "x" in text[start - 1] + text[start + line])


OWNERS = {"B": 0, "W": 1, "": None}


def board_of(game):
    """The seat whose stone stands on each cell, None for nobody's."""
    return {
        (row, column): OWNERS[cell.mark]
        for row, cells in enumerate(game.show().rows)
        for column, cell in enumerate(cells)
    }


def kinds(game, seat, line, exact):
    """For each free cell the kinds of the four lines that a stone of the seat makes there."""
    board, ways = board_of(game), ((0, 1), (1, 0), (1, 1), (1, -1))
    free = [cell for cell in board if board[cell] is None]
    return {cell: [kind(strip(board, cell, way, seat, line), line, exact) for way in ways] for cell in free}


def threat(found):
    """What a stone does by those kinds: 5 a five, 4 an open four or two, 3 four and three, 2 two threes, 1 a four."""
    fours, threes = found.count(7), found.count(6)
    if 9 in found:
        return 5
    if 8 in found or fours > 1:
        return 4
    return (3 if threes else 1) if fours else 2 if threes > 1 else 0


def estimated(game, line, exact, misere):
    """The estimate for Black."""
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


@pytest.mark.parametrize("shape", SHAPES)
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
    """1000 less the plies to a win of the seat to move, the negative of that for a loss, 0 for a draw, by such moves."""

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
    """The moves that are ranked."""
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


def after(texts, **options):
    """The game after those moves."""
    game = Gomoku(**options)
    for text in texts.split():
        game.make(game.parse(text))
    return game


def test_an_open_three_is_answered_in_its_line_or_by_a_four():
    game = after("h8 a1 i8 b2 j8")
    assert game.urgent()
    assert {game.text(move) for move in kept(game)} == {"g8", "k8"}
    assert not after("h8 a1 i8 b2").urgent()
    assert after("h8 a1 i8 b2 j8 c3 k8").urgent()


def test_a_turn_is_skipped_only_where_nothing_has_to_be_answered():
    game = after("h8 a1 i8 b2")
    key = game.key()
    assert game.skip()
    assert (game.turn, game.key() != key) == (1, True)
    unmake_unchecked(game, -1)
    assert (game.turn, game.key()) == (0, key)
    assert not after("h8 a1 i8 b2 j8").skip()


def test_a_chain_of_fours_is_seen_beyond_the_horizon():
    # h8 makes a four, and once i8 has stopped that h7 makes two; h7 first wins too.
    game = after("e8 d8 f8 h4 g8 f9 h5 a1 h6 c2 i6 e1 j5 g2")
    thought = MinimaxPlayer(depth=1).think(game)
    assert game.text(thought.move) in ("h7", "h8")
    assert thought.value > 10_000
