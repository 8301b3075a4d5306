"""The terms of many games: who plays them, with which limits, and what a run must achieve."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

from games.dataclass import dataclass
from games.names.catalogue import SpecError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from referee.running.options import Requirement, Values
    from referee.running.runner import Workers
    from referee.running.sandbox.guard import Guard

FORFEITED = 3  # exit status: somebody forfeited a game, under --strict
UNMET = 4  # exit status: a --require is not met


@dataclass(frozen=True)
class RunOptions:
    """The terms of a run.

    workers  processes of this machine that play, None: one for each core;  cluster  the address of a scheduler.
    guard    the limits of players' own processes, None: they have none.
    strict   whether a forfeit makes the run fail;  required  what it must achieve.
    """

    workers: int | None = None
    cluster: str | None = None
    guard: Guard | None = None
    strict: bool = False
    required: tuple[Requirement, ...] = ()

    @property
    def given(self) -> bool:
        """Whether any term was asked for."""
        return self != RunOptions()

    @contextmanager
    def open_workers(self) -> Iterator[Workers]:
        """Yield the workers that play the games; close them at the end of the block."""
        workers = self.start_workers()
        try:
            yield workers
        finally:
            workers.close()

    def start_workers(self) -> Workers:
        """Return the workers that play the games."""
        if self.cluster is not None:
            from referee.running.cluster.client import Cluster

            return Cluster(self.cluster)
        from referee.running.process_pool import ProcessPool

        return ProcessPool(self.workers or count_cores())

    def check(self, players: Iterable[str], values: Collection[str]) -> None:
        """Raise SpecError if a requirement names an unknown player or value."""
        known = list(players)
        for each in self.required:
            if each.player and each.player not in known:
                raise SpecError(f"--require {each}: no player is called {each.player!r} ({', '.join(known)})")
            if each.name not in values:
                raise SpecError(f"--require {each}: what is told of a player here is {', '.join(values)}")

    def status(self, values: Mapping[str, Values], first: str, forfeited: int) -> int:
        """Return the exit status of a run: 0, FORFEITED under --strict, or UNMET. Prints unmet requirements.

        values  of each player, by name;  first  the player that a requirement without a name means.
        """
        unmet = [each for each in self.required if not each.met(values[each.player or first])]
        for each in unmet:
            print(f"not met: {each}", file=sys.stderr)
        if self.strict and forfeited:
            print(f"games forfeited: {forfeited}", file=sys.stderr)
            return FORFEITED
        return UNMET if unmet else 0


def count_cores() -> int:
    """Return how many processes can run at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
