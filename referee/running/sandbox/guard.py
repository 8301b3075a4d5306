"""What a program under test is held to, in a process of its own."""

from games.dataclass import dataclass


@dataclass(frozen=True)
class Guard:
    """The limits of such a process; None if there is none.

    memory   megabytes that it may take beside what it begins with.
    seconds  for a move without a time control, and for getting ready.
    output   bytes that it may print in a game.
    """

    memory: int | None = None
    seconds: float | None = None
    output: int | None = None
