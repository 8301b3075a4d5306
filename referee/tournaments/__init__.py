"""Tournaments: their formats, the journal that every game is written to, and the standings."""
