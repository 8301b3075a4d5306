"""The page of a tournament: one file of HTML that needs nothing beside itself and runs no script."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.dataclass import dataclass
from referee.drawing.html_page import bidi_text, document, heading, keep_percent_together, section
from referee.drawing.markup import Markup, block, element, text
from referee.drawing.number_format import PRINTED, format_count, format_number
from referee.reports.tournament import wording
from referee.reports.tournament.chart import ratings_chart
from referee.reports.tournament.style import TINTS, style
from referee.reports.tournament.table import cross_rows
from referee.statistics.estimate import LEVEL
from referee.tournaments.schedule import FORMATS

if TYPE_CHECKING:
    from referee.tournaments.standings import Standings, StandingsRow


@dataclass(frozen=True)
class PageColumn:
    """A column of the table: its kind for the style sheet, its title, and the unit that tells it without one."""

    kind: str
    title: str
    unit: str = ""


COLUMNS = (
    PageColumn("place", "#"),
    PageColumn("player-name", "player"),
    PageColumn("points", "points", "points"),
    PageColumn("games", "games", "games"),
    PageColumn("wins", "won", "won"),
    PageColumn("draws", "drawn", "drawn"),
    PageColumn("losses", "lost", "lost"),
    PageColumn("forfeits bad", "forfeits", "forfeited"),
    PageColumn("rating", "rating", "Elo"),
    PageColumn("seconds faint", "time/move", "a move"),
)
RATED = f"""\
<b>Ratings.</b> All games together were fitted by the model of Bradley and Terry, a draw as half a win. Who moves first
is expected to win 1 / (1 + 10<sup>&minus;d/400</sup>) of the points, where d is its rating, less that of the other,
plus what moving first is worth, if that can be told. So who is 100 Elo stronger wins about 64 % of the points, who is
200 stronger about 76 %. Intervals are made so that {100 * LEVEL:.0f} % of them hold the true value. """
OPEN = """\
An interval has an open end where the games set no limit, as for a player that won all of its games."""
SHRUNK = """\
Here winners meet winners, and luck would pull the ratings apart. So strengths are taken to come from a
normal distribution about {middle}, whose width is estimated from the games too, and ratings are shrunk towards
{middle}. Where all players are equal, more of the intervals hold."""
POINTS = """\
<b>Points.</b> A win counts one point, a draw a half{byes}. A player that made an illegal move, was late, crashed or
hung forfeited that game, and lost it."""
GAMES = """\
<b>Games.</b> {game}, {format}. {note}Time: {time}. All random numbers come from seed {seed}."""


def as_html(standings: Standings) -> str:
    """The page, with a line end at the end."""
    sections = (standings_section, ratings_section, cross_section, sentences_section, method_section)
    main = (part(standings) for part in sections)
    return document(wording.title(standings), style(), header(standings), *main)


def header(standings: Standings) -> Markup:
    """What was played, who leads, and how far it is."""
    number = "Tournament" if standings.number is None else f"Tournament {standings.number}"
    facts = {
        "Games": games(standings),
        "Players": f"{len(standings.rows):,}",
        "Rounds": f"{standings.rounds:,}",
        "Time": standings.control,
        "Seed": str(standings.seed),
    }
    return heading(f"{number} · {standings.format}", standings.game, leader_sentence(standings), facts)


def games(standings: Standings) -> str:
    """How many are played, of how many."""
    if standings.over:
        return f"{standings.played:,}"
    known = standings.played < standings.due
    return f"{standings.played:,} of {standings.due:,}" if known else f"{standings.played:,} so far"


def leader_sentence(standings: Standings) -> Markup:
    """Who stands first, in a sentence."""
    if not standings.played:
        return Markup("No game is finished yet.")
    first = [row for row in standings.rows if row.place == 1]
    alike = len({row.points for row in first}) == 1 and standings.format != "knockout"  # where no points are needed
    points = format_count(first[0].points, "point") if alike else ""
    with_points = f" with {points}" if points else ""
    if len(first) > 4:
        return Markup(f"{len(first)} players share the first place{with_points}.")
    *others, last = (bidi_text(row.name) for row in first)
    if not others:
        return Markup(f"{last} {'won' if standings.over else 'leads'}{with_points}.")
    return Markup(f"{', '.join(others)} and {last} share the first place{with_points}.")


def standings_section(standings: Standings) -> Markup:
    """The table of the players, without the columns that say nothing of anybody."""
    rows = [row_cells(row) for row in standings.rows]
    kept = [at for at in range(len(COLUMNS)) if any(row[at] for row in rows)]
    heads = (element("th", COLUMNS[at].title, scope="col", role="columnheader", class_=COLUMNS[at].kind) for at in kept)
    body = (table_row(row, texts, kept) for row, texts in zip(standings.rows, rows, strict=True))
    # The roles: what does not look like a table on a narrow screen stays one for those who listen.
    table = block(
        "table",
        element("thead", element("tr", *heads, role="row")),
        block("tbody", *body),
        class_="standings", role="table", aria_labelledby="standings",
    )  # fmt: skip
    return section("standings", "Standings", table)


def row_cells(row: StandingsRow) -> tuple[str, ...]:
    """What stands in a player's line of the table, by the columns."""
    spec = "" if row.spec == row.name else element("span", row.spec, class_="spec")
    return (
        f"{row.place}",
        Markup(bidi_text(row.name) + spec),
        format_number(row.points),
        f"{row.games:,}",
        f"{row.wins:,}",
        f"{row.draws:,}",
        f"{row.losses:,}",
        f"{row.forfeited:,}" if row.forfeited else "",
        " ".join(wording.rating(row, PRINTED)).strip() if wording.known(row.rating) else "",
        wording.pace(row),
    )


