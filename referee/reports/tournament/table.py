"""Standings as lines of text: the table, the cross table, and sentences for everything without a column."""

from __future__ import annotations

from math import floor
from typing import TYPE_CHECKING

from games.base.notation import printable
from referee.drawing.glyphs import UNICODE, Line, Signs, Span
from referee.drawing.number_format import format_count, format_number, format_seconds, glyphs
from referee.drawing.text_table import Column, TextTable, printable_text
from referee.drawing.text_width import cut, pad, text_width, wrapped
from referee.match.wording import join_words
from referee.statistics.scoring import LEVEL, expected
from referee.tournaments.options import CLASS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from referee.drawing.number_format import Glyphs
    from referee.statistics.scoring import Estimate
    from referee.tournaments.standings import Standings, StandingsRow


UNEVEN = 0.1  # of its half: how much the sides of an interval with one margin may differ
UNKNOWN = "?"
SURE = 0.999  # higher shares are written as "more than" this, as they are not certain
NAME = 12  # the least cells of a cut name; columns that matter less go first
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def signed(value: float, glyphs: Glyphs) -> str:
    """Return the value as a whole number with its sign; 0 has none."""
    whole = floor(value + 0.5)
    return f"{'+' if whole > 0 else glyphs.minus}{abs(whole):,}" if whole else "0"


def margin(estimate: Estimate) -> float | None:
    """Return half of the interval, if it is about symmetric; otherwise None."""
    if estimate.value is None or estimate.low is None or estimate.high is None:
        return None
    half = (estimate.high - estimate.low) / 2
    lopsided = abs(estimate.high + estimate.low - 2 * estimate.value)
    return half if lopsided <= max(1.0, UNEVEN * half) else None


def unsigned(value: float, glyphs: Glyphs) -> str:
    """Return the value as a whole number, as ratings on the scale of an anchor are written: 1512."""
    whole = floor(value + 0.5)
    return f"{'' if whole >= 0 else glyphs.minus}{abs(whole)}"


def rating(row: StandingsRow, glyphs: Glyphs) -> tuple[str, str]:
    """Return the rating of a player in two parts as in `elo`; an anchor's are `1500` and `fixed`."""
    if row.anchor is not None:
        return f"{row.anchor:g}".replace("-", glyphs.minus), "fixed"
    return elo(row.rating, glyphs, unsigned if row.anchored else signed)


def elo(estimate: Estimate | None, glyphs: Glyphs, written: Callable[[float, Glyphs], str] = signed) -> tuple[str, str]:
    """Return a value in Elo in two parts, between which a column is aligned.

    They are `+123` and `±40`, or `+83` and `to +170` if the sides differ. With one bound there is one part: `at least
    +240`; an unknown value is a question mark.

    written  turns a number into text.
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
    """Return an estimate that lacks a bound."""
    if estimate.low is not None:
        return f"at least {written(estimate.low)}"
    if estimate.high is not None:
        return f"at most {written(estimate.high)}"
    return UNKNOWN if estimate.value is None else f"about {written(estimate.value)}"


def share(part: float) -> str:
    """Return a share in per cent; only 0 and 1 are rounded to nothing and all."""
    if SURE < part < 1:
        return f"more than {100 * SURE:g} %"
    if 0 < part < 1 - SURE:
        return f"less than {100 * (1 - SURE):.2g} %"
    fine = 0 < part < 0.01 or 0.99 < part < 1
    return f"{100 * part:.{1 if fine else 0}f} %"


def shares(estimate: Estimate) -> str:
    """Return an estimated share with its interval: `12 % (8 % to 17 %)`."""
    if estimate.low is None or estimate.high is None:
        return one_sided(estimate, share)
    span = f"{share(estimate.low)} to {share(estimate.high)}"
    return span if estimate.value is None else f"{share(estimate.value)} ({span})"


def pace(row: StandingsRow) -> str:
    """Return the mean time of a player's move; "" before any."""
    return "" if row.seconds is None else format_seconds(row.seconds)


def known(estimate: Estimate | None) -> bool:
    """Return whether anything is known of the estimate."""
    return estimate is not None and estimate.nearest is not None


def title(standings: Standings) -> str:
    """Return the tournament in words."""
    which = "tournament" if standings.number is None else f"tournament {standings.number}"
    control = [printable(standings.control)] if standings.control else []
    rounds = [] if standings.format == CLASS else [format_count(standings.rounds, "round")]
    form = ["sprt"] if standings.test else [standings.format, *rounds]
    said = [*form, *control, f"seed {standings.seed}"]
    return f"{which}: {', '.join([printable(standings.game), *said])}"


def progress(standings: Standings) -> str:
    """Return the number of games, and whether it is over."""
    if standings.over:
        return f"{format_count(standings.played, 'game')}, over"
    if standings.played < standings.due:
        return f"{standings.played:,} of {format_count(standings.due, 'game')}"
    return f"{format_count(standings.played, 'game')}, and more to come"


