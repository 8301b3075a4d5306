"""An analysis told to people who listen: a sentence for each move, nothing drawn."""

from collections.abc import Iterator

from games.capabilities import hides_information
from games.game import CHANCE
from referee.analysis.analysis import Analysis, MoveRow
from referee.drawing.number_format import Glyphs, format_count
from referee.reports.analysis.table import SHOWN
from referee.reports.analysis.wording import effort, remarks, verdict
from referee.solving.outcome_text import full_stop, line_text, value_text
from referee.spoken.pictures import picture_sentences

SPOKEN = Glyphs("-", "plus or minus ", ", {}", "between {low} and {high}")


def position_sentences(analysis: Analysis) -> Iterator[str]:
    """The position, and whose move it is."""
    game = analysis.game
    after = f" after {' '.join(analysis.after)}" if analysis.after else ""
    yield f"{analysis.spec}{after}: {'chance' if game.turn == CHANCE else game.seats[game.turn]} to move."
    yield from picture_sentences(game.show(game.turn if hides_information(game) else None), game.seats)


def sentences(analysis: Analysis, whole: bool = False, more: str = "") -> Iterator[str]:
    """Who is winning, each move; of many SHOWN at most unless all are wanted, and `more` says how to hear the rest."""
    yield verdict(analysis, SPOKEN)
    if line := analysis.line():
        yield full_stop(f"Expected: {line_text(line, None, analysis.distance())}")
    rows = analysis.rows()
    for row in rows if whole else rows[:SHOWN]:
        yield row_sentence(row, analysis.game.stakes)
    if not whole and len(rows) > SHOWN:
        yield f"And {len(rows) - SHOWN:,} more{more}."
    yield from remarks(analysis, SPOKEN)
    for result in analysis.results.values():
        yield f"{effort(result)}."


def row_sentence(row: MoveRow, stakes: int) -> str:
    """A move and what each method says of it, with the playouts that it rests on."""
    said = []
    for name, found in row.values.items():
        visits = f", {format_count(found.visits, 'playout')}" if found.visits else ""
        said.append(f"{name} {value_text(found, stakes, SPOKEN)}{visits}")
    best = ", best" if row.best else ""
    odds = "" if row.odds is None else f", {row.odds}"
    return f"{row.text}{best}{odds}: {'; '.join(said) or 'nothing is known'}."
