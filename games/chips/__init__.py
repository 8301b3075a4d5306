"""Chips: its rules, and what people see of it."""

from games.chips.game import Chips as Chips
