"""Fixtures of all tests of the table."""

from terminal import referee, table  # noqa: F401
