"""Chess: its rules, and what people see of it."""

from games.chess.game import Chess as Chess
