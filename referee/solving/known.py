"""What is known of a position before a search: by theory, or because it was solved before."""

from functools import cached_property
from typing import Any

from games.game import Game
from referee.solving.exhaustive import without_search
from referee.solving.solve_cache import Solutions, cache_folder, key_of

WORTHWHILE = 0.05  # seconds that a search took whose result is kept


class Before:
    """What is known of a position of the game of that spec before a search: by theory, or from the cache."""

    def __init__(self, spec: str, game: Game):
        self.spec, self.game = spec, game
        self.cache = Solutions(cache_folder())

    @cached_property
    def key(self) -> str | None:
        """By which the cache knows the position."""
        return key_of(self.spec, self.game)

    def found(self, fresh: bool = False) -> dict[str, Any] | None:
        """What theory says, or the cache unless fresh; None if neither does."""
        if known := without_search(self.game):
            return known
        kept = None if fresh or self.key is None else self.cache.find(self.key)
        return None if kept is None else kept | {"cached": True}

    def keep(self, found: dict[str, Any]) -> None:
        """Put what a search has found into the cache, where it is all there is and took its time."""
        if found["solved"] and found["seconds"] > WORTHWHILE and self.key is not None:
            self.cache.keep(self.key, found)
