"""Othello: its rules, and what people see of it."""

from games.othello.game import Othello as Othello
