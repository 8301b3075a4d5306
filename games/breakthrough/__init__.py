"""Breakthrough, by Dan Troyka (2000): its rules, and what people see of it."""

from games.breakthrough.game import Breakthrough as Breakthrough
