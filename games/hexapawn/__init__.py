"""Hexapawn: its rules, and what people see of it."""

from games.hexapawn.game import Hexapawn as Hexapawn
