"""Pictures and moves in sentences, for people who listen."""
