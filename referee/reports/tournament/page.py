"""The page of a tournament: one file of HTML that needs no other file and runs no script.

Places along the axis are in per cent of the width, all else in pixels, so that the picture fits any window while its
letters keep their size.
"""

from __future__ import annotations

from math import ceil, floor
from typing import TYPE_CHECKING

from referee.drawing import html_page
from referee.drawing.html_page import ACCENT, OTHER, bidi_text, document, heading, keep_percent_together, section
from referee.drawing.markup import Markup, block, element, text
from referee.drawing.number_format import PRINTED, format_count, format_number
from referee.drawing.svg_plot import Axis, percent, round_step
from referee.drawing.text_table import Column
from referee.reports.tournament import table as wording
from referee.reports.tournament.table import cross_rows, players_table
from referee.statistics.scoring import LEVEL
from referee.tournaments.options import CLASS
from referee.tournaments.schedule import ALL_FORMATS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from referee.drawing.number_format import Glyphs
    from referee.statistics.scoring import Estimate
    from referee.tournaments.standings import Standings, StandingsRow


TINTS = (8, 16, 26, 36)  # per cent of colour in a cell, by how far the result is from even
STEPS = 4  # steps between ticks, at most: what fits on a telephone
LEAST = 10.0  # Elo from one tick to the next, at least
HEIGHT = 46  # pixels of a player's line
NAME, BAR, CAP = 17, 31, 5  # pixels in it: the name, the bar, and half the height of the bar's ends
TOP, BOTTOM = 22, 34  # pixels above and below the lines
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


def style() -> str:
    """Return the style sheet."""
    tints = "\n".join(tint_rule(kind, at) for kind in ("won", "lost") for at in range(len(TINTS)))
    return html_page.style(f"{SHEET}{tints}\n")


def tint_rule(kind: str, at: int) -> str:
    """Return the CSS rule for a cell of that tint."""
    red, green, blue = (int((ACCENT if kind == "won" else OTHER)[place : place + 2], 16) for place in (1, 3, 5))
    return f".{kind}-{at} {{ background: rgba({red}, {green}, {blue}, {TINTS[at] / 100}) }}"


SHEET = """\
.place { color: var(--faint); padding-left: 0; width: 1% }
.player-name { text-align: left; white-space: normal; width: 40%; min-width: 8rem }
.player-name bdi, .spec {
  display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 4; line-clamp: 4; overflow: hidden
}
.spec { color: var(--faint); font-size: .8125rem; font-weight: 400; line-height: 1.3 }
td.points { font-weight: 600 }
.standings tr > :last-child { padding-right: 0 }
.standings tr.leader .player-name { font-weight: 650 }
.chart text.rating { text-anchor: end; paint-order: stroke; stroke: var(--ground);
  stroke-width: 6px; stroke-linejoin: round }
.chart .name bdi { background: var(--ground); padding-right: .4em }
.chart line.interval { stroke: var(--bar); stroke-width: 3 }
.chart path { fill: none; stroke: var(--bar); stroke-width: 2.5; stroke-linecap: round; stroke-linejoin: round }
.chart .value { fill: var(--bar); stroke: var(--ground); stroke-width: 2 }
.chart .guess { fill: var(--ground); stroke: var(--bar) }
.chart .name { font-size: 14px; line-height: 24px; white-space: nowrap; overflow: hidden; text-overflow: ellipsis }
.chart .leader .name, .chart .leader .rating { font-weight: 650 }
.scroll {
  overflow-x: auto; width: max-content; min-width: 100%; max-width: calc(100vw - 2.5rem);
  position: relative; left: 50%; transform: translateX(-50%);
}
.scroll:focus-visible { outline: 2px solid var(--strong); outline-offset: 4px }
.cross { width: auto; min-width: 60% }
.cross th, .cross td { text-align: center; padding: .4rem .55rem; line-height: 1.25 }
.cross tbody th { text-align: left; padding-left: 0; position: sticky; left: 0; background: var(--ground) }
.cross tbody th bdi { display: inline-block; max-width: min(14rem, 34vw); overflow: hidden; text-overflow: ellipsis;
  vertical-align: bottom }
.cross thead td { border-bottom: 1px solid var(--ink) }
abbr { text-decoration: none }
.cross .letter { display: inline-block; min-width: 1.6em; color: var(--faint) }
.cross td small { display: block; font-size: .75rem; color: var(--ink) }
.cross td b { font-weight: 600 }
.self { color: var(--faint) }
@media (max-width: 40rem) {
  .standings thead { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden }
  .standings, .standings tbody { display: block }
  .standings tr { display: flex; flex-wrap: wrap; column-gap: .75rem; position: relative;
    padding: .7rem 0 .7rem 2.25rem }
  .standings tbody tr + tr { border-top: 1px solid var(--rule) }
  .standings tbody tr + tr > * { border: 0 }
  .standings th, .standings td { padding: 0; font-size: .875rem }
  .standings .place { position: absolute; left: 0; font-size: 1rem }
  .standings .player-name { flex: 1 1 calc(100% - 7.5rem); width: auto; min-width: 0; font-size: 1rem }
  .standings .points { font-size: 1rem }
  .standings [data-unit]::after { content: "\\00a0" attr(data-unit); font-weight: 400; color: var(--faint) }
  .standings .rating { flex-basis: 100%; text-align: left; order: 1 }
  .standings :is(.games, .wins, .draws, .losses, .forfeits, .seconds) { order: 2; font-size: .8125rem }
  .standings .empty { display: none }
}
@media print { .scroll { overflow: visible } }
"""


