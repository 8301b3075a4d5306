"""The progress of long work: lines on standard output, a bar at a terminal, and bars in a notebook."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from time import monotonic
from typing import Any, Protocol

from games.base.notation import printable
from referee.drawing import terminal

SOON = 0.5  # seconds after which people want to see progress
NOTEBOOK_PACE = 0.2  # seconds between two looks
PACE = 0.1  # seconds between two drawings of the bar
WIDE = 80  # columns of a window in which its figures have words, and room is left for ^C
Meter = Callable[[str, float | None], None]  # takes the progress in words, and as a share if that is known


def in_notebook() -> bool:
    """Return whether this program runs in the kernel of a notebook, which can replace what a cell displays."""
    ask = getattr(sys.modules.get("IPython"), "get_ipython", None)
    return ask is not None and hasattr(ask(), "kernel")


class NotebookPlace:
    """A place below the cell, where things replace each other once the work takes long enough."""

    def __init__(self) -> None:
        self.display: Any = import_module("IPython.display").display
        self.shown: Any = None
        self.due = monotonic() + SOON

    def show(self, thing: object, last: bool = False) -> None:
        """Show a thing if it is time for another look; the last one if there was any before."""
        if monotonic() < self.due and not (self.shown and last):
            return
        if self.shown is None:
            self.shown = self.display(thing, display_id=True)
        else:
            self.shown.update(thing)
        self.due = monotonic() + NOTEBOOK_PACE


class Share:
    """The progress of some work: words, and the share that is done, None if nobody knows."""

    def __init__(self, said: str, share: float | None):
        self.said, self.share = said, share

    def __repr__(self) -> str:
        return self.said

    def _repr_html_(self) -> str:
        from html import escape  # loads a table of 2000 names

        done = "" if self.share is None else f' value="{self.share:.3f}"'
        return f"<progress{done}></progress> {escape(self.said)}"


class NotebookMeter:
    """A meter that shows progress in a notebook; it does nothing elsewhere."""

    def __init__(self) -> None:
        self.place = NotebookPlace() if in_notebook() else None

    def __call__(self, said: str, share: float | None) -> None:
        if self.place:
            self.place.show(Share(said, share))


class Output(Protocol):
    """Where a batch writes."""

    def count(self) -> None:
        """Count one more game as over; its line may have to wait for the lines of other games."""

    def tick(self) -> None:
        """Note that some time has passed."""

    def line(self, text: str) -> None:
        """Write the line of a game."""

    def state(self, told: Callable[[], str]) -> None:
        """Show what `told` returns, beside the number of games; it is called when it is drawn."""

    def note(self, text: str) -> None:
        """Tell people something."""


class ProgressLines:
    """Writes to standard output and standard error, without a bar."""

    def count(self) -> None:
        pass

    def tick(self) -> None:
        pass

    def line(self, text: str) -> None:
        print(text)

    def state(self, told: Callable[[], str]) -> None:
        pass

    def note(self, text: str) -> None:
        if sys.stdout is not None:
            sys.stdout.flush()
        print(harmless(text), file=sys.stderr)


class ProgressBar:
    """A bar below the lines: the time so far, the games that are over, and the time that the rest may take.

    Lines wait until it is drawn again. A `test` may end at any time: then its state stands there, and no time left.
    """

    def __init__(self, count: int, test: bool = False):
        from rich.console import Console
        from rich.progress import (
            BarColumn,
            MofNCompleteColumn,
            Progress,
            TextColumn,
            TimeElapsedColumn,
            TimeRemainingColumn,
        )

        console = Console(stderr=True)
        wide = console.width >= WIDE
        rest = [BarColumn(30 if wide else 8), TimeRemainingColumn(), TextColumn("left")]
        columns = (
            TimeElapsedColumn(), MofNCompleteColumn(), TextColumn("games"),
            *([TextColumn("{task.description}")] if test else rest),
        )  # fmt: skip
        # Only this class draws: rich must not take over what is written to the streams meanwhile.
        self.bar = Progress(
            *(column for column in columns if wide or not isinstance(column, TextColumn)),
            console=console, transient=True, auto_refresh=False, redirect_stdout=False, redirect_stderr=False,
        )  # fmt: skip
        self.task = self.bar.add_task("", total=count)
        self.told: Callable[[], str] = str
        self.waiting: list[str] = []
        self.drawn = monotonic()

    def count(self) -> None:
        self.bar.advance(self.task)
        self.tick()

    def line(self, text: str) -> None:
        self.waiting.append(text)
        self.tick()

    def state(self, told: Callable[[], str]) -> None:
        self.told = told

    def tick(self) -> None:
        if monotonic() - self.drawn <= PACE:
            return
        self.bar.update(self.task, description=self.told())
        if self.waiting:
            self.stop()
            self.start()
        else:
            self.bar.refresh()
            self.drawn = monotonic()

    def note(self, text: str) -> None:
        self.stop()
        print(harmless(text), file=sys.stderr)
        self.start()

    def start(self) -> None:
        self.bar.start()
        self.drawn = monotonic()

    def stop(self) -> None:
        """Take the bar away and write the lines that waited."""
        self.bar.stop()
        if self.waiting:
            print("\n".join(self.waiting), flush=True)
        self.waiting.clear()


def harmless(text: str) -> str:
    """Return the text without control characters, because programs under test wrote parts of it."""
    return "\n".join(map(printable, text.splitlines()))


@contextmanager
def output(count: int, plain: bool, test: bool = False) -> Iterator[Output]:
    """Yield where to write a batch of `count` games, which a `test` may end sooner."""
    if plain or not terminal.movable(sys.stderr):
        yield ProgressLines()
        return
    bar = ProgressBar(count, test)
    try:
        bar.start()
        yield bar
    finally:
        bar.stop()
        bar.bar.console.show_cursor()  # whatever an interrupt cut short


@contextmanager
def meter() -> Iterator[Meter]:
    """Yield a bar for one long piece of work: below a notebook's cell, or on standard error at a terminal."""
    if in_notebook():
        yield NotebookMeter()
        return
    if not terminal.movable(sys.stderr):
        yield lambda _said, _share: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

    console = Console(stderr=True)
    bar = Progress(
        TextColumn("{task.description}"), BarColumn(), console=console, transient=True, auto_refresh=False,
        redirect_stdout=False, redirect_stderr=False,
    )  # fmt: skip
    task = bar.add_task("", total=None)
    due = 0.0

    def show(said: str, share: float | None) -> None:
        nonlocal due
        if monotonic() < due:
            return
        bar.update(task, description=said, total=None if share is None else 1.0, completed=share or 0.0, refresh=True)
        due = monotonic() + PACE

    try:
        bar.start()
        yield show
    finally:
        bar.stop()
        console.show_cursor()  # whatever an interrupt cut short
