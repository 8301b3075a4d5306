"""The facts of a game in lines: a table of what is known and how, and bars."""

from __future__ import annotations

from math import ceil, fsum
from typing import TYPE_CHECKING, NamedTuple

from games.base.notation import printable
from referee.drawing import text_table
from referee.drawing.glyphs import Line, Signs, Span
from referee.drawing.text_table import GAP
from referee.drawing.text_width import cut, line_width, pad, text_width, wrap, wrapped
from referee.facts.facts import Kind
from referee.solving.outcome_text import outcome

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from referee.facts.count_states import Chances, StateCount
    from referee.facts.facts import Facts, PublishedFact, Rules
    from referee.facts.sample import GameSample
    from referee.solving.value import Value
    from referee.statistics.scoring import Estimate


ROWS = 10  # bars, at most
FILLED = {False: ("\N{FULL BLOCK}", "\N{MEDIUM SHADE}", "\N{LIGHT SHADE}"), True: ("#", "=", ".")}
WIDE = 70  # columns of a window with room for how a fact is known
WIDEST = 80  # columns of a line
LABEL = 14  # columns of a label
HUGE = 10**12  # the least number that is written as a power of ten
PLIES = 10  # at which the branching is written
USUAL = 30  # columns of most values
LABELS = {
    Kind.WINNER: "value", Kind.SCORE: "value", Kind.AVERAGE: "value", Kind.POSITIONS: "positions", Kind.GAMES: "games",
    Kind.STATES: "positions", Kind.TREE: "complexity",
}  # fmt: skip


class Part(NamedTuple):
    """A part of a whole: its name, size and role."""

    name: str
    size: float
    role: str


class Bar(NamedTuple):
    """A bar: its label, its length relative to the others, and the text after it."""

    label: str
    size: float
    value: str


def stacked_bar(parts: Sequence[Part], width: int, signs: Signs) -> Line:
    """Return up to three parts of a whole as one bar, each in its own character, at least one cell wide."""
    whole = fsum(part.size for part in parts) or 1.0
    sizes = [max(int(part.size > 0), round(width * part.size / whole)) for part in parts]
    sizes[sizes.index(max(sizes))] += width - sum(sizes)
    fills = FILLED[signs.more.isascii()]
    return [Span(fill * size, part.role) for fill, size, part in zip(fills, sizes, parts, strict=False) if size > 0]


def legend(parts: Sequence[Part], width: int, signs: Signs) -> list[Line]:
    """Return what the parts of a stacked bar are, in one line, or one each if there is no room."""
    fills = FILLED[signs.more.isascii()]
    whole = fsum(part.size for part in parts) or 1.0
    pieces = [
        [Span(fill, part.role), Span(f" {part.name} {100 * part.size / whole:.1f} %")]
        for fill, part in zip(fills, parts, strict=False)
    ]
    gap = [Span("   ")]
    joined = [span for piece in pieces for span in (*piece, *gap)][:-1]
    return [joined] if line_width(joined) <= width else pieces


def bar_lines(bars: Sequence[Bar], width: int, signs: Signs) -> list[Line]:
    """Return the bars below each other, at most `width` wide; the largest is as long as there is room."""
    fill = FILLED[signs.more.isascii()][0]
    label, value = (max(map(text_width, column), default=0) for column in list(zip(*bars, strict=True))[::2])
    room = max(1, width - label - value - 2)
    most = max((bar.size for bar in bars), default=0.0) or 1.0
    return [
        [
            Span(f"{pad(bar.label, label, '>')} ", "faint"),
            Span(fill * ceil(room * bar.size / most - 0.5)),
            Span(f" {bar.value}"),
        ]
        for bar in bars
    ]


def histogram_bars(counts: Mapping[int, int]) -> list[Bar]:
    """Return the share of each number; neighbouring numbers share a bar if there are many."""
    least, most, total = min(counts), max(counts), sum(counts.values())
    bars = []
    for start, end in number_ranges(least, most):
        size = sum(counts.get(number, 0) for number in range(start, end + 1))
        bars.append(Bar(range_text(start, end), size, f"{100 * size / total:.1f} %"))
    return bars


