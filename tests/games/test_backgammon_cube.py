"""The doubling cube of backgammon: who may double, what it counts, matches, and its value in the estimate."""

import random
from fractions import Fraction
from functools import cache

import pytest

import games
import players
from games.backgammon import Backgammon
from games.capabilities import at_stake
from games.game import CHANCE, IllegalMove
from tests.helpers.cases import every_case

OPENING = "1-3 8/5 6/5"  # after which White is to roll, or to double
AHEAD = {4: 4, 3: 4}, {6: 3, 4: 4, 3: 4}  # White, who bears off, has as good as won


def placed(white, black, spec="backgammon:cube=yes", cube=""):
    """A position in which White is to roll, and its checkers and Black's by point; the rest is off.

    cube  what was said to it before, a word after the other.
    """
    game = games.load(spec, OPENING.split())
    for text in cube.split():
        game.make(game.parse(text))
    planes = list(game.planes)
    for side, points in enumerate((white, black)):
        heaps = {0: 15 - sum(points.values()), **points}
        for digit in range(4):
            planes[4 * side + digit] = sum(1 << point for point, count in heaps.items() if count >> digit & 1)
    game.planes = planes
    return game


def played(game, words):
    for text in words.split():
        game.make(game.parse(text))
    return game


def texts(game):
    return [game.text(move) for move in game.moves()]


def exact(game, known=None):
    """Return the first seat's equity with best play, by nothing but the rules."""
    known = {} if known is None else known
    if (score := game.score()) is not None:
        return Fraction(score)
    key = game.key()
    if key not in known:
        values = []
        for move in game.moves():
            twin = game.copy()
            twin.make(move)
            values.append(exact(twin, known))
        if game.turn == CHANCE:
            weights = [weight for _, weight in game.chances()]
            known[key] = sum(map(Fraction.__mul__, values, map(Fraction, weights))) / sum(weights)
        else:
            known[key] = min(values) if game.turn else max(values)
    return known[key]


def test_without_options_there_is_no_cube():
    game = games.load("backgammon", OPENING.split())
    assert (game.turn, game.stakes, game.show().cube) == (CHANCE, 3, None)
    assert "cube" not in game.show().note


def test_nobody_doubles_before_the_first_roll_and_each_may_before_later_ones():
    game = games.load("backgammon:cube=yes")
    assert game.turn == CHANCE
    played(game, OPENING)
    assert (game.turn, texts(game)) == (0, ["roll", "double"])
    assert game.show().note.endswith("; White rolls or doubles; the cube is at 1")


def test_the_side_that_takes_owns_the_cube_and_alone_may_double_next():
    game = played(placed({1: 4}, {1: 4}), "double take")
    assert (game.turn, game.show().cube) == (CHANCE, (2, 1))
    played(game, "2-1 1/off 1/off")
    assert (game.turn, texts(game)) == (1, ["roll", "double"])
    played(game, "double")
    assert (game.turn, texts(game)) == (0, ["take", "drop"])
    assert game.show().note.split("; ")[1:] == ["Black doubles to 4, White takes or drops", "Black has the cube at 2"]
    played(game, "take 2-1 1/off 1/off")
    assert (game.show().cube, texts(game)) == ((4, 0), ["roll", "double"])
    won = played(game, "roll 2-1 1/off 1/off")
    assert (won.score(), won.reason()) == (4, "White bore off all checkers, with the cube at 4")


def test_a_side_that_may_not_double_is_not_asked():
    game = played(placed({1: 6}, {1: 6}), "double take 2-1 1/off 1/off roll 2-1 1/off 1/off")
    assert (game.turn, texts(game)[0]) == (CHANCE, "2-1")


def test_dropping_loses_the_stakes_before_the_double():
    game = played(placed({1: 4}, {1: 4}), "double take 2-1 1/off 1/off double drop")
    assert (game.score(), game.moves(), game.reason()) == (-2, [], "White dropped the double to 4")


def test_the_cube_goes_up_to_64():
    game = placed({1: 15}, {1: 15})
    said = "double take 2-1 1/off 1/off"
    for _ in range(6):
        played(game, said)
    assert game.show().cube == (64, 0)
    assert game.turn == CHANCE


