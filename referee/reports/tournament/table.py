"""Standings as lines of text: the table, who did how against whom, and what else there is to say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.drawing import text_table
from referee.drawing.glyphs import UNICODE, Line, Signs, Span
from referee.drawing.number_format import format_count, glyphs
from referee.drawing.text_table import GAP, Column, printable_text
from referee.drawing.text_width import cut, pad, text_width, wrapped
from referee.reports.tournament import wording

if TYPE_CHECKING:
    from referee.tournaments.standings import Standings, StandingsRow

NAME = 12  # cells of a long name for which a column that is needed less is left out
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def standings_lines(standings: Standings, width: int, signs: Signs = UNICODE) -> list[str]:
    """The standings as text for a window of so many columns; no line is wider where that is 20 at least."""
    said = [line for sentence in sentence_lines(standings, signs) for line in wrapped(sentence, width, indent="  ")]
    parts = [heading(standings, width, signs), table(standings, width, signs), cross(standings, width, signs), said]
    whole = [line for part in parts if part for line in ([], *part)][1:]
    return ["".join(span.text for span in line).rstrip() for line in whole]


def heading(standings: Standings, width: int, signs: Signs) -> list[Line]:
    """Which tournament this is, and how far it is."""
    title = printable_text(wording.title(standings), signs)
    return [*wrapped(title, width, "title", "  "), *wrapped(wording.progress(standings), width, "faint", "  ")]


def table(standings: Standings, width: int, signs: Signs, most: int | None = None) -> list[Line]:
    """A line for each player below the titles of the columns; at most so many lines below them, 1 at least.

    Where that is less than there are players, the last line says how many are left out.
    """
    columns = fit_columns(standings, width, signs)
    count = len(standings.rows)
    shown = count if most is None or count <= most else max(1, most - 1)
    leaders = [at for at, row in enumerate(standings.rows) if row.place == 1]
    left_out = most is not None and most > 1 and shown < count
    more = [[Span(cut(f"and {format_count(count - shown, 'player')} more", width), "faint")]] if left_out else []
    return [*text_table.table(columns, leaders)[: shown + 1], *more]


def fit_columns(standings: Standings, width: int, signs: Signs) -> list[Column]:
    """As many columns as there is room for beside a name that can be read."""
    columns = make_columns(standings.rows, signs)
    names = [printable_text(row.name, signs) for row in standings.rows]
    wanted = max(map(text_width, ["player", *names]))
    for needless in range(6, -1, -1):
        kept = [column for column in columns if column.needless <= needless]
        room = width - sum(column.width + GAP for column in kept)
        if room >= min(wanted, NAME) or not needless:
            break
    shown = [cut(name, max(room, 1), signs.more) for name in names]
    player = Column(cut("player", max(room, 1), signs.more), shown, left=True)
    return [kept[0], player, *kept[1:]]


def make_columns(rows: tuple[StandingsRow, ...], signs: Signs) -> list[Column]:
    """All columns but that of the names, those that say nothing left out."""
    halves = 1 if any(row.points % 1 for row in rows) else 0
    forfeits = [f"{row.forfeited:,}" if row.forfeited else "" for row in rows]
    columns = [
        Column("#", [str(row.place) for row in rows], role="faint"),
        Column("points", [f"{row.points:,.{halves}f}" for row in rows], 1),
        Column("games", [f"{row.games:,}" for row in rows], 4),
        Column("W", [f"{row.wins:,}" for row in rows], 3),
        Column("D", [f"{row.draws:,}" for row in rows], 3),
        Column("L", [f"{row.losses:,}" for row in rows], 3),
        Column("forfeits", forfeits, 5, role="bad"),
        Column("rating", ratings(rows, signs), 2, left=True),
        Column("time/move", [wording.pace(row) for row in rows], 6, role="faint"),
    ]
    return [column for column in columns if any(column.texts)]


def ratings(rows: tuple[StandingsRow, ...], signs: Signs) -> list[str]:
    """The ratings with their intervals, aligned between both; nothing if none is known."""
    if not any(wording.known(row.rating) for row in rows):
        return [""] * len(rows)
    parts = [wording.rating(row, glyphs(signs)) for row in rows]
    values = max((text_width(value) for value, rest in parts if rest), default=0)
    margins = max((text_width(rest) for _, rest in parts if not rest.startswith("to")), default=0)
    widths = (0 if rest.startswith("to") else margins for _, rest in parts)
    return [
        f"{pad(value, values, '>')} {pad(rest, width, '>')}".rstrip()
        for (value, rest), width in zip(parts, widths, strict=True)
    ]


def cross_rows(standings: Standings) -> list[tuple[str, StandingsRow]]:
    """The players with their letters, as the table of who did how against whom has them, the best first.

    None before any game, and for two players, whose wins the standings tell.
    """
    if len(standings.rows) < 3 or not standings.played:
        return []
    return [(letter_of(at), row) for at, row in enumerate(standings.rows)]


def cross(standings: Standings, width: int, signs: Signs) -> list[Line]:
    """Who did how against whom; a word on it where it is too wide, nothing where it would say nothing new."""
    rows = cross_rows(standings)
    if not rows:
        return []
    letters = [letter for letter, _ in rows]
    names = [printable_text(row.name, signs) for _, row in rows]
    results = [[result_text(standings, row, other, signs) for _, row in rows] for _, other in rows]
    columns = [Column(letter, texts) for letter, texts in zip(letters, results, strict=True)]
    room = width - max(map(len, letters)) - GAP - sum(column.width + GAP for column in columns)
    if room < min(NAME, max(map(text_width, names))):
        said = f"cross table: too wide for this window, but --markdown and --html have it ({len(rows)} players)"
        return wrapped(said, width, "faint", "  ")
    shown = [cut(name, room, signs.more) for name in names]
    columns = [Column("", letters, role="faint", left=True), Column("", shown, left=True), *columns]
    return [*wrapped("won-drawn-lost, each row against each column", width, "faint", "  "), *text_table.table(columns)]


def result_text(standings: Standings, row: StandingsRow, other: StandingsRow, signs: Signs) -> str:
    """How the one did against the other: `5-1-0`."""
    if row.player == other.player:
        return signs.rule
    results = standings.cross[row.player][other.player]
    return "-".join(f"{count:,}" for count in results) if any(results) else signs.empty


def letter_of(at: int) -> str:
    """A letter for each place from 0: A to Z, then AA."""
    before, last = divmod(at, len(LETTERS))
    return (letter_of(before - 1) if before else "") + LETTERS[last]


def sentence_lines(standings: Standings, signs: Signs) -> list[str]:
    """The sentences below the tables."""

    def written(text: str) -> str:
        return cut(printable_text(text, signs), NAME * 2, signs.more)

    return [*wording.scale(standings, written), *wording.sentences(standings, glyphs(signs), written)]
