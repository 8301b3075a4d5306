"""Searches compared, in lines and in sentences: tables by depth and by playouts, what changed, and a chart."""

from __future__ import annotations

from math import log10
from typing import TYPE_CHECKING

from games.adapters.undo import ranks_moves
from games.base.notation import printable
from referee.analysis.compare import POSITIONS, TREES
from referee.analysis.method_result import NODES
from referee.drawing.glyphs import ASCII, Line, Signs, Span
from referee.drawing.number_format import format_count, format_seconds, glyphs
from referee.drawing.text_table import Column, TextTable, printable_text
from referee.drawing.text_width import cut, wrapped
from referee.reports.analysis.text import SPOKEN
from referee.solving.outcome_text import plies, value_text
from referee.solving.value import sign

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from referee.analysis.compare import Comparison, DepthRow, PlayoutRow
    from referee.drawing.number_format import Glyphs


NAMED = 6  # right moves that are named
UNKNOWN = "-"  # in place of an answer beyond the limits
MOVE = 24  # the most columns for a move and its marks
BAR = 10  # columns of a full bar
SIDE = 6  # columns of a bar to either side
SEVERAL = "*"
INK = {False: ("█", "░"), True: ("#", ".")}


def remarks(found: Comparison, glyphs: Glyphs) -> Iterator[str]:
    """Yield the sentences below the tables."""
    yield from exact_remark(found)
    if found.rows or found.missed:
        yield from horizon_remarks(found, glyphs)
        if found.missed:
            names = [kind.name for kind in found.kinds if kind.name in found.missed]
            said = ", ".join(f"{name} to {plies(found.missed[name])}" for name in names)
            yield f"- would take {limit(found, NODES)}: {said}."
        reasons = ["leaves out moves that the game ranks as hopeless"] if ranks_moves(found.game) else []
        for name, depths in found.disagreements().items():
            why = [*reasons, *(["knows some positions by a deeper search"] if name in ("table", "best") else [])]
            yield f"{name} finds another value than {found.told[0]} at {depths_text(depths)}: it {' or '.join(why)}."
        yield from (f"{kind.name}: {kind.note}." for kind in found.kinds)
    if found.missing is not None:
        yield f"mcts: {format_count(TREES, 'tree')} of {found.missing:,} playouts would take {limit(found, POSITIONS)}."


def exact_remark(found: Comparison) -> Iterator[str]:
    """Yield which moves are right, if known."""
    if found.right is None:
        if found.how:
            yield f"exact: {found.how}, so it is not known which moves are right."
        return
    moves = found.game.moves()
    right = [found.game.text(move) for move in moves if move in found.right]
    if len(right) == len(moves):
        yield f"exact: all moves are worth the same, by {found.how}."
    elif len(right) <= NAMED:
        yield f"exact: right {'is' if len(right) == 1 else 'are'} {' '.join(right)}, by {found.how}."
    else:
        yield f"exact: {len(right)} of {len(moves)} moves are right, by {found.how}."


def horizon_remarks(found: Comparison, glyphs: Glyphs) -> Iterator[str]:
    """Yield how the move changes as searches look further, and when it is proven."""
    for name in found.told:
        rows = found.of(name)
        if not rows:
            continue
        changes = [row for row in rows if row.depth in found.changes(name)]
        said = f"{name} plays {rows[0].text} at depth {rows[0].depth}"
        said += "".join(f", {row.text} from depth {row.depth} on" for row in changes)
        end = f"; proven at depth {rows[-1].depth}: {value_text(rows[-1].value, found.game.stakes, glyphs)}"
        yield f"{said}{end if rows[-1].proven else ''}."
        if wrong := [row.depth for row in rows if found.wrong(row.move)]:
            yield f"{name} is wrong at {depths_text(wrong)}: its horizon hides why the move is bad."


def limit(found: Comparison, positions: int) -> str:
    """Say what stopped a search."""
    seconds = found.task.budget.seconds
    return f"more than {positions:,} positions" if seconds is None else f"more than {seconds:g} seconds"


def depths_text(depths: Sequence[int]) -> str:
    """Return `depth 3` or `depths 1, 2, 5`."""
    return f"depth{'s' * (len(depths) > 1)} {', '.join(map(str, depths))}"


def answer_text(found: Comparison, row: DepthRow | None, glyphs: Glyphs) -> tuple[str, str]:
    """Return the value that a search finds, and its move with marks; blank without an answer."""
    if row is None:
        return "", ""
    marks = [
        *["?"] * found.wrong(row.move),
        *["changed"] * (row.depth in found.changes(row.search)),
        *["proven"] * row.proven,
    ]
    return value_text(row.value, found.game.stakes, glyphs), " ".join([row.text, *marks])


