"""Liar's dice, one round for two: its rules, and what people see of it."""

from games.liars_dice.game import LiarsDice as LiarsDice