def average_bars(values: Sequence[float]) -> list[Bar]:
    """Return the values from 1 on; neighbouring values share a bar, as their mean, if there are many."""
    bars = []
    for start, end in number_ranges(1, len(values)):
        mean = fsum(values[start - 1 : end]) / (end - start + 1)
        bars.append(Bar(range_text(start, end), mean, f"{mean:.1f}"))
    return bars


def number_ranges(least: int, most: int) -> list[tuple[int, int]]:
    """Return the numbers from `least` to `most` as at most ROWS ranges of equal size."""
    size = ceil((most - least + 1) / ROWS)
    return [(start, min(start + size - 1, most)) for start in range(least, most + 1, size)]


def range_text(start: int, end: int) -> str:
    """Return a range in few characters."""
    return str(start) if start == end else f"{start}-{end}"


class FactRow(NamedTuple):
    """A fact: its label, its value, and how it is known."""

    label: str
    value: str
    how: str = ""


def facts_lines(facts: Facts, width: int, signs: Signs, plain: bool = False) -> list[Line]:
    """Return the facts in lines, at most `width` wide if that is at least 30; `plain` without bars."""
    width = min(width, WIDEST)
    title = f"{facts.game}, seed {facts.seed}"
    told = [*wrapped(printable(title), width, "title"), *table_lines(rule_rows(facts.rules), width)]
    if counted := [*count_rows(facts.census), *value_rows(facts)]:
        told += [[], *wrapped("what can be counted and solved", width), *table_lines(counted, width)]
    if facts.published:
        rows = [published_row(each, facts.rules) for each in facts.published]
        told += [[], *wrapped("published by others", width), *table_lines(rows, width, below=True)]
    chances = facts.census.tree.chances if facts.census and facts.census.tree else None
    for sample, exact in ((facts.random, chances), (facts.strong, None)):
        if sample:
            told += [[], *wrapped(f"{printable(sample.player)} against itself, {games_text(sample)}", width)]
            told += table_lines(
                [*outcome_rows(facts.rules, sample, exact), *length_rows(sample, exact, facts.census)], width
            )
            told += [] if plain else charts(facts.rules, sample, width, signs)
    if facts.random and not facts.strong and not facts.stopped:
        told += [
            [],
            *wrapped("no strong play: it would take long here; ask for it with --strong PLAYER", width, "faint"),
        ]
    if facts.hasty and not facts.random:
        told += [[], *wrapped("no random game ended in time", width, "faint")]
    if facts.hasty:
        told += [[], *wrapped("time ran out for some of this: another run may find out more, or less", width, "faint")]
    return [[Span(text_table.printable_text(each.text, signs), each.role) for each in line] for line in told]


def rule_rows(rules: Rules) -> list[FactRow]:
    """Return what the rules say."""
    told = [FactRow("seats", " and ".join(map(printable, rules.seats)))]
    told.append(FactRow("score", "won, drawn or lost" if rules.stakes == 1 else f"-{rules.stakes} to {rules.stakes}"))
    told.append(FactRow("chance", "dice or cards" if rules.chance else "none"))
    told.append(FactRow("hidden", "a seat does not see everything" if rules.hidden else "nothing"))
    options = ", ".join(f"{name}={value}" for name, value in rules.options.items())
    return [*told, FactRow("options", printable(options) or "none")]


def count_rows(census: StateCount | None) -> Iterator[FactRow]:
    """Yield what was counted."""
    if census is None:
        return
    if not census.whole:
        yield FactRow("positions", f"more than {round_below(census.positions):,}", "counting stopped there")
        return
    yield FactRow("positions", f"{census.positions:,}", "all counted")
    if census.information_sets is not None:
        yield FactRow("information", f"{census.information_sets:,} sets", "all counted")
    if census.recurs:
        yield FactRow("games", "no end of them", "a position can come again")
    if tree := census.tree:
        yield FactRow("games", large_number_text(tree.games), "all lines of the tree")
        yield FactRow("tree nodes", large_number_text(tree.nodes), "the start and the ends too")
        if tree.branching is not None:
            yield FactRow("branching", f"{tree.branching:.2f} ({census.narrowest} to {census.widest})", "over the tree")
            yield FactRow("by ply", widths_text(census.widths), "branching from the first move on")
        yield FactRow("length", f"{tree.shortest} to {tree.longest} plies", "over the tree")


