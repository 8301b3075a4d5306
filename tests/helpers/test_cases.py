"""A test of many cases runs all of them, and each error names its case."""

import inspect

import pytest

from tests.helpers.cases import every_case


@every_case("b", [1, 2])
@every_case(("a", "c"), [(1, 5), (2, 6), (3, 7)])
def of_cases(a, b, c, seen, wrong=()):
    seen.append((a, b, c))
    if a in wrong:
        pytest.fail(f"{a} is wrong")


def test_every_case_runs_and_the_rest_of_the_parameters_are_fixtures():
    seen = []
    of_cases(seen=seen)
    assert seen == [(1, 1, 5), (2, 1, 6), (3, 1, 7), (1, 2, 5), (2, 2, 6), (3, 2, 7)]
    assert [*inspect.signature(of_cases).parameters] == ["seen", "wrong"]


def test_each_error_names_its_case():
    with pytest.raises(BaseExceptionGroup) as raised:
        of_cases(seen=[], wrong=(1, 3))
    assert [each.__notes__ for each in raised.value.exceptions] == [["case: b=1"], ["case: b=2"]]
    inner = [each.__notes__ for each in raised.value.exceptions[0].exceptions]
    assert inner == [["case: a=1, c=5"], ["case: a=3, c=7"]]


def test_a_single_error_comes_out_as_it_is():
    @every_case("number", [1, 2, 3])
    def halves(number):
        assert number != 2

    with pytest.raises(AssertionError) as raised:
        halves()
    assert raised.value.__notes__ == ["case: number=2"]


def test_a_test_without_a_case_is_refused():
    with pytest.raises(AssertionError):
        every_case("number", [])
