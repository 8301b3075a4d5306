"""The short cuts of a fit of many players: equal to the slow ways that they replace."""

import random
from math import inf, isclose

import pytest

from games.base.scalar_product import dot
from referee.statistics import fitting
from referee.statistics.fitting import Fit, Score, first_guess, largest_differences
from referee.statistics.numerics import ROUNDING, invert, sandwich, spread, variance_between
from referee.statistics.ratings import RatingModel, fit_ratings


def scores_of(players, count, rng):
    """Return scores of random pairs, many of them won or lost whole."""
    pairs = [rng.sample(range(players), 2) for _ in range(count)]
    return [Score(one, two, 2.0, rng.choice((0.0, 0.0, 1.0, 2.0, 2.0))) for one, two in pairs]


def reach(players, scores):
    """Return by repeated steps what `largest_differences` does without an advantage."""
    found = {(place, place) for place in range(players)}
    edges = {(one, two) for one, two, _, points, _ in scores if points}
    edges |= {(two, one) for one, two, games, points, _ in scores if points < games}
    while more := {(start, after) for start, end in found for before, after in edges if before == end} - found:
        found |= more
    return [[0.0 if (one, two) in found else inf for two in range(players)] for one in range(players)]


@pytest.mark.parametrize("seed", range(20))
def test_sets_find_the_same_unlimited_differences_as_single_steps(seed):
    rng = random.Random(seed)
    scores = scores_of(8, rng.randrange(4, 16), rng)
    assert largest_differences(8, scores, 0) == reach(8, scores)


def test_without_an_advantage_no_difference_is_added_up(monkeypatch):
    """Three loops over all players took a third of the time of standings."""
    monkeypatch.setattr(fitting, "min", lambda *_: pytest.fail("a sum was compared"), raising=False)
    largest_differences(30, scores_of(30, 60, random.Random(1)), 0)


def test_the_variances_by_sums_are_those_of_the_whole_covariance():
    rng = random.Random(2)
    model = RatingModel(
        9, [Score(one, two, 3.0, rng.choice((0.5, 1.0, 2.0))) for one in range(9) for two in range(one)], 0
    )
    others = list(range(9))
    for player in range(9):
        rest = [other for other in others if other != player]
        direction = {player: 1.0, **dict.fromkeys(rest, -1 / 8)}
        assert isclose(model.variance_above(player, rest), spread(model.covariance, direction), rel_tol=1e-9)
        two = rest[0]
        pair = spread(model.covariance, {player: 1.0, two: -1.0})
        assert isclose(variance_between(model.covariance, player, two), pair, rel_tol=1e-9)


def test_a_variance_of_terms_that_cancel_is_above_0():
    assert variance_between([[1.0, 1.0], [1.0, 1.0]], 0, 1) == 2 * ROUNDING


def test_the_product_of_three_matrices_is_symmetric_and_right():
    rng = random.Random(3)
    lower = [[rng.uniform(0.5, 2) for _ in range(row + 1)] for row in range(5)]
    outer = invert(lower)
    inner = [[float(one == two) for two in range(5)] for one in range(5)]
    found = sandwich(outer, inner)
    for one in range(5):
        for two in range(5):
            assert found[one][two] == found[two][one]
            assert isclose(found[one][two], dot(outer[one], outer[two]), rel_tol=1e-12)


def test_a_fit_begins_near_its_end():
    rng = random.Random(4)
    scores = [Score(one, two, 4.0, rng.choice((1.0, 1.5, 2.5, 3.0))) for one in range(12) for two in range(one)]
    members = [[*range(12)]]
    fit = Fit(members, scores, ordered=False)
    guess = first_guess(members, scores)
    assert abs(sum(guess)) < 1e-9
    assert max(abs(a - b) for a, b in zip(guess, fit.values, strict=True)) < max(map(abs, fit.values)) / 2


def test_the_law_of_draws_is_asked_for_all_scores_at_once(monkeypatch):
    asked = []
    plain = fitting.draw_shares
    monkeypatch.setattr(
        fitting, "draw_shares", lambda squares, drawn: asked.append(len(squares)) or plain(squares, drawn)
    )
    fit_ratings(20, {(one, two): (1, 2, 1) for one in range(20) for two in range(20) if one != two})
    assert set(asked) == {380}
    assert len(asked) < 100
