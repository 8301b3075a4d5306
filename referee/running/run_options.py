"""The terms of many games: who plays them, with which limits, and what a run must achieve."""

from __future__ import annotations

import operator
import os
import re
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from games.base.spec_error import SpecError
from games.dataclass import dataclass
from games.option import Option
from referee.running.cores import share_cores

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from referee.running.runner import Workers
    from referee.running.sandbox.guard import Guard
    from referee.statistics.scoring import Estimate

    Values = Mapping[str, float | Estimate | None]  # of one player, by NAMES

FORFEITED = 3  # exit status: somebody forfeited a game, under --strict
UNMET = 4  # exit status: a --require is not met


@dataclass(frozen=True)
class RunOptions:
    """The terms of a run.

    workers  processes of this machine that play, None: one for each core;  affinity  whether each has cores of its own.
    cluster  the address of a scheduler.
    guard    the limits of players' own processes; None: as in GameTask.
    strict   whether a forfeit makes the run fail;  required  what it must achieve.
    """

    workers: int | None = None
    cluster: str | None = None
    guard: Guard | None = None
    strict: bool = False
    required: tuple[Requirement, ...] = ()
    affinity: bool = False

    @property
    def given(self) -> bool:
        """Whether any term was asked for."""
        return self != RunOptions()

    @property
    def most(self) -> int:
        """How many processes of this machine play, if there are enough games."""
        cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
        return self.workers or cores or 1

    @contextmanager
    def open_workers(self, games: int | None = None) -> Iterator[Workers]:
        """Yield the workers that play the games; close them at the end of the block.

        games  the most that they will play; None: nobody knows.
        """
        workers: Workers
        if self.cluster is not None:
            from referee.running.cluster.client import Cluster

            workers = Cluster(self.cluster)
        else:
            from referee.running.process_pool import ProcessPool

            count = self.most if games is None else max(1, min(self.most, games))
            workers = ProcessPool(count, share_cores(count) if self.affinity else ())
        try:
            yield workers
        finally:
            workers.close()

    def check(self, players: Iterable[str], values: Collection[str]) -> None:
        """Raise SpecError if a requirement names an unknown player or value, or if there are too few cores."""
        if self.affinity and self.cluster is not None:
            raise SpecError("--affinity shares out the cores of this machine, and --cluster plays on others")
        if self.affinity:
            share_cores(self.most)
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


NAMES = ("score", "elo", "los", "margin", "wins", "draws", "losses", "games", "forfeits", "place")
SIGNS = {
    ">=": operator.ge, "<=": operator.le, "==": operator.eq, "!=": operator.ne, ">": operator.gt, "<": operator.lt,
}  # fmt: skip
SHAPE = r"\s*(?:(.+)\.)?([a-z]+)\s*(>=|<=|==|!=|>|<)\s*([-+]?\d+(?:\.\d+)?)\s*(%?)\s*"
ALLOWED = f"one of {', '.join(NAMES)}, a comparison and a number, as in score>=0.9; before it maybe a player and a dot"
ADDRESS = r"(?ai)tcp://(\[[0-9a-f:.]+\]|[\w.-]+):([0-9]{1,5})"
PORTS = range(1, 65536)
ADDRESSES = "the address of a Dask scheduler, tcp://host:port, as in tcp://localhost:8786"


@dataclass(frozen=True)
class Requirement:
    """One requirement: a value of a player, a comparison, and a number.

    player  its name; "" for the one named first.
    """

    player: str
    name: str
    sign: str
    number: float

    def met(self, values: Values) -> bool:
        """Return whether the values meet it. Unknown values meet nothing.

        An estimate counts by its value, or by its only bound.
        """
        found = values.get(self.name)
        if found is not None and not isinstance(found, int | float):
            found = found.nearest
        return found is not None and bool(SIGNS[self.sign](found, self.number))

    def __str__(self) -> str:
        return f"{self.player + '.' if self.player else ''}{self.name}{self.sign}{self.number:.12g}"


class RequirementOption(Option):
    """A requirement, read from text."""

    @property
    def allowed(self) -> str:
        return ALLOWED

    def read(self, text: str) -> Requirement:
        found = re.fullmatch(SHAPE, text)
        if not found or found[2] not in NAMES:
            raise ValueError(text)
        return Requirement(found[1] or "", found[2], found[3], float(found[4]) / (100 if found[5] else 1))

    def fits(self, value: Any) -> bool:
        return isinstance(value, Requirement)


def read_address(text: str) -> str:
    """Return the address without blanks around it. Raises ValueError if it is not one."""
    found = re.fullmatch(ADDRESS, text.strip())
    if not found or int(found[2]) not in PORTS:
        raise ValueError(f"{text!r} must be {ADDRESSES}")
    return found[0]


class AddressOption(Option):
    """The address of a scheduler, read from text."""

    @property
    def allowed(self) -> str:
        return ADDRESSES

    def read(self, text: str) -> str:
        return read_address(text)

    def fits(self, value: Any) -> bool:
        return isinstance(value, str) and re.fullmatch(ADDRESS, value) is not None
