"""A table for people who listen: sentences for what happens, and answers to questions."""
