"""Nim: its rules, and what people see of it."""

from games.nim.game import Nim as Nim
