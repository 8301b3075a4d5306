"""Connect four: its rules, its notation, its picture, and what is known of it from elsewhere."""

import random
from functools import cache

import pytest
from reference import leaves

import games
from games.connect_four import ConnectFour
from games.game import IllegalMove
from games.laws import faults
from games.picture import Cell
from players.minimax import MinimaxPlayer
from players.search.clock import Clock
from players.search.random_play import Playouts, Rng
from referee.drawing.glyphs import ASCII, UNICODE
from referee.drawing.highlights import move_marks
from referee.drawing.picture import draw

SHAPES = [
    "", "columns=4,rows=4", "columns=3,rows=3,line=3", "columns=8,rows=7,line=5", "columns=5,rows=3,line=2",
    "columns=32,rows=1", "columns=1,rows=63", "columns=2,rows=31,line=20", "columns=21,rows=2,line=10",
]  # fmt: skip


def played(texts, **options):
    """The game after those moves."""
    game = ConnectFour(**options)
    for text in texts.split():
        game.make(game.parse(text))
    return game


def ways(game, depth):
    """How many sequences of that many moves there are; games that end sooner count nothing."""
    if depth == 0:
        return 1
    count = 0
    for move in game.moves():
        game.make(move)
        count += ways(game, depth - 1)
        game.unmake(move)
    return count


def texts_of(game, moves):
    """The moves' texts."""
    return [game.text(move) for move in moves]


@pytest.mark.parametrize("shape", SHAPES)
def test_every_shape_obeys_the_laws(shape):
    assert [str(fault) for fault in faults(games.load(f"connect-four:{shape}"), games=3, seed=1)] == []


# What is known from elsewhere.


def test_the_first_moves_can_be_made_in_so_many_ways():
    # OpenSpiel 2.0.2, connect_four: sequences of 1 to 7 moves.
    counts = [ways(ConnectFour(), depth) for depth in range(1, 8)]
    assert counts == [7, 49, 343, 2401, 16807, 117649, 823536]


def test_so_many_positions_arise_after_each_number_of_moves():
    # OEIS A212693: positions of connect four after n moves
    layer = {ConnectFour().position(): ConnectFour()}
    counts = []
    for _ in range(5):
        counts.append(len(layer))
        twins = [(game.copy(), move) for game in layer.values() for move in game.moves()]
        for twin, move in twins:
            twin.make(move)
        layer = {twin.position(): twin for twin, _ in twins}
    assert counts == [1, 7, 49, 238, 1120]


def test_random_games_end_as_elsewhere():
    # OpenSpiel 2.0.2 and RBG: the first seat wins 55.6 %, after 21.3 moves in the mean.
    rng = random.Random(1)
    lengths = []
    for _ in range(2000):
        game = ConnectFour()
        lengths.append(0)
        while moves := game.moves():
            game.make(rng.choice(moves))
            lengths[-1] += 1
    assert abs(sum(lengths) / 2000 - 21.3) < 0.5
    wins, draws, losses = Playouts(ConnectFour(), Rng(1), Clock()).run(5000)
    assert abs(wins / 5000 - 0.556) < 0.025
    assert draws < 50 < losses


def plain_value(columns, rows, line):
    """What perfect play brings X, by a search of the whole game that shares nothing with the rules under test."""

    @cache
    def best(board, mover):
        found = None
        for column in range(columns):
            if len(board[column]) < rows:
                after = (*board[:column], board[column] + mover, *board[column + 1 :])
                worth = 1 if completes(after, column, rows, line) else -best(after, "XO"[mover == "X"])
                if worth == 1:
                    return 1  # nothing is better
                found = worth if found is None else max(found, worth)
        return found or 0

    return best(("",) * columns, "X")


@cache
def lines_through(column, row, columns, rows, line):
    """The lines of that length on the board through that place."""
    found = []
    for across, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
        for before in range(line):
            places = [(column + (n - before) * across, row + (n - before) * up) for n in range(line)]
            if all(0 <= x < columns and 0 <= y < rows for x, y in places):
                found.append(places)
    return found


