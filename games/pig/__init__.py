"""Pig: its rules, and what people see of it."""

from games.pig.game import Pig as Pig
