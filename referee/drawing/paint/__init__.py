"""Boards drawn in the colours of a terminal: round pieces made of block characters, on a ground of their own."""
