"""Fixtures of the tests of tables across machines."""

import pytest

from tests.helpers.scripted_host import ScriptedHost


@pytest.fixture
def host():
    with ScriptedHost() as running:
        yield running
