"""Puzzles: positions with one best move, which an exact search has proven, found in games and in a person's matches."""
