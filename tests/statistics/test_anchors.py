"""Ratings on the scale of players whose ratings are given: equal to a slow second way, and true as often as they say."""

import math
import random
from itertools import permutations, product

import pytest

from referee.statistics.fitting import draw_share
from referee.statistics.ratings import fit_ratings
from referee.statistics.scoring import ELO, Estimate, Z, logistic, wilson
from referee.statistics.shrinkage import ADVANTAGE, NARROWEST, SCALE, STEP, WIDEST, fit_shrunk_ratings


def elo(score):
    """The Elo of a score."""
    return -400 * math.log10(1 / score - 1)


def season(players, seed, draws=False):
    """A tournament of some games of each pair and order, in which everybody wins and loses."""
    chance = random.Random(seed)
    return {
        pair: (chance.randint(1, 6), chance.randint(1, 6) if draws else 0, chance.randint(1, 6))
        for pair in permutations(range(players), 2)
    }


# One anchor: the ratings of a plain fit, shifted.


@pytest.mark.parametrize(("won", "lost"), [(9, 1), (5, 5), (700, 300)])
def test_the_interval_beside_an_anchor_is_wilsons_about_its_rating(won, lost):
    anchor, other = fit_ratings(2, {(1, 0): (won, 0, lost)}, {0: 1500}).elo
    low, high = wilson(won / (won + lost), won + lost)
    assert anchor == Estimate(1500, 1500, 1500)
    assert other.value == pytest.approx(1500 + elo(won / (won + lost)))
    assert (other.low, other.high) == (pytest.approx(1500 + elo(low)), pytest.approx(1500 + elo(high)))


def test_one_anchor_shifts_the_ratings_and_nothing_else():
    results = season(5, 1, draws=True)
    plain, anchored = fit_ratings(5, results), fit_ratings(5, results, {3: 2000})
    by = 2000 - plain.elo[3].value
    for one, other in zip(plain.elo, anchored.elo, strict=True):
        assert other.value == pytest.approx(one.value + by, abs=1e-6)
    assert anchored.superior[0] == pytest.approx(plain.superior[0], nan_ok=True)
    assert anchored.advantage.value == pytest.approx(plain.advantage.value)
    assert (anchored.group, anchored.anchored, plain.anchored) == ((0,) * 5, 0, None)


def test_who_won_all_games_against_an_anchor_stands_above_it_by_at_least_wilsons_bound():
    other = fit_ratings(2, {(0, 1): (8, 0, 0)}, {1: 1200}).elo[0]
    assert other.low == pytest.approx(1200 + elo(wilson(1, 8)[0]))
    assert other.high is None
    assert other.value > other.low


# Several: a second, slow way.


def slowly(players, results, anchors, equals=0.0):
    """The ratings, the advantage and the deviations of both, in log-odds: by numerical derivatives of the likelihood.

    equals  the share of draws of equals, by which points vary less.
    """
    free = [*(player for player in range(players) if player not in anchors), "advantage"]
    start = sum(anchors.values()) / len(anchors) / ELO
    value = (
        dict.fromkeys(free, start) | {player: rating / ELO for player, rating in anchors.items()} | {"advantage": 0.0}
    )
    step = 1e-4

    def likelihood(moved):
        at = value | {name: value[name] + change for name, change in moved}
        total = 0.0
        for (one, two), (won, drawn, lost) in results.items():
            odds = at[one] - at[two] + at["advantage"]
            points, games = won + drawn / 2, won + drawn + lost
            total += points * math.log(logistic(odds)) + (games - points) * math.log(logistic(-odds))
        return total

    for _ in range(400):  # each in turn to where its own derivative is 0
        for name in free:
            up, here, down = (likelihood([(name, change)]) for change in (step, 0, -step))
            value[name] -= (up - down) / 2 / step / ((up - 2 * here + down) / step**2)
    curved = [[0.0] * len(free) for _ in free]
    varied = [[0.0] * len(free) for _ in free]
    for (one, two), counts in results.items():
        odds = value[one] - value[two] + value["advantage"]
        square = logistic(odds) * logistic(-odds)
        way = [(name in (one, "advantage")) - (name == two) for name in free]
        for row, column in product(range(len(free)), repeat=2):
            curved[row][column] += sum(counts) * square * way[row] * way[column]
            varied[row][column] += sum(counts) * (square - draw_share(square, equals) / 4) * way[row] * way[column]
    inner = inverse(curved)
    whole = times(times(inner, varied), inner)
    return value, {name: math.sqrt(whole[place][place]) for place, name in enumerate(free)}


def times(one, two):
    """The product of two matrices."""
    return [[sum(a * b for a, b in zip(row, column, strict=True)) for column in zip(*two, strict=True)] for row in one]


