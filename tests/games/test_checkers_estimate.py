"""The estimate of checkers against a plain second implementation, and from both sides of the board."""

import random
import re

from games.checkers import Checkers
from referee.support.build import life

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
    """Whose turn it is, B or W, and the side and kind of each piece by its square, of a position's text."""
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
    """Whether a piece of that side could jump, were it its turn."""
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
    """How many steps it is from one square to another on an empty board."""
    (row, column), (to, across) = place(one), place(other)
    return max(abs(row - to), abs(column - across))


def worth(pieces, side):
    """What the pieces of one side are worth to it, and how many fifths of a man there are."""
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
    """How far the kings of that side are from the other's pieces, all in all."""
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


def test_the_estimate_is_that_of_the_second_implementation():
    few = 0
    for game in random_positions():
        assert game.estimate() == estimate(game), game.position()
        few += len(pieces_of(game.position())[1]) <= 12
    assert TRIED / 5 < few < TRIED


def turned(position):
    """The text of the position with the sides exchanged: square n is square 33 - n."""
    turn, pieces = pieces_of(position)
    sides = {"B": [], "W": []}
    for square, piece in pieces.items():
        sides["W" if piece[0] == "B" else "B"].append(piece[1].replace("M", "") + str(33 - square))
    return f"{'W' if turn == 'B' else 'B'}:W{','.join(sides['W'])}:B{','.join(sides['B'])}"


def test_the_estimate_is_the_opposite_with_the_sides_exchanged():
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