def widths_text(widths: Sequence[float]) -> str:
    """Return the numbers with a decimal where they are not whole: `9, 8, 7, 6, 5, 3.9`; at most PLIES of them."""
    more = ["..."] if len(widths) > PLIES else []
    return ", ".join([*(f"{width:.1f}".removesuffix(".0") for width in widths[:PLIES]), *more])


def value_rows(facts: Facts) -> list[FactRow]:
    """Return what the game is worth."""
    if facts.worth is None:
        return [FactRow("value", "not known", "not soon solved")] if facts.census or facts.strong else []
    return [FactRow("value", value_text(facts.worth, facts.rules), facts.worth.how)]


def published_row(fact: PublishedFact, rules: Rules) -> FactRow:
    """Return a published fact, with its source."""
    value = published_text(fact, rules)
    return FactRow(LABELS[fact.kind], f"{value} ({fact.note})" if fact.note else value, fact.source)


def published_text(fact: PublishedFact, rules: Rules) -> str:
    """Return what was published, in words or as a number."""
    if fact.kind is Kind.WINNER:
        return "a draw" if fact.number == 0 else f"{printable(rules.seats[0 if fact.number > 0 else 1])} wins"
    if fact.kind is Kind.SCORE:
        return printable(outcome(rules, int(fact.number)))
    if fact.kind is Kind.AVERAGE:
        return f"{fact.number:+.4f} for {printable(rules.seats[0])}"
    return f"about 10^{fact.number:g}" if fact.kind in (Kind.STATES, Kind.TREE) else f"{int(fact.number):,}"


def value_text(worth: Value, rules: Rules) -> str:
    """Return the value in words if it is an outcome, otherwise as a number."""
    off = max(worth.doubts)
    if off or worth.points != int(worth.points) or rules.chance:
        error = f" (at most {off:.4f} off)" if off else ""
        return f"{worth.points:+.4f} for {printable(rules.seats[0])}{error}"
    return printable(outcome(rules, int(worth.points)))


def outcome_rows(rules: Rules, sample: GameSample, exact: Chances | None) -> Iterator[FactRow]:
    """Yield who wins."""
    first = printable(rules.seats[0])
    yield FactRow(
        f"{first} scores", share_text(sample.score), exact_text(exact and 100 * (exact.first + exact.draw / 2), " %")
    )
    if not sample.copies:
        yield FactRow("in Elo", interval_text(sample.elo, "+.0f"), "the first seat over the second")
    yield FactRow("draws", share_text(sample.drawn), exact_text(exact and 100 * exact.draw, " %"))
    if sample.points is not None:
        yield FactRow(
            "points", interval_text(sample.points, "+.2f"), exact_text(exact and exact.points, f" for {first}", "+.4f")
        )


def length_rows(sample: GameSample, exact: Chances | None, census: StateCount | None) -> Iterator[FactRow]:
    """Yield how the games went."""
    yield FactRow("length", f"{interval_text(sample.plies, '.1f')} plies", exact_text(exact and exact.plies, ""))
    yield FactRow("", f"{sample.shortest} to {sample.longest} seen")
    if sample.branching.value is not None:
        yield FactRow("branching", interval_text(sample.branching, ".2f"), "legal moves at a position")
        yield FactRow("", f"{sample.narrowest} to {sample.widest} seen")
    if sample.complexity is not None:
        yield FactRow("complexity", f"10^{sample.complexity:.1f}", "branching to the power of length")
    if census and census.whole:
        return
    if sample.recurred:
        yield FactRow("games", "no end of them", "a position came again")
    elif sample.leaves.value is not None:
        yield FactRow(
            "games", bounded_text(sample.leaves, lambda power: f"10^{power:.1f}"), "Knuth's estimate of the tree"
        )


