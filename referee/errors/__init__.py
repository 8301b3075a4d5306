"""Whose fault an error is, where it can be made again, and code that does not come back."""
