"""What a position is worth exactly, the cache of what was solved, and the words for it."""
