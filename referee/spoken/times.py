"""Times and clocks as sentences say them."""

from math import ceil

from referee.match.clocks import ByoYomi, SeatClock, describe_byo_yomi, span_words
from referee.match.wording import count_words


def duration_words(seconds: float) -> str:
    """A time in words, in whole seconds that have begun: `1 hour 5 minutes`, `4 minutes 30 seconds`, `9 seconds`."""
    return span_words(ceil(max(seconds, 0.0) - 1e-6))


def clock_words(clock: SeatClock, byo_yomi: ByoYomi | None) -> str:
    """What is left on a clock, to follow `you have`: `4 minutes for 12 moves`, `9 seconds in the last period`.

    byo_yomi  that of the seat's control.
    """
    left = duration_words(clock.seconds)
    if byo_yomi is None or (clock.byo_yomi and byo_yomi.moves > 1):
        return left if clock.moves is None else f"{left} for {count_words(clock.moves, 'move')}"
    if not clock.byo_yomi:
        return f"{left} and then {describe_byo_yomi(byo_yomi)}"
    if not clock.more:
        return f"{left} in the last period"
    return f"{left} and {count_words(clock.more, 'more period')} of {span_words(byo_yomi.seconds)}"