def scale(standings: Standings, written: Callable[[str], str]) -> Iterator[str]:
    """Yield how the ratings are measured, and which of them compare; nothing before any is known."""
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
    """Yield how the ratings are measured with anchors, and which players are not linked to them."""
    names = join_words([written(row.name) for row in anchors])
    fixed = f"is fixed at {anchors[0].anchor:g}"
    if len(anchors) > 1:
        fixed = f"are fixed at {join_words([f'{row.anchor:g}' for row in anchors])}"
    yield f"ratings: Elo on the scale of {names}, which {fixed}; {100 * LEVEL:.0f} % intervals are of the difference"
    if apart := [written(row.name) for row in rated if not row.anchored]:
        yield f"no games link {join_words(apart)} to an anchor: there 0 is the mean of those who met"


def sentences(standings: Standings, glyphs: Glyphs, written: Callable[[str], str]) -> Iterator[str]:
    """Yield the clocks that differ, the first move's advantage, draws, who is better, the test, and what else happened.

    written  escapes texts of others, such as names, for the sentence.
    """
    if own := [row for row in standings.rows if row.control not in ("", standings.control)]:
        yield f"clocks of their own: {'; '.join(f'{written(row.name)} {printable(row.control)}' for row in own)}"
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
    yield from state_of_test(standings, written)
    if standings.rules or standings.adjudicated:
        played = format_count(standings.played, "game")
        yield f"adjudicated: {standings.adjudicated:,} of {played}, by {standings.rules or 'the limit of moves'}"
    yield from faults(standings, written)
    if idle := [f"{written(row.name)} {format_number(byes(row))}" for row in standings.rows if byes(row) > 0]:
        yield f"points for byes: {', '.join(idle)}"


def state_of_test(standings: Standings, written: Callable[[str], str]) -> Iterator[str]:
    """Yield how the test stands that ends the tournament, if there is one."""
    if standings.test:
        test, sample = standings.test
        yield test.sentence(sample, *(written(row.name) for row in sorted(standings.rows, key=lambda row: row.player)))


def faults(standings: Standings, written: Callable[[str], str]) -> Iterator[str]:
    """Yield who forfeited, gave illegal answers or exceeded its time."""
    if lost := [f"{written(row.name)} {causes(row, written)}" for row in standings.rows if row.forfeits]:
        yield f"forfeits: {'; '.join(lost)}"
    if wrong := [f"{written(row.name)} {illegal(row)}" for row in standings.rows if row.illegal]:
        yield f"illegal answers: {', '.join(wrong)}"
    for row in standings.rows:
        if row.late:
            yield f"{written(row.name)} exceeded its time by at most {format_seconds(row.late)}"


def superior(standings: Standings) -> tuple[StandingsRow, StandingsRow, float] | None:
    """Return the first two players and the probability that the first is better; None if unknown."""
    if len(standings.rows) < 2:
        return None
    first, second = standings.rows[:2]
    likely = standings.superior[first.player][second.player]
    return None if likely is None else (first, second, likely)


def causes(row: StandingsRow, written: Callable[[str], str]) -> str:
    """Return how often the player forfeited for each reason, the most frequent first."""
    most_first = sorted(row.forfeits.items(), key=lambda reason: (-reason[1], reason[0]))
    return ", ".join(f"{written(how)} {count:,}" for how, count in most_first)


def illegal(row: StandingsRow) -> str:
    """Return how many illegal answers the player gave: `12 in 9 games`."""
    return f"{row.illegal:,} in {format_count(row.games, 'game')}"


def byes(row: StandingsRow) -> float:
    """Return the points that were won without a game."""
    return row.points - row.wins - row.draws / 2


def standings_lines(standings: Standings, width: int, signs: Signs = UNICODE) -> list[str]:
    """Return the standings as text, at most `width` wide if that is at least 20."""
    said = [line for sentence in sentence_lines(standings, signs) for line in wrapped(sentence, width, indent="  ")]
    parts = [heading(standings, width, signs), table(standings, width, signs), cross(standings, width, signs), said]
    whole = [line for part in parts if part for line in ([], *part)][1:]
    return ["".join(span.text for span in line).rstrip() for line in whole]


def heading(standings: Standings, width: int, signs: Signs) -> list[Line]:
    """Return the title and the progress."""
    shown = printable_text(title(standings), signs)
    return [*wrapped(shown, width, "title", "  "), *wrapped(progress(standings), width, "faint", "  ")]


