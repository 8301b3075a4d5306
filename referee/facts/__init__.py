"""What a game is like: counted, solved, and played."""
