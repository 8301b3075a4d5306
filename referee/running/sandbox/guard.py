"""The limits of a program under test, as data: those who only name them need not import how they are set."""

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
