"""A player's findings as the numbers of protocols: hundredths of a pawn, and moves to a forced end."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from games.dataclass import dataclass
from games.game import IllegalMove
from players.player import Thought
from referee.match.worth import Worth, from_share, worth_of_thought

if TYPE_CHECKING:
    from games.game import Game
    from players.player import Candidate, Glimpse


@dataclass(frozen=True)
class SearchReport:
    """The progress of a search, as in a Glimpse; `worth` is None and reach 0 if the player gives none.

    rank  the place of its move among several, from 1; 0 if the player tells only its best.
    """

    depth: int
    reach: int
    nodes: int
    line: tuple[str, ...]
    worth: Worth | None
    rank: int = 0


def reports_of(game: Game, found: Glimpse | None, thought: Thought | None, lines: int) -> list[SearchReport]:
    """Return a report for each of the best `lines` moves, of a thought or otherwise of a search under way."""
    if thought is not None:
        best = final_report(game, found, thought)
        candidates, even = thought.candidates, thought.even
    elif found is not None and found.line:
        best, candidates, even = report_of(game, found), found.candidates, 0.5 if found.playouts else 0.0
    else:
        return []
    if lines == 1:
        return [best]
    ranked = sorted((each for each in candidates if not each.at_most), key=rank_of, reverse=True)
    ranked.sort(key=lambda each: each.text != best.line[0])
    rows = [
        replace(best, line=each.line or (each.text,), worth=worth_of_candidate(each, even)) for each in ranked[:lines]
    ]
    if not ranked or ranked[0].text != best.line[0]:
        rows = [best, *rows][:lines]
    elif len(best.line) > len(rows[0].line):
        rows[0] = best
    return [replace(row, rank=rank) for rank, row in enumerate(rows, 1)]


def rank_of(candidate: Candidate) -> tuple[int, int, float]:
    """Return the rank of a move: forced wins first, then by playouts and value, forced losses last."""
    forced = 0 if candidate.distance is None else 1 if candidate.value > 0 else -1
    return forced, candidate.visits, candidate.value


def report_of(game: Game, found: Glimpse) -> SearchReport:
    """Return the report of a search under way."""
    return SearchReport(
        found.depth, found.reach, found.playouts or found.nodes, found.line, worth_of_glimpse(game, found)
    )


def final_report(game: Game, found: Glimpse | None, thought: Thought) -> SearchReport:
    """Return the report of a finished search; only the last glimpse knows the number of playouts."""
    nodes = found.playouts if found and found.playouts else thought.nodes
    return SearchReport(thought.depth, thought.reach, nodes, thought.line, worth_of_thought(thought))


def worth_of_candidate(candidate: Candidate, even: float) -> Worth | None:
    """Return the worth of a candidate of a thought whose value `even` favours neither seat."""
    move, value, distance = candidate.move, candidate.value, candidate.distance
    return worth_of_thought(Thought(move, value, candidate.proven, (candidate.text,), distance=distance, even=even))


def worth_of_glimpse(game: Game, found: Glimpse) -> Worth | None:
    """Return the worth of a glimpse; None if it may be an estimate or a score, which differ in scale.

    A line to the end of the game is a forced win or loss, and a value beyond every score an estimate.
    """
    if found.value is None or not math.isfinite(found.value):
        return None
    if found.playouts:
        return Worth(from_share(found.value))
    if found.value == 0 or abs(found.value) > game.stakes:
        return Worth(round(found.value))
    moves = (len(found.line) + 1) // 2
    return Worth(mate=moves if found.value > 0 else -moves) if ends_game(game, found.line) else None


def ends_game(game: Game, line: tuple[str, ...]) -> bool:
    """Return whether the game is over after these moves, and not drawn."""
    twin = game.copy()
    try:
        for text in line:
            twin.make(twin.parse(text))
    except IllegalMove:
        return False
    return bool(twin.score())
