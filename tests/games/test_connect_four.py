"""Connect four: its rules, texts and picture, values known from elsewhere, and its estimate."""

import random
from functools import cache

import pytest
from reference import leaves

import games
from games.capabilities import solver_of
from games.connect_four import ConnectFour
from games.picture import Cell
from players.minimax import MinimaxPlayer
from referee.support.build import life
from tests.helpers.random_games import played_in

played = played_in(ConnectFour)


def ways(game, depth):
    """Return the number of sequences of `depth` moves; shorter games do not count."""
    if depth == 0:
        return 1
    count = 0
    for move in game.moves():
        game.make(move)
        count += ways(game, depth - 1)
        game.unmake(move)
    return count


def texts_of(game, moves):
    return [game.text(move) for move in moves]


def test_sequences_of_moves_are_as_many_as_in_openspiel():
    # OpenSpiel 2.0.2, connect_four: sequences of 1 to 7 moves.
    counts = [ways(ConnectFour(), depth) for depth in range(1, 8)]
    assert counts == [7, 49, 343, 2401, 16807, 117649, 823536]


def test_positions_after_each_number_of_moves_are_as_many_as_published():
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


def plain_value(columns, rows, line):
    """Return the first seat's result with perfect play, by a search that shares nothing with the rules."""

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
    """Return the lines of this length on the board through a place."""
    found = []
    for across, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
        for before in range(line):
            places = [(column + (n - before) * across, row + (n - before) * up) for n in range(line)]
            if all(0 <= x < columns and 0 <= y < rows for x, y in places):
                found.append(places)
    return found


def completes(board, column, rows, line):
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


def test_a_line_does_not_run_from_one_column_into_the_next():
    # Red stands on the three top places of column 1 and on the bottom of column 2, which are apart.
    game = played("2 1 7 1 7 1 1 6 1 6 1")
    assert [row[0] for row in game.show().rows[:3]] == [Cell("R", 0)] * 3
    assert game.show().rows[5][1] == Cell("R", 0)
    assert game.score() is None
    # Nor does a row run on in the row above or below.
    assert played("5 1 6 2 7 2 1").score() is None


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


COMPILED = life() == "compiled"


@pytest.mark.parametrize("shape", ["columns=7,rows=6", "columns=5,rows=4", "columns=9,rows=6", "columns=5,line=3"])
def test_the_estimate_for_four_in_line_equals_the_general_one(shape):
    rng, game = random.Random(shape), games.load(f"connect-four:{shape}")
    for _ in range(40):
        twin = game.copy()
        for _ in range(rng.randrange(20)):
            if twin.score() is None:
                twin.make(rng.choice(twin.moves()))
        assert twin.estimate() == plain_estimate(twin), twin.position()


def plain_estimate(game):
    """Return the estimate, place by place."""
    marks = [[cell.mark for cell in row] for row in reversed(game.show().rows)]  # the lowest row first
    rows, columns = len(marks), len(marks[0])
    length = 3 if (columns, rows) == (5, 6) else 4
    lines = list(all_lines(columns, rows, length))
    threats = [threats_of(seat, marks, lines) for seat in "RY"]
    if length == 3 or min(rows, columns) < length:
        return sum(worth(marks, line, 1) for line in lines) + 8 * (len(threats[0]) - len(threats[1]))
    heights = [sum(marks[row][column] != "" for row in range(rows)) for column in range(columns)]
    at_hand = [sum(row == heights[column] for row, column in found) for found in threats]
    if at_hand[game.turn] or at_hand[1 - game.turn] > 1:
        return 1000 if bool(at_hand[game.turn]) == (game.turn == 0) else -1000
    near = [sum(row == heights[column] + 1 for row, column in found) for found in threats]
    stones = sum(heights)
    ahead = 4 * sum(worth(marks, line, 3) for line in lines) + 12 * (near[0] - near[1])
    return ahead + 3 * stones * play_out(threats, heights, rows, game.turn)


def all_lines(columns, rows, length):
    for row in range(rows):
        for column in range(columns):
            for up, across in ((0, 1), (1, 0), (1, 1), (1, -1)):
                line = [(row + up * each, column + across * each) for each in range(length)]
                if all(0 <= y < rows and 0 <= x < columns for y, x in line):
                    yield line


