"""Glicko-2: Glickman's own example, and what must hold of any rating."""

import pytest

from referee.statistics.glicko import GlickoRating, GlickoResult, expected_score, rate_one_by_one, rate_period

NEW = GlickoRating()


# M. E. Glickman, "Example of the Glicko-2 system": a player of 1500 beats 1400 and loses to 1550 and 1700.
def test_the_published_example_comes_out():
    results = [GlickoResult(1400, 30, 1), GlickoResult(1550, 100, 0), GlickoResult(1700, 300, 0)]
    found = rate_period(GlickoRating(1500, 200, 0.06), results)
    assert (found.rating, found.deviation) == pytest.approx((1464.06, 151.52), abs=0.01)
    assert found.volatility == pytest.approx(0.05999, abs=0.00001)


# The same paper, step 3: what is expected against each of the three.
@pytest.mark.parametrize(("rating", "deviation", "share"), [(1400, 30, 0.639), (1550, 100, 0.432), (1700, 300, 0.303)])
def test_the_published_expectations_come_out(rating, deviation, share):
    assert expected_score(1500, rating, deviation) == pytest.approx(share, abs=0.0006)


def test_who_does_not_play_is_known_less_well():
    found = rate_period(GlickoRating(1500, 200, 0.06), [])
    assert (found.rating, found.volatility) == (1500, 0.06)
    assert found.deviation == pytest.approx(200.2714, abs=0.0001)  # Glickman's step 6 with these numbers


def test_a_win_raises_and_a_loss_lowers_by_as_much_among_equals():
    won, lost = (rate_period(NEW, [GlickoResult(1500, 60, score)]) for score in (1, 0))
    assert won.rating - 1500 == pytest.approx(1500 - lost.rating)
    assert won.rating > 1600
    assert rate_period(NEW, [GlickoResult(1500, 60, 0.5)]).rating == pytest.approx(1500)


def test_the_interval_narrows_as_results_come_in():
    found = rate_one_by_one([GlickoResult(1500, 60, score) for score in [1, 0] * 15])
    assert found.deviation < 100 < NEW.deviation
    low, high = found.interval
    assert low < found.rating < high


def test_a_run_of_surprises_raises_the_volatility():
    steady = GlickoRating(1500, 50, 0.06)
    assert rate_period(steady, [GlickoResult(2200, 30, 1)] * 8).volatility > 0.06
