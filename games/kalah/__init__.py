"""Kalah, by W. J. Champion: its rules, and what people see of it."""

from games.kalah.game import Kalah as Kalah
