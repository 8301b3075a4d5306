"""Runs compared: a table with a line for each, or JSON."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from referee.drawing.text_table import Column, table
from referee.reports.learning.text import score_text, setting_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.learning.grid import GridRow


def grid_lines(rows: Sequence[GridRow], opponents: Sequence[str]) -> list[str]:
    """The table: the settings of each run, the games it learnt from, and its last score against each opponent."""
    columns = [Column(name, [setting_text(row.settings[name]) for row in rows]) for name in rows[0].settings]
    columns.append(Column("games", [f"{row.progress.games:,}" for row in rows]))
    columns += [Column(f"against {opponent}", [last_score(row, opponent) for row in rows]) for opponent in opponents]
    return ["".join(span.text for span in line) for line in table(columns)]


def last_score(row: GridRow, opponent: str) -> str:
    """The last score of that run against that opponent; empty if there is none."""
    last = row.last(opponent)
    return score_text(last.counts) if last else ""


def grid_json(row: GridRow) -> str:
    """A run as one line of JSON, with its whole curve."""
    return json.dumps({
        "type": "run", "settings": dict(row.settings), **row.progress.as_dict(),
        "points": [point.as_dict() for point in row.points],
    })  # fmt: skip
