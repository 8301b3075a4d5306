"""What the doubling cube is worth in the estimate of backgammon, by the formulas of its source.

The formulas: R. Janowski, "Take-Points in Money Games", 1993. A side that drops with less than 25 % of the games loses
nothing by it where the cube is dead, and with less than 20 % where it is live.
"""

import random

import pytest

import games
import players
from games.backgammon import Backgammon

HOME = range(1, 7)
WORTH = {1: "A", 2: "B"}  # checkers of White in an XGID


def estimate(board, rest):
    """The estimate in points for White, of the board of an XGID with its other fields."""
    return games.load(f"backgammon:position=XGID={board}:{rest}").estimate() / 1000


def random_race(rng):
    """A board on which both sides bear off, and neither can lose a gammon."""
    points = dict.fromkeys(range(1, 25), "-")
    for point in HOME:
        points[point] = WORTH.get(rng.randint(0, 2), "-")
        points[25 - point] = WORTH.get(rng.randint(0, 2), "-").lower()
    points[1], points[24] = "A", "a"
    return f"-{''.join(points.values())}-"


def mixed(dead, live):
    """What a cube is worth that is turned at the best moment two times of three."""
    return (dead + 2 * live) / 3


def owned(wins):
    """What a side wins with that chance if it has a cube of 1: if that is live, 80 % are as good as all."""
    return mixed(2 * wins - 1, min(1.0, 2.5 * wins - 1))


def centred(wins):
    """What a side wins with that chance if both may turn a cube of 1: if that is live, from 20 % to 80 % it gains 2."""
    return mixed(2 * wins - 1, max(-1.0, min(1.0, (2 * wins - 1) / 0.6)))


def test_the_take_points_are_those_of_janowski():
    # Where a drop costs as much as a take: 25 % with a dead cube, 20 % with a live one, and 3/14 as it is weighted here.
    assert 2 * (2 * 0.25 - 1) == 2 * (2.5 * 0.2 - 1) == -1
    assert 2 * owned(3 / 14) == pytest.approx(-1)


def test_a_race_is_worth_what_janowskis_formulas_say():
    rng, answers = random.Random(6), []
    for _ in range(300):
        board = random_race(rng)
        wins = (1 + estimate(board, "0:0:1:00:0:0:0:0:0")) / 2
        rolled, taken = centred(wins), -2 * owned(1 - wins)
        doubled = min(1.0, taken)
        assert estimate(board, "0:0:1:??:0:0:0:0:6") == pytest.approx(rolled, abs=0.004)
        assert estimate(board, "0:0:1:D:0:0:0:0:6") == pytest.approx(doubled, abs=0.008)
        assert estimate(board, "0:0:1:00:0:0:0:0:6") == pytest.approx(rolled, abs=0.004)
        assert estimate(board, "2:1:1:??:0:0:0:0:6") == pytest.approx(4 * owned(wins), abs=0.016)
        answers.append((doubled > rolled, taken > 1))
    assert {(False, False), (True, False), (True, True)} <= set(answers)


def test_the_points_beyond_one_count_whole():
    # With nothing borne off, in a match that is far from its end and without a cube, the score counts as for money.
    rng, most = random.Random(3), 0
    for _ in range(5):
        plain, match = Backgammon(), Backgammon(away=(900, 900))
        while plain.score() is None and not any(plain.count(seat, 0) for seat in (0, 1)):
            assert match.estimate() == pytest.approx(plain.estimate(), abs=1)
            most = max(most, abs(plain.estimate()))
            move = rng.choice(plain.moves())
            plain.make(move)
            match.make(move)
    assert most > 1100


# By GNU Backgammon 1.07 at 2 plies: what it is worth to play on, and to double if the other takes. A drop counts 1.
@pytest.mark.parametrize(
    ("board", "word"),
    [
        ("--BB-aC-BA---C----bccAbbbA:1:-1:-1", "roll"),  # 1.72 and 3.32: too good to double
        ("aCCbCBBA--a--A--b-ac--b-c-:0:0:1", "roll"),  # 1.54 and 2.89
        ("-BBC-BBB-------------bbdfB:1:-1:-1", "roll"),  # 1.52 and 3.00
        ("b-CBBCBB------------dAdad-:0:0:1", "roll"),  # 1.44 and 2.80
        ("-----bE-C---dD---c-eBaA---:0:0:1", "roll"),  # -0.12 and -0.53: not good enough
    ],
)
def test_a_player_plays_on_for_a_gammon_as_gnu_backgammon_does(board, word):
    game = games.load(f"backgammon:position=XGID={board}:00:0:0:0:0:6")
    assert game.text(players.load("minimax:nodes=2000").choose(game, float("inf"))) == word


# By GNU Backgammon 1.07 at 2 plies, without a cube.
@pytest.mark.parametrize(("board", "points"), [
    ("--CD--B----AA-----BAAabcc-:0:0:-1", -1.999), ("--BB--C-EA-AA----------ce-:0:0:-1", -1.973),
    ("-ABBC-a-----------ac-d-cc-:0:0:1", 1.226), ("-DC--a-a-------a---eaab-c-:0:0:1", 1.925),
    ("-B-CBBB---A------A-AAbbba-:0:0:1", -1.933),
])  # fmt: skip
def test_a_race_for_the_gammon_is_worth_what_gnu_backgammon_says(board, points):
    assert estimate(board, "00:0:0:0:0:0") == pytest.approx(points, abs=0.03)
