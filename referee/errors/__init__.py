"""Whose fault an error is, how to reproduce it, and user code that does not return."""