def table_row(row: StandingsRow, texts: tuple[str, ...], kept: list[int]) -> Markup:
    """A player's line of the table; units are shown where the table has no titles."""
    parts = []
    for at in kept:
        column, content = COLUMNS[at], texts[at]
        kind = f"{column.kind}{'' if content else ' empty'}"
        if column.kind == "player-name":
            parts.append(element("th", content, scope="row", role="rowheader", class_=kind))
        else:
            parts.append(element("td", content, role="cell", class_=kind, data_unit=column.unit or None))
    return element("tr", *parts, role="row", class_="leader" if row.place == 1 else None)


def ratings_section(standings: Standings) -> Markup:
    """The chart of the ratings; nothing before any is known."""
    drawn = ratings_chart(standings.rows)
    if not drawn:
        return Markup()
    notes = [
        Markup(f"{keep_percent_together(Markup(each[:1].upper() + each[1:]))}.")
        for each in wording.scale(standings, bidi_text)
    ]
    if any(row.rating and not row.rating.bounded for row in standings.rows):
        arrow = "An arrow: the games do not bound the rating on that side; the hollow dot is then only a guess."
        notes.insert(1, Markup(arrow))
    body = block("div", drawn, class_="chart-room")
    return section("ratings", "Ratings", body, *(element("p", note, class_="note") for note in notes))


def cross_section(standings: Standings) -> Markup:
    """The table of who did how against whom; nothing if it would say nothing new."""
    rows = cross_rows(standings)
    if not rows:
        return Markup()
    heads = (element("th", element("abbr", letter, title=row.name), scope="col") for letter, row in rows)
    body = (
        element("tr", lettered(letter, row), *(cross_cell(standings, row, other) for _, other in rows))
        for letter, row in rows
    )
    table = block(
        "table",
        element("thead", element("tr", element("td", ""), *heads)),
        block("tbody", *body),
        class_="cross", aria_labelledby="cross",
    )  # fmt: skip
    return section(
        "cross",
        "Cross table",
        block("div", table, class_="scroll", role="region", tabindex=0, aria_labelledby="cross"),
        element("p", "Points of the row against the column; below them games won, drawn and lost.", class_="note"),
    )


def lettered(letter: str, row: StandingsRow) -> Markup:
    """A player with its letter, before its line of that table."""
    return element("th", element("span", letter, class_="letter"), bidi_text(row.name), scope="row", title=row.name)


def cross_cell(standings: Standings, row: StandingsRow, other: StandingsRow) -> Markup:
    """How the one did against the other, on a ground by how far that is from even."""
    if row.player == other.player:
        return element("td", Markup("&ndash;"), class_="self", aria_label="itself")
    won, drawn, lost = standings.cross[row.player][other.player]
    games = won + drawn + lost
    if not games:
        return element("td", "")
    edge = (won - lost) / games
    ground = f"{'won' if edge > 0 else 'lost'}-{round(abs(edge) * (len(TINTS) - 1))}" if edge else None
    small = element("small", f"{won:,}-{drawn:,}-{lost:,}")
    return element("td", element("b", format_number(won + drawn / 2)), small, class_=ground)


def sentences_section(standings: Standings) -> Markup:
    """What the games say beside."""
    sentences = list(wording.sentences(standings, PRINTED, bidi_text))
    if not sentences:
        return Markup()
    items = (element("li", keep_percent_together(Markup(each))) for each in sentences)
    return section("more", "What the games say", block("ul", *items))


def method_section(standings: Standings) -> Markup:
    """How all of this was found, in words."""
    byes = ", and a bye as a pair of games won" if any(wording.byes(row) > 0 for row in standings.rows) else ""
    played = GAMES.format(
        game=text(standings.game),
        format=text(standings.format),
        note=f"{FORMATS[standings.format].note} " if standings.format in FORMATS else "",
        time=text(standings.control) if standings.control else "without limit",
        seed=standings.seed,
    )
    middle = "their mean" if any(row.anchored for row in standings.rows) else "0"
    rated = (
        [RATED + (SHRUNK.format(middle=middle) if standings.shrunk else OPEN)]
        if any(wording.known(row.rating) for row in standings.rows)
        else []
    )
    paragraphs = (played, POINTS.format(byes=byes), *rated)
    body = (element("p", keep_percent_together(Markup(paragraph))) for paragraph in paragraphs)
    return section("measured", "How this was measured", block("div", *body, class_="how"))
