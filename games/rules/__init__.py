"""The rules of the games for people, one text per game."""
