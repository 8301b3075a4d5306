"""Moves tried within a budget, for the reasons of a move."""

from __future__ import annotations

from math import inf
from time import monotonic
from typing import TYPE_CHECKING

from games.adapters.undo import copy_to_search
from games.base.rule_values import text_of
from players.search.alphabeta.pvs import Pvs
from players.search.alphabeta.table import to_game_score
from players.search.clock import Clock, Stop, hurried

if TYPE_CHECKING:
    from games.game import Game


class Tryout:
    """Moves tried within a budget; methods raise players.search.clock.Stop once it is used up."""

    def __init__(self, nodes: int, deadline: float = inf):
        self.clock = Clock(deadline, nodes)

    def after(self, game: Game, move: int) -> Game:
        """Return the position after `move`."""
        self.count(1)
        twin = game.copy()
        twin.make(move)
        return twin

    def count(self, moves: int) -> None:
        self.clock.nodes += moves
        if self.clock.nodes > self.clock.budget or monotonic() > self.clock.deadline or hurried():
            raise Stop

    def wins(self, game: Game) -> tuple[str, ...]:
        """Return the moves that win at once for the seat to move."""
        moves, seat, found = game.moves(), game.turn, []
        self.count(len(moves))
        twin = copy_to_search(game)
        for move in moves:
            twin.make(move)
            if won(twin, seat):
                found.append(text_of(game, move))
            twin.unmake(move)
        return tuple(found)

    def win(self, game: Game, most: int) -> tuple[int, tuple[str, ...]] | None:
        """Return the plies, at most `most`, in which the seat to move wins by force, and the line; otherwise None."""
        found = self.search(game, most)
        return (found[0], found[1]) if found and found[0] > 0 else None

    def loses(self, game: Game, most: int) -> bool:
        """Return whether the seat to move loses by force within `most` plies; not if the game is over."""
        found = self.search(game, most)
        return found is not None and found[0] < 0

    def search(self, game: Game, most: int) -> tuple[int, tuple[str, ...]] | None:
        """Return in how many plies the game is won, negative if lost, and the line; None if neither is near.

        In games with points a search seeks points and not the nearest end, so it tells nothing here.
        """
        if game.stakes > 1 or game.score() is not None:
            return None
        search = Pvs(game, None, self.clock, calm=0)
        search.prepare()
        for depth in range(1, most + 1):
            search.look(depth)
            value, distance = to_game_score(search.score)
            if distance is not None and distance <= depth:
                return (distance if value > 0 else -distance), tuple(search.line())
        return None


def won(game: Game, seat: int) -> bool:
    """Return whether the game is over and `seat` has won it."""
    score = game.score()
    return score is not None and (score if seat == 0 else -score) > 0
