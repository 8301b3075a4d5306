"""The base of all games: words of bits, fields, texts of moves and positions, returned values."""
