"""The page of a tournament: one file of HTML that needs nothing beside itself and runs no script."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee.drawing.html_page import document, heading, marked, section, text, unbroken
from referee.drawing.number_format import PRINTED, counted, number
from referee.reports.tournament import wording
from referee.reports.tournament.chart import ratings_chart
from referee.reports.tournament.style import TINTS, style
from referee.reports.tournament.table import cross_rows
from referee.statistics.estimate import LEVEL
from referee.tournament.schedule import FORMATS

if TYPE_CHECKING:
    from referee.tournament.standings import Row, Standings


@dataclass(frozen=True)
class Column:
    """A column of the table: its kind for the style sheet, its title, and the unit that tells it without one."""

    kind: str
    title: str
    unit: str = ""


COLUMNS = (
    Column("place", "#"),
    Column("player-name", "player"),
    Column("points", "points", "points"),
    Column("games", "games", "games"),
    Column("wins", "won", "won"),
    Column("draws", "drawn", "drawn"),
    Column("losses", "lost", "lost"),
    Column("forfeits bad", "forfeits", "forfeited"),
    Column("rating", "rating", "Elo"),
    Column("seconds faint", "time/move", "a move"),
)
LEADER = ' class="leader"'
RATED = f"""\
<b>Ratings.</b> All games together were fitted by the model of Bradley and Terry, a draw as half a win. Who moves first
is expected to win 1 / (1 + 10<sup>&minus;d/400</sup>) of the points, where d is its rating, less that of the other,
plus what moving first is worth, if that can be told. So who is 100 Elo stronger wins about 64 % of the points, who is
200 stronger about 76 %. Intervals are made so that {100 * LEVEL:.0f} % of them hold the true value. """
OPEN = """\
Where one has no end, as with a player that won all of its games, no rating is too high to be true, or none too low."""
SHRUNK = """\
Whoever won meets others who won here, and luck would draw the ratings apart. So strengths are taken to come from a
normal distribution about 0, whose width is estimated from the games too, and ratings are shrunk towards 0. Where all
players are equal, more of the intervals hold."""
POINTS = """\
<b>Points.</b> A win counts one point, a draw a half{byes}. A player that made an illegal move, was late, crashed or
hung forfeited that game, and lost it."""
GAMES = """\
<b>Games.</b> {game}, {format}. {note}Time: {time}. All random numbers come from seed {seed}."""


def as_html(standings: Standings) -> str:
    """The page, with a line end at the end."""
    sections = (
        standings_section(standings),
        ratings_section(standings),
        cross_section(standings),
        sentences_section(standings),
    )
    main = "\n".join(section for section in (*sections, method_section(standings)) if section)
    return document(wording.title(standings), style(), header(standings), main)


def player_name(row: Row) -> str:
    """The player's name."""
    return marked(row.name)


def header(standings: Standings) -> str:
    """What was played, who leads, and how far it is."""
    number = "Tournament" if standings.number is None else f"Tournament {standings.number}"
    facts = {
        "Games": games(standings),
        "Players": f"{len(standings.rows):,}",
        "Rounds": f"{standings.rounds:,}",
        "Time": standings.control,
        "Seed": str(standings.seed),
    }
    return heading(f"{number} · {text(standings.format)}", text(standings.game), leader_sentence(standings), facts)


def games(standings: Standings) -> str:
    """How many are played, of how many."""
    if standings.over:
        return f"{standings.played:,}"
    known = standings.played < standings.due
    return f"{standings.played:,} of {standings.due:,}" if known else f"{standings.played:,} so far"


def leader_sentence(standings: Standings) -> str:
    """Who stands first, in a sentence."""
    if not standings.played:
        return "No game is finished yet."
    first = [row for row in standings.rows if row.place == 1]
    alike = len({row.points for row in first}) == 1 and standings.format != "knockout"  # where no points are needed
    points = counted(first[0].points, "point") if alike else ""
    with_points = f" with {points}" if points else ""
    if len(first) == 1:
        return f"{player_name(first[0])} {'won' if standings.over else 'leads'}{with_points}."
    *others, last = map(player_name, first)
    if len(first) > 4:
        return f"{len(first)} players share the first place{with_points}."
    return f"{', '.join(others)} and {last} share the first place{with_points}."


def standings_section(standings: Standings) -> str:
    """The table of the players, without the columns that say nothing of anybody."""
    lines = [row_cells(row) for row in standings.rows]
    kept = [at for at in range(len(COLUMNS)) if any(line[at] for line in lines)]
    heads = "".join(
        f'<th scope="col" role="columnheader" class="{COLUMNS[at].kind}">{COLUMNS[at].title}</th>' for at in kept
    )
    rows = "\n".join(table_row(row, line, kept) for row, line in zip(standings.rows, lines, strict=True))
    return section(
        "standings",
        "Standings",
        # The roles: what does not look like a table on a narrow screen stays one for those who listen.
        '<table class="standings" role="table" aria-labelledby="standings">',
        f'<thead><tr role="row">{heads}</tr></thead>',
        f"<tbody>\n{rows}\n</tbody>\n</table>",
    )


