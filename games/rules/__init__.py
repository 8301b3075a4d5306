"""The rules of each game in words."""
