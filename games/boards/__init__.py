"""Boards as texts, boards to set up, and the line that won."""
