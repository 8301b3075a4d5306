"""Tournaments: who meets whom, what is kept of it, where everybody stands, and how that is shown."""
