"""The exact worth of positions, the cache of solutions, and the words for both."""
