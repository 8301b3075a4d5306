"""Boards as texts, and the line that won."""