def threats_of(seat, marks, lines):
    found = set()
    for line in lines:
        held = [marks[y][x] for y, x in line]
        if held.count(seat) == len(line) - 1 and "" in held:
            found.add(line[held.index("")])
    return found


def worth(marks, line, pair):
    """Return the worth of an open line for the first seat; a line with two stones counts `pair`."""
    held = [marks[y][x] for y, x in line]
    red, yellow = held.count("R"), held.count("Y")
    return (pair if red == 2 else 1) * (yellow == 0) - (pair if yellow == 2 else 1) * (red == 0)


def play_out(threats, heights, rows, turn):
    """Return who wins if both fill up all safe places and then give up their own threats."""
    heights, won = list(heights), (1, -1)

    def fill(column, turn):
        """Fill the column up to the place beneath its next threat; whose turn it is then, and whether there is one."""
        while heights[column] < rows:
            if any((heights[column] + 1, column) in found for found in threats):
                return turn, True
            heights[column], turn = heights[column] + 1, 1 - turn
        return turn, False

    waiting = []
    for column in range(len(heights)):
        turn, more = fill(column, turn)
        waiting += [column] * more
    while waiting:
        own = [column for column in waiting if (heights[column] + 1, column) not in threats[1 - turn]]
        if not own:
            return won[1 - turn]
        if any((heights[column] + 2, column) in threats[turn] for column in own):
            return won[turn]
        for column in own:
            heights[column] += 2
            turn, more = fill(column, turn)
            if not more:
                waiting.remove(column)
    return 0


@pytest.mark.parametrize(
    ("position", "turn", "threats", "winner"),
    [
        ("7/7/7/rr1r3/yr1y3/yyry3 r", 0, [{(2, 2)}, set()], 1),  # a threat of Red in an odd row
        ("7/7/7/yy1y3/ry1r3/rryr2r y", 1, [set(), {(2, 2)}], 0),  # one of Yellow there, beneath which it has to play
    ],
)
def test_an_odd_threat_wins_for_the_first_seat_and_not_for_the_other(position, turn, threats, winner):
    game = ConnectFour()
    game.set_position(position)
    assert game.turn == turn
    marks = [[cell.mark for cell in row] for row in reversed(game.show().rows)]
    lines = list(all_lines(7, 6, 4))
    assert [threats_of(seat, marks, lines) for seat in "RY"] == threats
    heights = [sum(marks[row][column] != "" for row in range(6)) for column in range(7)]
    assert play_out(threats, heights, 6, turn) == winner
    assert game.estimate() == plain_estimate(game)


def test_mirror_images_are_worth_the_same_as_they_share_a_key():
    rng = random.Random(7)
    for _ in range(200):
        game, twin = ConnectFour(), ConnectFour()
        for _ in range(rng.randrange(34)):
            if game.score() is None:
                column = int(game.text(rng.choice(game.moves())))
                game.make(game.parse(str(column)))
                twin.make(twin.parse(str(8 - column)))
        assert game.estimate() == twin.estimate()


def test_the_estimate_mostly_names_the_winner():
    rng, right, decided = random.Random(1), 0, 0
    solver = solver_of(ConnectFour())
    while decided < (150 if COMPILED else 8):
        game = ConnectFour()
        for _ in range(26):
            if game.score() is None:
                game.make(rng.choice(game.moves()))
        if game.score() is None and (score := solver.outcome(game, 10**6)):
            decided += 1
            right += (game.estimate() > 0) == (score > 0)
    assert right >= 0.75 * decided


def test_a_playout_draws_the_moves_of_the_list_while_all_columns_are_open():
    rng, drawn = random.Random(3), 0
    for _ in range(60):
        game = ConnectFour()
        while game.score() is None:
            number, moves = rng.getrandbits(64), game.moves()
            move = game.playout_move(number)
            assert move == (moves[(number >> 32) * 7 >> 32] if len(moves) == 7 else -1)
            drawn += move >= 0
            game.make(rng.choice(moves))
        assert game.playout_move(1) == -1
    assert drawn > 500
