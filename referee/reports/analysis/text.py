"""An analysis in lines and in sentences: what each move is worth, who is winning, where methods disagree."""

from collections.abc import Iterator
from fractions import Fraction

from games.base.notation import printable
from games.capabilities import hides_information
from games.game import CHANCE
from players.search.values.value_iteration import VALUE_ITERATION
from referee.analysis.analysis import Analysis, MoveRow, disputes
from referee.analysis.method_result import JUDGE, MethodResult
from referee.drawing.glyphs import Line, Signs, Span
from referee.drawing.number_format import Glyphs, format_count, format_seconds, glyphs
from referee.drawing.text_table import Column, TextTable, printable_text
from referee.drawing.text_width import cut, wrapped
from referee.solving.outcome_text import bounds, full_stop, line_text, outcome, share_text, value_text, within
from referee.solving.value import Value
from referee.spoken.pictures import picture_sentences

LITTLE = 0.005  # an estimate that counts as 0
SHOWN = 40  # moves shown unless all are wanted
LEAST = 4  # the least cells of a move's text
SIMPLE = 1000  # the least denominator of odds that are given in per cent
EXPECTED = 12  # moves of the line that are shown
SPOKEN = Glyphs("-", "plus or minus ", ", {}", "between {low} and {high}")


def verdict(analysis: Analysis, glyphs: Glyphs) -> str:
    """Say who is winning, by the most trusted method that knows."""
    for result in analysis.results.values():
        if said := settled(analysis, result):
            return said
    judges = [each for each in analysis.speaking if each.method == JUDGE or each.judge]
    for result in (*judges, *reversed(analysis.speaking)):  # a share of games tells people more than an estimate
        whole = analysis.whole(result)
        if whole is not None and whole.chance is not None:
            return by_share(analysis, result, whole, glyphs)
    for result in analysis.speaking:
        whole = analysis.whole(result)
        if whole is not None and whole.estimate is not None:
            return by_estimate(analysis, result, whole, glyphs)
    return "Nothing is known yet."


def settled(analysis: Analysis, result: MethodResult) -> str:
    """Say who wins with best play, if the method has proven it; "" otherwise."""
    game, mine = analysis.game, 1 if analysis.seat == 0 else -1
    whole = analysis.whole(result)
    if result.bounds is not None and result.bounds[0] == result.bounds[1]:
        value, distance, vague = result.bounds[0], result.distance or soonest(analysis, result.bounds[0]), False
    elif whole is not None and whole.score is not None and (whole.score > 0 or complete(analysis, result)):
        value, distance = whole.score, whole.distance
        # Another move may win by more.
        vague = whole.or_more or not (value == game.stakes or complete(analysis, result))
    elif result.how == VALUE_ITERATION and whole is not None:
        return on_average(analysis, whole)
    else:
        return ""
    if vague:
        return f"{game.seats[mine * value < 0]} wins with best play."
    said = outcome(game, mine * value)
    return f"{said[0].upper()}{said[1:]}{within(distance)} with best play."


def soonest(analysis: Analysis, value: int) -> int | None:
    """Return the distance of the end by a proven best move of that value; None if unknown."""
    proof = next((analysis.proof(move) for move in analysis.best_moves()[:1]), None)
    return proof.distance if proof is not None and proof.score == value > 0 else None


def complete(analysis: Analysis, result: MethodResult) -> bool:
    """Return whether the method has proven all moves."""
    return len(result.values) == len(analysis.moves) and all(each.proven for each in result.values)


def on_average(analysis: Analysis, whole: Value) -> str:
    """Say what best play wins in a solved game of chance."""
    seat = analysis.seat
    if whole.chance is not None:
        ahead, chance = (seat, whole.chance) if whole.chance >= 0.5 else (1 - seat, 1 - whole.chance)
        return f"{analysis.game.seats[ahead]} wins {100 * chance:.2f} % of games with best play, a draw counting half."
    value = whole.estimate or 0.0
    ahead = seat if value >= 0 else 1 - seat
    return f"{analysis.game.seats[ahead]} wins {abs(value):.2f} points on average with best play."


def by_share(analysis: Analysis, result: MethodResult, whole: Value, glyphs: Glyphs) -> str:
    """Say who wins more of the games that a method plays."""
    seat, chance = analysis.seat, whole.chance or 0.0
    ahead = seat if chance >= 0.5 else 1 - seat
    found = whole.seen_by(0 if ahead == seat else 1)
    won = share_text(found.chance_of(0), found.interval, glyphs)
    name = analysis.game.seats[ahead]
    how = f"{won} of games by {result.how}"
    if abs(chance - 0.5) <= found.doubts[0]:
        return f"Neither is clearly ahead: {name} wins {how}."
    return f"{name} is ahead: it wins {how}."


