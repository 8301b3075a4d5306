"""Time controls and times in words."""

from collections.abc import Sequence

from referee.match.seat_clock import ByoYomi, ClockSession
from referee.match.words import count_words


def span_words(seconds: float) -> str:
    """A time in words: `1 hour 5 minutes`, `4 minutes 30 seconds`, `0.5 seconds`."""
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(int(minutes), 60)
    parts = [count_words(number, unit) for number, unit in ((hours, "hour"), (minutes, "minute")) if number]
    if rest or not parts:
        parts.append("1 second" if rest == 1 else f"{rest:.10g} seconds")
    return " ".join(parts)


def describe_sessions(sessions: Sequence[ClockSession], byo_yomi: ByoYomi | None) -> list[str]:
    """What a clock gives, in phrases: `2 hours for 40 moves`, `then 15 minutes for the rest`; none without a clock."""
    if byo_yomi:
        main = [span_words(session.seconds) for session in sessions if session.seconds]
        return [*main, f"{'then ' if main else ''}{describe_byo_yomi(byo_yomi)}"]
    last = len(sessions) - 1
    return [describe_session(session, place, place == last) for place, session in enumerate(sessions)]


def describe_session(session: ClockSession, place: int, last: bool) -> str:
    """One session: its time, how long that must last, and what each move adds."""
    if session.moves is None:
        scope = "the rest" if place else "the game"
    else:
        scope = f"{'each ' if last else ''}{count_words(session.moves, 'move')}"
    more = f" and {span_words(session.increment)} more after each move" if session.increment else ""
    waits = f" and a delay of {span_words(session.delay)} at each move" if session.delay else ""
    return f"{'then ' if place else ''}{span_words(session.seconds)} for {scope}{more}{waits}"


def describe_byo_yomi(byo_yomi: ByoYomi) -> str:
    """The byo-yomi of a control: `10 periods of 20 seconds`, `10 minutes for each 25 moves`."""
    period = span_words(byo_yomi.seconds)
    if byo_yomi.moves > 1:
        return f"{period} for each {byo_yomi.moves} moves"
    return f"{count_words(byo_yomi.periods, 'period')} of {period}"
