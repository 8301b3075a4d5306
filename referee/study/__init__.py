"""What positions and moves are worth: analysis by several methods, reviews of games, and what a game is like."""
