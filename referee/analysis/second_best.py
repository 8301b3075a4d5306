"""The moves after the best one, each with a value of its own: "multi-PV" in chess programs.

A search for the best move learns of the others only that they are no better. Here the best of all others is searched
to the same depth, then the best of those that are left, and so on.
"""

from collections.abc import Iterator
from dataclasses import replace
from math import inf

from games.dataclass import dataclass
from games.game import Game
from players.player import Candidate, Thought
from players.search.alphabeta.pvs import CALM, Pvs
from players.search.alphabeta.table import Table, to_game_score
from players.search.alphabeta.tree import StaticEvaluation
from players.search.clock import Clock
from referee.solving.value import sign

FEW = 3  # moves besides the best
NODES = 1_000_000  # positions for all of them


def weigh_others(
    game: Game,
    thought: Thought,
    table: Table | None,
    deadline: float = inf,
    calm: int = CALM,
    evaluation: StaticEvaluation | None = None,
) -> Thought:
    """Return the Thought with exact values instead of bounds for the FEW best other moves.

    Unless proven, its own value is replaced by that of its last whole depth, as a stopped search may have looked
    deeper. Other moves that look better at that depth are left out: the deeper look rejected them.

    thought   of a search of that position without chance; any other is returned unchanged.
    table     of positions met before, maybe by the search that found the Thought.
    deadline  of time.monotonic(): moves without a value by then, or after NODES positions, are left out.
    calm      as in Pvs: 0 if the Thought is of a textbook search.
    evaluation  that judged positions; None: the estimate of the game.
    """
    if not any(each.at_most for each in thought.candidates):
        return thought
    clock = Clock(deadline, NODES)
    searched = Searched(game, thought, table, calm, evaluation)
    best = next(each for each in thought.candidates if each.move == thought.move)
    if not thought.proven and not rank(best)[0] > 0:  # a win found by a stopped search counts
        rest = [move for move in game.moves() if move != thought.move]
        found = search_without(searched, rest, clock)
        if found is None:
            return replace(thought, candidates=(best,))
        best, thought = found, replace(thought, value=found.value, estimated=thought.estimated and not found.distance)
    next_best = others(replace(searched, thought=thought), clock)
    return replace(thought, candidates=(best, *(each for each in next_best if rank(each) <= rank(best))))


def rank(candidate: Candidate) -> tuple[int, float]:
    """Return the rank of a move: forced wins first, then open values, then losses."""
    return sign(candidate.value) if candidate.distance else 0, candidate.value


@dataclass(frozen=True)
class Searched:
    """The arguments of `weigh_others`."""

    game: Game
    thought: Thought
    table: Table | None
    calm: int
    evaluation: StaticEvaluation | None


def others(searched: Searched, clock: Clock) -> Iterator[Candidate]:
    """Yield the best of the other moves, one after the other, as far as the clock allows."""
    thought = searched.thought
    told = [thought.move]
    for left in range(min(FEW, len(searched.game.moves()) - 1), 0, -1):
        part = clock.share(left) if thought.proven else clock
        found = search_without(searched, told, part)
        if part is not clock:
            clock.join()
        if found is None:
            return
        yield found
        told.append(found.move)


def search_without(searched: Searched, told: list[int], clock: Clock) -> Candidate | None:
    """Return the best move except for `told`, searched as deep as the Thought, or to the end if that is proven.

    Returns None if the clock does not allow it.
    """
    game, thought = searched.game, searched.thought
    search = Pvs(game, searched.table, clock, calm=searched.calm)
    if searched.evaluation is not None:
        search.use(searched.evaluation)
    search.leave_out(told)
    search.run(None if thought.proven else thought.depth)
    if not search.final and (search.depth < thought.depth or thought.proven):
        return None
    value, distance = to_game_score(search.score)
    text = game.text(search.best_move)
    return Candidate(search.best_move, text, value, proven=search.final, distance=distance)
