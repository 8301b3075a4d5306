"""Players as engines of other programs: a module a protocol, over a position, a player and a search on a thread."""
