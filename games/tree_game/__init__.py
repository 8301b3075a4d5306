"""The tree of a book or an exam as a game: its rules, and what people see of it."""

from games.tree_game.game import TreeGame as TreeGame
