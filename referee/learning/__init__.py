"""Evaluations that learn by play, watched and measured while they do."""
