"""Files of matches in the formats of the field, read and written: each move is made by the rules as it is read."""
