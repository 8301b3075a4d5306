"""Playing a tournament: every missing game is played, and written down as soon as it is finished."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee.running.game_task import GameTask, Result
from referee.tournament.results import fitting, missing

if TYPE_CHECKING:
    from referee.tournament.journal import Journal
    from referee.tournament.results import Results

Play = Callable[[Sequence[GameTask]], Iterator[Result]]  # plays these games; once closed it hands out no more


@dataclass(frozen=True)
class State:
    """How far a tournament is.

    results  of all finished games;  last  the one that was just finished, None before any is, and at the end.
    due      games in all, as far as that is known by then;  over  whether none is missing.
    """

    results: Results
    due: int
    last: Result | None = None
    over: bool = False


def hold(journal: Journal, play: Play) -> Iterator[State]:
    """Play what is missing of the tournament that the journal writes down: its state at first and after each game.

    Raises SpecError where it cannot be played, Unkept where it cannot be written down, KeyboardInterrupt at Ctrl-C.
    Whatever is raised, all games finished before are kept.
    """
    tournament = journal.tournament
    if tournament is None:
        raise RuntimeError("no tournament was begun")
    while True:
        known, fit = fitting(tournament, journal.noted)
        journal.drop([number for number in journal.noted if number not in fit])
        left = missing(tournament, fit)
        yield State(journal.noted, known.due, over=not left)
        if not left:
            journal.finish()
            return
        with closing(play([tournament.task(pairing) for pairing in left])) as results:  # type: ignore[type-var]
            for result in results:
                keep(journal, result)
                yield State(journal.noted, known.due, result)
        if left[0].number not in journal.noted:
            raise RuntimeError(f"game {left[0].number} was to be played, and was not")


def keep(journal: Journal, result: Result) -> None:
    """Write the game down, even if Ctrl-C is pressed meanwhile."""
    try:
        journal.note(result)
    except KeyboardInterrupt:
        journal.note(result)
        raise
