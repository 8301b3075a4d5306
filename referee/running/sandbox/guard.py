"""The limits of a program under test, as data: naming them imports nothing else."""

from games.dataclass import dataclass


@dataclass(frozen=True)
class Guard:
    """The limits of a process; None means no limit.

    memory   megabytes beside what it starts with;  output  bytes that it may print in a game.
    seconds  for a move without a time control, and for getting ready.
    """

    memory: int | None = None
    seconds: float | None = None
    output: int | None = None


LIMITS = Guard(memory=1024, seconds=60.0, output=1_000_000)  # of players from files, unless others are given
