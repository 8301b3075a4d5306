"""The clock of one seat: a value that says what is left, and what time and moves make of it.

Sessions are those of chess: so many moves in so much time, and what is saved is kept. Byo-yomi is that of go: once the
main time is over, periods begin that start anew as soon as their moves are made. A period for one move is Japanese
byo-yomi, one for several moves is Canadian.
"""

from __future__ import annotations

from dataclasses import replace
from math import ceil

from games.dataclass import dataclass


@dataclass(frozen=True)
class ClockSession:
    """A part of the game and its time, in seconds.

    seconds    that are put on the clock when it begins; what is left from the part before stays there.
    moves      of the seat that end it; None: it lasts for the rest of the game.
    increment  added after each move.
    delay      by which the clock waits at each move before it runs; what of it is not used is not saved (FIDE Laws of
               Chess, article 6.3.2). Bronstein's clock gives back what a move took, up to the delay: it leaves the same
               time if it begins with the delay added.
    """

    seconds: float
    moves: int | None = None
    increment: float = 0.0
    delay: float = 0.0


@dataclass(frozen=True)
class ByoYomi:
    """What follows the main time: periods of so many seconds, each for so many moves.

    Whoever makes the moves of a period in time gets the whole period again. Whoever does not goes on with the next
    period, and has lost after the last one. In Japanese byo-yomi `moves` is 1, in Canadian `periods` is 1.
    """

    seconds: float
    periods: int = 1
    moves: int = 1

    @property
    def counted(self) -> int | None:
        """The moves that a clock counts down in a period; None if each move begins a new period."""
        return self.moves if self.moves > 1 else None


@dataclass(frozen=True)
class SeatClock:
    """What the clock of a seat shows.

    seconds   that are left: of the session, of the main time, or of the period of byo-yomi that runs. They are less
              than 0 if the seat was allowed more time than it had.
    moves     that the seat still has to make in them, before the clock gets more; None: all that follow, or in Japanese
              byo-yomi each move.
    periods   of byo-yomi that are left, with the one that runs; 0 if the control has no byo-yomi.
    session   which session of the control runs, from 0.
    byo_yomi  whether the main time is over, and a period of byo-yomi runs.
    """

    seconds: float
    moves: int | None = None
    periods: int = 0
    session: int = 0
    byo_yomi: bool = False

    @property
    def more(self) -> int:
        """The periods of byo-yomi that follow once these seconds are over; after the last one the seat has lost."""
        return self.periods - self.byo_yomi

    def total(self, byo_yomi: ByoYomi | None) -> float:
        """The seconds after which a seat that does not move has lost."""
        return self.seconds + (self.more * byo_yomi.seconds if byo_yomi else 0.0)

    def run(self, seconds: float, byo_yomi: ByoYomi | None) -> SeatClock:
        """Return the clock after it ran for `seconds` without a move. In the last period it runs on below 0."""
        left = self.seconds - seconds
        if left > 0 or byo_yomi is None:
            return replace(self, seconds=left)
        gone, within = divmod(-left, byo_yomi.seconds)
        if gone < self.more:
            return replace(
                self,
                seconds=byo_yomi.seconds - within,
                moves=byo_yomi.counted,
                periods=self.more - int(gone),
                byo_yomi=True,
            )
        left += self.more * byo_yomi.seconds
        moves = self.moves if self.byo_yomi and not self.more else byo_yomi.counted
        return replace(self, seconds=left, moves=moves, periods=1, byo_yomi=True)

    def move(self, sessions: tuple[ClockSession, ...], byo_yomi: ByoYomi | None) -> SeatClock:
        """Return the clock after a move of the seat. The last session begins again if it is for a number of moves.

        What the seat took beyond its last period is taken from the next one.
        """
        moves = None if self.moves is None else self.moves - 1
        if self.byo_yomi and byo_yomi:
            if moves:
                return replace(self, moves=moves)
            return replace(self, seconds=byo_yomi.seconds + min(self.seconds, 0.0), moves=byo_yomi.counted)
        seconds = self.seconds + sessions[self.session].increment
        if moves != 0:
            return replace(self, seconds=seconds, moves=moves)
        following = min(self.session + 1, len(sessions) - 1)
        begun = sessions[following]
        return replace(self, seconds=seconds + begun.seconds, moves=begun.moves, session=following)

    def __str__(self) -> str:
        """As it is shown, like what is typed: `4:59`, `12/4:59` for 12 moves, `3x0:17` with 3 periods."""
        shown = format_clock(self.seconds)
        if self.moves is not None:
            return f"{self.moves}/{shown}"
        return f"{self.periods}x{shown}" if self.byo_yomi else shown


def format_clock(seconds: float) -> str:
    """A time as a clock shows it: `1:05:00`, `4:59` until it is less, and below ten seconds with tenths, `0:09.4`."""
    tenths = int(max(seconds, 0.0) * 10 + 1e-6)
    if tenths < 100:
        return f"0:{tenths // 10:02}.{tenths % 10}"
    minutes, rest = divmod(ceil(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
