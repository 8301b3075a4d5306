"""Evaluations that learn by self-play, and how strong they are meanwhile."""
