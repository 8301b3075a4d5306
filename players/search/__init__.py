"""The compiled searches behind the players."""
