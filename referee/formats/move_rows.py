"""Matches as a table of their moves for spreadsheets and statistics: comma-separated values, a row a move."""

from __future__ import annotations

import csv
import io
from itertools import count
from typing import TYPE_CHECKING

from games.game import CHANCE
from referee.match.notes import Note, notes_by_ply
from referee.match.record import replay_record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.formats.file_game import FileGame

COLUMNS = ("game", "spec", "ply", "seat", "player", "move", "spent", "left", "value", "depth", "reach", "nodes", "line")
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")  # what begins a formula, by OWASP's "CSV Injection"


def write(written: Sequence[FileGame], numbers: Sequence[int] = ()) -> str:
    """Return the text of these games, as for MatchFormat.write. `numbers` are theirs; by default they count from 0.

    The columns: the number of the game, its spec, the number of the move, from 1, the seat and the name of its player,
    both empty for chance, the text of the move, the seconds that it took, and those left on the clock; the evaluation
    from the side of seat 0, the depth, the depth of the longest line, the positions, and the expected line. What is not
    known is empty.
    """
    table = io.StringIO()
    rows = csv.writer(table, lineterminator="\n")
    rows.writerow(COLUMNS)
    for number, each in zip(numbers or count(), written, strict=False):
        record = each.record
        notes = notes_by_ply(record.notes)
        for ply, moved in enumerate(replay_record(record), 1):
            who = ("", "") if moved.seat == CHANCE else (moved.seat, disarm_formula(record.names[moved.seat]))
            note = notes.get(ply, Note(ply))
            move = disarm_formula(moved.text)
            said = note.value, note.depth, note.reach, note.nodes, disarm_formula(note.said)
            rows.writerow((number, disarm_formula(record.game), ply, *who, move, note.spent, note.left, *said))
    return table.getvalue()


def disarm_formula(text: str) -> str:
    """Return the text with an apostrophe before it if a spreadsheet would run it as a formula."""
    return f"'{text}" if text.startswith(FORMULA) else text
