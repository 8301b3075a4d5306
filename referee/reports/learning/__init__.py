"""A run of learning as people and programs read it."""