def test_gammons_and_backgammons_count_the_cube_twice_and_three_times():
    assert played(placed({1: 1}, {6: 15}, cube="double take"), "2-1 1/off").score() == 4
    lost = played(placed({1: 1}, {24: 1, 6: 14}, cube="double take"), "2-1 1/off")
    assert (lost.score(), lost.reason()) == (6, "White bore off all checkers, a backgammon, with the cube at 2")


@pytest.mark.parametrize(
    ("entry", "asked"), [("d", 0), ("redouble", 0), ("r", 0), ("t", 1), ("Accept", 1), ("pass", 1), ("p", 1)]
)
def test_actions_on_the_cube_have_other_words(entry, asked):
    game = played(placed({1: 4}, {1: 4}), "double" if asked else "")
    assert game.parse(entry) in game.moves()


def test_a_roll_is_no_answer_to_a_double():
    game = played(placed({1: 4}, {1: 4}), "double")
    with pytest.raises(
        IllegalMove,
        match="'3-1' is not a legal move here: first White doubles to 2, Black takes or drops; legal: take, drop",
    ):
        game.parse("3-1")


def test_a_side_wins_no_more_than_it_needs():
    for away, score in (("5/5", 4), ("3/5", 3), ("4/1", 4)):
        spec = f"backgammon:cube=yes,away={away}"
        game = placed({1: 1}, {6: 15}, spec, "double take")
        assert played(game, "2-1 1/off").score() == score
    assert placed({1: 1}, {6: 15}, "backgammon:cube=yes,away=3/5").stakes == 5


def offers(spec, seed):
    """Return the seats that are ever asked to double in a random game."""
    game, lot = games.load(spec), random.Random(seed)
    found = set()
    while game.score() is None:
        if "double" in texts(game):
            found.add(game.turn)
        game.make(lot.choice(game.moves()))
    return found


def test_in_the_crawford_game_nobody_doubles():
    assert all(offers("backgammon:away=1/4", seed) == set() for seed in range(3))


def test_after_the_crawford_game_only_the_side_that_trails_may_double():
    assert all(offers("backgammon:cube=yes,away=1/3", seed) == {1} for seed in range(3))
    assert offers("backgammon:cube=yes,away=1/1", 1) == set()


def test_a_cube_of_the_value_that_its_owner_needs_is_dead():
    game = played(placed({1: 6}, {1: 6}, "backgammon:cube=yes,away=5/2"), "double take 2-1 1/off 1/off")
    assert (game.turn, game.show().cube) == (CHANCE, (2, 1))


def test_the_picture_says_what_each_needs():
    note = games.load("backgammon:away=1/4").show().note
    assert note.endswith("; no cube; White needs 1, Black 4")


def test_resigning_loses_the_cube_or_a_gammon_that_threatens():
    spec = "backgammon:cube=yes,away=9/9"
    assert at_stake(placed({13: 15}, {13: 15}, spec, "double take"), 0) == 2
    assert at_stake(placed({1: 4}, {6: 15}, spec, "double take"), 1) == 4
    assert at_stake(placed({1: 4}, {6: 14}, spec, "double take"), 1) == 2


# What is known of the end. Of two checkers, one roll bears off both so many times of 36; the other wins with its next.
# T. Keith's tables, bkgm.com. A last roll is doubled from 50 %, and taken with at least 25 %.


@pytest.mark.parametrize(
    ("points", "chance", "value"),
    [
        ({6: 1, 2: 1}, 13, Fraction(-10, 36)),  # no double
        ({5: 1, 2: 1}, 19, 2 * Fraction(2, 36)),  # double, take
        ({2: 2}, 26, 2 * Fraction(16, 36)),  # with 27.8 % it is still a take
        ({4: 1, 1: 1}, 29, Fraction(1)),  # with 19.4 % it is a drop
    ],
)
def test_the_last_roll_is_doubled_and_taken_as_it_should_be(points, chance, value):
    assert exact(placed(points, {1: 1}, "backgammon")) == Fraction(2 * chance - 36, 36)
    assert exact(placed(points, {1: 1})) == value


