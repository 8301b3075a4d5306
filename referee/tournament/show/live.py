"""The standings while a tournament is played: drawn in place on standard error, where that is a terminal."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from math import ceil
from time import monotonic, process_time
from typing import TYPE_CHECKING

from referee import terminal
from referee.signs import cells
from referee.themes import THEMES, rich_style
from referee.tournament.show.table import heading, table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rich.live import Live
    from rich.text import Text

    from referee.signs import Line, Signs
    from referee.tournament.standings import Standings

    Now = Standings | Callable[[bool], Standings]
    Show = Callable[[Now, int, int], None]

PACE = 0.1  # seconds between two drawings, at least
SHARE = 0.01  # of the time that may go into drawings, and as much again into ratings: games need it more
TALL = 10  # lines of the smallest window in which more than rows and the bar stand


@contextmanager
def live(*, plain: bool = False, signs: Signs | None = None) -> Iterator[Show]:
    """What shows the standings as they are now, with so many games done of those that are due so far.

    The standings may be a function that makes them, of whether ratings shall be fitted anew: it is called only when
    they are drawn, at most ten times a second, and more seldom where that takes long. Nothing stays of it in the end.
    With plain, or where standard error is no terminal, nothing is shown at all.
    """
    if plain or not terminal.movable(sys.stderr):
        yield lambda _standings, _done, _due: None
        return
    board = Board(signs or terminal.signs())
    try:
        yield board.show
    finally:
        board.stop()


class Board:
    """The table above a bar, in place."""

    def __init__(self, signs: Signs) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        self.console = Console(stderr=True)
        self.styles = {role: rich_style(style) for role, style in THEMES["classic"].styles.items()}
        self.signs = signs
        self.live = self.begun()
        self.bar = Progress(
            MofNCompleteColumn(), TextColumn("games"), BarColumn(bar_width=None), TimeRemainingColumn(),
            console=self.console, auto_refresh=False, expand=True,
        )  # fmt: skip
        self.task = self.bar.add_task("", start=False)
        self.due = self.fitting = float("-inf")  # when to draw, and to fit ratings, again, on time.monotonic()
        self.size = tuple(self.console.size)  # of the window then
        self.lines: list[Line] = []  # that stand above the bar

    def begun(self) -> Live:
        """A drawing that begins where the cursor is; a stopped one would begin above."""
        from rich.live import Live

        # Drawn from here alone: what is written to the streams meanwhile is never taken over by rich.
        return Live(
            console=self.console, transient=True, auto_refresh=False, redirect_stdout=False, redirect_stderr=False
        )

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
        from rich.console import Group

        if tuple(self.console.size) != self.size:
            self.clear()
        self.size = tuple(self.console.size)
        width, height = self.size
        self.lines = cropped(standings, width - 1, height - 1, self.signs)
        rows = Group(*map(self.text, self.lines), self.bar) if self.lines else self.bar
        self.live.update(rows, refresh=self.live.is_started)
        self.live.start(refresh=True)

    def clear(self) -> None:
        """Take away what was drawn in a window of another size: a terminal wraps lines anew that are too long now."""
        from rich.control import Control
        from rich.segment import ControlType

        width = max(self.console.width, 1)
        sizes = [*(sum(cells(span.text) for span in line) for line in self.lines), self.size[0]]
        wrapped = sum(max(ceil(size / width), 1) - 1 for size in sizes)
        self.live.stop()
        self.console.control(Control(*((ControlType.CURSOR_UP, 1), (ControlType.ERASE_IN_LINE, 2)) * wrapped))
        self.live = self.begun()

    def text(self, line: Line) -> Text:
        """The line in colours."""
        from rich.text import Text

        spans = ((span.text, self.styles.get(span.role, "")) for span in line)
        return Text.assemble(*spans, no_wrap=True, overflow="crop")

    def stop(self) -> None:
        """Take it away."""
        self.live.stop()
        self.console.show_cursor()  # whatever an interrupt cut short


def cropped(standings: Standings, width: int, height: int, signs: Signs) -> list[Line]:
    """The table in at most so many lines, the bar's among them; its title too where there is room."""
    room = height - 1
    above = [*heading(standings, width, signs)[:-1], []] if height >= TALL else []
    if room < 2:
        return []
    rows = table(standings, width, signs, room - len(above) - 1)
    return [*above, *rows, *([[]] if len(above) + len(rows) < room else [])]
