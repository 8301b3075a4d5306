"""The time for a match: a limit for each move, a clock for each seat, or both; or a budget instead of time.

Sessions come from chess: a number of moves in a time, and saved time is kept. Byo-yomi comes from go: after the main
time there are periods, which start again as soon as their moves are made. A period for one move is Japanese byo-yomi, a
period for several moves is Canadian.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from math import ceil, inf
from typing import TYPE_CHECKING

import players
from games.dataclass import dataclass
from games.names.catalogue import SpecError
from referee.match.wording import count_words

if TYPE_CHECKING:
    from collections.abc import Sequence

SHARE = 25  # moves, at most, among which a clock is shared out
LASTING = 0.8  # the share of the time gained by each move that a seat may use
RESERVE = 0.1  # seconds of a clock that are not shared out, because a busy machine may be late
HELD_BACK = 0.02  # seconds, at most, by which a program should stop early
NO_CLOCKS: Left = (None, None)
OPTIONS = {"nodes": ("nodes", "playouts"), "depth": ("depth",)}  # the options for each budget, the best first


@dataclass(frozen=True)
class TimeLeft:
    """The time of one seat at a moment of a match, in seconds. With all defaults, a seat has no limit.

    The first three say how the clock was set, the others what is left.

    base         put on the clock for the session that runs, or for the main time.
    base_moves   the moves of that session, None: all;  base_periods  the periods of byo-yomi at the start.
    main         main time left on the clock, 0.0 during byo-yomi; None: there is no clock.
    increment    added after each move;  delay  before the clock runs at each move.
    moves        to make before the seat gets more main time; None: it gets none.
    byo_yomi     a whole period of byo-yomi; 0.0: there is none.
    byo_stones   the moves of a whole period: 1 in Japanese byo-yomi, more in Canadian; 0: there is none.
    periods      of byo-yomi that are left, with the one that runs.
    period_left  left of the period that runs; None during main time.
    stones_left  the moves to make in that period; 0 during main time.
    move         limit for this move alone, whatever is on the clock; None: there is no such limit.
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
        """The seconds on the clock: of the session, the main time or the period; 0.0 without a clock."""
        return self.main or 0.0 if self.period_left is None else self.period_left

    @property
    def each_move(self) -> float:
        """The seconds that each move adds, at most, for programs that know neither delay nor byo-yomi."""
        if self.period_left is not None:
            return 0.0
        return self.increment + self.delay + (self.byo_yomi / self.byo_stones if self.byo_stones else 0.0)

    @property
    def moves_to_go(self) -> int | None:
        """The moves for which `running` must last; None: for the rest of the game."""
        return self.moves if self.period_left is None else self.stones_left

    @property
    def gtp_stones(self) -> int:
        """The stones of GTP's `time_left`: 0 during main time (GTP version 2, section 4.2).

        GTP does not know Japanese byo-yomi: there they are the periods left, as KGS sends them and Leela Zero reads
        them (TimeControl.cpp). In a session they are the moves left.
        """
        if self.period_left is None:
            return self.moves or 0
        return self.periods if self.byo_stones == 1 else self.stones_left


@dataclass(frozen=True)
class ClockSession:
    """A part of the game and its time, in seconds.

    seconds    put on the clock when it begins, added to what is left.
    moves      of the seat that end it; None: it lasts for the rest of the game.
    increment  added after each move.
    delay      before the clock runs at each move; unused delay is not saved (FIDE Laws of Chess, article 6.3.2).
               Bronstein's clock gives back what a move took, up to the delay: it leaves the same time if it begins with
               the delay added.
    """

    seconds: float
    moves: int | None = None
    increment: float = 0.0
    delay: float = 0.0


@dataclass(frozen=True)
class ByoYomi:
    """Periods of `seconds` after the main time, each for a number of moves.

    A seat that makes the moves of a period in time gets the whole period again. Otherwise it goes on with the next
    period; after the last one it has lost. In Japanese byo-yomi `moves` is 1, in Canadian `periods` is 1.
    """

    seconds: float
    periods: int = 1
    moves: int = 1

    @property
    def counted(self) -> int | None:
        """The moves that the clock counts down in a period; None if each move begins a new period."""
        return self.moves if self.moves > 1 else None