def make_axis(estimates: Sequence[Estimate], *, zero: bool = True) -> Axis:
    """Return an axis for these estimates, with room for missing bounds; `zero` includes 0."""
    values = [value for each in estimates for value in (each.value, each.low, each.high) if value is not None]
    least, most = min([*[0.0] * zero, *values]), max([*[0.0] * zero, *values])
    step = round_step((most - least) / STEPS, LEAST)
    low, high = floor(least / step) * step, ceil(most / step) * step
    endless = [(each, known) for each in estimates for known in (each.value, each.low, each.high) if known is not None]
    low -= step * any(each.low is None and known < low + step / 2 for each, known in endless)
    high += step * any(each.high is None and known > high - step / 2 for each, known in endless)
    return Axis(low - step * (low == high), high + step * (low == high), step)


def rating_key(row: StandingsRow) -> float:
    """Return the key for sorting by rating: the rating, or its known bound."""
    known = None if row.rating is None else row.rating.nearest
    return float("-inf") if known is None else known


def ratings_chart(rows: Iterable[StandingsRow]) -> Markup:
    """Return the picture as HTML, the strongest on top; empty if no rating is known."""
    rated = sorted((row for row in rows if wording.known(row.rating)), key=rating_key, reverse=True)
    estimates = [row.rating for row in rated if row.rating is not None]
    if not estimates:
        return Markup()
    anchored = all(row.anchored for row in rated)
    scale, height = make_axis(estimates, zero=not anchored), TOP + HEIGHT * len(rated)
    lines = [
        player_bar(row, estimate, scale, at) for at, (row, estimate) in enumerate(zip(rated, estimates, strict=True))
    ]
    labels = ["chart-title", "chart-description"]
    said = (f"{row.name} {rating_text(row)}" for row in rated)
    return block(
        "svg",
        element("title", f"Ratings in Elo with their {100 * LEVEL:.0f} % intervals", id=labels[0]),
        element("desc", f"From the strongest: {'; '.join(said)}.", id=labels[1]),
        *tick_lines(scale, height, wording.unsigned if anchored else wording.signed, len(rated) > 8),
        *lines,
        class_="chart", width="100%", height=height + BOTTOM, role="img", aria_labelledby=" ".join(labels),
    )  # fmt: skip


def rating_text(row: StandingsRow) -> str:
    """Return the rating as written beside its bar."""
    return " ".join(filter(None, wording.rating(row, PRINTED)))


