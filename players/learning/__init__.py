"""Learned evaluations, and the ways to learn them."""
