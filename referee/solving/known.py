"""What is known of a position before a search: by theory, or because it was solved before."""

import math
from functools import cached_property
from time import monotonic
from typing import Any

from games.base.rule_values import text_of
from games.capabilities import theories_after, theory_of
from games.game import Game
from players.by_theory import choose_by_theory
from referee.solving.exhaustive import LINE, as_dict, moves_as_dicts
from referee.solving.solve_cache import Solutions, cache_folder, key_of
from referee.solving.value import settled

MANY = 1_000  # moves; theory need not look at all of them to go on
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


def without_search(game: Game) -> dict[str, Any] | None:
    """What theory knows of the position and of all its moves, as JSON's types; None if it does not."""
    start, theory = monotonic(), theory_of(game)
    if theory is None:
        return None
    found = list(theories_after(game))
    rows = [(move, settled(then.score)) for move, then in found if then is not None]
    if len(rows) < len(found):
        return None
    whole, twin = settled(theory.score), game.copy()
    line: list[str] = []
    deadline = math.inf if len(rows) <= MANY else 0.0
    while len(line) < LINE and twin.score() is None and (theory := theory_of(twin)) is not None:
        best = choose_by_theory(twin, theory, deadline, start)
        if best is None:
            break
        line.append(text_of(twin, best.move))
        twin.make(best.move)
    told = {"solved": True} | as_dict(game, whole) | {"moves": moves_as_dicts(game, rows, whole), "line": line}
    return told | {"positions": 0, "seconds": monotonic() - start, "method": theory_name(game), "cached": False}


def theory_name(game: Game) -> str:
    """By what theory knows the position."""
    theory = theory_of(game)
    return "" if theory is None else theory.name