def tick_lines(scale: Axis, height: int, written: Callable[[float, Glyphs], str], twice: bool) -> list[Markup]:
    """Return the ticks with their ratings below, and above too if `twice`; the tick at 0 is marked."""
    found = []
    for rating in scale.ticks:
        x, kind = percent(scale.place(rating)), "zero" if rating == 0 else "tick"
        found.append(element("line", class_=kind, x1=x, x2=x, y1=TOP, y2=height + 6))
        said = written(rating, PRINTED)
        found += [element("text", said, class_=kind, x=x, y=y) for y in (height + 22, *[TOP - 8] * twice)]
    return found


def player_bar(row: StandingsRow, estimate: Estimate, scale: Axis, at: int) -> Markup:
    """Return a player's name and rating, and the bar: with caps at bounds, and arrows without."""
    top = TOP + at * HEIGHT
    low, high = bar_ends(estimate, scale)
    y, value = top + BAR, estimate.value
    kind = "value" if estimate.bounded else "value guess"
    return element(
        "g",
        element("title", f"{row.name}: {rating_text(row)}"),
        element("line", class_="interval", x1=percent(low), x2=percent(high), y1=y, y2=y),
        bar_end(low, y, "low", bounded=estimate.low is not None),
        bar_end(high, y, "high", bounded=estimate.high is not None),
        *([] if value is None else [element("circle", class_=kind, cx=percent(scale.place(value)), cy=y, r=5.5)]),
        # SVG text cannot be cut to fit; HTML can.
        element(
            "foreignObject", element("div", element("bdi", row.name), class_="name"), x=0, y=top, width="64%", height=24
        ),
        element("text", rating_text(row), class_="rating", x="100%", y=top + NAME),
        class_=f"player{' leader' if row.place == 1 else ''}",
    )


def bar_ends(estimate: Estimate, scale: Axis) -> tuple[float, float]:
    """Return the ends of the bar, in per cent of the width: the edge if there is no bound."""
    low = 0.0 if estimate.low is None else scale.place(estimate.low)
    return low, 100.0 if estimate.high is None else scale.place(estimate.high)


def bar_end(x: float, y: int, which: str, *, bounded: bool) -> Markup:
    """Return a cap, or an arrow head that points outward. It is a picture of its own, as paths have no per cent."""
    back = -7 if which == "high" else 7
    path = f"M0 {-CAP}V{CAP}" if bounded else f"M{back} {-CAP}L0 0L{back} {CAP}"
    kind = f"{'cap' if bounded else 'arrow'} {which}"
    return element("svg", element("path", d=path), class_=kind, x=percent(x), y=y, overflow="visible")


# The CSS class of each column, its title, and the unit that replaces the title on narrow screens.
COLUMNS = (
    ("place", "#", ""), ("player-name", "player", ""), ("points", "points", "points"), ("games", "games", "games"),
    ("wins", "won", "won"), ("draws", "drawn", "drawn"), ("losses", "lost", "lost"),
    ("forfeits bad", "forfeits", "forfeited"), ("rating", "rating", "Elo"), ("seconds faint", "time/move", "a move"),
)  # fmt: skip


def as_html(standings: Standings) -> str:
    """Return the page."""
    sections = (standings_section, ratings_section, cross_section, sentences_section, method_section)
    main = (part(standings) for part in sections)
    return document(wording.title(standings), style(), header(standings), *main)


def header(standings: Standings) -> Markup:
    """Return what was played, who leads, and the progress."""
    number = "Tournament" if standings.number is None else f"Tournament {standings.number}"
    facts = {
        "Games": games(standings), "Players": f"{len(standings.rows):,}",
        "Rounds": "" if standings.format == CLASS else f"{standings.rounds:,}",
        "Time": standings.control, "Seed": str(standings.seed),
    }  # fmt: skip
    return heading(f"{number} · {standings.format}", standings.game, leader_sentence(standings), facts)


def games(standings: Standings) -> str:
    """Return the number of games played, and due."""
    if standings.over:
        return f"{standings.played:,}"
    known = standings.played < standings.due
    return f"{standings.played:,} of {standings.due:,}" if known else f"{standings.played:,} so far"


