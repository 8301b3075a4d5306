"""Puzzles from a person's own blunders: positions of saved matches where they gave away what one move had kept.

A blunder is what a review calls so: the move gives away a win, or a draw (referee/reviews/grades.py). It is proven, as
all values of a puzzle are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import games
from games.names.catalogue import SpecError
from players.search.alphabeta.negamax import Chance
from referee.match.record import replay_texts
from referee.puzzles.making import find_candidate
from referee.puzzles.proof import Prover
from referee.reviews.grades import Grade, graded
from referee.solving.value import share
from referee.storage.saved_match import is_persons

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from games.game import Game
    from referee.match.events import Moved
    from referee.puzzles.making import FoundPuzzle
    from referee.puzzles.puzzle import Puzzle
    from referee.storage.saved_match import SavedMatch

MATCHES = 20  # matches that are looked at, the newest ones
POSITIONS = 600_000  # positions that may be searched for all of them


def blunder_puzzles(saved: Iterable[SavedMatch], seen: Collection[str]) -> Iterator[Puzzle]:
    """The puzzles in these matches that are not among those seen, by their specs; each says from which move it is."""
    spent = 0
    for number, match in enumerate(saved):
        if number == MATCHES or spent > POSITIONS:
            return
        try:
            moved = list(replay_texts(match.heading.game, match.texts))
            prover = Prover(games.load(match.heading.game))
            for place, candidate in blunders(match, moved, prover):
                if candidate.spec not in seen:
                    yield candidate.puzzle(f"your match {match.number}, move {place}")
        except (SpecError, Chance, ValueError):  # its rules are others by now, or its positions cannot be written
            continue
        spent += prover.spent


def blunders(match: SavedMatch, moved: list[Moved], prover: Prover) -> Iterator[tuple[int, FoundPuzzle]]:
    """The blunders of the people of a match that make puzzles, the last ones first, each with its number from 1.

    Raises what find_candidate raises.
    """
    before: list[Game] = [games.load(match.heading.game), *(each.game for each in moved[:-1])]
    for place, (game, made) in reversed(list(enumerate(zip(before, moved, strict=True), 1))):
        if prover.tired or (made.seat in (0, 1) and prover.value(game) is None):
            return
        if made.seat not in (0, 1) or not is_persons(match.heading.players[made.seat]):
            continue
        candidate = find_candidate(match.heading.game, game, prover)
        if candidate is not None and not candidate.trivial and is_blunder(candidate, made.text):
            yield place, candidate


def is_blunder(candidate: FoundPuzzle, text: str) -> bool:
    """Whether the move gave away the win, or the draw."""
    made = candidate.values[candidate.start.parse(text)]
    return graded(share(candidate.value) - share(made), 0.0) is Grade.BLUNDER
