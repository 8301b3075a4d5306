"""Standings as programs, spreadsheets and pages of Markdown read them."""

from __future__ import annotations

import csv
import re
from dataclasses import asdict
from io import StringIO
from typing import TYPE_CHECKING, Any

from games.base.notation import printable
from referee.drawing.number_format import PRINTED, format_number
from referee.drawing.text_table import Column, TextTable
from referee.formats.move_rows import disarm_formula
from referee.reports.tournament import table as wording
from referee.reports.tournament.table import cross_rows, players_table

if TYPE_CHECKING:
    from referee.statistics.scoring import Estimate
    from referee.tournaments.standings import Standings, StandingsRow

SPECIAL = re.compile(r"([\\`*_\[\]|~$]|^[#+\-=])")  # what may mean something to Markdown
NUMBERED = re.compile(r"^(\d+)([.)])")  # so does the beginning of a list
COLUMNS = (
    "place", "name", "spec", "points", "games", "wins", "draws", "losses", "forfeits", "tiebreak",
    "rating", "rating_low", "rating_high", "seconds_per_move", "anchor",
)  # fmt: skip


def as_json(standings: Standings) -> dict[str, Any]:
    """Return the standings as JSON's types, with neither infinities nor nan.

    tournament  its number in the journal, or null;  game, format, rounds, seed, control  as they were asked for.
    played, due  games;  over  true or false.
    standings   the players, the best first, each with place, player (where it stands in the tournament's order, from
                0), name, spec, points, games, wins, draws, losses, forfeits (how many by each reason), tiebreak,
                rating, seconds_per_move, or null, byes (rounds), out (the round of a knockout, from 0, that it did not
                survive, or null), group (ratings of one number compare, or null), anchor (the rating that is given
                for it, or null) and anchored (whether its rating is on the scale of the anchors).
    cross       of cross[a][b], a and b as in `player`: [won, drawn, lost] by a against b.
    superior    of superior[a][b]: how likely it is that a is the better one, 0 to 1, or null.
    advantage   of the first move, in Elo;  draws  the share between equals.
    champion    of a knockout that is over, as in `player`, or null.
    rules       of adjudication, as they are typed, "" for none;  adjudicated  how many games were ended by them.
    shrunk      whether ratings are shrunk towards 0: true in a swiss and a knockout, which pair by results.

    rating, advantage and draws are null or {"value", "low", "high"}, the ends of the 95 % interval, null where there is
    no bound.
    """
    return {
        "tournament": standings.number,
        "game": standings.game,
        "format": standings.format,
        "rounds": standings.rounds,
        "seed": standings.seed,
        "control": standings.control,
        "played": standings.played,
        "due": standings.due,
        "over": standings.over,
        "standings": [row_as_dict(row) for row in standings.rows],
        "cross": [[list(results) for results in line] for line in standings.cross],
        "superior": [list(line) for line in standings.superior],
        "advantage": estimate_as_dict(standings.advantage),
        "draws": estimate_as_dict(standings.draws),
        "champion": standings.champion,
        "rules": standings.rules,
        "adjudicated": standings.adjudicated,
        "shrunk": standings.shrunk,
    }


def row_as_dict(row: StandingsRow) -> dict[str, Any]:
    """Return a player's line as JSON's types."""
    found = asdict(row) | {"rating": estimate_as_dict(row.rating)}
    found["seconds_per_move"] = found.pop("seconds")
    return found


def estimate_as_dict(estimate: Estimate | None) -> dict[str, float | None] | None:
    """Return the estimate as JSON's types, None if there is none."""
    return None if estimate is None else estimate.as_dict()


def as_csv(standings: Standings) -> str:
    """Return the players as comma-separated values, the best first, below a line of titles; what is not known is empty.

    A text that a spreadsheet would run as a formula stands behind an apostrophe (OWASP, CSV Injection).
    """
    out = StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(COLUMNS)
    for row in standings.rows:
        rating = row.rating
        bounds = (None, None, None) if rating is None else (rating.value, rating.low, rating.high)
        table.writerow([
            row.place, disarm_formula(row.name), disarm_formula(row.spec), row.points, row.games,
            row.wins, row.draws, row.losses, row.forfeited, row.tiebreak, *bounds, row.seconds, row.anchor,
        ])  # fmt: skip
    return out.getvalue()


def as_markdown(standings: Standings) -> str:
    """Return the standings as tables of Markdown as GitHub reads it, with a line end at the end."""
    title, said = escape_markdown(wording.title(standings)), escape_markdown(wording.progress(standings))
    parts = [[f"**{title}**", "", said], markdown_standings(standings), markdown_cross(standings)]
    sentences = (*wording.scale(standings, escape_markdown), *wording.sentences(standings, PRINTED, escape_markdown))
    parts.append([f"- {sentence}" for sentence in sentences])
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


def markdown_standings(standings: Standings) -> list[str]:
    """Return the table of the players."""
    rows = standings.rows
    found = players_table(
        rows,
        names=[escape_markdown(row.name) for row in rows],
        points=[format_number(row.points) for row in rows],
        rating=Column("rating", [" ".join(wording.rating(row, PRINTED)).strip() for row in rows]),
        nought="0",
    )
    return found.markdown()


def markdown_cross(standings: Standings) -> list[str]:
    """Return the table of who did how against whom; nothing if it would say nothing new."""
    rows = cross_rows(standings)
    if not rows:
        return []
    found = TextTable(
        [
            Column("", [letter for letter, _ in rows], left=True),
            Column("won-drawn-lost against", [escape_markdown(row.name) for _, row in rows], left=True),
            *(Column(letter, [result_text(standings, row, other) for _, row in rows]) for letter, other in rows),
        ]
    )
    return found.markdown()


def result_text(standings: Standings, row: StandingsRow, other: StandingsRow) -> str:
    """How the one did against the other."""
    results = standings.cross[row.player][other.player]
    return "-".join(map(str, results)) if any(results) else ""


def escape_markdown(text: str) -> str:
    """Return the text as Markdown that shows just that, in one line."""
    plain = printable(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return NUMBERED.sub(r"\1\\\2", SPECIAL.sub(r"\\\1", plain))