def by_estimate(analysis: Analysis, result: MethodResult, whole: Value, glyphs: Glyphs) -> str:
    """Say who is better off by an estimate."""
    value = whole.estimate or 0.0
    better = whole if value > 0 else whole.seen_by(1)
    if abs(value) <= max(better.doubts[0], LITTLE):
        return f"Neither is ahead by {result.method}, {result.how}."
    name = analysis.game.seats[analysis.seat if value > 0 else 1 - analysis.seat]
    worth = value_text(Value(estimate=better.estimate, interval=better.interval), analysis.game.stakes, glyphs)
    return f"{name} is ahead: worth {worth} to it by {result.method}, {result.how}."


def remarks(analysis: Analysis, glyphs: Glyphs) -> Iterator[str]:
    """Yield the remarks beside the table: bounds, disagreements, what is hidden."""
    game, mine = analysis.game, 1 if analysis.seat == 0 else -1
    for result in analysis.results.values():
        if result.bounds and result.bounds[0] < result.bounds[1]:
            least, most = sorted(mine * end for end in result.bounds)
            if (least, most) != (-game.stakes, game.stakes):
                yield f"Proven so far: {bounds(game, least, most)}."
    for result, first, trusted in disputes(analysis):
        said = f"{result.method} would play {first.text}, {value_text(first, game.stakes, glyphs)}"
        if trusted is not None:
            verb = "" if trusted.score else "is a " if trusted.proven else "is worth "
            said += f"; by {analysis.speaking[0].method} that {verb}{value_text(trusted, game.stakes, glyphs)}"
        yield f"They disagree: {said}."
    if hides_information(game):
        name = game.seats[analysis.seat]
        yield f"Judged by what {name} can know; all that is hidden from it is imagined, again and again."


def effort(result: MethodResult) -> str:
    """Say how a method found its result, and what that took."""
    if not result.nodes:
        return f"{result.method}: {result.how}"
    seconds = format_seconds(result.seconds)
    if not result.values:
        return f"{result.method}: {result.how}; {seconds}"
    return f"{result.method}: {result.how}; {result.nodes:,} positions in {seconds}"


def judge_text(analysis: Analysis, result: MethodResult, glyphs: Glyphs) -> str:
    """Say what one of several judges finds: its evaluation, its depth and its line; "" for other methods."""
    if not result.judge:
        return ""
    whole = analysis.whole(result)
    worth = f"{value_text(whole, analysis.game.stakes, glyphs)}, " if whole is not None else ""
    line = f"; line {line_text(result.line, EXPECTED, None)}" if result.line else ""
    return f"{result.judge}: {worth}{result.how.removeprefix(f'{result.judge}, ')}{line}"


def window_lines(analysis: Analysis, width: int, signs: Signs, most: int | None = None) -> list[Line]:
    """Return the table and the summary, at most `most` lines of them."""
    below = summary_lines(analysis, width, signs)
    if most is None:
        return [*table(analysis, width, signs, None), [], *below]
    while below and len(below) > max(1, most - 5):
        below.pop()
    return [*table(analysis, width, signs, max(1, most - len(below) - 2)), [], *below][:most]


def printed_lines(analysis: Analysis, width: int, signs: Signs, whole: bool = False, more: str = "") -> list[Line]:
    """Return the table and the summary, with SHOWN moves at most unless `whole`; `more` says how to see the rest."""
    most = None if whole or len(analysis.moves) <= SHOWN else SHOWN + 1
    return [*table(analysis, width, signs, most, more), [], *summary_lines(analysis, width, signs)]


def scrolled_lines(analysis: Analysis, width: int, signs: Signs) -> list[Line]:
    """Return who is winning, then the table of all moves, to be scrolled."""
    above, below = conclusion_lines(analysis, width, signs), grounds_lines(analysis, width, signs)
    return [*above, [], *table(analysis, width, signs, None), [], *below]


def summary_lines(analysis: Analysis, width: int, signs: Signs) -> list[Line]:
    """Return who is winning, the expected line, remarks, and how all of it was found."""
    return conclusion_lines(analysis, width, signs) + grounds_lines(analysis, width, signs)


def conclusion_lines(analysis: Analysis, width: int, signs: Signs) -> list[Line]:
    """Return who is winning, and the expected line."""
    lines = wrapped(printable_text(verdict(analysis, glyphs(signs)), signs), width, "strong", "  ")
    if line := analysis.line():
        told = line_text(line, EXPECTED, analysis.distance())
        lines += wrapped(printable_text(f"line  {told}", signs), width, indent="  ")
    return lines


