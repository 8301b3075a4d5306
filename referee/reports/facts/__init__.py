"""The facts of a game as text."""
