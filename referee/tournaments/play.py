"""Play the missing games of a tournament, and write each down as soon as it is finished."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from typing import TYPE_CHECKING

from games.dataclass import dataclass
from referee.running.game_task import GameTask, Result
from referee.tournaments.results import match_results, missing_games

if TYPE_CHECKING:
    from referee.tournaments.journal import Journal
    from referee.tournaments.results import Results

Play = Callable[[Sequence[GameTask]], Iterator[Result]]  # plays games; when closed it starts no more


@dataclass(frozen=True)
class Progress:
    """How far a tournament is.

    results  of all finished games;  last  the newest of them, None at the beginning and at the end.
    due      the number of all games, as far as it is known;  over  whether no game is missing.
    """

    results: Results
    due: int
    last: Result | None = None
    over: bool = False


def play_missing(journal: Journal, play: Play) -> Iterator[Progress]:
    """Play the missing games of the journal's current tournament; yield the progress first and after each game.

    Raises SpecError if it cannot be played, StorageError if a game cannot be saved, KeyboardInterrupt after Ctrl-C. All
    games finished before are saved in any case.
    """
    tournament = journal.tournament
    if tournament is None:
        raise RuntimeError("no tournament was begun")
    while True:
        known, fit = match_results(tournament, journal.recorded)
        journal.drop([number for number in journal.recorded if number not in fit])
        left = missing_games(tournament, fit)
        yield Progress(journal.recorded, known.due, over=not left)
        if not left:
            journal.finish()
            return
        with closing(play([tournament.task(pairing) for pairing in left])) as results:  # type: ignore[type-var]
            for result in results:
                try:
                    journal.note(result)
                except KeyboardInterrupt:  # the game is saved nevertheless
                    journal.note(result)
                    raise
                yield Progress(journal.recorded, known.due, result)
        if left[0].number not in journal.recorded:
            raise RuntimeError(f"game {left[0].number} was to be played, and was not")
