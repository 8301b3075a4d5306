"""Clocks as they are typed and stored: `5m+3s`, `40/2h:20/1h:15m`, `5m/10x20s`, `5m,1m`, `nodes=10000`.

A number before a slash counts moves if it has no unit, and is a time if it has one. So `40/5m` is five minutes for each
40 moves, and `5m/10x20s` is five minutes and then ten periods of 20 seconds.
"""

import re
import sys
from dataclasses import replace
from decimal import Decimal
from typing import Any

from referee.match.clocks import UNLIMITED, ByoYomi, ClockSession, Control

UNITS = {"": 1.0, "s": 1.0, "m": 60.0, "h": 3600.0}
TIME = r"(\d{1,9}(?:\.\d{1,9})?)(s|m|h|)"
SESSION = re.compile(rf"(?:(\d{{1,9}})/)?{TIME}(?:\+(d?){TIME})?")
BYO_YOMI = re.compile(rf"{TIME}/(\d{{1,9}})(x|/){TIME}")
BUDGET = re.compile(r"(nodes|depth)=(\d{1,16})")
NONE = "-"  # stands for a seat without a clock
BUDGETS = {"nodes": 10**15, "depth": 10_000}  # the most of each
LONGEST = 24 * 3600.0  # seconds on a clock
MOST = 1000  # moves of a session, periods of byo-yomi
SESSIONS = 9
ALLOWED = (
    "a time of at most 24h, as in 5m, 5m+3s (3s after each move), 5m+d3s (a delay), 40/5m (each 40 moves), "
    "40/2h:20/1h:15m (sessions, each with its unit), 5m/10x20s or 5m/25/10m (byo-yomi), or a budget, nodes=10000 or "
    "depth=6; for each player its own, - for none: 5m,1m"
)


def read_clock(text: str) -> Control:
    """Return the control that was typed; it has no limit for a move. Raises ValueError, which quotes the text."""
    try:
        first, *more = (read_seat(part) for part in re.sub(r"\s", "", text.casefold()).split(","))
        (second,) = more or [first]
    except ValueError:
        raise ValueError(f"{text!r} must be {ALLOWED}") from None
    return Control.of_seats(first, second)


def read_seat(text: str) -> Control:
    """Return the control of one seat. Raises ValueError."""
    if text == NONE:
        return UNLIMITED
    if found := BUDGET.fullmatch(text):
        name, count = found[1], int(found[2])
        return Control(**{name: checked(count, 1, BUDGETS[name])})  # type: ignore[arg-type]  # of either name
    if (found := BYO_YOMI.fullmatch(text)) and found[2]:
        count = int(checked(int(found[3]), 1, MOST))
        seconds = checked(read_time(found[5], found[6]), 1e-3, LONGEST)
        total = checked(read_time(found[1], found[2]), 0.0, LONGEST)
        return Control(
            total=total, byo_yomi=ByoYomi(seconds, **{"x": {"periods": count}, "/": {"moves": count}}[found[4]])
        )
    parts = text.split(":")
    first, *later = (read_session(part, len(parts) > 1) for part in parts)
    if len(parts) > SESSIONS or any(session.moves is None for session in (first, *later)[:-1]):
        raise ValueError  # a session without a number of moves has no end
    return Control(None, first.seconds, first.increment, first.moves, first.delay, tuple(later))


def read_session(text: str, united: bool) -> ClockSession:
    """Return a session. Raises ValueError.

    united  the time must have a unit, because 1:30 would look like minutes and seconds.
    """
    found = SESSION.fullmatch(text)
    if not found or (united and not found[3]):
        raise ValueError
    seconds = checked(read_time(found[2], found[3]), 1e-3, LONGEST)
    moves = None if found[1] is None else int(checked(int(found[1]), 1, MOST))
    more = checked(read_time(found[5] or "0", found[6] or ""), 0.0, LONGEST)
    return ClockSession(seconds, moves, delay=more) if found[4] else ClockSession(seconds, moves, increment=more)


def read_time(number: str, unit: str) -> float:
    """Return a time in seconds, rounded: 0.55h would be 1980.0000000000002."""
    return round(float(number) * UNITS[unit], 9)


def read_span(text: str) -> float:
    """Return the seconds of a time such as `90s` or `2m`. Raises ValueError."""
    found = re.fullmatch(TIME, text.strip().casefold())
    if not found:
        raise ValueError(text)
    return checked(read_time(found[1], found[2]), 0.0, LONGEST)


def checked(value: float, least: float, most: float) -> float:
    """Return the value. Raises ValueError if it is out of range."""
    if not least <= value <= most:
        raise ValueError
    return value


def write_clock(control: Control) -> str:
    """Return the control as `read_clock` reads it, without the limit for a move; "" if there is nothing else."""
    if control.second is None:
        return write_seat(control)
    return ",".join(write_seat(control.of(seat)) or NONE for seat in (0, 1))


def write_seat(control: Control) -> str:
    """Return the control of one seat."""
    for name in BUDGETS:
        if (count := getattr(control, name)) is not None:
            return f"{name}={count}"
    if byo_yomi := control.byo_yomi:
        period = f"/{byo_yomi.moves}/" if byo_yomi.moves > 1 else f"/{byo_yomi.periods}x"
        return f"{write_time(control.total or 0.0)}{period}{write_time(byo_yomi.seconds)}"
    parts = []
    for session in control.sessions:
        moves = "" if session.moves is None else f"{session.moves}/"
        more = f"+{write_time(session.increment)}" if session.increment else ""
        more = f"+d{write_time(session.delay)}" if session.delay else more
        parts.append(moves + write_time(session.seconds) + more)
    return ":".join(parts)


def write_time(seconds: float) -> str:
    """Return a time in the largest unit that makes it a whole number, otherwise in seconds: `5m`, `90s`, `0.5s`."""
    unit = next((unit for unit in ("h", "m") if seconds and seconds % UNITS[unit] == 0), "s")
    return f"{write_number(seconds / UNITS[unit])}{unit}"


def write_number(number: float) -> str:
    """Return the number with all of its digits and no exponent: `300`, `0.5`."""
    return format(Decimal(repr(number)), "f").removesuffix(".0")


# Stored are three numbers, and the text of the clock if they do not say everything. If the limits for a move differ,
# each seat has its own behind an @, as in `1s,-@0.5`.


def store_control(control: Control) -> dict[str, Any]:
    """Return the control as JSON's types for `restore_control`; it has `clock` only if the numbers do not suffice."""
    plain = Control(control.move, control.total, control.increment)
    if plain == control:
        return {"move": control.move, "total": control.total, "increment": control.increment}
    if control.move == control.of(1).move:
        return {"move": control.move, "total": None, "increment": 0.0, "clock": write_clock(control)}
    seats = (control.of(seat) for seat in (0, 1))
    clock = ",".join((write_seat(each) or NONE) + ("" if each.move is None else f"@{each.move!r}") for each in seats)
    return {"move": None, "total": None, "increment": 0.0, "clock": clock}


def restore_control(move: float | None, total: float | None, increment: float, clock: str | None = None) -> Control:
    """Return the control that `store_control` stored. Raises ValueError."""
    if not clock:
        return Control(move, total, increment)
    if "@" not in clock:
        return read_clock(clock).with_move(move)
    first, second = map(restore_seat, clock.split(","))
    return Control.of_seats(first, second)


def restore_seat(text: str) -> Control:
    """Return the stored control of a seat, maybe with a limit for a move. Raises ValueError."""
    clock, _, move = text.partition("@")
    return replace(read_seat(clock), move=checked(float(move), 0.0, sys.float_info.max) if move else None)