def table(standings: Standings, width: int, signs: Signs, most: int | None = None) -> list[Line]:
    """Return the titles and a line for each player, at most `most`; then the last says how many are left out."""
    rows = standings.rows
    halves = 1 if any(row.points % 1 for row in rows) else 0
    found = players_table(
        rows,
        names=[printable_text(row.name, signs) for row in rows],
        points=[f"{row.points:,.{halves}f}" for row in rows],
        rating=Column("rating", ratings(rows, signs), 2, left=True),
    )
    shown = len(rows) if most is None or len(rows) <= most else max(1, most - 1)
    leaders = [at for at, row in enumerate(rows) if row.place == 1]
    left_out = most is not None and most > 1 and shown < len(rows)
    more = [[Span(cut(f"and {format_count(len(rows) - shown, 'player')} more", width), "faint")]] if left_out else []
    return [*found.fit(width, signs.more).lines(leaders)[: shown + 1], *more]


def players_table(
    rows: Sequence[StandingsRow], names: Sequence[str], points: Sequence[str], rating: Column, nought: str = ""
) -> TextTable:
    """Return the table of the players.

    Each kind of output writes `names`, `points` and `rating` in its own way; `nought` stands for no forfeits.
    """
    columns = [
        Column("#", [str(row.place) for row in rows], role="faint"),
        Column("player", names, left=True, least=NAME),
        Column("points", points, 1),
        Column("games", [f"{row.games:,}" for row in rows], 4),
        Column("W", [f"{row.wins:,}" for row in rows], 3),
        Column("D", [f"{row.draws:,}" for row in rows], 3),
        Column("L", [f"{row.losses:,}" for row in rows], 3),
        Column("forfeits", [f"{row.forfeited:,}" if row.forfeited else nought for row in rows], 5, role="bad"),
        rating,
        Column("time/move", [pace(row) for row in rows], 6, role="faint"),
    ]
    return TextTable(columns)


def ratings(rows: tuple[StandingsRow, ...], signs: Signs) -> list[str]:
    """Return the ratings with their intervals, aligned between both; "" if none is known."""
    if not any(known(row.rating) for row in rows):
        return [""] * len(rows)
    parts = [rating(row, glyphs(signs)) for row in rows]
    values = max((text_width(value) for value, rest in parts if rest), default=0)
    margins = max((text_width(rest) for _, rest in parts if not rest.startswith("to")), default=0)
    widths = (0 if rest.startswith("to") else margins for _, rest in parts)
    return [
        f"{pad(value, values, '>')} {pad(rest, width, '>')}".rstrip()
        for (value, rest), width in zip(parts, widths, strict=True)
    ]


def cross_rows(standings: Standings) -> list[tuple[str, StandingsRow]]:
    """Return the players of the cross table with their letters, the best first.

    Empty before any game, and for two players, as the standings show their wins.
    """
    if len(standings.rows) < 3 or not standings.played:
        return []
    return [(letter_of(at), row) for at, row in enumerate(standings.rows)]


def cross(standings: Standings, width: int, signs: Signs) -> list[Line]:
    """Return the cross table; a sentence if it is too wide, nothing if it would say nothing new."""
    rows = cross_rows(standings)
    if not rows:
        return []
    found = TextTable(
        [
            Column("", [letter for letter, _ in rows], role="faint", left=True),
            Column("", [printable_text(row.name, signs) for _, row in rows], left=True, least=NAME),
            *(
                Column(letter, [result_text(standings, row, other, signs.rule, signs.empty) for _, row in rows])
                for letter, other in rows
            ),
        ]
    )
    if found.narrowest > width:
        said = f"cross table: too wide for this window, but --markdown and --html have it ({len(rows)} players)"
        return wrapped(said, width, "faint", "  ")
    note = wrapped("won-drawn-lost, each row against each column", width, "faint", "  ")
    return [*note, *found.fit(width, signs.more).lines()]


def result_text(standings: Standings, row: StandingsRow, other: StandingsRow, same: str = "", none: str = "") -> str:
    """Return the result of one player against another: `5-1-0`; `same` for itself, `none` before they have met."""
    if row.player == other.player:
        return same
    results = standings.cross[row.player][other.player]
    return "-".join(f"{count:,}" for count in results) if any(results) else none


def letter_of(at: int) -> str:
    """Return the letter of a place from 0: A to Z, then AA."""
    before, last = divmod(at, len(LETTERS))
    return (letter_of(before - 1) if before else "") + LETTERS[last]


def short_names(signs: Signs) -> Callable[[str], str]:
    """Return a function that writes a name for a sentence, cut if it is long."""
    return lambda text: cut(printable_text(text, signs), NAME * 2, signs.more)


def sentence_lines(standings: Standings, signs: Signs) -> list[str]:
    """Return the sentences below the tables."""
    written = short_names(signs)
    return [*scale(standings, written), *sentences(standings, glyphs(signs), written)]


def lines_of_test(standings: Standings, width: int, signs: Signs) -> list[Line]:
    """Return how the test stands that ends the tournament, in lines below the table; none without a test."""
    said = state_of_test(standings, short_names(signs))
    return [line for sentence in said for line in ([], *wrapped(sentence, width, "faint", "  "))]
