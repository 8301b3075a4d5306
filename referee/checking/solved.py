"""Compares what `solve` finds near the end of random games with a search that uses moves, make and score alone."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, Any

from games.capabilities import has_chance, hides_information
from games.laws.search_hints import search_to_the_end
from players.player import Unplayable
from players.search.alphabeta.table import entries_for
from players.search.alphabeta.tree import Chance
from players.search.big_stack import call_on_big_stack
from players.search.clock import Clock, Stop
from referee.checking import laws
from referee.errors.ownership import find_member
from referee.errors.timeout import Stopwatch
from referee.solving.exhaustive import Exhaustion

if TYPE_CHECKING:
    from games.game import Game
    from referee.checking.explorer import Explorer
    from referee.checking.laws import Line

MEMORY = 64  # megabytes for the search that finds a value
SMALL = 2  # megabytes for a position near the end
GAMES = 10  # positions that are compared
ROOM = 400  # positions that the plain search looks at
FAR = 8  # plies before the end from which on it is tried
SECONDS = 0.4  # for all
PATIENCE = 1.0  # seconds for a search
USED = ("key", "board_key", "unmake", "ranked", "forcing", "at_least", "at_most", "theory", "copy")  # by searches alone


class NotFoundInTime(Exception):
    """Raised if a fact could not be measured in time."""


def solve_position(game: Game, seconds: float, memory: int = MEMORY) -> Any:
    """Return the solution of a position. Raises NotFoundInTime, Chance and Unplayable."""
    clock = Clock(monotonic() + seconds)
    search = Exhaustion(game, entries_for(memory), clock)
    try:
        return call_on_big_stack(search.solve_position, clock)
    except Stop:
        raise NotFoundInTime from None


def check_solutions(explorer: Explorer) -> None:
    """Note a position near the end of a random game in which `solve` finds another score than a plain search."""
    subject, watch = explorer.subject, Stopwatch()
    if has_chance(subject.first) or hides_information(subject.first):
        return
    for line in explorer.lines[:GAMES]:
        with subject.watched(line):
            end = find_end(explorer, line)
            if end is None or watch.passes(SECONDS):
                return
            start, score = end
            try:
                found = solve_position(subject.reach(start), PATIENCE, SMALL).score
                told = "" if found == score else f"finds the score {found}"
            except Unplayable as error:
                told = f"fails: {error}"
            except (Chance, NotFoundInTime):
                continue
            if told:
                subject.note(laws.SOLVED, f"best play brings the score {score} here, but solve {told}", start)
                return


def find_end(explorer: Explorer, line: Line) -> tuple[Line, int] | None:
    """Return the earliest of the last positions of `line` that is soon searched to the end, and its score."""
    found = None
    for length in range(len(line) - 1, max(-1, len(line) - 1 - FAR), -1):
        end = search_to_the_end(explorer.subject.reach(line[:length]), [ROOM])
        if end is None:
            break
        found = line[:length], end[0]
    return found


def list_used(kind: type[Game]) -> list[str]:
    """Return the methods of the class that only searches use."""
    return [name for name in USED if find_member(kind, name)]
