"""Standings in words: how numbers and bounds are written, and a sentence for each thing that no column tells."""

from __future__ import annotations

from math import floor
from typing import TYPE_CHECKING

from games.base.notation import printable
from referee.drawing.number_format import format_count, format_number, format_seconds
from referee.match.words import join_words
from referee.statistics.estimate import LEVEL
from referee.statistics.scoring import expected

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from referee.drawing.number_format import Glyphs
    from referee.statistics.estimate import Estimate
    from referee.tournaments.standings import Standings, StandingsRow

UNEVEN = 0.1  # by how much of its half the sides of an interval may differ that is written with one margin
UNKNOWN = "?"
SURE = 0.999  # what is likelier than that is not called certain


def signed(value: float, glyphs: Glyphs) -> str:
    """The value as a whole number with its sign; 0 has none."""
    whole = floor(value + 0.5)
    return f"{'+' if whole > 0 else glyphs.minus}{abs(whole):,}" if whole else "0"


def margin(estimate: Estimate) -> float | None:
    """Half of the interval, where that reaches about as far below the value as above it; else None."""
    if estimate.value is None or estimate.low is None or estimate.high is None:
        return None
    half = (estimate.high - estimate.low) / 2
    lopsided = abs(estimate.high + estimate.low - 2 * estimate.value)
    return half if lopsided <= max(1.0, UNEVEN * half) else None


def unsigned(value: float, glyphs: Glyphs) -> str:
    """The value as a whole number, as ratings on the scale of an anchor are written: 1512."""
    whole = floor(value + 0.5)
    return f"{'' if whole >= 0 else glyphs.minus}{abs(whole)}"


def rating(row: StandingsRow, glyphs: Glyphs) -> tuple[str, str]:
    """The rating of a player in two parts, as `elo` has them; that of an anchor is `1500` and `fixed`."""
    if row.anchor is not None:
        return f"{row.anchor:g}".replace("-", glyphs.minus), "fixed"
    return elo(row.rating, glyphs, unsigned if row.anchored else signed)


def elo(estimate: Estimate | None, glyphs: Glyphs, written: Callable[[float, Glyphs], str] = signed) -> tuple[str, str]:
    """A value in Elo in two parts, between which a column is aligned.  written  turns a number into text.

    They are `+123` and `±40`, or `+83` and `to +170` where the sides differ. What is bounded on one side only is one
    part: `at least +240`; what is not known at all is a question mark.
    """
    if estimate is None:
        return UNKNOWN, ""
    half = margin(estimate)
    if half is not None and estimate.value is not None:
        return written(estimate.value, glyphs), f"{glyphs.margin}{half:,.0f}"
    if estimate.low is not None and estimate.high is not None:
        return written(estimate.low, glyphs), f"to {written(estimate.high, glyphs)}"
    return one_sided(estimate, lambda value: written(value, glyphs)), ""


def one_sided(estimate: Estimate, written: Callable[[float], str]) -> str:
    """An estimate that lacks a bound."""
    if estimate.low is not None:
        return f"at least {written(estimate.low)}"
    if estimate.high is not None:
        return f"at most {written(estimate.high)}"
    return UNKNOWN if estimate.value is None else f"about {written(estimate.value)}"


def share(part: float) -> str:
    """A share of 0 to 1 in per cent; one that is short of all or nothing is not rounded to that."""
    if SURE < part < 1:
        return f"more than {100 * SURE:g} %"
    if 0 < part < 1 - SURE:
        return f"less than {100 * (1 - SURE):.2g} %"
    fine = 0 < part < 0.01 or 0.99 < part < 1
    return f"{100 * part:.{1 if fine else 0}f} %"


def shares(estimate: Estimate) -> str:
    """An estimated share with its interval: `12 % (8 % to 17 %)`."""
    if estimate.low is None or estimate.high is None:
        return one_sided(estimate, share)
    span = f"{share(estimate.low)} to {share(estimate.high)}"
    return span if estimate.value is None else f"{share(estimate.value)} ({span})"


def pace(row: StandingsRow) -> str:
    """The time of a player's move, on average; nothing before any."""
    return "" if row.seconds is None else format_seconds(row.seconds)


def known(estimate: Estimate | None) -> bool:
    """Whether anything is known of it."""
    return estimate is not None and estimate.nearest is not None


def title(standings: Standings) -> str:
    """Which tournament this is."""
    which = "tournament" if standings.number is None else f"tournament {standings.number}"
    control = [printable(standings.control)] if standings.control else []
    said = [standings.format, format_count(standings.rounds, "round"), *control, f"seed {standings.seed}"]
    return f"{which}: {', '.join([printable(standings.game), *said])}"


