"""Clocks of a match as they stand in the tables of the archive."""

from __future__ import annotations

import json
from math import isfinite
from typing import TYPE_CHECKING

from referee.match.clocks import SeatClock

if TYPE_CHECKING:
    from referee.match.clocks import Control, Left

Columns = tuple[float | None, float | None, str | None]


def clock_columns(left: Left) -> Columns:
    """What stands of the clocks in columns: the seconds of each seat, and the rest as JSON, None if there is none.

    The rest is for each seat a list of moves, periods, session and byo_yomi, or null if there is no clock.
    """
    one, two = (None if clock is None else clock.seconds for clock in left)
    if all(clock in (None, SeatClock(seconds or 0.0)) for clock, seconds in zip(left, (one, two), strict=True)):
        return one, two, None
    rest = [clock and (clock.moves, clock.periods, clock.session, clock.byo_yomi) for clock in left]
    return one, two, json.dumps(rest)


def restore_clocks(columns: Columns, control: Control) -> Left:
    """The clocks in those columns. Raises ValueError or TypeError if they can be none of that control."""
    *seconds, rest = columns
    first, second = json.loads(rest) if rest is not None else (None, None)
    return restore_clock(seconds[0], first, control.of(0)), restore_clock(seconds[1], second, control.of(1))


def restore_clock(seconds: float | None, rest: object, control: Control) -> SeatClock | None:
    """The clock of a seat. Raises ValueError or TypeError."""
    if seconds is None:
        return None
    if not isinstance(seconds, int | float) or not isfinite(seconds):
        raise TypeError("what was left on a clock is not a number")
    if rest is None:
        clock = SeatClock(seconds)
    elif isinstance(rest, list):
        clock = SeatClock(seconds, *rest)
    else:
        raise TypeError("what was left on a clock is not a list")
    if not is_of_control(clock, control):
        raise ValueError("its clocks are not those of its time control")
    return clock


def is_of_control(clock: SeatClock, control: Control) -> bool:
    """Whether a clock of that control, which is one of a seat, may show this."""
    counts = (clock.moves or 0, clock.periods, clock.session)
    if not all(type(count) is int and count >= 0 for count in counts) or type(clock.byo_yomi) is not bool:
        return False
    if clock.session >= len(control.sessions):
        return False
    byo_yomi, session = control.byo_yomi, control.sessions[clock.session]
    periods = byo_yomi.periods if byo_yomi else 0
    most = byo_yomi.counted if byo_yomi and clock.byo_yomi else session.moves
    if (clock.moves is None) != (most is None) or clock.moves == 0:
        return False
    return byo_yomi is not None and 0 < clock.periods <= periods if clock.byo_yomi else clock.periods == periods
