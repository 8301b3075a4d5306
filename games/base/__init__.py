"""What every game stands on: words of bits, fields, texts of moves and positions, returned values."""
