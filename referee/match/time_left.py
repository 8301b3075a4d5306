"""The time that a seat has, in the quantities that the protocols of other programs use."""

from games.dataclass import dataclass


@dataclass(frozen=True)
class TimeLeft:
    """The time of one seat at a moment of a match, in seconds. With all defaults, a seat has no limit.

    The first three say how the clock was set, as programs are told at the start; the others what is left.

    base         put on the clock for the session that runs, or for the main time.
    base_moves   the moves of that session, None: all;  base_periods  the periods of byo-yomi at its start.
    main         left on the clock, beside byo-yomi; 0.0 once that runs; None: there is no clock.
    increment    added to it after each move;  delay  by which it waits at each move before it runs.
    moves        that the seat still has to make before it gets more main time; None: it gets none.
    byo_yomi     the seconds of a whole period of byo-yomi; 0.0: there is none.
    byo_stones   the moves of a whole period: 1 in Japanese byo-yomi, more in Canadian; 0: there is none.
    periods      of byo-yomi that are left, with the one that runs.
    period_left  what is left of the period that runs; None while main time lasts.
    stones_left  the moves that are still to be made in that period; 0 while main time lasts.
    move         for this move alone, whatever is on the clock; None: there is no such limit.
    """

    base: float = 0.0
    base_moves: int | None = None
    base_periods: int = 0
    main: float | None = None
    increment: float = 0.0
    delay: float = 0.0
    moves: int | None = None
    byo_yomi: float = 0.0
    byo_stones: int = 0
    periods: int = 0
    period_left: float | None = None
    stones_left: int = 0
    move: float | None = None

    @property
    def running(self) -> float:
        """The seconds on the clock that runs: of the session, the main time or the period; 0.0 without a clock."""
        return self.main or 0.0 if self.period_left is None else self.period_left

    @property
    def each_move(self) -> float:
        """The seconds that each move adds at most, for a program that knows neither delay nor byo-yomi."""
        if self.period_left is not None:
            return 0.0
        return self.increment + self.delay + (self.byo_yomi / self.byo_stones if self.byo_stones else 0.0)

    @property
    def moves_to_go(self) -> int | None:
        """The moves for which `running` has to last; None: for all that follow."""
        return self.moves if self.period_left is None else self.stones_left

    @property
    def gtp_stones(self) -> int:
        """The stones of GTP's `time_left`: 0 while main time lasts (GTP version 2, section 4.2).

        In Japanese byo-yomi, which GTP does not know, they are the periods that are left, as KGS tells them and Leela
        Zero reads them (TimeControl.cpp). Of a session they are the moves that it is for.
        """
        if self.period_left is None:
            return self.moves or 0
        return self.periods if self.byo_stones == 1 else self.stones_left
