"""Tracebacks for people who write games and players: they begin in their own file, and leave out what is ours."""

from __future__ import annotations

import sysconfig
from pathlib import Path
from traceback import FrameSummary, StackSummary, TracebackException

import games
import players

HOUSE = [Path(str(folder)).resolve() for folder in (*games.__path__, *players.__path__, Path(__file__).parent)]
INSIDE = ("games/", "players/", "referee/", "<frozen importlib", "<string>")  # compiled modules name their source so
LIBRARY = tuple({sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")})


class Told(Exception):
    """An error in somebody's own file, as its traceback in words: so it crosses from process to process."""


def traced(error: BaseException) -> str:
    """The traceback of an error, for people, with line ends: from their own file on, where it came by one."""
    told = TracebackException.from_exception(error)
    trim(told, set())
    return "".join(told.format())


def theirs(error: BaseException) -> bool:
    """Whether the error was raised by, or through, a file that is neither ours nor of a library."""
    told = TracebackException.from_exception(error)
    return any(not ours(frame) and not library(frame) for frame in told.stack) or isinstance(error, SyntaxError)


def trim(told: TracebackException, seen: set[int]) -> None:
    """Leave our frames out of it, and out of what it was raised from, wherever others are left."""
    if id(told) in seen:
        return
    seen.add(id(told))
    frames = list(told.stack)
    first = next((place for place, frame in enumerate(frames) if not ours(frame) and not library(frame)), None)
    if first is not None or hasattr(told, "lineno"):
        kept = frames[len(frames) if first is None else first :]
        told.stack = StackSummary.from_list([frame for frame in kept if not ours(frame)])
    for before in (told.__cause__, told.__context__, *(told.exceptions or ())):
        if before is not None:
            trim(before, seen)


def ours(frame: FrameSummary) -> bool:
    """Whether the frame is one of this program's. A person's folder may be called like one of these, too."""
    file = Path(frame.filename)
    if file.exists():
        return any(house in file.resolve().parents for house in HOUSE)
    return frame.filename.startswith(INSIDE)


def library(frame: FrameSummary) -> bool:
    """Whether it is one of Python's library, or of an installed package."""
    return frame.filename.startswith(LIBRARY)
