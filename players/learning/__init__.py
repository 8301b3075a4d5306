"""Evaluations that are learnt by play, and the ways to learn them."""
