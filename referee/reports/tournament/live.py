"""The standings while a tournament is played: drawn in place on standard error, where that is a terminal."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from time import monotonic, process_time
from typing import TYPE_CHECKING

from referee.drawing import terminal
from referee.drawing.live import InPlace
from referee.drawing.themes import THEMES
from referee.reports.tournament.table import heading, table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from referee.drawing.glyphs import Line, Signs
    from referee.tournaments.standings import Standings

    Now = Standings | Callable[[bool], Standings]
    Show = Callable[[Now, int, int], None]

PACE = 0.1  # seconds between two drawings, at least
SHARE = 0.01  # of the time that may go into drawings, and as much again into ratings: games need it more
TALL = 10  # lines of the smallest window in which more than rows and the bar stand


@contextmanager
def live_standings(*, plain: bool = False, signs: Signs | None = None) -> Iterator[Show]:
    """What shows the standings as they are now, with so many games done of those that are due so far.

    The standings may be a function that makes them, of whether ratings shall be fitted anew: it is called only when
    they are drawn, at most ten times a second, and more seldom where that takes long. Nothing stays of it in the end.
    With plain, or where standard error is not a terminal, nothing is shown at all.
    """
    if plain or not terminal.movable(sys.stderr):
        yield lambda _standings, _done, _due: None
        return
    board = LiveTable(signs or terminal.signs())
    try:
        yield board.show
    finally:
        board.stop()


class LiveTable(InPlace):
    """The table above a bar, in place."""

    def __init__(self, signs: Signs) -> None:
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        super().__init__(THEMES["classic"])
        self.signs = signs
        self.bar = Progress(
            MofNCompleteColumn(), TextColumn("games"), BarColumn(bar_width=None), TimeRemainingColumn(),
            console=self.console, auto_refresh=False, expand=True,
        )  # fmt: skip
        self.task = self.bar.add_task("", start=False)
        self.due = self.fitting = float("-inf")  # when to draw, and to fit ratings, again, on time.monotonic()

    def show(self, standings: Now, done: int, due: int) -> None:
        """Draw the standings, unless that was done just now."""
        if not self.bar.tasks[0].started:
            self.bar.update(self.task, completed=done)  # games of an earlier run say nothing of the pace of this one
            self.bar.start_task(self.task)
        self.bar.update(self.task, completed=done, total=due)
        if monotonic() < self.due:
            return
        begun, rated, before = self.live.is_started, monotonic() >= self.fitting, process_time()
        self.draw(standings(rated) if callable(standings) else standings)
        rest = (process_time() - before) / SHARE if begun else 0.0  # the first drawing loads what draws
        self.due = monotonic() + (PACE if rated else max(PACE, rest))
        self.fitting = monotonic() + rest if rated else self.fitting

    def draw(self, standings: Standings) -> None:
        """Draw them in the window as it is now."""
        width, height = self.console.size
        self.put(crop_table(standings, width - 1, height - 1, self.signs), self.bar)


def crop_table(standings: Standings, width: int, height: int, signs: Signs) -> list[Line]:
    """The table in at most so many lines, the bar's among them; its title too where there is room."""
    room = height - 1
    above = [*heading(standings, width, signs)[:-1], []] if height >= TALL else []
    if room < 2:
        return []
    rows = table(standings, width, signs, room - len(above) - 1)
    return [*above, *rows, *([[]] if len(above) + len(rows) < room else [])]
