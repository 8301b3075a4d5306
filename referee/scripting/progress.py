"""The progress of a batch or a tournament, shown in a notebook below the cell that plays it."""

from __future__ import annotations

from datetime import timedelta
from time import monotonic
from typing import TYPE_CHECKING

from referee.drawing.progress import NotebookPlace, in_notebook

if TYPE_CHECKING:
    from collections.abc import Iterator

    from referee.running.game_task import Result


class GameCount:
    """How many of all games are over: a bar in a notebook, words elsewhere."""

    def __init__(self, total: int):
        self.total = total
        self.over = 0
        self.began = monotonic()
        self.spent = 0.0

    def count(self) -> None:
        """Count one more game that is over."""
        self.over += 1
        self.spent = monotonic() - self.began

    def __repr__(self) -> str:
        words = f"{self.over} of {self.total} games in {timedelta(seconds=round(self.spent))}"
        if not 0 < self.over < self.total:
            return words
        rest = self.spent / self.over * (self.total - self.over)
        return f"{words}, about {timedelta(seconds=round(rest))} left"

    def _repr_html_(self) -> str:
        return f'<progress value="{self.over}" max="{self.total}"></progress> {self}'


def follow_games(results: Iterator[Result], total: int) -> Iterator[Result]:
    """Pass on the results of so many games. In a notebook a bar shows how many there are, if they take long enough."""
    if not (in_notebook() and total):
        yield from results
        return
    progress, place = GameCount(total), NotebookPlace()
    for result in results:
        progress.count()
        place.show(progress, last=progress.over == total)
        yield result
