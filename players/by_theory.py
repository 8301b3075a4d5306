"""The best move if theory knows the position: no search is needed."""

from time import monotonic

from games.capabilities import theories_after
from games.game import Game
from games.theory import Theory
from players.player import Candidate, Thought
from players.search.clock import hurried


def choose_by_theory(game: Game, theory: Theory, deadline: float, start: float) -> Thought | None:
    """Return the first of the best moves; in a lost game the one that leaves the most to do. None if theory knows none.

    After the deadline, or hurried, it stops looking at the first best move.
    """
    side = -1 if game.turn == 1 else 1
    found: list[tuple[int, Theory]] = []
    for move, then in theories_after(game):
        if then is not None:
            found.append((move, then))
            if then.score == theory.score and (monotonic() >= deadline or hurried()):
                break
    if all(then.score != theory.score for _, then in found):
        return None
    lost = side * theory.score < 0
    best, _ = max(found, key=lambda pair: (side * pair[1].score, lost * pair[1].left))
    return Thought(
        move=best,
        value=side * theory.score,
        proven=True,
        line=(game.text(best),),
        candidates=tuple(Candidate(move, game.text(move), side * then.score, proven=True) for move, then in found),
        nodes=1 + len(found),
        depth=1,
        seconds=monotonic() - start,
        how=theory.name,
    )