@cache
def rolls_left(mine, theirs, holder):
    """What who is to roll wins with so many rolls left for either, with a cube of 1: each roll takes two checkers, a
    double four. holder  who may double: "both", "mine", "theirs".
    """

    def rolled(holder):
        total = Fraction(0)
        for weight, taken in ((5, 1), (1, 2)):
            rest = mine - taken
            swapped = {"both": "both", "mine": "theirs", "theirs": "mine"}[holder]
            total += Fraction(weight, 6) * (1 if rest <= 0 else -rolls_left(theirs, rest, swapped))
        return total

    if holder == "theirs":
        return rolled(holder)
    return max(rolled(holder), min(Fraction(1), 2 * rolled("theirs")))


@every_case(("mine", "theirs"), [(1, 1), (2, 1), (2, 2), (3, 2), (3, 3)])
@every_case("cube", ["", "double take"])
def test_races_of_a_few_rolls_are_worth_what_a_plain_count_says(mine, theirs, cube):
    game = placed({1: 2 * mine}, {1: 2 * theirs}, cube=cube)
    assert exact(game) == (2 * theirs_hold(mine, theirs) if cube else rolls_left(mine, theirs, "both"))


def theirs_hold(mine, theirs):
    return rolls_left(mine, theirs, "theirs")


def test_a_searching_player_doubles_and_drops_with_sense():
    even, sure, lost = placed({6: 8, 5: 7}, {6: 8, 5: 7}), placed(*AHEAD), placed(*AHEAD)
    played(lost, "double")
    good = placed({4: 4, 3: 4, 2: 4}, {6: 5, 5: 5, 4: 5}), placed({6: 5, 5: 5}, {6: 5, 5: 5, 1: 2})
    player = players.load("minimax:nodes=5000", 1)
    chosen = [even.text(player.choose(game, float("inf"))) for game in (even, sure, lost, good[0])]
    assert chosen == ["roll", "double", "drop", "double"]
    close = played(good[1], "double")
    assert close.text(player.choose(close, float("inf"))) == "take"


def test_the_estimate_lies_between_the_values_of_the_ends():
    for spec in ("backgammon:cube=yes", "backgammon:cube=yes,away=2/7", "backgammon:away=1/4"):
        game, lot = games.load(spec), random.Random(4)
        while game.score() is None:
            assert abs(game.estimate()) <= game.stakes * game.point
            game.make(lot.choice(game.moves()))


def test_owning_the_cube_raises_the_estimate():
    theirs = played(placed({6: 8, 5: 7}, {6: 8, 5: 7}), "double take")
    middle = placed({6: 8, 5: 7}, {6: 8, 5: 7})
    assert theirs.estimate() < 2 * middle.estimate()


HOME = range(1, 7)
WORTH = {1: "A", 2: "B"}  # checkers of White in an XGID


def estimate(board, rest):
    """Return the estimate in points for White of an XGID's board and its other fields."""
    return games.load(f"backgammon:position=XGID={board}:{rest}").estimate() / 1000


def random_race(rng):
    """Return a board on which both sides bear off and nobody can lose a gammon."""
    points = dict.fromkeys(range(1, 25), "-")
    for point in HOME:
        points[point] = WORTH.get(rng.randint(0, 2), "-")
        points[25 - point] = WORTH.get(rng.randint(0, 2), "-").lower()
    points[1], points[24] = "A", "a"
    return f"-{''.join(points.values())}-"


def mixed(dead, live):
    return (dead + 2 * live) / 3


def owned(wins):
    """Return the equity with an own cube of 1; a live cube cashes at 80 %."""
    return mixed(2 * wins - 1, min(1.0, 2.5 * wins - 1))


def centred(wins):
    """Return the equity with a cube of 1 in the middle; a live cube gains 2 points from 20 % to 80 %."""
    return mixed(2 * wins - 1, max(-1.0, min(1.0, (2 * wins - 1) / 0.6)))


def test_the_take_points_equal_janowskis():
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
