"""Connect four: the estimate against a plain second implementation, and the moves that playouts draw."""

import random

import pytest

import games
from games.capabilities import solver_of
from games.connect_four import ConnectFour
from referee.support.build import life

COMPILED = life() == "compiled"


@pytest.mark.parametrize("shape", ["columns=7,rows=6", "columns=5,rows=4", "columns=9,rows=6", "columns=5,line=3"])
def test_what_four_in_line_are_worth_is_what_general_lines_are(shape):
    rng, game = random.Random(shape), games.load(f"connect-four:{shape}")
    for _ in range(40):
        twin = game.copy()
        for _ in range(rng.randrange(20)):
            if twin.score() is None:
                twin.make(rng.choice(twin.moves()))
        assert twin.estimate() == plain_estimate(twin), twin.position()


def plain_estimate(game):
    """The estimate from what is shown, place by place."""
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
    """The places of every line of the board."""
    for row in range(rows):
        for column in range(columns):
            for up, across in ((0, 1), (1, 0), (1, 1), (1, -1)):
                line = [(row + up * each, column + across * each) for each in range(length)]
                if all(0 <= y < rows and 0 <= x < columns for y, x in line):
                    yield line


def threats_of(seat, marks, lines):
    """The empty places that fill a line of that seat."""
    found = set()
    for line in lines:
        held = [marks[y][x] for y, x in line]
        if held.count(seat) == len(line) - 1 and "" in held:
            found.add(line[held.index("")])
    return found


def worth(marks, line, pair):
    """What an open line counts for the first seat, one that holds two stones as much as `pair`."""
    held = [marks[y][x] for y, x in line]
    red, yellow = held.count("R"), held.count("Y")
    return (pair if red == 2 else 1) * (yellow == 0) - (pair if yellow == 2 else 1) * (red == 0)


def play_out(threats, heights, rows, turn):
    """What the first seat wins where both fill up all that is safe, and then give up their own threats."""
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


def test_the_estimate_tells_mostly_who_wins():
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
