"""The menu that opens where nobody said what to play: the games, and a form for the one that is chosen."""
