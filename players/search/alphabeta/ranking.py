"""The best moves of a position, each with its exact score and its line, one ply deeper at a time ("multi-PV").

At each depth the best move is searched, then the best of all others, and so on. The searches share their table, so
that the later ones cost little.
"""

from collections.abc import Callable

from games.dataclass import dataclass
from players.player import Candidate
from players.search.alphabeta.table import HALF, to_game_score
from players.search.alphabeta.tree import DEEPEST, Negamax

MakeSearch = Callable[[list[int], bool], Negamax]


@dataclass(frozen=True)
class Ranked:
    """What is known at one depth: the best move and its search, and the candidates, the best first."""

    search: Negamax
    candidates: tuple[Candidate, ...]


def rank_moves(
    make: MakeSearch, moves: list[int], count: int, most: int | None, publish: Callable[[Ranked], None]
) -> Ranked:
    """Return the best `count` of the moves at the last depth that was finished, `most` plies at most.

    make     returns a search that leaves out some moves, and whether it searches all others in full.
    publish  hears what is known after each depth.
    """
    found: Ranked | None = None
    whole, depth = False, 0
    while True:
        depth += 1
        searches: list[Negamax] = []
        for _ in range(min(count, len(moves))):
            search = make([each.best_move for each in searches], whole)
            search.first = depth
            search.run(depth)
            if not search.final and search.depth < depth:
                return found or Ranked(search, ())
            searches.append(search)
        found = Ranked(searches[0], tuple(map(make_candidate, searches)))
        publish(found)
        whole = any(abs(each.score) > HALF for each in searches)
        if depth == (most or DEEPEST) or all(each.final for each in searches):
            return found


def make_candidate(search: Negamax) -> Candidate:
    """Return the best move of a finished search, with its line."""
    value, distance = to_game_score(search.score)
    line = tuple(search.line())
    return Candidate(search.best_move, line[0], value, proven=search.final, distance=distance, line=line)
