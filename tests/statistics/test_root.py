"""The root finder: what it finds, at which end it stops, and in how many steps."""

from math import exp, log, log1p

import pytest

from referee.statistics.numerics import root


@pytest.mark.parametrize(
    ("rising", "low", "high", "wanted"),
    [
        (lambda x: x * x - 2, 0.0, 2.0, 2**0.5),
        (lambda x: x**9, -1.0, 2.0, 0.0),
        (lambda x: 1 - 1e26 * exp(-x), -60.0, 80.0, 26 * log(10)),
        (lambda x: 1 - 1e-12 / x, 1e-300, 1.0, 1e-12),
        (lambda x: log1p(x) - 1e-9, 0.0, 1.0, 1.0000000005e-9),
        (lambda x: 1.0 if x > 0.3 else -1.0, 0.0, 1.0, 0.3),
    ],
)
def test_a_root_is_found_to_the_precision_of_a_float(rising, low, high, wanted):
    assert root(rising, low, high) == pytest.approx(wanted, rel=1e-14, abs=1e-2 if wanted == 0 else 0)


@pytest.mark.parametrize(("rising", "wanted"), [(lambda x: x + 5, 0.0), (lambda x: x - 5, 3.0), (lambda x: x, 0.0)])
def test_where_there_is_none_between_the_ends_it_is_the_nearer_end(rising, wanted):
    assert root(rising, 0.0, 3.0) == wanted


def test_where_the_function_is_smooth_few_steps_do():
    looked = []

    def rising(x):
        looked.append(x)
        return 1 / (1 + exp(-x)) - 0.9

    assert root(rising, -60.0, 60.0) == pytest.approx(2.1972245773362196, rel=1e-14)
    assert len(looked) < 30