def charts(rules: Rules, sample: GameSample, width: int, signs: Signs) -> list[Line]:
    """Return charts of who won, how long games were, and how many moves there were."""
    first, second = map(printable, rules.seats)
    won, drawn, lost = sample.counts.wins, sample.counts.draws, sample.counts.losses
    parts = [Part(f"{first} won", won, "first"), Part("drawn", drawn, "faint"), Part(f"{second} won", lost, "second")]
    told = [[], stacked_bar(parts, width, signs), *legend(parts, width, signs)]
    if len(sample.lengths) > 1:
        told += [[], *wrapped("games by their length in plies", width, "faint")]
        told += bar_lines(histogram_bars(sample.lengths), width, signs)
    if len(sample.by_ply) > 1 and sample.narrowest != sample.widest:
        told += [
            [],
            *wrapped("legal moves by ply", width, "faint"),
            *bar_lines(average_bars(sample.by_ply), width, signs),
        ]
    return told


def table_lines(rows: list[FactRow], width: int, below: bool = False) -> list[Line]:
    """Return a line for each fact, or more without room; how it is known stands beside it or below it."""
    label = max(LABEL if width >= WIDE else 0, *(text_width(row.label) for row in rows))
    label = min(label, width // 3)
    value = max((text_width(row.value) for row in rows if text_width(row.value) <= USUAL), default=0)
    told: list[Line] = []
    for row in rows:
        room = max(10, width - label - GAP)
        size = max(value, text_width(row.value)) + GAP
        beside = row.how and not below and width >= WIDE and label + GAP + size + text_width(row.how) <= width
        texts = [row.value] if beside else wrap(row.value, room) or [""]
        for place, text in enumerate(texts):
            head = cut(row.label, label) if place == 0 else ""
            told.append([Span(pad(head, label + GAP), "faint"), Span(text, "strong")])
        if beside:
            told[-1].append(Span(f"{' ' * (size - text_width(row.value))}{row.how}", "faint"))
        elif row.how:
            told += [[Span(f"{' ' * (label + GAP)}{text}", "faint")] for text in wrap(row.how, room)]
    return told


def games_text(sample: GameSample) -> str:
    """Say how many games a sample has, and how many different ones."""
    if sample.games == 1:
        return "1 game"
    if sample.copies:
        return f"{sample.games:,} games, 1 different game: all are copies of it"
    return f"{sample.games:,} games" + (f", {sample.different:,} different" if sample.different < sample.games else "")


def share_text(estimate: Estimate) -> str:
    """Return a share in percent, with its interval if it has one."""
    return bounded_text(estimate, lambda share: f"{100 * share:.1f}", " %")


def interval_text(estimate: Estimate, form: str) -> str:
    """Return a value with its interval; a question mark stands for a missing bound."""
    return bounded_text(estimate, lambda number: f"{number:{form}}")


def bounded_text(estimate: Estimate, written: Callable[[float], str], unit: str = "") -> str:
    """Return a value in that form with its unit, and its interval if it has one."""
    value, low, high = ("?" if each is None else written(each) for each in vars(estimate).values())
    return f"{value}{unit}" + (f" ({low} to {high})" if (low, high) != ("?", "?") else "")


def round_below(number: int) -> int:
    """Return the largest number below `number` with two significant figures."""
    step = int(10 ** max(0, len(str(number)) - 2))
    return (number - 1) // step * step


def large_number_text(number: int) -> str:
    """Return the number, as a power of ten if it is very large."""
    if number < HUGE:
        return f"{number:,}"
    figures = str(number)
    return f"{figures[0]}.{figures[1:3]} x 10^{len(figures) - 1}"


def exact_text(value: float | None, unit: str, form: str = ".2f") -> str:
    """Return what is known exactly of random play."""
    return "" if value is None else f"exactly {value:{form}}{unit}"
