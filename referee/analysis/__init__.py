"""What each move of a position is worth, by several methods side by side."""
