"""The day of a game and its time control, as the formats write them.

PGN: S. J. Edwards, "Portable Game Notation Specification and Implementation Guide", 1994, section 9.6.1. SGF: the
properties TM and OT of red-bean.com/sgf; OT is free text, and this is how servers of go write it.
"""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING

from referee.match.clock_text import write_number

if TYPE_CHECKING:
    from referee.match.clocks import Control


DAY = re.compile(r"(\d{4})[-./](\d{1,2})[-./](\d{1,2})(?!\d)", re.ASCII)


def read_date(text: str) -> str:
    """Return the first whole day in a text such as 2024.05.01 or 2024-05-01,02, as "2024-05-01"; "" for none.

    Incomplete dates such as 1841.??.?? are ignored.
    """
    found = DAY.search(text)
    if found is None:
        return ""
    try:
        return date(*map(int, found.groups())).isoformat()
    except ValueError:
        return ""


def write_time_tags(control: Control, white: int) -> dict[str, str]:
    """Return the tags of PGN for a control, none if PGN cannot express it; `white` is the seat of White.

    A control for both is TimeControl. Two different controls have a tag each, as in other programs.
    """
    told = {"TimeControl": control} if control.second is None else {
        "WhiteTimeControl": control.of(white), "BlackTimeControl": control.of(1 - white),
    }  # fmt: skip
    return {name: text for name, one in told.items() if (text := write_time_control(one))}


def write_time_control(control: Control) -> str:
    """Return the value of the tag for a control of a seat: sessions with moves, seconds and increment.

    "" if PGN cannot express it: a limit for each move, a delay, byo-yomi. The last session repeats, as here.
    """
    if control.move is not None or control.byo_yomi or any(session.delay for session in control.sessions):
        return ""
    return ":".join(
        ("" if session.moves is None else f"{session.moves}/")
        + write_number(session.seconds)
        + (f"+{write_number(session.increment)}" if session.increment else "")
        for session in control.sessions
    )


def write_time_properties(control: Control) -> dict[str, str]:
    """Return the properties of SGF for a control of both seats; none if they cannot express it."""
    if control.move is not None or control.second or len(control.sessions) != 1:
        return {}
    (session,), byo_yomi = control.sessions, control.byo_yomi
    if byo_yomi:
        period = write_number(byo_yomi.seconds)
        over = f"{byo_yomi.moves}/{period} Canadian" if byo_yomi.moves > 1 else f"{byo_yomi.periods}x{period} byo-yomi"
    elif session.moves is not None or session.delay:
        return {}
    else:
        over = f"{write_number(session.increment)} fischer" if session.increment else ""
    return {"TM": write_number(session.seconds), "OT": over}