def progress(standings: Standings) -> str:
    """How far it is."""
    if standings.over:
        return f"{format_count(standings.played, 'game')}, over"
    if standings.played < standings.due:
        return f"{standings.played:,} of {format_count(standings.due, 'game')}"
    return f"{format_count(standings.played, 'game')}, and more to come"


def scale(standings: Standings, written: Callable[[str], str]) -> Iterator[str]:
    """What the ratings are measured by, and which of them compare; nothing before any is known."""
    rated = [row for row in standings.rows if known(row.rating)]
    if not rated:
        return
    bounded = [row for row in rated if row.rating and row.rating.bounded]
    groups = [[row for row in rated if row.group == group] for group in sorted({row.group or 0 for row in rated})]
    each, everybody = ("in each group ", "its players") if len(groups) > 1 else ("", "all players")
    whose = everybody if len(bounded) in (0, len(rated)) else "those with both bounds"
    middle = "the mean of the players" if any(row.anchored for row in rated) else "0"
    if anchors := [row for row in rated if row.anchor is not None]:
        yield from anchored_scale(rated, anchors, written)
    else:
        yield f"ratings: Elo, with {100 * LEVEL:.0f} % intervals; 0 is {each}the mean of {whose}"
    if standings.shrunk:
        yield f"ratings are shrunk towards {middle}, since a {standings.format} pairs players by their results"
    if len(groups) > 1:
        told = "; ".join(", ".join(written(row.name) for row in group) for group in groups)
        yield f"ratings compare only among players who met, directly or through others: {told}"


def anchored_scale(
    rated: Sequence[StandingsRow], anchors: Sequence[StandingsRow], written: Callable[[str], str]
) -> Iterator[str]:
    """What the ratings are measured by where some are given, and for whom that says nothing."""
    names = join_words([written(row.name) for row in anchors])
    fixed = f"is fixed at {anchors[0].anchor:g}"
    if len(anchors) > 1:
        fixed = f"are fixed at {join_words([f'{row.anchor:g}' for row in anchors])}"
    yield f"ratings: Elo on the scale of {names}, which {fixed}; {100 * LEVEL:.0f} % intervals are of the difference"
    if apart := [written(row.name) for row in rated if not row.anchored]:
        yield f"no games link {join_words(apart)} to an anchor: there 0 is the mean of those who met"


def sentences(standings: Standings, glyphs: Glyphs, written: Callable[[str], str]) -> Iterator[str]:
    """What moving first is worth, how many draws there are, who is better than whom, who forfeited why, who had byes.

    written  makes of the texts of others, such as names, what may stand in the sentence.
    """
    advantage, draws = standings.advantage, standings.draws
    if advantage is not None and known(advantage):
        worth = f"moving first is worth {' '.join(filter(None, elo(advantage, glyphs)))} Elo"
        told = advantage.bounded and advantage.value is not None
        yield f"{worth}: {share(expected(advantage.value or 0))} of the points between equals" if told else worth
    if draws is not None and known(draws):
        yield f"draws between equals: {shares(draws)}"
    if better := superior(standings):
        first, second, likely = better
        yield f"{written(first.name)} is better than {written(second.name)}: {share(likely)} likely"
    if standings.rules or standings.adjudicated:
        played = format_count(standings.played, "game")
        yield f"adjudicated: {standings.adjudicated:,} of {played}, by {standings.rules or 'the limit of moves'}"
    if lost := [f"{written(row.name)} {causes(row, written)}" for row in standings.rows if row.forfeits]:
        yield f"forfeits: {'; '.join(lost)}"
    if idle := [f"{written(row.name)} {format_number(byes(row))}" for row in standings.rows if byes(row) > 0]:
        yield f"points for byes: {', '.join(idle)}"


def superior(standings: Standings) -> tuple[StandingsRow, StandingsRow, float] | None:
    """The first two players and how likely it is that the first is the better one; None if that is not known."""
    if len(standings.rows) < 2:
        return None
    first, second = standings.rows[:2]
    likely = standings.superior[first.player][second.player]
    return None if likely is None else (first, second, likely)


def causes(row: StandingsRow, written: Callable[[str], str]) -> str:
    """How often the player forfeited, by the reason, the most frequent first."""
    most_first = sorted(row.forfeits.items(), key=lambda reason: (-reason[1], reason[0]))
    return ", ".join(f"{written(how)} {count:,}" for how, count in most_first)


def byes(row: StandingsRow) -> float:
    """The points that were won in no game."""
    return row.points - row.wins - row.draws / 2