def completes(board, column, rows, line):
    """Whether the topmost stone of that column stands in a line."""
    row, mine = len(board[column]) - 1, board[column][-1]
    lines = lines_through(column, row, len(board), rows, line)
    return any(all(board[x][y : y + 1] == mine for x, y in places) for places in lines)


@pytest.mark.parametrize(
    ("columns", "rows", "line", "value"),
    [(3, 3, 3, 0), (4, 3, 3, 1), (3, 4, 3, 0), (4, 4, 3, 1), (3, 5, 3, 0), (5, 3, 3, 1), (4, 4, 4, 0)],
)
def test_small_boards_have_the_values_of_a_plain_search(columns, rows, line, value):
    thought = MinimaxPlayer().think(ConnectFour(columns, rows, line))
    assert thought.proven
    assert thought.value == value == plain_value(columns, rows, line)


@pytest.mark.parametrize(("columns", "rows"), [(5, 4), (4, 5)])
def test_boards_of_twenty_places_are_drawn(columns, rows):
    # By the same plain search, which takes too long for a test.
    thought = MinimaxPlayer(nodes=2_000_000).think(ConnectFour(columns, rows))
    assert (thought.proven, thought.value) == (True, 0)


def test_all_games_on_a_tiny_board_are_counted():
    # Two columns of two, two in line: 1 1 2, 1 2 1, 1 2 2 and their mirror images.
    assert leaves(ConnectFour(2, 2, 2)) == 6
    # One column of three: one game, drawn, for X and O take turns.
    assert leaves(ConnectFour(1, 3, 2)) == 1
    assert played("1 1 1", columns=1, rows=3, line=2).score() == 0


# Ends and reasons.


@pytest.mark.parametrize(
    ("texts", "score", "reason"),
    [
        ("1 1 2 2 3 3 4", 1, "four in a row, columns 1 to 4"),
        ("7 7 6 6 5 5 4", 1, "four in a row, columns 4 to 7"),
        ("3 4 3 4 3 4 1 4", -1, "four in a column, 4"),
        ("1 2 2 3 3 4 3 4 4 6 4", 1, "four in a diagonal, columns 1 to 4"),
        ("7 6 6 5 5 4 5 4 4 2 4", 1, "four in a diagonal, columns 4 to 7"),
    ],
)
def test_four_in_line_win_in_every_direction(texts, score, reason):
    game = played(texts)
    assert (game.score(), game.reason(), game.moves(), game.forcing()) == (score, reason, [], [])


def test_a_line_does_not_run_from_one_column_into_the_next():
    # Red stands on the three top places of column 1 and on the bottom of column 2, which are apart.
    game = played("2 1 7 1 7 1 1 6 1 6 1")
    assert [row[0] for row in game.show().rows[:3]] == [Cell("R", 0)] * 3
    assert game.show().rows[5][1] == Cell("R", 0)
    assert game.score() is None
    # Nor does a row run on in the row above or below.
    assert played("5 1 6 2 7 2 1").score() is None


def test_a_full_board_is_a_draw():
    game = played("1 2 3 1 2 3", columns=3, rows=2, line=3)
    assert (game.score(), game.reason(), game.moves()) == (0, "the board is full", [])


def test_other_lengths_of_line_count():
    assert played("1 1 2 2 3", columns=5, rows=5, line=3).reason() == "three in a row, columns 1 to 3"
    assert played("1 1 2 2 3 3 4", line=5).score() is None
    assert played("1 1 2 2 3 3 4 4 5", line=5).reason() == "five in a row, columns 1 to 5"
    assert played("1 2 1 2 1 2 1 2 1 2 1 2", columns=2, rows=31, line=7).score() is None
    assert played("1 2 1 2 1 2 1 2 1 2 1 2 1", columns=2, rows=31, line=7).reason() == "seven in a column, 1"


# Notation and picture.


@pytest.mark.parametrize("entry", ["4", " 4 ", "column 4", "Col 4", "drop 4", "drop in column 4", "d", "D"])
def test_what_people_type_for_column_4_is_understood(entry):
    game = ConnectFour()
    assert game.text(game.parse(entry)) == "4"


@pytest.mark.parametrize("entry", ["0", "8", "h", "44", "d4", "", "column", "1"])
def test_what_is_no_open_column_is_refused(entry):
    with pytest.raises(IllegalMove, match="legal: 2 to 7"):
        played("1 1 1 1 1 1").parse(entry)


