"""Bars in a notebook, below the cell that does something long."""

from __future__ import annotations

import sys
from html import escape
from importlib import import_module
from time import monotonic
from typing import Any

SOON = 0.5  # seconds after which people want to see progress
PACE = 0.2  # seconds between two looks


def in_notebook() -> bool:
    """Whether this program runs in the kernel of a notebook, which can replace what a cell displays."""
    ask = getattr(sys.modules.get("IPython"), "get_ipython", None)
    return ask is not None and hasattr(ask(), "kernel")


class NotebookPlace:
    """A place below the cell, where one thing is shown in the place of another once something takes long enough."""

    def __init__(self) -> None:
        self.display: Any = import_module("IPython.display").display
        self.shown: Any = None
        self.due = monotonic() + SOON

    def show(self, thing: object, last: bool = False) -> None:
        """Show it if it is time for another look; the last one if there was any before."""
        if monotonic() < self.due and not (self.shown and last):
            return
        if self.shown is None:
            self.shown = self.display(thing, display_id=True)
        else:
            self.shown.update(thing)
        self.due = monotonic() + PACE


class Share:
    """How far some work is: words, and what part of it is done; None where nobody knows."""

    def __init__(self, said: str, share: float | None):
        self.said, self.share = said, share

    def __repr__(self) -> str:
        return self.said

    def _repr_html_(self) -> str:
        done = "" if self.share is None else f' value="{self.share:.3f}"'
        return f"<progress{done}></progress> {escape(self.said)}"


class NotebookMeter:
    """What tells in a notebook how far some work is; it does nothing elsewhere."""

    def __init__(self) -> None:
        self.place = NotebookPlace() if in_notebook() else None

    def __call__(self, said: str, share: float | None) -> None:
        """It is so far, and is doing that."""
        if self.place:
            self.place.show(Share(said, share))
