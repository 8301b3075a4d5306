"""The page of a class for a projector: the standings as they are, and a board on which a game is played right now.

It needs no other file. Its script asks for the main part once a second; without scripts the browser loads the page
again. What it shows anybody may see: no token is in it, and of games that hide something no position.
"""

from __future__ import annotations

import json
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from referee.drawing.html_page import bidi_text, document, keep_percent_together
from referee.drawing.markup import Markup, block, element, lines
from referee.drawing.number_format import PRINTED, format_count, format_number
from referee.drawing.svg_plot import percent
from referee.match.events import Ended, Moved, Started
from referee.match.sentences import outcome_sentence, turn_sentence
from referee.match.wording import Viewpoint
from referee.network.classroom import counted_rows
from referee.network.server import Page
from referee.reports.tournament import page as tournament_page
from referee.reports.tournament import table as wording
from referee.reports.tournament.page import bar_ends, make_axis
from referee.scripting.boards import board_html

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.game import Game
    from referee.drawing.svg_plot import Axis
    from referee.match.events import Event
    from referee.network.classroom import Classroom, ClassTable
    from referee.statistics.scoring import Estimate
    from referee.tournaments.standings import StandingsRow

AGAIN = 1000  # milliseconds between two looks of the script
RELOAD = 5  # seconds, without a script
FRESH = 0.5  # seconds for which a page is sent again as it is: there may be many browsers
PAUSE = 3.0  # seconds for which the end of a game is shown
HANDFUL, FEW, SEVERAL, MOST = 8, 14, 24, 52  # rows by the size of their letters; the last in two tables
LATEST = 3  # different faults that are shown
COLUMNS = {
    "place": "#", "name": "program", "bar": "", "rating": "Elo", "margin": "± 95 %", "games": "games",
    "faults": "faults",
}  # fmt: skip
NARROW = "place", "name", "rating", "faults"  # if there are two tables
LEGEND = (
    '<i class="dot plays"></i> plays &nbsp; <i class="dot here"></i> waits &nbsp; <i class="dot"></i> is away &nbsp; '
    "<em>italic</em>: of the staff"
)
SCRIPT = f"""\
const main = document.querySelector("main");
let known = main.firstElementChild?.dataset.version;
async function look() {{
  let here = false;
  try {{
    const answer = await fetch("/live?" + known, {{ cache: "no-store" }});
    here = answer.ok;
    if (answer.status === 200) {{
      const told = await answer.json();
      known = told.version;
      main.innerHTML = told.main;
    }}
  }} catch {{ }}
  document.body.classList.toggle("lost", !here);
  setTimeout(look, {AGAIN});
}}
setTimeout(look, {AGAIN});
"""
SHEET = """\
header, footer { display: none }
main { max-width: none; margin: 0; padding: clamp(1rem, 2.6vmin, 2.5rem) clamp(1rem, 3vw, 3.5rem) }
.class { display: grid; gap: 0 clamp(1.5rem, 4vw, 5rem); grid-template-columns: minmax(0, 1fr) min(38vw, 62vh);
  grid-template-rows: auto 1fr; height: calc(100vh - 2 * clamp(1rem, 2.6vmin, 2.5rem)); font-size: 2.2vmin }
.top { grid-column: 1 / -1; display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 1.4em;
  border-bottom: 2px solid var(--ink); padding-bottom: .5em; margin-bottom: .6em }
.top h1 { font-size: 2.1em }
.top p { margin: 0; color: var(--faint); max-width: none }
.top .right { margin-left: auto }
.class section { margin: 0; min-height: 0 }
.class h2 { font-size: 1.25em; margin: 0 0 .35em }
.tables { display: flex; gap: 0 3em }
.tables table { align-self: start; table-layout: fixed }
.class th, .class td { padding: 0 .35em; line-height: 1.2; white-space: nowrap; font-variant-numeric: tabular-nums }
.class tbody th, .class tbody td { padding-block: var(--gap) }
.class thead th { font-size: .75em; border-bottom: 1px solid var(--rule) }
.class .place { width: 2.7em; color: var(--faint); padding-left: 0 }
.class .name { text-align: left; overflow: hidden; text-overflow: ellipsis }
.dot { display: inline-block; width: .55em; height: .55em; border-radius: 50%; margin-right: .5em;
  vertical-align: .08em; border: .1em solid var(--faint) }
.here .dot, .dot.here { background: var(--good); border-color: var(--good) }
.plays .dot, .dot.plays { background: var(--strong); border-color: var(--strong) }
.class .away { color: var(--faint) }
.class .staff .name bdi { font-style: italic }
.class .leader .name bdi { font-weight: 650 }
.class td.rating { font-weight: 650 }
.class .rating { width: 5em }
.class .margin { width: 6.2em; color: var(--faint); text-align: left }
.class td.margin { font-size: .85em }
.class .games { width: 4.6em }
.class .faults { width: 4.4em; padding-right: 0 }
.class .bar { width: 20%; padding: 0 1em; vertical-align: middle }
.bar svg { display: block; width: 100%; height: 1.2em; overflow: visible }
.bar line { stroke: var(--bar); stroke-width: .16em; stroke-linecap: round; opacity: .55 }
.bar circle { fill: var(--bar) }
.away .bar { opacity: .45 }
.handful { font-size: 1.5em; --gap: .5em }
.few { font-size: 1.45em; --gap: .24em }
.several { font-size: 1.12em; --gap: .06em }
.many { font-size: 1em; --gap: .02em }
.class .note { font-size: .85em; margin-top: .9em; max-width: none }
.now { display: flex; flex-direction: column }
.now > * { flex: none }
.now .board { flex: 0 1 auto; min-height: 0 }
.now .board svg { display: block; width: 100%; height: auto; max-height: min(56vh, 100%) }
.seats { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 1em; margin-bottom: .5em }
.class .seats p { color: var(--ink); font-size: 1.4em; font-weight: 650; overflow: hidden; text-overflow: ellipsis;
  white-space: nowrap; margin: 0; line-height: 1.25 }
.seats p:last-child { text-align: right }
.seats small { display: block; color: var(--faint); font-size: .62em; font-weight: 400 }
.said { margin: .6em 0 0; min-height: 3em; font-size: 1.25em; max-width: none }
.empty { color: var(--faint); font-size: 1.3em; max-width: none }
.class .lost { margin-top: auto; padding-top: .8em }
.lost h2 { font-size: 1em; color: var(--bad) }
.lost ul { max-width: none }
.lost li { padding: .15em 0; border: 0; font-size: .95em; display: -webkit-box; -webkit-box-orient: vertical;
  -webkit-line-clamp: 2; line-clamp: 2; overflow: hidden }
body.lost::after { content: "no line to the class"; position: fixed; inset: auto 0 0 0; padding: .4em 1em;
  background: var(--bad); color: var(--ground); text-align: center; font-size: 2.4vmin }
@media (max-width: 60rem), (max-aspect-ratio: 1/1) {
  .class { display: block; height: auto; font-size: 1rem }
  .class section { margin-top: 1.5rem }
  .handful, .few, .several, .many { font-size: 1rem; --gap: .3rem }
  .tables { display: block }
  .now .board svg { max-height: none }
  .class .margin, .class .bar { display: none }
}
"""