def comparison_lines(found: Comparison, width: int, signs: Signs, whole: bool = False) -> Iterator[Line]:
    """Yield the comparison; with `whole` the answers of every search, otherwise of the two that tell most."""
    if found.rows or found.missed:
        groups = fitting_answers(found, whole, signs, width)
        yield from titled("value and move by depth", depth_blocks(found, groups, width), width)
        yield from titled("positions by depth", depth_blocks(found, measured(found, positions), width), width)
        yield from titled("time by depth", depth_blocks(found, measured(found, duration), width), width)
        title = "positions by depth, from 1: ten times as many from one | to the next"
        yield from titled(title, chart(found, width), width)
    if found.curve:
        yield from titled("mcts by playouts: what trees of different seeds play", curve(found, width, signs), width)
    for remark in remarks(found, glyphs(signs)):
        yield from wrapped(printable_text(remark, signs), width, indent="  ")


def titled(title: str, lines: list[Line], width: int) -> Iterator[Line]:
    """Yield the lines below their title, with a blank line at the end."""
    yield from wrapped(title, width, "title", "  ")
    yield from lines
    yield []


def depth_blocks(found: Comparison, groups: list[list[Column]], width: int) -> list[Line]:
    """Return a table by depth of these groups of columns.

    Groups without room side by side follow below, with the depths again.
    """
    lines: list[Line] = []
    while groups:
        kept = 1
        while kept < len(groups) and depth_table(found, groups[: kept + 1]).width <= width:
            kept += 1
        lines += depth_table(found, groups[:kept]).lines()
        groups = groups[kept:]
    return lines


def depth_table(found: Comparison, groups: list[list[Column]]) -> TextTable:
    """Return the groups of columns as one table, after a column of the depths."""
    depths = Column("depth", [str(depth) for depth in found.depths], role="faint")
    return TextTable([depths, *(column for group in groups for column in group)])


def fitting_answers(found: Comparison, whole: bool, signs: Signs, width: int) -> list[list[Column]]:
    """Return the columns of `answers`, with bars if there is room."""
    groups = answers(found, whole, signs, largest(found))
    return groups if depth_table(found, groups).width <= width else answers(found, whole, signs, 0.0)


def answers(found: Comparison, whole: bool, signs: Signs, scale: float) -> list[list[Column]]:
    """Return the values and moves that searches find, with bars on a `scale`; 0: none."""
    groups = []
    for name in [kind.name for kind in found.kinds] if whole else found.told:
        rows = [found.at(name, depth) for depth in found.depths]
        texts = [answer_text(found, row, glyphs(signs)) for row in rows]
        values = [value or gap(found, name, depth) for (value, _), depth in zip(texts, found.depths, strict=True)]
        moves = [cut(printable_text(printable(move), signs), MOVE, signs.more) for _, move in texts]
        groups.append([Column(name, values), *bars(rows, scale, signs), Column("move", moves, left=True)])
    return groups


def bars(rows: list[DepthRow | None], scale: float, signs: Signs) -> list[Column]:
    """Return a column of bars for the values; none without a scale."""
    return [Column("", [balance(row, scale, signs) for row in rows], left=True)] if scale else []


def balance(row: DepthRow | None, scale: float, signs: Signs) -> str:
    """Return a bar to the right for a good value, to the left for a bad one; full if it is won or lost."""
    if row is None:
        return ""
    ink, _ = INK[signs is ASCII]
    value = row.value.estimate if row.value.score is None else sign(row.value.score) * scale
    cells = round(SIDE * max(-1.0, min(1.0, (value or 0.0) / scale)))
    return f"{ink * max(-cells, 0):>{SIDE}}{signs.wall}{ink * max(cells, 0):<{SIDE}}"


def largest(found: Comparison) -> float:
    """Return the largest absolute estimate, at least 1: the scale of bars."""
    return max([1.0, *(abs(row.value.estimate) for row in found.rows if row.value.estimate is not None)])


def measured(found: Comparison, tell: Callable[[DepthRow], str]) -> list[list[Column]]:
    """Return a column of what each search took."""

    def text(name: str, depth: int) -> str:
        row = found.at(name, depth)
        return tell(row) if row else gap(found, name, depth)

    return [[Column(kind.name, [text(kind.name, depth) for depth in found.depths])] for kind in found.kinds]


def gap(found: Comparison, name: str, depth: int) -> str:
    """Return UNKNOWN if the search stopped at its limits before `depth`, "" if it was done."""
    return UNKNOWN if found.missed.get(name, depth + 1) <= depth else ""


def positions(row: DepthRow) -> str:
    """Return the positions visited for an answer."""
    return f"{row.nodes:,}"


