"""One match: the loop, its events, its clocks, and the record of it."""

from referee.match.match import Match, play

__all__ = ["Match", "play"]
