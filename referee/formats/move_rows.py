"""Matches as a table of their moves for spreadsheets and statistics: comma-separated values, a row a move."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from games.game import CHANCE
from referee.match.record import replay_record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.formats.file_game import FileGame

COLUMNS = ("game", "spec", "ply", "seat", "player", "move")
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")  # what begins a formula, by OWASP's "CSV Injection"


def write(written: Sequence[FileGame]) -> str:
    """Return the text of these games, as for MatchFormat.write.

    The columns: the number of the game in the file, from 0, its spec, the number of the move, from 1, the seat and the
    name of its player, both empty for chance, and the text of the move.
    """
    table = io.StringIO()
    rows = csv.writer(table, lineterminator="\n")
    rows.writerow(COLUMNS)
    for number, each in enumerate(written):
        record = each.record
        for ply, moved in enumerate(replay_record(record), 1):
            who = ("", "") if moved.seat == CHANCE else (moved.seat, disarm_formula(record.names[moved.seat]))
            rows.writerow((number, disarm_formula(record.game), ply, *who, disarm_formula(moved.text)))
    return table.getvalue()


def disarm_formula(text: str) -> str:
    """Return the text with an apostrophe before it if a spreadsheet would run it as a formula."""
    return f"'{text}" if text.startswith(FORMULA) else text
