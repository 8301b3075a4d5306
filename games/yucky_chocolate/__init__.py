"""Yucky chocolate: its rules, and what people see of it."""

from games.yucky_chocolate.game import YuckyChocolate as YuckyChocolate
