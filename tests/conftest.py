"""What all tests stand on: compiled modules that are as new as their sources."""

import pytest

from referee.build import life, stale


def pytest_report_header() -> str:
    """Say which of the two lives is under test."""
    return f"referee: {life()}"


def pytest_sessionstart(session: pytest.Session) -> None:
    """Refuse to test a build that is older than its sources."""
    if old := stale():
        pytest.exit(f"compiled modules older than their sources, build again: {', '.join(old)}", returncode=3)
