"""Standings for programs, spreadsheets and pages of Markdown."""

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
from referee.reports.tournament.table import cross_rows, players_table, result_text

if TYPE_CHECKING:
    from referee.statistics.scoring import Estimate
    from referee.tournaments.standings import Standings, StandingsRow

SPECIAL = re.compile(r"([\\`*_\[\]|~$]|^[#+\-=])")  # characters with a meaning in Markdown
NUMBERED = re.compile(r"^(\d+)([.)])")  # the beginning of a list
COLUMNS = (
    "place", "name", "spec", "points", "games", "wins", "draws", "losses", "forfeits", "tiebreak",
    "rating", "rating_low", "rating_high", "seconds_per_move", "anchor",
)  # fmt: skip


def as_json(standings: Standings) -> dict[str, Any]:
    """Return the standings as JSON types, without infinities and nan.

    tournament  its number in the journal, or null;  game, format, rounds, seed, control  as they were given.
    played, due  games;  over  true or false.
    standings   the players, the best first, each with place, player (its number in the tournament, from 0), name, spec,
                points, games, wins, draws, losses, forfeits (the number for each reason), tiebreak, rating,
                seconds_per_move, or null, byes (rounds), out (the round of a knockout, from 0, that it lost, or null),
                group (ratings compare only within a group, or null), anchor (its given rating, or null), anchored
                (whether its rating is on the scale of the anchors), illegal (answers after which it tried again),
                control (its time, in words) and late (the most seconds by which a move of it exceeded its time).
    cross       cross[a][b], a and b as in `player`: [won, drawn, lost] by a against b.
    superior    superior[a][b]: the probability that a is better, or null.
    advantage   of the first move, in Elo;  draws  the share between equals.
    champion    of a finished knockout, as in `player`, or null.
    rules       of adjudication, as they are typed, "" for none;  adjudicated  the number of games that they ended.
    sprt        the test that ends it, as after a batch, or null.
    shrunk      whether ratings are shrunk towards 0: in a swiss and a knockout, which pair by results.

    rating, advantage and draws are null or {"value", "low", "high"}, with the ends of the 95 % interval, null if
    unbounded.
    """
    return {
        "tournament": standings.number, "game": standings.game, "format": standings.format,
        "rounds": standings.rounds, "seed": standings.seed, "control": standings.control, "played": standings.played,
        "due": standings.due, "over": standings.over, "standings": [row_as_dict(row) for row in standings.rows],
        "cross": [[list(results) for results in line] for line in standings.cross],
        "superior": [list(line) for line in standings.superior], "advantage": estimate_as_dict(standings.advantage),
        "draws": estimate_as_dict(standings.draws), "champion": standings.champion, "rules": standings.rules,
        "adjudicated": standings.adjudicated, "shrunk": standings.shrunk,
        "sprt": standings.test and standings.test[0].as_dict(standings.test[1]),
    }  # fmt: skip


def row_as_dict(row: StandingsRow) -> dict[str, Any]:
    """Return a player's row as JSON types."""
    found = asdict(row) | {"rating": estimate_as_dict(row.rating)}
    found["seconds_per_move"] = found.pop("seconds")
    return found


def estimate_as_dict(estimate: Estimate | None) -> dict[str, float | None] | None:
    """Return the estimate as JSON types."""
    return None if estimate is None else estimate.as_dict()


def as_csv(standings: Standings) -> str:
    """Return the players as comma-separated values with titles, the best first; unknown values are empty.

    Texts that a spreadsheet would run as formulas get an apostrophe (OWASP, CSV Injection).
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
    """Return the standings as GitHub's Markdown."""
    title, said = escape_markdown(wording.title(standings)), escape_markdown(wording.progress(standings))
    rows = standings.rows
    found = players_table(
        rows, names=[escape_markdown(row.name) for row in rows], points=[format_number(row.points) for row in rows],
        rating=Column("rating", [" ".join(wording.rating(row, PRINTED)).strip() for row in rows]), nought="0",
    )  # fmt: skip
    parts = [[f"**{title}**", "", said], found.markdown(), markdown_cross(standings)]
    sentences = (*wording.scale(standings, escape_markdown), *wording.sentences(standings, PRINTED, escape_markdown))
    parts.append([f"- {sentence}" for sentence in sentences])
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


def markdown_cross(standings: Standings) -> list[str]:
    """Return the cross table; nothing if it would say nothing new."""
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


def escape_markdown(text: str) -> str:
    """Return the text as Markdown that shows it literally, in one line."""
    plain = printable(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return NUMBERED.sub(r"\1\\\2", SPECIAL.sub(r"\\\1", plain))