def leader_sentence(standings: Standings) -> Markup:
    """Say who is first."""
    if not standings.played:
        return Markup("No game is finished yet.")
    first = [row for row in standings.rows if row.place == 1]
    by_points = standings.format not in ("knockout", CLASS)
    alike = by_points and len({row.points for row in first}) == 1
    points = format_count(first[0].points, "point") if alike else ""
    with_points = f" with {points}" if points else ""
    if len(first) > 4:
        return Markup(f"{len(first)} players share the first place{with_points}.")
    *others, last = (bidi_text(row.name) for row in first)
    if not others:
        return Markup(f"{last} {'won' if standings.over else 'leads'}{with_points}.")
    return Markup(f"{', '.join(others)} and {last} share the first place{with_points}.")


def standings_section(standings: Standings) -> Markup:
    """Return the table of the players, without empty columns."""
    rows = standings.rows
    found = players_table(
        rows,
        names=[named(row) for row in rows],
        points=[format_number(row.points) for row in rows],
        rating=Column("rating", [rating_text(row) if wording.known(row.rating) else "" for row in rows]),
    )
    kept = [(column, each.texts) for column, each in zip(COLUMNS, found.columns, strict=True) if any(each.texts)]
    heads = (element("th", title, scope="col", role="columnheader", class_=kind) for (kind, title, _), _ in kept)
    body = (table_row(row, [(kind, unit, texts[at]) for (kind, _, unit), texts in kept]) for at, row in enumerate(rows))
    # The roles keep it a table for screen readers, even if it does not look like one on a narrow screen.
    table = html_page.titled_table("standings", element("tr", *heads, role="row"), body, role="table")
    return section("standings", "Standings", table)


def named(row: StandingsRow) -> Markup:
    """Return the player's name, and its spec if that says more."""
    spec = "" if row.spec == row.name else element("span", row.spec, class_="spec")
    return Markup(bidi_text(row.name) + spec)


def table_row(row: StandingsRow, cells: Sequence[tuple[str, str, str]]) -> Markup:
    """Return a player's row of `cells` (CSS class, unit, content); units are shown if the table has no titles."""
    parts = []
    for kind, unit, content in cells:
        class_ = f"{kind}{'' if content else ' empty'}"
        if kind == "player-name":
            parts.append(element("th", content, scope="row", role="rowheader", class_=class_))
        else:
            parts.append(element("td", content, role="cell", class_=class_, data_unit=unit or None))
    return element("tr", *parts, role="row", class_="leader" if row.place == 1 else None)


def ratings_section(standings: Standings) -> Markup:
    """Return the chart of the ratings; nothing before any is known."""
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
    """Return the cross table; nothing if it would say nothing new."""
    rows = cross_rows(standings)
    if not rows:
        return Markup()
    heads = (element("th", element("abbr", letter, title=row.name), scope="col") for letter, row in rows)
    body = (
        element(
            "tr",
            element("th", element("span", letter, class_="letter"), bidi_text(row.name), scope="row", title=row.name),
            *(cross_cell(standings, row, other) for _, other in rows),
        )
        for letter, row in rows
    )
    table = html_page.titled_table("cross", element("tr", element("td", ""), *heads), body)
    return section(
        "cross",
        "Cross table",
        block("div", table, class_="scroll", role="region", tabindex=0, aria_labelledby="cross"),
        element("p", "Points of the row against the column; below them games won, drawn and lost.", class_="note"),
    )


def cross_cell(standings: Standings, row: StandingsRow, other: StandingsRow) -> Markup:
    """Return the result of one player against another, tinted by how far it is from even."""
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
    """Return what else the games say."""
    sentences = list(wording.sentences(standings, PRINTED, bidi_text))
    if not sentences:
        return Markup()
    items = (element("li", keep_percent_together(Markup(each))) for each in sentences)
    return section("more", "What the games say", block("ul", *items))


def method_section(standings: Standings) -> Markup:
    """Explain how all of this was found."""
    byes = ", and a bye as a pair of games won" if any(wording.byes(row) > 0 for row in standings.rows) else ""
    clocks = any(row.control for row in standings.rows)
    played = GAMES.format(
        game=text(standings.game),
        format=text(standings.format),
        note=f"{ALL_FORMATS[standings.format].note} " if standings.format in ALL_FORMATS else "",
        time=text(standings.control) if standings.control else "each its own" if clocks else "without limit",
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
