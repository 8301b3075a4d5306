"""What can be said about players by the games they have played. Numbers in, numbers out; no game, no player."""
