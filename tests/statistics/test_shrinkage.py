"""Ratings where who meets whom depends on results: how often their intervals hold, by simulated tournaments."""

import math
import sys
from pathlib import Path

import pytest

from referee.statistics.ratings import fit_ratings
from referee.statistics.shrinkage import fit_shrunk_ratings

sys.path.append(str(Path(__file__).parents[2] / "benchmarks"))

from intervals import tried


def held(cell, tournaments, rate=fit_shrunk_ratings):
    """The share of intervals that hold: of all players, and of those rated first and last."""
    trials = [tried(cell, seed, rate) for seed in range(tournaments)]
    ends = [trial.held[place] for trial in trials for place in (0, -1)]
    return sum(sum(trial.held) for trial in trials) / tournaments / cell[1], sum(ends) / len(ends)


# Some 300 players of each kind: a standard error of 1.3 %, and somewhat more as those of a tournament depend on each
# other; of those first and last one of 3 to 4 %.
@pytest.mark.parametrize(
    ("form", "players", "rounds", "spread", "equals", "tournaments"),
    [
        ("swiss", 16, 5, 100, 0.3, 20), ("swiss", 16, 5, 400, 0.3, 20), ("swiss", 16, 15, 150, 0.0, 20),
        ("swiss", 16, 7, 150, 0.6, 20), ("swiss", 40, 8, 200, 0.3, 7), ("knockout", 16, 2, 200, 0.3, 20),
    ],
)  # fmt: skip
def test_intervals_hold_as_often_as_they_say(form, players, rounds, spread, equals, tournaments):
    everybody, ends = held((form, players, rounds, spread, equals), tournaments)
    assert 0.91 < everybody < 0.99
    assert ends > 0.84


def test_two_hundred_players_are_rated_as_well():
    everybody, _ = held(("swiss", 200, 6, 150, 0.3), 1)
    assert 0.89 < everybody < 0.99  # one tournament: a standard error of 1.6 %


@pytest.mark.parametrize(("players", "rounds", "tournaments"), [(16, 5, 12), (40, 8, 2)])
def test_equal_players_are_told_to_be_about_equal(players, rounds, tournaments):
    cell = ("swiss", players, rounds, 0, 0.3)
    everybody, ends = held(cell, tournaments)
    assert everybody > 0.97
    assert ends > 0.85
    assert held(cell, tournaments, fit_ratings)[0] < 0.85  # the likeliest ratings are drawn apart


def test_who_is_called_better_is_better_that_often():
    trials = [tried(("swiss", 16, 7, 150, 0.3), seed, fit_shrunk_ratings) for seed in range(12)]
    claims = sum(trial.claims for trial in trials)
    assert claims > 300
    assert sum(trial.true for trial in trials) / claims == pytest.approx(
        sum(trial.said for trial in trials) / claims, abs=0.03
    )


def everything(ratings):
    """All numbers in them."""
    for estimate in filter(None, (*ratings.elo, ratings.advantage, ratings.draws)):
        yield from (estimate.value, estimate.low, estimate.high)
    yield from (likely for row in ratings.superior for likely in row if likely is not None)


@pytest.mark.parametrize("results", [
    {(0, 1): (1, 0, 0)}, {(0, 1): (0, 1, 0)}, {(0, 1): (0, 50, 0), (1, 0): (0, 50, 0)},
    {(0, 1): (9, 0, 0), (1, 0): (9, 0, 0)}, {(0, 1): (10**9, 0, 0), (2, 1): (0, 10**9, 1)},
    {(place, place + 1): (2, 0, 0) for place in range(20)},
    {(2 * place, 2 * place + 1): (1, 0, 1) for place in range(20)},
])  # fmt: skip
def test_all_is_finite_and_within_its_bounds(results):
    ratings = fit_shrunk_ratings(50, results)
    assert all(math.isfinite(number) for number in everything(ratings))
    assert all(estimate.low <= estimate.value <= estimate.high for estimate in filter(None, ratings.elo))
    assert sum(estimate.value for estimate in filter(None, ratings.elo)) == pytest.approx(0, abs=0.01)


def test_who_has_not_played_is_not_rated_and_all_others_compare():
    ratings = fit_shrunk_ratings(6, {(0, 1): (2, 0, 0), (2, 3): (1, 1, 0)})
    assert [one is None for one in ratings.elo] == [False] * 4 + [True] * 2
    assert ratings.group == (0, 0, 0, 0, None, None)
    assert ratings.superior[0][3] > 0.5
    assert ratings.superior[0][0] is ratings.superior[0][5] is None
    assert ratings.superior[0][3] + ratings.superior[3][0] == pytest.approx(1)
    nothing = fit_shrunk_ratings(2, {})
    assert (nothing.elo, nothing.advantage, nothing.draws) == ((None, None), None, None)


def test_many_games_are_rated_as_without_shrinking():
    results = {(0, 1): (700, 0, 300), (1, 0): (300, 0, 700), (1, 2): (600, 0, 400), (2, 1): (400, 0, 600)}
    for here, there in zip(fit_shrunk_ratings(3, results).elo, fit_ratings(3, results).elo, strict=True):
        assert (here.value, here.low, here.high) == pytest.approx((there.value, there.low, there.high), abs=1.5)


def test_more_draws_say_more():
    half_won = fit_shrunk_ratings(2, {(0, 1): (20, 0, 20), (1, 0): (20, 0, 20)}).elo[0]
    half_drawn = fit_shrunk_ratings(2, {(0, 1): (8, 24, 8), (1, 0): (8, 24, 8)}).elo[0]
    assert half_drawn.high < half_won.high