def inverse(matrix):
    """The inverse of a matrix, by Gauss and Jordan."""
    size = len(matrix)
    rows = [[*row, *(float(place == other) for other in range(size))] for place, row in enumerate(matrix)]
    for place in range(size):
        pivot = max(range(place, size), key=lambda row, place=place: abs(rows[row][place]))
        rows[place], rows[pivot] = rows[pivot], rows[place]
        rows[place] = [entry / rows[place][place] for entry in rows[place]]
        for other in range(size):
            if other != place:
                by = rows[other][place]
                rows[other] = [entry - by * lead for entry, lead in zip(rows[other], rows[place], strict=True)]
    return [row[size:] for row in rows]


@pytest.mark.parametrize("draws", [False, True])
@pytest.mark.parametrize("anchors", [{2: 0.0}, {0: 1500.0, 3: 1610.0}, {1: -300.0, 2: 0.0, 4: 250.0}])
def test_a_second_slow_way_finds_the_same_ratings_and_errors(anchors, draws):
    results = season(5, len(anchors), draws)
    ratings = fit_ratings(5, results, anchors)
    equals = ratings.draws.low
    value, error = slowly(5, results, anchors, equals if draws else 0.0)
    for player in set(range(5)) - set(anchors):
        found, reach = ratings.elo[player], 2 * math.asinh(Z * error[player] / 2) * ELO  # Wilson's, in log-odds
        assert found.value == pytest.approx(value[player] * ELO, abs=0.01)
        assert (found.low, found.high) == (
            pytest.approx(found.value - reach, abs=0.05), pytest.approx(found.value + reach, abs=0.05),
        )  # fmt: skip
    assert ratings.advantage.value == pytest.approx(value["advantage"] * ELO, abs=0.01)
    for player, given in anchors.items():
        assert ratings.elo[player] == Estimate(given, given, given)


def test_games_between_anchors_tell_what_moving_first_is_worth_and_nothing_of_them():
    ratings = fit_ratings(2, {(0, 1): (60, 0, 40), (1, 0): (60, 0, 40)}, {0: 1500, 1: 1500})
    assert [one.value for one in ratings.elo] == [1500, 1500]
    assert ratings.advantage.value == pytest.approx(elo(0.6))
    low, high = wilson(0.6, 200)
    assert (ratings.advantage.low, ratings.advantage.high) == (pytest.approx(elo(low)), pytest.approx(elo(high)))
    assert ratings.superior == ((None, None), (None, None))
    uneven = fit_ratings(2, {(0, 1): (64, 0, 36), (1, 0): (36, 0, 64)}, {0: 100, 1: 0})
    assert uneven.advantage.value == pytest.approx(0, abs=0.5)  # 100 Elo are 64 %


def test_who_beats_one_anchor_and_loses_to_another_is_bounded_by_both():
    ratings = fit_ratings(
        3, {(0, 1): (4, 0, 0), (1, 0): (0, 0, 4), (0, 2): (0, 0, 4), (2, 0): (4, 0, 0)}, {1: 0, 2: 400}
    )
    assert ratings.elo[0].value == pytest.approx(200, abs=0.01)
    assert ratings.elo[0].bounded
    alone = fit_ratings(3, {(0, 1): (4, 0, 0), (1, 0): (0, 0, 4), (0, 2): (0, 0, 4), (2, 0): (4, 0, 0)}, {1: 0})
    assert alone.elo[0].high is None


def test_an_anchor_that_met_nobody_leaves_the_others_a_scale_of_their_own():
    ratings = fit_ratings(4, {(0, 1): (3, 0, 2), (1, 0): (3, 0, 2)}, {3: 1500})
    assert ratings.elo[3] == Estimate(1500, 1500, 1500)
    assert ratings.elo[0].value + ratings.elo[1].value == pytest.approx(0, abs=1e-6)
    assert ratings.elo[2] is None
    assert ratings.group[0] == ratings.group[1] != ratings.group[3] == ratings.anchored
    assert ratings.superior[0][3] is None


def test_two_groups_with_an_anchor_each_compare_through_the_anchors():
    results = {(0, 1): (5, 0, 5), (1, 0): (5, 0, 5), (2, 3): (5, 0, 5), (3, 2): (5, 0, 5)}
    ratings = fit_ratings(4, results, {0: 1000, 2: 1700})
    assert len(set(ratings.group)) == 1
    assert [round(one.value) for one in ratings.elo] == [1000, 1000, 1700, 1700]
    assert ratings.superior[3][1] > 0.99


def test_without_games_there_are_the_given_ratings_alone():
    for fit in (fit_ratings, fit_shrunk_ratings):
        ratings = fit(2, {}, {1: 1500})
        assert ratings.elo == (None, Estimate(1500, 1500, 1500))


@pytest.mark.parametrize("fit", [fit_ratings, fit_shrunk_ratings])
def test_an_anchor_that_is_no_player_is_refused(fit):
    with pytest.raises(ValueError, match="not one of 2 players"):
        fit(2, {(0, 1): (1, 0, 1)}, {2: 1500})


# Shrunk ratings.