def row_cells(row: Row) -> tuple[str, ...]:
    """What stands in a player's line of the table, by the columns."""
    spec = "" if row.spec == row.name else f'<span class="spec">{text(row.spec)}</span>'
    return (
        f"{row.place}",
        f"{player_name(row)}{spec}",
        number(row.points),
        f"{row.games:,}",
        f"{row.wins:,}",
        f"{row.draws:,}",
        f"{row.losses:,}",
        f"{row.forfeited:,}" if row.forfeited else "",
        " ".join(wording.elo(row.rating, PRINTED)).strip() if wording.known(row.rating) else "",
        wording.pace(row),
    )


def table_row(row: Row, line: tuple[str, ...], kept: list[int]) -> str:
    """A player's line of the table; units are shown where the table has no titles."""
    parts = []
    for at in kept:
        column, content = COLUMNS[at], line[at]
        kind = f'class="{column.kind}{"" if content else " empty"}"'
        if column.kind == "player-name":
            parts.append(f'<th scope="row" role="rowheader" {kind}>{content}</th>')
        else:
            told = f' data-unit="{column.unit}"' if column.unit else ""
            parts.append(f'<td role="cell" {kind}{told}>{content}</td>')
    return f'<tr role="row"{LEADER if row.place == 1 else ""}>{"".join(parts)}</tr>'


def ratings_section(standings: Standings) -> str:
    """The chart of the ratings; nothing before any is known."""
    drawn = ratings_chart(standings.rows)
    if not drawn:
        return ""
    notes = [f"{unbroken(each[:1].upper() + each[1:])}." for each in wording.scale(standings, marked)]
    if any(row.rating and not row.rating.bounded for row in standings.rows):
        notes.insert(1, "An arrow: the games do not bound the rating on that side; the hollow dot is then but a guess.")
    body = f'<div class="chart-room">\n{drawn}\n</div>'
    return section("ratings", "Ratings", body, *(f'<p class="note">{note}</p>' for note in notes))


def cross_section(standings: Standings) -> str:
    """The table of who did how against whom; nothing where it would say nothing new."""
    lines = cross_rows(standings)
    if not lines:
        return ""
    heads = "".join(f'<th scope="col"><abbr title="{text(row.name)}">{letter}</abbr></th>' for letter, row in lines)
    body = "\n".join(
        f'<tr><th scope="row" title="{text(row.name)}"><span class="letter">{letter}</span>{player_name(row)}</th>'
        f"{''.join(cross_cell(standings, row, other) for _, other in lines)}</tr>"
        for letter, row in lines
    )
    return section(
        "cross",
        "Each against each",
        '<div class="scroll" role="region" tabindex="0" aria-labelledby="cross">',
        f'<table class="cross" aria-labelledby="cross">\n<thead><tr><td></td>{heads}</tr></thead>',
        f"<tbody>\n{body}\n</tbody>\n</table>\n</div>",
        '<p class="note">Points of the line against the column; below them games won, drawn and lost.</p>',
    )


def cross_cell(standings: Standings, row: Row, other: Row) -> str:
    """How the one did against the other, on a ground by how far that is from even."""
    if row.player == other.player:
        return '<td class="self" aria-label="itself">&ndash;</td>'
    won, drawn, lost = standings.cross[row.player][other.player]
    games = won + drawn + lost
    if not games:
        return "<td></td>"
    edge = (won - lost) / games
    ground = f' class="{"won" if edge > 0 else "lost"}-{round(abs(edge) * (len(TINTS) - 1))}"' if edge else ""
    return f"<td{ground}><b>{number(won + drawn / 2)}</b><small>{won:,}-{drawn:,}-{lost:,}</small></td>"


def sentences_section(standings: Standings) -> str:
    """What the games say beside."""
    sentences = list(wording.sentences(standings, PRINTED, marked))
    if not sentences:
        return ""
    return section("more", "What the games say", "<ul>", *(f"<li>{unbroken(each)}</li>" for each in sentences), "</ul>")


def method_section(standings: Standings) -> str:
    """How all of this was found, in words."""
    byes = ", and a bye as a pair of games won" if any(wording.byes(row) > 0 for row in standings.rows) else ""
    played = GAMES.format(
        game=text(standings.game),
        format=text(standings.format),
        note=f"{FORMATS[standings.format].note} " if standings.format in FORMATS else "",
        time=text(standings.control) if standings.control else "without limit",
        seed=standings.seed,
    )
    rated = (
        [RATED + (SHRUNK if standings.shrunk else OPEN)]
        if any(wording.known(row.rating) for row in standings.rows)
        else []
    )
    paragraphs = (played, POINTS.format(byes=byes), *rated)
    body = (f"<p>{unbroken(paragraph)}</p>" for paragraph in paragraphs)
    return section("measured", "How this was measured", '<div class="how">', *body, "</div>")
