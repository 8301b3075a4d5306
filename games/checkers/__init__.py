"""Checkers, or English draughts: its rules, and what people see of it."""

from games.checkers.game import Checkers as Checkers