def test_one_anchor_shifts_shrunk_ratings_and_takes_their_error_from_the_difference():
    results = season(4, 5)
    plain, anchored = fit_shrunk_ratings(4, results), fit_shrunk_ratings(4, results, {2: 800})
    for one, other in zip(plain.elo, anchored.elo, strict=True):
        assert other.value - 800 == pytest.approx(one.value - plain.elo[2].value, abs=1e-6)
    assert anchored.elo[2] == Estimate(800, 800, 800)
    assert anchored.superior[0][1] == pytest.approx(plain.superior[0][1])
    likely = 0.5 * (1 + math.erf((anchored.elo[0].value - 800) / half(anchored.elo[0]) * Z / math.sqrt(2)))
    assert likely == pytest.approx(plain.superior[0][2])  # which goes by the variance of that difference


def half(estimate):
    """Half of the interval."""
    return (estimate.high - estimate.low) / 2


def integrated(results, anchors):
    """The mean and the deviation of player 0 above the mean of the anchors, in log-odds, by sums over a grid.

    Over its own strength, that of the anchors above the mean of the law, the advantage, and the width of the law.
    """
    base = sum(anchors.values()) / len(anchors)
    lead = {player: (rating - base) / ELO for player, rating in anchors.items()} | {0: 0.0}
    grid = [step / 3 for step in range(-13, 14)]
    won = {}  # of each distance and advantage, as the likelihood knows no more
    for apart, more in product({round(one - two, 9) for one, two in product(grid, grid)}, grid):
        won[apart, more] = math.exp(
            sum(
                count * math.log(logistic(sign * (value[one] - value[two] + lead[one] - lead[two] + more)))
                for value in [dict.fromkeys(anchors, 0.0) | {0: apart}]
                for (one, two), counts in results.items()
                for sign, count in ((1, counts[0]), (-1, counts[2]))
            )
            - more * more / 2 / ADVANTAGE**2
        )
    told = {apart: sum(won[apart, more] for more in grid) for apart, _ in won}
    mass, first, second = 0.0, 0.0, 0.0
    for step in range(NARROWEST, WIDEST + 1):
        width = math.exp(STEP * step)
        law = width**2 * math.exp(-width / SCALE) / width ** (1 + len(anchors))
        for mine, theirs in product(grid, grid):
            squares = mine * mine + sum((theirs + lead[player]) ** 2 for player in anchors)
            part = law * math.exp(-squares / 2 / width**2) * told[round(mine - theirs, 9)]
            mass += part
            first += part * (mine - theirs)
            second += part * (mine - theirs) ** 2
    return first / mass, math.sqrt(second / mass - (first / mass) ** 2)


@pytest.mark.parametrize("anchors", [{1: 0.0}, {1: -200.0, 2: 200.0}, {1: 0.0, 2: 60.0}])
def test_shrunk_ratings_are_those_of_the_whole_integral(anchors):
    results = {(0, player): (6, 0, 2) for player in anchors} | {(player, 0): (3, 0, 5) for player in anchors}
    players = 1 + len(anchors)
    mean, deviation = integrated(results, anchors)
    found = fit_shrunk_ratings(players, results, anchors).elo[0]
    base = sum(anchors.values()) / len(anchors)
    assert (found.value - base) / ELO == pytest.approx(mean, abs=0.1 * deviation)
    assert half(found) / ELO / Z == pytest.approx(deviation, rel=0.1)


# How often intervals hold.


def coverage(fit, anchored, tournaments, players=6, games=8):
    """The share of intervals that hold the truth of players who are no anchors; draws are 30 % of equals' games."""
    held = total = 0
    for seed in range(tournaments):
        chance = random.Random(seed)
        truth = [1500 + chance.gauss(0, 150) for _ in range(players)]
        results = {}
        for one, two in permutations(range(players), 2):
            counts = [0, 0, 0]
            for _ in range(games // 2):
                score = logistic((truth[one] - truth[two] + 35) / ELO)
                drawn, lot = draw_share(score * (1 - score), 0.3), chance.random()
                counts[0 if lot < score - drawn / 2 else 1 if lot < score + drawn / 2 else 2] += 1
            results[one, two] = tuple(counts)
        ratings = fit(players, results, {player: truth[player] for player in range(anchored)})
        for estimate, true in zip(ratings.elo[anchored:], truth[anchored:], strict=True):
            total += 1
            held += (estimate.low is None or estimate.low <= true) and (estimate.high is None or true <= estimate.high)
    return held / total


# Some 400 intervals of each kind: a standard error of 1.1 %, and somewhat more as those of a tournament depend on each
# other through the anchors.
@pytest.mark.parametrize("fit", [fit_ratings, fit_shrunk_ratings])
@pytest.mark.parametrize("anchored", [1, 3])
def test_intervals_beside_anchors_hold_as_often_as_they_say(fit, anchored):
    assert 0.91 < coverage(fit, anchored, 400 // (6 - anchored)) < 0.985
