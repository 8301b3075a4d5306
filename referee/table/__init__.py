"""A match before people: what is shown to them and what they type."""