@dataclass(frozen=True)
class SeatClock:
    """What the clock of a seat shows.

    seconds   left of the session, of the main time, or of the period of byo-yomi that runs; below 0 if the seat was
              allowed more time than it had.
    moves     to make in these seconds before the clock gets more; None: all that follow, or one in Japanese byo-yomi.
    periods   of byo-yomi that are left, with the one that runs; 0 if the control has no byo-yomi.
    session   the session that runs, from 0.
    byo_yomi  whether the main time is over, and a period of byo-yomi runs.
    """

    seconds: float
    moves: int | None = None
    periods: int = 0
    session: int = 0
    byo_yomi: bool = False

    @property
    def more(self) -> int:
        """The periods of byo-yomi that follow after these seconds."""
        return self.periods - self.byo_yomi

    def total(self, byo_yomi: ByoYomi | None) -> float:
        """Return the seconds after which the seat has lost if it does not move."""
        return self.seconds + (self.more * byo_yomi.seconds if byo_yomi else 0.0)

    def run(self, seconds: float, byo_yomi: ByoYomi | None) -> SeatClock:
        """Return the clock after it ran for `seconds` without a move. In the last period it runs on below 0."""
        left = self.seconds - seconds
        if left > 0 or byo_yomi is None:
            return SeatClock(left, self.moves, self.periods, self.session, self.byo_yomi)
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
        """Return the clock after a move of the seat. The last session begins again if it has a number of moves.

        Time beyond the last period is taken from the next one.
        """
        moves = None if self.moves is None else self.moves - 1
        if self.byo_yomi and byo_yomi:
            if moves:
                return replace(self, moves=moves)
            return replace(self, seconds=byo_yomi.seconds + min(self.seconds, 0.0), moves=byo_yomi.counted)
        increment = sessions[self.session].increment
        if moves is None and not increment:
            return self
        seconds = self.seconds + increment
        if moves != 0:
            return SeatClock(seconds, moves, self.periods, self.session, self.byo_yomi)
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
    """Return a time as a clock shows it, rounded up: `1:05:00`, `4:59`; below ten seconds with tenths: `0:09.4`."""
    tenths = int(max(seconds, 0.0) * 10 + 1e-6)
    if tenths < 100:
        return f"0:{tenths // 10:02}.{tenths % 10}"
    minutes, rest = divmod(ceil(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def span_words(seconds: float) -> str:
    """Return a time in words: `1 hour 5 minutes`, `4 minutes 30 seconds`, `0.5 seconds`."""
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(int(minutes), 60)
    parts = [count_words(number, unit) for number, unit in ((hours, "hour"), (minutes, "minute")) if number]
    if rest or not parts:
        parts.append("1 second" if rest == 1 else f"{rest:.10g} seconds")
    return " ".join(parts)


def describe_sessions(sessions: Sequence[ClockSession], byo_yomi: ByoYomi | None) -> list[str]:
    """Return what a clock gives: `2 hours for 40 moves`, `then 15 minutes for the rest`; nothing without a clock."""
    if byo_yomi:
        main = [span_words(session.seconds) for session in sessions if session.seconds]
        return [*main, f"{'then ' if main else ''}{describe_byo_yomi(byo_yomi)}"]
    last = len(sessions) - 1
    return [describe_session(session, place, place == last) for place, session in enumerate(sessions)]


def describe_session(session: ClockSession, place: int, last: bool) -> str:
    """Return a session in words: its time, how long it must last, and what each move adds."""
    if session.moves is None:
        scope = "the rest" if place else "the game"
    else:
        scope = f"{'each ' if last else ''}{count_words(session.moves, 'move')}"
    more = f" and {span_words(session.increment)} more after each move" if session.increment else ""
    waits = f" and a delay of {span_words(session.delay)} at each move" if session.delay else ""
    return f"{'then ' if place else ''}{span_words(session.seconds)} for {scope}{more}{waits}"


def describe_byo_yomi(byo_yomi: ByoYomi) -> str:
    """Return byo-yomi in words: `10 periods of 20 seconds`, `10 minutes for each 25 moves`."""
    period = span_words(byo_yomi.seconds)
    if byo_yomi.moves > 1:
        return f"{period} for each {byo_yomi.moves} moves"
    return f"{count_words(byo_yomi.periods, 'period')} of {period}"


Left = tuple[SeatClock | None, SeatClock | None]


@dataclass(frozen=True)
class Control:
    """The time control, of both seats unless there is a `second`. None means that there is no such limit.

    move       seconds for each move.
    total      seconds on the clock at the start: for `moves` moves, or for the whole game if `moves` is None.
    increment  seconds added after each move;  delay  seconds before the clock runs at each move.
    moves      of the first session; if there is no later one, the session begins again after them.
    later      the sessions after the first one. The last one begins again if it has a number of moves.
    byo_yomi   what follows the main time `total`.
    nodes      positions or playouts for each move;  depth  plies: a program gets these as its own options
               (`give_budget`). They are no clock, and a person has none.
    second     the control of seat 1 if it differs (odds).
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
        """Return the control of `seat` alone."""
        if self.second is None:
            return self
        return self.second if seat == 1 else replace(self, second=None)

    @property
    def swapped(self) -> Control:
        """The control with the seats exchanged."""
        return Control.of_seats(self.of(1), self.of(0))

    @classmethod
    def of_seats(cls, first: Control, second: Control) -> Control:
        """Return the control of both seats. Neither of the two may have a `second`."""
        return first if first == second else replace(first, second=second)

    def with_move(self, seconds: float | None) -> Control:
        """Return the control with `seconds` for each move of both seats."""
        return replace(self, move=seconds, second=self.second and replace(self.second, move=seconds))

    @cached_property
    def sessions(self) -> tuple[ClockSession, ...]:
        """The sessions of seat 0; none without a clock."""
        if self.total is None:
            return ()
        return ClockSession(self.total, self.moves, self.increment, self.delay), *self.later

    @cached_property
    def timed(self) -> bool:
        """Whether any seat has a time limit."""
        return any(one.move is not None or one.total is not None for one in (self.of(0), self.of(1)))

    # What the clocks of both seats show.

    @cached_property
    def start(self) -> Left:
        """What the clocks of both seats show at the start; None for a seat without a clock."""
        return self.of(0).first_clock, self.of(1).first_clock

    @property
    def first_clock(self) -> SeatClock | None:
        """What the clock of seat 0 shows at the start: byo-yomi if there is no main time; None without a clock."""
        if self.total is None:
            return None
        periods = self.byo_yomi.periods if self.byo_yomi else 0
        return SeatClock(self.total, self.moves, periods).run(0.0, self.byo_yomi)

    def limit(self, left: Left, seat: int, used: float = 0.0) -> float:
        """Return the seconds after which the seat has lost if it has not moved; math.inf if it has no limit.

        left  what the clocks show;  used  seconds of this move that are charged already.
        """
        move = self.of(seat).move
        on_clock = self.clock_limit(left, seat, used)
        return on_clock if move is None else min(on_clock, max(move - used, 0.0))

    def clock_limit(self, left: Left, seat: int, used: float = 0.0) -> float:
        """Return the seconds until the clock of the seat runs out; below 0 if it has, math.inf without a clock."""
        own, clock = self.of(seat), left[seat]
        return inf if clock is None else clock.total(own.byo_yomi) + own.delay_left(clock, used)

    def allotted(self, left: Left, seat: int, used: float = 0.0, limit: float | None = None) -> float:
        """Return the seconds that a program should use, so that its clock lasts for the game.

        limit  what `limit` returns, if that is known already.

        In a session that is a share of what is left, by the moves to be made in it, and most of what each move adds. In
        byo-yomi no period is given up. During main time a move gets at least what a period gives.
        """
        own, clock = self.of(seat), left[seat]
        limit = self.limit(left, seat, used) if limit is None else limit
        if clock is None:
            return limit
        moves = clock.moves and clock.moves + 1  # one share is kept in reserve
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
        """Return the seconds until the clock of seat 0 runs, when `used` seconds of the move are over."""
        delay = self.sessions[clock.session].delay
        return max(delay - used, 0.0) if delay and not clock.byo_yomi else 0.0

    def spent(self, left: Left, seat: int, seconds: float, used: float = 0.0) -> Left:
        """Return what the clocks show after `seat` spent `seconds` without a move."""
        clock = left[seat]
        return left if clock is None else put(left, seat, self.of(seat).run(clock, seconds, used))

    def run(self, clock: SeatClock, seconds: float, used: float) -> SeatClock:
        """Return the clock of seat 0 after `seconds` without a move, when `used` seconds of it are over already."""
        return clock.run(max(seconds - self.delay_left(clock, used), 0.0), self.byo_yomi)

    def after(self, left: Left, seat: int, seconds: float, used: float = 0.0) -> Left:
        """Return what the clocks show after `seat` moved within `seconds`."""
        clock = left[seat]
        if clock is None:
            return left
        own = self.of(seat)
        return put(left, seat, own.run(clock, seconds, used).move(own.sessions, own.byo_yomi))

    def told(self, left: Left, seat: int, used: float = 0.0) -> TimeLeft:
        """Return the time of `seat` for a program behind a protocol."""
        own, clock = self.of(seat), left[seat]
        move = None if own.move is None else max(own.move - used, 0.0)
        if clock is None:
            return TimeLeft(move=move)
        session, byo_yomi, runs = own.sessions[clock.session], own.byo_yomi, clock.byo_yomi
        delay = own.delay_left(clock, used)
        if byo_yomi is None:
            return TimeLeft(
                session.seconds, session.moves, 0, clock.seconds, session.increment, delay, clock.moves, move=move
            )
        return TimeLeft(
            base=session.seconds,
            base_moves=session.moves,
            base_periods=byo_yomi.periods,
            main=0.0 if runs else clock.seconds,
            increment=session.increment,
            delay=delay,
            moves=None if runs else clock.moves,
            byo_yomi=byo_yomi.seconds,
            byo_stones=byo_yomi.moves,
            periods=clock.periods,
            period_left=clock.seconds if runs else None,
            stones_left=(clock.moves or 1) if runs else 0,
            move=move,
        )

    def __str__(self) -> str:
        if self.second:
            first, second = (str(each) or "no limit" for each in (self.of(0), self.second))
            return f"{first}; for the second player {second}"
        words = [] if self.move is None else [f"{self.move:g} seconds a move"]
        words += describe_sessions(self.sessions, self.byo_yomi)
        words += [] if self.nodes is None else [f"{self.nodes:,} nodes a move"]
        words += [] if self.depth is None else [f"depth {self.depth}"]
        return ", ".join(words)


UNLIMITED = Control()


def share_of(clock: float, increment: float = 0.0, moves: int | None = None) -> float:
    """Return the seconds of a clock that a program should use for one move.

    increment  added after each move;  moves  for which the clock must last, None: the whole game.
    """
    clock = max(clock - RESERVE, 0.0)
    share = clock / min(moves or SHARE, SHARE)
    return share + LASTING * min(increment, clock - share)


def hold_back(seconds: float) -> float:
    """Return the seconds after which a program should stop, so that its answer comes within `seconds`."""
    return max(seconds - HELD_BACK, LASTING * seconds)


def put(left: Left, seat: int, clock: SeatClock) -> Left:
    """Return the clocks with `clock` at `seat`."""
    return (left[0], clock) if seat else (clock, left[1])


def own_control(spec: str, control: Control) -> Control:
    """Return the control of a player: the clock that its spec sets, otherwise `control`, the one of its seat."""
    if not players.CATALOGUE.is_outside(spec):
        return control
    try:
        own: Control | None = players.CATALOGUE.check(spec).get("clock")
    except SpecError:  # the journal keeps specs with options that older versions had
        return control
    return own or control


def own_controls(specs: tuple[str, str], control: Control) -> Control:
    """Return the control of both seats, each with the clock that its player's spec sets, if any."""
    return Control.of_seats(own_control(specs[0], control.of(0)), own_control(specs[1], control.of(1)))


def give_budgets(specs: tuple[str, str], control: Control) -> tuple[str, str]:
    """Return the specs of two players, each with the budget of its seat in the control. Raises SpecError."""
    return give_budget(specs[0], control.of(0)), give_budget(specs[1], control.of(1))


def give_budget(spec: str, control: Control) -> str:
    """Return the spec of a player with the budget of its seat's control among its options. A person gets none.

    Raises SpecError if a program has no such option, or has it already.
    """
    control = own_control(spec, control)
    for budget, names in OPTIONS.items():
        count = getattr(control, budget)
        if count is None or players.CATALOGUE.find(spec) == "human":
            continue
        name, _ = players.CATALOGUE.require_name(spec)
        known = players.CATALOGUE.options(name)
        option = next((each for each in names if each in known), None)
        asked = f"--clock {budget}={count}"
        if option is None:
            has = f"options: {', '.join(known)}" if known else "it has none"
            raise SpecError(f"{asked}: {spec} has no option {' or '.join(names)} ({has})")
        if option in players.CATALOGUE.check(spec):
            raise SpecError(f"{asked}: {spec} says its {option} already; leave out one of the two")
        spec = players.CATALOGUE.extend(spec, f"{option}={count}")
        players.CATALOGUE.check(spec)
    return spec
