"""Gomoku: its rules, and what people see of it."""

from games.gomoku.game import Gomoku as Gomoku
