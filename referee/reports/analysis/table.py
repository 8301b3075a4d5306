"""An analysis as lines: a row for each move, a column for each method, and what there is to say below."""

from fractions import Fraction

from games.base.notation import printable
from referee.analysis.analysis import Analysis, MoveRow
from referee.drawing import text_table
from referee.drawing.glyphs import Line, Signs, Span
from referee.drawing.number_format import glyphs
from referee.drawing.text_table import GAP, Column, printable_text
from referee.drawing.text_width import cut, text_width, wrapped
from referee.reports.analysis.wording import effort, remarks, verdict
from referee.solving.outcome_text import line_text, value_text
from referee.solving.value import Value

SHOWN = 40  # moves in a table that are shown unless all are wanted
LEAST = 4  # cells that a move's text is never cut below
SIMPLE = 1000  # a denominator from which on odds are told in per cent
EXPECTED = 12  # moves of the line that are told


def window_lines(analysis: Analysis, width: int, signs: Signs, most: int | None = None) -> list[Line]:
    """The table and what there is to say, no line wider than that; in a window of `most` lines what fits of it."""
    below = summary_lines(analysis, width, signs)
    if most is None:
        return [*table(analysis, width, signs, None), [], *below]
    while below and len(below) > max(1, most - 5):
        below.pop()
    return [*table(analysis, width, signs, max(1, most - len(below) - 2)), [], *below][:most]


def printed_lines(analysis: Analysis, width: int, signs: Signs, whole: bool = False, more: str = "") -> list[Line]:
    """The table and all below it, with SHOWN moves at most unless all are wanted; `more` says how to see the others."""
    most = None if whole or len(analysis.moves) <= SHOWN else SHOWN + 1
    return [*table(analysis, width, signs, most, more), [], *summary_lines(analysis, width, signs)]


def scrolled_lines(analysis: Analysis, width: int, signs: Signs) -> list[Line]:
    """Who is winning, then the table of all moves, to be scrolled."""
    above, below = conclusion_lines(analysis, width, signs), grounds_lines(analysis, width, signs)
    return [*above, [], *table(analysis, width, signs, None), [], *below]


def summary_lines(analysis: Analysis, width: int, signs: Signs) -> list[Line]:
    """Who is winning, the line expected, remarks, and how all of it was found."""
    return conclusion_lines(analysis, width, signs) + grounds_lines(analysis, width, signs)


def conclusion_lines(analysis: Analysis, width: int, signs: Signs) -> list[Line]:
    """Who is winning, and the line expected."""
    lines = wrapped(printable_text(verdict(analysis, glyphs(signs)), signs), width, "strong", "  ")
    if line := analysis.line():
        told = line_text(line, EXPECTED, analysis.distance())
        lines += wrapped(printable_text(f"line  {told}", signs), width, indent="  ")
    return lines


def grounds_lines(analysis: Analysis, width: int, signs: Signs) -> list[Line]:
    """Remarks, and how all of it was found."""
    lines: list[Line] = []
    for remark in remarks(analysis, glyphs(signs)):
        lines += wrapped(printable_text(remark, signs), width, indent="  ")
    for result in analysis.results.values():
        lines += wrapped(printable_text(effort(result), signs), width, "faint", "  ")
    return lines


def table(analysis: Analysis, width: int, signs: Signs, most: int | None, more: str = "") -> list[Line]:
    """A line for each move below the titles; of more than `most` lines below these the last says how many are left.

    more  what it says besides: how the others are seen.
    """
    rows = analysis.rows()
    kept = len(rows) if most is None or len(rows) <= most else max(1, most - 1)
    columns = fitting(analysis, rows[:kept], width, signs)
    lines = text_table.table(columns, [at for at, row in enumerate(rows) if row.best])
    if kept < len(rows) and most != 1:
        lines.append([Span(cut(f"and {len(rows) - kept:,} more{more}", width), "faint")])
    return lines


def fitting(analysis: Analysis, rows: list[MoveRow], width: int, signs: Signs) -> list[Column]:
    """As many columns as there is room for beside the moves.

    Depths in titles go first, then visits, margins, odds, and the last methods.
    """
    texts = [("* " if row.best else "  ") + printable_text(printable(row.text), signs) for row in rows]
    wanted = max(map(text_width, [*texts, "  move"]))
    for short, needless in ((0, 3), (1, 3), (1, 2), (2, 2), (2, 0)):
        kept = [each for each in measured(analysis, rows, signs, short) if each.needless <= needless]
        room = width - sum(each.width + GAP for each in kept)
        if room >= wanted:
            break
    while room < min(wanted, LEAST + 2) and kept:
        kept.pop()
        room = width - sum(each.width + GAP for each in kept)
    shown = [cut(text, max(room, 1), signs.more) for text in texts]
    return [Column(cut("  move", max(room, 1), signs.more), shown, left=True), *kept]


def measured(analysis: Analysis, rows: list[MoveRow], signs: Signs, short: int) -> list[Column]:
    """The columns of the methods that say something; short without depths, from 2 on without margins."""
    columns = []
    if analysis.odds:
        columns.append(Column("odds", [odds(row.odds or Fraction()) for row in rows], 1, role="faint"))
    for result in analysis.speaking:
        name = result.method
        found = [row.values.get(name) for row in rows]
        texts = ["" if each is None else cell(each, analysis, signs, short > 1) for each in found]
        how = f", {result.how.partition(',')[0]}" if result.depth and not result.playouts and not short else ""
        columns.append(Column(name + how, texts))
        visits = ["" if each is None or not each.visits else f"{each.visits:,}" for each in found]
        if any(visits):
            columns.append(Column("visits", visits, 3, role="faint"))
    return columns


def cell(found: Value, analysis: Analysis, signs: Signs, short: bool) -> str:
    """What a move is worth, in as few characters as say it."""
    return value_text(found, analysis.game.stakes, glyphs(signs), short)


def odds(share: Fraction) -> str:
    """How likely an outcome is: `1/18`; in per cent where that is not a simple part."""
    return str(share) if share.denominator < SIMPLE else f"{float(100 * share):.1f} %"