class ShownGame(NamedTuple):
    """A game as it is shown.

    table   where it is played;  names  by seats;  before  the position before the last move, None at the start.
    event   the last one;  move  the last move, None at the start.
    """

    table: ClassTable
    names: tuple[str, str]
    before: Game | None
    event: Event
    move: Moved | None = None

    @property
    def said(self) -> str:
        """What happened last, in a sentence; "" at the start."""
        view = Viewpoint(self.names, self.event.game.seats)
        if isinstance(self.event, Ended):
            return outcome_sentence(self.event, view)
        if self.table.secret or self.before is None or self.move is None:
            return ""
        return turn_sentence([(self.before, self.move)], view)


class ClassPage:
    """What a browser sees of a class. Tables tell it of their games on threads of their own."""

    def __init__(self) -> None:
        self.room: Classroom | None = None
        self.alone = Lock()
        self.running: dict[ClassTable, ShownGame] = {}
        self.shown: ShownGame | None = None
        self.since = 0.0  # when the game that is shown ended, on time.monotonic(); 0 while it runs
        self.faults: list[str] = []
        self.made, self.due = Markup(), 0.0
        self.version = 0

    # On the threads of the tables.

    def show(self, table: ClassTable, event: Event) -> None:
        """Note an event of a game."""
        old = self.running.get(table)
        match event:
            case Started():
                now = ShownGame(table, event.names, None, event)
            case Moved() if old:
                now = old._replace(before=old.event.game, event=event, move=event)
            case Ended() if old:
                now = old._replace(event=event)
            case _:
                return
        with self.alone:
            self.running[table] = now
            if self.shown and self.shown.table is table:
                self.shown = now

    def leave(self, table: ClassTable) -> None:
        """Note that a game is over."""
        with self.alone:
            self.running.pop(table, None)
            if self.shown and self.shown.table is table:
                self.since = monotonic()
            if table.result and table.result.forfeit:
                why = table.result.record.why
                self.faults = [why, *(each for each in self.faults if each != why)][:LATEST]

    # On the thread of the server.

    def page(self, path: str) -> Page | None:
        """Return what a browser gets for a path."""
        where, _, known = path.partition("?")
        if where == "/":
            return Page(200, "text/html; charset=utf-8", self.whole().encode())
        if where != "/live":
            return None
        main = self.main()
        if known == str(self.version):
            return Page(204, "application/json", b"")
        return Page(200, "application/json", json.dumps({"version": str(self.version), "main": main}).encode())

    def whole(self) -> str:
        """Return the page."""
        title = f"Class: {self.room.plan.game}" if self.room else "Class"
        sheet = tournament_page.style() + SHEET
        return document(title, sheet, Markup(), self.main(), script=SCRIPT, again=RELOAD)

    def main(self) -> Markup:
        """Return the main part, made anew at most every FRESH seconds; `version` counts how often it changed."""
        if monotonic() >= self.due and self.room:
            content = lines(top(self.room), standings(self.room), now_played(self.choose(self.room), self.faults))
            if content not in self.made:
                self.version += 1
                self.made = block("div", content, class_="class", data_version=self.version)
            self.due = monotonic() + FRESH
        return self.made

    def choose(self, room: Classroom) -> ShownGame | None:
        """Return the game to show: the same one until its end, and then the one of the best programs."""
        with self.alone:
            over = self.shown is None or self.shown.table not in self.running
            if over and self.running and monotonic() >= self.since + PAUSE:
                places = {row.player: row.place for row in room.standings.rows}
                last = len(places) + 1
                self.shown = min(
                    self.running.values(), key=lambda each: sum(places.get(row, last) for row in each.table.rows)
                )
            return self.shown


