"""Each test hands in its first class of a name."""

import pytest

import games
from games.names.session_objects import LentNames


@pytest.fixture(autouse=True)
def _no_names_of_other_tests(monkeypatch):
    """Forget what other tests have handed in, so that names do not depend on which tests ran before."""
    monkeypatch.setattr(games.CATALOGUE, "all_lent", LentNames())