def grounds_lines(analysis: Analysis, width: int, signs: Signs) -> list[Line]:
    """Return remarks, and how all of it was found."""
    lines: list[Line] = []
    for remark in remarks(analysis, glyphs(signs)):
        lines += wrapped(printable_text(remark, signs), width, indent="  ")
    for result in analysis.results.values():
        if said := judge_text(analysis, result, glyphs(signs)):
            lines += wrapped(printable_text(said, signs), width, indent="  ")
        else:
            lines += wrapped(printable_text(effort(result), signs), width, "faint", "  ")
    return lines


def table(analysis: Analysis, width: int, signs: Signs, most: int | None, more: str = "") -> list[Line]:
    """Return the titles and a line for each move, at most `most`; then the last says how many are left, and `more`."""
    rows = analysis.rows()
    kept = len(rows) if most is None or len(rows) <= most else max(1, most - 1)
    lines = fitting(analysis, rows[:kept], width, signs).lines([at for at, row in enumerate(rows) if row.best])
    if kept < len(rows) and most != 1:
        lines.append([Span(cut(f"and {len(rows) - kept:,} more{more}", width), "faint")])
    return lines


def fitting(analysis: Analysis, rows: list[MoveRow], width: int, signs: Signs) -> TextTable:
    """Return the table with as many columns as fit beside the moves.

    Depths in titles go first, then visits, margins, odds, and the last methods.
    """
    texts = [("* " if row.best else "  ") + printable_text(printable(row.text), signs) for row in rows]
    moves = Column("  move", texts, left=True, least=LEAST + 2)
    for short, needless in ((0, 3), (1, 3), (1, 2), (2, 2), (2, 0)):
        kept = [each for each in measured(analysis, rows, signs, short) if each.needless <= needless]
        if TextTable([moves, *kept]).width <= width:
            break
    while kept and TextTable([moves, *kept]).narrowest > width:
        kept.pop()
    return TextTable([moves, *kept]).fit(width, signs.more)


def measured(analysis: Analysis, rows: list[MoveRow], signs: Signs, short: int) -> list[Column]:
    """Return the columns of the methods that say something; `short` leaves out depths (1) and margins (2) too."""
    columns = []
    if analysis.odds:
        columns.append(Column("odds", [odds(row.odds or Fraction()) for row in rows], 1, role="faint"))
    for result in analysis.speaking:
        name = result.method
        found = [row.values.get(name) for row in rows]
        texts = ["" if each is None else cell(each, analysis, signs, short > 1) for each in found]
        how = f", {result.how.partition(',')[0]}" if result.depth and not result.playouts and not short else ""
        columns.append(Column((result.judge or name) + how, texts))
        visits = ["" if each is None or not each.visits else f"{each.visits:,}" for each in found]
        if any(visits):
            columns.append(Column("visits", visits, 3, role="faint"))
    return columns


def cell(found: Value, analysis: Analysis, signs: Signs, short: bool) -> str:
    """Return what a move is worth, in few characters."""
    return value_text(found, analysis.game.stakes, glyphs(signs), short)


def odds(share: Fraction) -> str:
    """Return how likely an outcome is: `1/18`; in per cent if the denominator is large."""
    return str(share) if share.denominator < SIMPLE else f"{float(100 * share):.1f} %"


def position_sentences(analysis: Analysis) -> Iterator[str]:
    """Yield the position, and whose move it is."""
    game = analysis.game
    after = f" after {' '.join(analysis.after)}" if analysis.after else ""
    yield f"{analysis.spec}{after}: {'chance' if game.turn == CHANCE else game.seats[game.turn]} to move."
    yield from picture_sentences(game.show(game.turn if hides_information(game) else None), game.seats)


def sentences(analysis: Analysis, whole: bool = False, more: str = "") -> Iterator[str]:
    """Yield the verdict, the line and each move, at most SHOWN unless `whole`; `more` says how to hear the rest."""
    yield verdict(analysis, SPOKEN)
    if line := analysis.line():
        yield full_stop(f"Expected: {line_text(line, None, analysis.distance())}")
    rows = analysis.rows()
    for row in rows if whole else rows[:SHOWN]:
        said = []
        for name, found in row.values.items():
            visits = f", {format_count(found.visits, 'playout')}" if found.visits else ""
            said.append(f"{name} {value_text(found, analysis.game.stakes, SPOKEN)}{visits}")
        best = ", best" if row.best else ""
        odds = "" if row.odds is None else f", {row.odds}"
        yield (f"{row.text}{best}{odds}: {'; '.join(said) or 'nothing is known'}.")
    if not whole and len(rows) > SHOWN:
        yield f"And {len(rows) - SHOWN:,} more{more}."
    yield from remarks(analysis, SPOKEN)
    for result in analysis.results.values():
        yield full_stop(judge_text(analysis, result, SPOKEN) or effort(result))
