"""Backgammon with its doubling cube: its rules, and what people see of it."""

from games.backgammon.game import Backgammon as Backgammon
