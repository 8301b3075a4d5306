"""How puzzles are told: in sentences, and as a sheet for a class."""
