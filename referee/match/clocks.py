"""The time for a match: a limit for each move, a clock for each seat, or both; or a budget instead of time."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from math import inf

from games.dataclass import dataclass
from referee.match.clock_words import describe_sessions
from referee.match.seat_clock import ByoYomi, ClockSession, SeatClock
from referee.match.time_left import TimeLeft

SHARE = 25  # moves that are still thought of
LASTING = 0.8  # the share that a seat may use of what it gets anew for each move
RESERVE = 0.1  # seconds of a clock that are not shared out: a busy machine may take some of them at any move
HELD_BACK = 0.02  # seconds, at most, between the moment at which a program should stop and the end of its time

Left = tuple[SeatClock | None, SeatClock | None]
NO_CLOCKS: Left = (None, None)


@dataclass(frozen=True)
class Control:
    """The time control, of both seats unless `second` says otherwise. None means that there is no such limit.

    move       seconds for each move.
    total      seconds on the clock at the start: for `moves` moves, or for the whole game where that is None.
    increment  seconds added after each move;  delay  seconds that the clock waits at each move before it runs.
    moves      of the first session; without `later` ones, the same time is added again for each so many moves.
    later      the sessions after the first one, in their order. The last one begins again if it has a number of moves.
    byo_yomi   what follows the main time, which is `total`.
    nodes      positions or playouts for each move, and  depth  plies: limits that a program has in its own options
               (budgets.give_budget), and no clock. A person has none.
    second     the control of seat 1 if it differs (odds); None: the same.
    """

    move: float | None = None
    total: float | None = None
    increment: float = 0.0
    moves: int | None = None
    delay: float = 0.0
    later: tuple[ClockSession, ...] = ()
    byo_yomi: ByoYomi | None = None
    nodes: int | None = None
    depth: int | None = None
    second: Control | None = None

    # Of a seat.

    def of(self, seat: int) -> Control:
        """The control of that seat alone."""
        if self.second is None:
            return self
        return self.second if seat == 1 else replace(self, second=None)

    @property
    def swapped(self) -> Control:
        """The same with the seats exchanged."""
        return Control.of_seats(self.of(1), self.of(0))

    @classmethod
    def of_seats(cls, first: Control, second: Control) -> Control:
        """The control in which each seat has its own; neither of these may have a `second`."""
        return first if first == second else replace(first, second=second)

    def with_move(self, seconds: float | None) -> Control:
        """The same with so many seconds for each move of both seats."""
        return replace(self, move=seconds, second=self.second and replace(self.second, move=seconds))

    @property
    def sessions(self) -> tuple[ClockSession, ...]:
        """The sessions of seat 0; none without a clock."""
        if self.total is None:
            return ()
        return ClockSession(self.total, self.moves, self.increment, self.delay), *self.later

    @cached_property
    def timed(self) -> bool:
        """Whether any time binds a seat, so that a move may come too late."""
        return any(one.move is not None or one.total is not None for one in (self.of(0), self.of(1)))

    # What the clocks of both seats show.

    @cached_property
    def start(self) -> Left:
        """What the clocks of the seats show at the start; None if there are none."""
        return self.of(0).first_clock, self.of(1).first_clock

    @property
    def first_clock(self) -> SeatClock | None:
        """What the clock of seat 0 shows at the start; that of byo-yomi if there is no main time."""
        if self.total is None:
            return None
        periods = self.byo_yomi.periods if self.byo_yomi else 0
        return SeatClock(self.total, self.moves, periods).run(0.0, self.byo_yomi)

    def limit(self, left: Left, seat: int, used: float = 0.0) -> float:
        """The seconds after which the seat has lost if it has not moved; math.inf if it has no limit.

        left  what the clocks show;  used  the seconds of this move that they no longer hold.
        """
        move = self.of(seat).move
        on_clock = self.clock_limit(left, seat, used)
        return on_clock if move is None else min(on_clock, max(move - used, 0.0))

    def clock_limit(self, left: Left, seat: int, used: float = 0.0) -> float:
        """Return the seconds after which the clock of the seat has run down; less than 0 if it has, inf without one."""
        own, clock = self.of(seat), left[seat]
        return inf if clock is None else clock.total(own.byo_yomi) + own.delay_left(clock, used)

    def allotted(self, left: Left, seat: int, used: float = 0.0) -> float:
        """The seconds of that limit that a program should use, so that its clock lasts for the game.

        Of a session it is a share of what is left, by the moves that are still to be made in it, and most of what each
        move adds. In byo-yomi no period is given up. While main time lasts a move takes no less than a period gives.
        """
        own, clock = self.of(seat), left[seat]
        limit = self.limit(left, seat, used)
        if clock is None:
            return limit
        moves = clock.moves and clock.moves + 1  # something is kept for what comes between
        if clock.byo_yomi:
            share = LASTING * clock.seconds / (clock.moves or 1)
        elif own.byo_yomi:
            period = own.byo_yomi
            share = max(share_of(clock.seconds, moves=moves), LASTING * period.seconds / period.moves)
        else:
            share = share_of(clock.seconds, own.sessions[clock.session].increment, moves)
            share += LASTING * own.delay_left(clock, used)
        return max(min(limit, share), 0.0)

    def delay_left(self, clock: SeatClock, used: float) -> float:
        """The seconds until the clock of seat 0 runs, when so many of its move are over."""
        return 0.0 if clock.byo_yomi else max(self.sessions[clock.session].delay - used, 0.0)

    def spent(self, left: Left, seat: int, seconds: float, used: float = 0.0) -> Left:
        """What the clocks show once that seat has spent so many seconds without a move."""
        clock = left[seat]
        if clock is None:
            return left
        own = self.of(seat)
        return put(left, seat, clock.run(max(seconds - own.delay_left(clock, used), 0.0), own.byo_yomi))

    def after(self, left: Left, seat: int, seconds: float, used: float = 0.0) -> Left:
        """What the clocks show once that seat has moved, after so many seconds."""
        left = self.spent(left, seat, seconds, used)
        clock, own = left[seat], self.of(seat)
        return left if clock is None else put(left, seat, clock.move(own.sessions, own.byo_yomi))

    def told(self, left: Left, seat: int, used: float = 0.0) -> TimeLeft:
        """What a program behind a protocol may be told of the time of that seat."""
        own, clock = self.of(seat), left[seat]
        move = None if own.move is None else max(own.move - used, 0.0)
        if clock is None:
            return TimeLeft(move=move)
        session, byo_yomi, runs = own.sessions[clock.session], own.byo_yomi, clock.byo_yomi
        return TimeLeft(
            base=session.seconds,
            base_moves=session.moves,
            base_periods=byo_yomi.periods if byo_yomi else 0,
            main=0.0 if runs else clock.seconds,
            increment=session.increment,
            delay=own.delay_left(clock, used),
            moves=None if runs else clock.moves,
            byo_yomi=byo_yomi.seconds if byo_yomi else 0.0,
            byo_stones=byo_yomi.moves if byo_yomi else 0,
            periods=clock.periods,
            period_left=clock.seconds if runs else None,
            stones_left=(clock.moves or 1) if runs else 0,
            move=move,
        )

    def __str__(self) -> str:
        if self.second:
            return f"{self.of(0)}; for the second player {self.second}"
        words = [] if self.move is None else [f"{self.move:g} seconds a move"]
        words += describe_sessions(self.sessions, self.byo_yomi)
        words += [] if self.nodes is None else [f"{self.nodes:,} nodes a move"]
        words += [] if self.depth is None else [f"depth {self.depth}"]
        return ", ".join(words)


UNLIMITED = Control()


def share_of(clock: float, increment: float = 0.0, moves: int | None = None) -> float:
    """The seconds of a clock that a program should use for one move.

    increment  what is added to it after each move;  moves  how many it must last for, None: the whole game.
    """
    clock = max(clock - RESERVE, 0.0)
    share = clock / min(moves or SHARE, SHARE)
    return share + LASTING * min(increment, clock - share)


def hold_back(seconds: float) -> float:
    """Return the seconds after which a program should stop, so that its answer comes within `seconds`."""
    return max(seconds - HELD_BACK, LASTING * seconds)


def put(left: Left, seat: int, clock: SeatClock) -> Left:
    """The clocks with that one at that seat."""
    return (left[0], clock) if seat else (clock, left[1])