def duration(row: DepthRow) -> str:
    """Return the time taken for an answer."""
    return format_seconds(row.seconds)


def chart(found: Comparison, width: int) -> list[Line]:
    """Return letters of the searches on an axis of positions, a line a depth; a star if several fall together."""
    letters = letters_of([kind.name for kind in found.kinds])
    most = max((row.nodes for row in found.rows), default=1)
    tens = int(log10(max(most, 2))) + 1
    room = max(tens * 4, min(width, 100) - 8)
    ticks = ["."] * (room + 1)
    for ten in range(tens + 1):
        ticks[ten * room // tens] = "|"
    lines: list[Line] = []
    for depth in found.depths:
        cells = list(ticks)
        for row in found.rows:
            if row.depth == depth:
                place = round(log10(row.nodes) / tens * room)
                cells[place] = letters[row.search] if cells[place] in ".|" else SEVERAL
        lines.append([Span(f"{depth:>5}  ", "faint"), Span("".join(cells))])
    said = "   ".join([*(f"{letter} {name}" for name, letter in letters.items()), f"{SEVERAL} several"])
    return [*lines, *wrapped(said, width, "faint")]


def letters_of(names: list[str]) -> dict[str, str]:
    """Return a letter for each name: the first of its own that is free."""
    found: dict[str, str] = {}
    for name in names:
        found[name] = next(letter for letter in name if letter.isalpha() and letter not in found.values())
    return found


def curve(found: Comparison, width: int, signs: Signs) -> list[Line]:
    """Return a line for each number of playouts."""
    rows = found.curve
    word, counted = goal(found)
    shares = [row.share(counted) for row in rows]
    columns = [
        Column("playouts", [f"{row.playouts:,}" for row in rows], role="faint"),
        Column("most play", [favourite(row, signs) for row in rows], left=True),
        Column(cut(printable_text(printable(word), signs), MOVE, signs.more), list(map(percent, shares))),
        Column("", [bar(share, signs) for share in shares], 1, left=True),
        Column("worth", [f"{percent(row.mean)} {glyphs(signs).margin}{100 * row.spread:.0f}" for row in rows], 2),
        Column("positions", [f"{row.nodes:,.0f}" for row in rows], 3),
        Column("time", [format_seconds(row.seconds) for row in rows], 4),
    ]
    note = f"Of {len(rows[0].answers)} trees: what they find their move worth, with the spread; what one took."
    return [*TextTable(columns).fit(width, signs.more).lines(), *wrapped(note, width, "faint", "  ")]


def goal(found: Comparison) -> tuple[str, frozenset[int]]:
    """Return a word for the moves that trees should find, and the moves: the right ones, or the final favourite."""
    if found.right is not None and len(found.right) < len(found.game.moves()):
        return "right", found.right
    best = found.curve[-1].favourite
    return f"play {best.text}", frozenset({best.move})


def favourite(row: PlayoutRow, signs: Signs) -> str:
    """Return the move that most trees play, and how many do."""
    text = cut(printable_text(printable(row.favourite.text), signs), MOVE, signs.more)
    return f"{text} {percent(row.share({row.favourite.move}))}"


def percent(share: float) -> str:
    """Return a share in whole per cent."""
    return f"{100 * share:.0f} %"


def bar(share: float, signs: Signs) -> str:
    """Return the share as a bar."""
    full = round(share * BAR)
    ink, rest = INK[signs is ASCII]
    return ink * full + rest * (BAR - full)


def comparison_sentences(found: Comparison) -> Iterator[str]:
    """Yield the comparison in sentences."""
    for depth in found.depths:
        rows = [row for kind in found.kinds if (row := found.at(kind.name, depth))]
        if rows:
            yield f"Depth {depth}: {'; '.join(answer_phrase(found, row) for row in rows)}."
    yield from (playouts_sentence(found, row) for row in found.curve)
    yield from remarks(found, SPOKEN)


def answer_phrase(found: Comparison, row: DepthRow) -> str:
    """Return the answer of one search at one depth."""
    value, move = answer_text(found, row, SPOKEN)
    said = f"{row.search} {value} by {move.replace('?', 'which is wrong')}"
    return f"{said}, {format_count(row.nodes, 'position')} in {format_seconds(row.seconds)}"


def playouts_sentence(found: Comparison, row: PlayoutRow) -> str:
    """Say what trees of one size play."""
    best = row.favourite
    right = "" if found.right is None else f", {percent(row.share(found.right))} of them right"
    return (
        f"{format_count(row.playouts, 'playout')}: of {format_count(len(row.answers), 'tree')}"
        f" {percent(row.share({best.move}))} play {best.text}{right}; worth {percent(row.mean)} by them."
    )