def test_the_board_is_drawn_with_its_bottom_row_below():
    game = played("2 3 3", columns=4, rows=3)
    game.make(move := game.parse("3"))
    assert "\n".join(
        "".join(span.text for span in line).rstrip() for line in draw(game.show(), ASCII, 40, move_marks(game, move))
    ) == (
        "  +---+---+---+---+\n"
        "  |   |   |[Y]|   |\n"
        "  +---+---+---+---+\n"
        "  |   |   | R |   |\n"
        "  +---+---+---+---+\n"
        "  |   | R | Y |   |\n"
        "  +---+---+---+---+\n"
        "    1   2   3   4"
    )


@pytest.mark.parametrize("signs", [UNICODE, ASCII])
def test_the_usual_board_fits_forty_columns(signs):
    lines = draw(played("4 4 3").show(), signs, 40)
    assert max(sum(len(span.text) for span in line) for line in lines) == 31


# For stronger play.


def test_the_estimate_counts_lines_and_those_with_two_stones_three_times():
    assert ConnectFour().estimate() == 0
    assert played("1").estimate() == 4 * 3  # of the 69 lines those through a corner
    assert played("4").estimate() == 4 * 7
    assert played("4 4").estimate() == 4 * (7 - 10)  # Yellow's stone stands in 10 lines
    # Yellow's corner closes 3 lines of Red; 3 + 4 lead through 1 or 2, and one through both, which counts three times.
    assert played("1 7 2").estimate() == 4 * ((69 - 3 + 2) - (69 - 3 - 4 + 1))


def test_without_lines_in_all_directions_a_threat_counts_as_eight_lines():
    # In one row of seven: lines 2 to 5 and 3 to 6 are open to X, none to O; X threatens 2 and 6, then 5 alone.
    assert played("3 1 4 7 5", rows=1).estimate() == 2 + 2 * 8
    assert played("3 1 4 7 6", rows=1).estimate() == 2 + 1 * 8
    assert played("1 3 7 4 2 5", rows=1).estimate() == -1 - 1 * 8


def test_moves_that_win_and_then_those_that_stop_a_win_are_forcing():
    assert ConnectFour().forcing() == []
    game = played("4 4 5 5 3 3")
    assert texts_of(game, game.forcing()) == ["2", "6"]
    game = played("4 1 5 1 3 1")
    assert texts_of(game, game.forcing()) == ["2", "6", "1"]
    game.make(game.parse("7"))
    assert texts_of(game, game.forcing()) == ["1", "2", "6"]
    both = played("1 5 2 6 3 7")
    assert texts_of(both, both.forcing()) == ["4"]


def test_the_middle_columns_are_searched_first():
    assert texts_of(ConnectFour(), ConnectFour().moves()) == ["4", "3", "5", "2", "6", "1", "7"]
    assert ConnectFour().listing() == "1 to 7"


def test_minimax_takes_a_win_and_stops_a_loss():
    player = MinimaxPlayer(depth=2)
    game = played("4 1 5 1 3 1")
    assert game.text(player.choose(game, float("inf"))) in ("2", "6")
    game = played("4 1 4 1 7 1")
    assert game.text(player.choose(game, float("inf"))) == "1"


# Wrong options.


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("columns=9,rows=7", "columns=9 with rows=7 is too large a board: columns * (rows + 1) must be at most 64"),
        ("rows=9", "columns=7 with rows=9 is too large a board: columns * (rows + 1) must be at most 64"),
        ("columns=0", "columns=0 must be a whole number from 1 to 32"),
        ("rows=64", "rows=64 must be a whole number from 1 to 63"),
        ("line=1", "line=1 must be a whole number from 2 to 63"),
        ("line=8", "line=8 must be at most 7, the longer side of the board"),
        ("columns=3,rows=3", "line=4 must be at most 3, the longer side of the board"),
    ],
)
def test_wrong_options_are_refused_by_what_is_allowed(spec, message):
    with pytest.raises(games.SpecError) as caught:
        games.load(f"connect-four:{spec}")
    assert str(caught.value).endswith(message)