def top(room: Classroom) -> Markup:
    """Return the game, the time, and how many play."""
    plan, here = room.plan, len(room.connected())
    facts = [str(plan.control), format_count(len(room.results), "game"), f"{format_count(here, 'program')} here"]
    number = element("p", f"class {room.journal.number}", class_="right")
    return block("div", element("h1", plan.game), element("p", " · ".join(filter(None, facts))), number, class_="top")


def standings(room: Classroom) -> Markup:
    """Return the standings of the programs that play now: of each student the last one, and the staff's."""
    rows = counted_rows(room.standings)
    count = min(len(rows), MOST)
    half = max(count if count <= SEVERAL else (count + 1) // 2, 1)
    rated = [row.rating for row in rows if row.rating and (row.games or row.anchor is not None)]
    axis = make_axis(rated, zero=False) if rated else None
    kinds = NARROW if half < count else tuple(COLUMNS)
    tables = [half_table(room, rows[start : min(start + half, count)], kinds, axis) for start in range(0, count, half)]
    more = f"and {format_count(len(rows) - count, 'program')} more; " if count < len(rows) else ""
    notes = [Markup(f"{more}{LEGEND}")] * bool(rows)
    if not rows:
        tables = [element("p", "Nobody has come yet.", class_="empty")]
    shown = block("div", *tables, class_=f"tables {table_size(count)}")
    return block("section", shown, *(element("p", note, class_="note") for note in notes), aria_label="Standings")


def table_size(count: int) -> str:
    """Return the CSS class for `count` rows; it sets the size of their letters."""
    return "handful" if count <= HANDFUL else "few" if count <= FEW else "several" if count <= SEVERAL else "many"


def half_table(room: Classroom, rows: Sequence[StandingsRow], kinds: Sequence[str], axis: Axis | None) -> Markup:
    """Return a table with these rows and kinds of columns; `axis` is the axis of the bars."""
    playing = {row for table in list(room.tables) for row in table.rows}
    here = room.connected()
    heads = (element("th", COLUMNS[kind], scope="col", class_=kind) for kind in kinds)
    body = []
    for row in rows:
        marks = {
            "leader": row.place == 1, "staff": row.player in room.staff, "plays": row.player in playing,
            "here": row.player in here - playing, "away": row.player not in here | playing,
        }  # fmt: skip
        cells = row_cells(row, axis)
        body.append(element("tr", *(cells[kind] for kind in kinds), class_=" ".join(filter(marks.get, marks))))
    return element("table", element("thead", element("tr", *heads)), block("tbody", *body))


def row_cells(row: StandingsRow, axis: Axis | None) -> dict[str, Markup]:
    """Return the cells of a program's row, by the kind of the column."""
    known = row.games or row.anchor is not None
    value, margin = wording.rating(row, PRINTED) if known else ("", "")
    faults = format_number(row.forfeited) if row.forfeited else ""
    return {
        "place": element("td", str(row.place), class_="place"),
        "name": element(
            "th", element("i", "", class_="dot"), bidi_text(row.name), scope="row", class_="name", title=row.name
        ),
        "bar": element("td", rating_bar(row.rating, axis) if known and axis else "", class_="bar"),
        "rating": element("td", value, class_="rating"),
        "margin": element("td", margin, class_="margin"),
        "games": element("td", format_number(row.games), class_="games"),
        "faults": element("td", faults, class_="faults bad"),
    }


def rating_bar(rating: Estimate | None, axis: Axis) -> Markup:
    """Return the rating with its interval as a picture, without words: the numbers stand beside it."""
    if rating is None or rating.value is None:
        return Markup()
    low, high = bar_ends(rating, axis)
    return element(
        "svg",
        element("line", x1=percent(low), x2=percent(high), y1="50%", y2="50%"),
        element("circle", cx=percent(axis.place(rating.value)), cy="50%", r=".32em"),
        aria_hidden="true",
    )


def now_played(shown: ShownGame | None, faults: Sequence[str]) -> Markup:
    """Return the board of a game, and the last faults."""
    parts = [element("p", "No game is played at the moment.", class_="empty")]
    if shown:
        game = shown.event.game
        seats = [
            element("p", bidi_text(name), element("small", seat))
            for name, seat in zip(shown.names, game.seats, strict=True)
        ]
        said = element("p", keep_percent_together(shown.said), class_="said")
        parts = [block("div", *seats, class_="seats"), block("div", board(shown), class_="board"), said]
    told = block("ul", *(element("li", fault) for fault in faults))
    below = [block("div", element("h2", "Lost by a fault"), told, class_="lost")] * bool(faults)
    return block("section", *parts, *below, class_="now", aria_label="A game that is played now")


def board(shown: ShownGame) -> Markup:
    """Return the picture of the position; of a game that hides something nothing before its end."""
    if shown.table.secret and not isinstance(shown.event, Ended):
        return element("p", "This game hides something, so you see it when it is over.", class_="empty")
    return Markup(board_html(shown.event.game, shown.move.move if shown.move else None))
