"""Files of matches in common formats, read and written; the rules check each move that is read."""
