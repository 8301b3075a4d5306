"""What `referee analyse --compare` prints and writes: tables, sentences, a chart, JSON and SVG."""

from __future__ import annotations

import json
from math import log10
from typing import TYPE_CHECKING, Any

import click

import games
from games.adapters.undo import ranks_moves
from games.base.notation import printable
from games.dataclass import dataclass
from games.names.catalogue import SpecError
from players.player import Unplayable
from referee.analysis.compare import POSITIONS, TREES, CompareTask, Comparison
from referee.analysis.method_result import NODES
from referee.drawing import terminal
from referee.drawing.glyphs import ASCII, Line, Signs, Span
from referee.drawing.markup import Markup, element
from referee.drawing.number_format import TYPED, format_count, format_seconds, glyphs
from referee.drawing.picture import draw
from referee.drawing.progress import meter
from referee.drawing.surface import Colourful, Plain, Surface
from referee.drawing.svg_plot import HIGH, LEFT, ROW, TOP, WIDTH, Point, axis, curve_line, frame, plots_svg
from referee.drawing.text_table import Column, TextTable, printable_text
from referee.drawing.text_width import cut, wrapped
from referee.errors.attribution import attribute_errors
from referee.reports.analysis.text import SPOKEN
from referee.solving.outcome_text import plies, value_text
from referee.solving.value import sign
from referee.storage import record_file

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from referee.analysis.compare import DepthRow, PlayoutRow
    from referee.drawing.number_format import Glyphs
    from referee.support.settings import Settings

NAMED = 6  # right moves that are named
FAIR = 2  # plies from which branching says something
UNKNOWN = "-"  # in place of an answer beyond the limits
MOVE = 24  # the most columns for a move and its marks
BAR = 10  # columns of a full bar
SIDE = 6  # columns of a bar to either side
SEVERAL = "*"
INK = {False: ("█", "░"), True: ("#", ".")}
MARKED = 12  # depths up to which all moves are written; more have no room side by side
ROOM = 1.25  # wins are drawn at this multiple of the largest estimate
OF_VALUES = ("score", "or_more", "distance", "chance", "estimate")


def remarks(found: Comparison, glyphs: Glyphs) -> Iterator[str]:
    """Yield the sentences below the tables."""
    yield from exact_remark(found)
    if found.rows or found.missed:
        yield from horizon_remarks(found, glyphs)
        yield from branching_remark(found)
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


def branching_remark(found: Comparison) -> Iterator[str]:
    """Yield the effective branching factor of each search at the deepest depth that every line was searched to.

    That is the number whose d-th power is the number of positions at depth d.
    """
    plain = found.kinds[0].name
    rows = found.of(plain)
    if not rows or rows[-1].depth < FAIR:
        return
    depth = rows[-1].depth
    factors = {kind.name: row.nodes ** (1 / depth) for kind in found.kinds if (row := found.at(kind.name, depth))}
    said = ", ".join(f"{name} {factor:.1f}" for name, factor in factors.items())
    best = f"; the best case of pruning is the square root of {plain}'s, {factors[plain] ** 0.5:.1f}"
    yield f"effective branching to depth {depth}: {said}{best if len(factors) > 1 else ''}."


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
    """Yield the comparison; with `whole` the answers of every search, otherwise of the two most informative ones."""
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


def comparison_svg(found: Comparison) -> str:
    """Return the charts as a file, on a light or dark ground as the reader prefers."""
    plots = []
    if found.rows:
        plots += [positions_plot, values_plot]
    if found.curve:
        plots.append(playouts_plot)
    height = max(1, len(plots)) * ROW
    drawn = [part for at, plot in enumerate(plots) for part in plot(found, at * ROW + TOP)]
    return plots_svg(f"Searches of {found.spec} compared", " ".join(remarks(found, TYPED)), drawn, height)


def positions_plot(found: Comparison, top: float) -> Iterator[Markup]:
    """Yield the positions of all searches by depth, on a logarithmic scale."""
    tens = int(log10(max(2, *(row.nodes for row in found.rows)))) + 1
    names = [kind.name for kind in found.kinds]
    yield from frame("Positions by depth", names, top, ((ten / tens, f"{10**ten:,}") for ten in range(tens + 1)))
    yield from depth_axis(found, top)
    for at, name in enumerate(names):
        points = [
            Point(across(found, row), log10(row.nodes) / tens, f"{name}, depth {row.depth}: {row.nodes:,} positions")
            for row in found.of(name)
        ]
        yield from curve_line(points, at, top)


def values_plot(found: Comparison, top: float) -> Iterator[Markup]:
    """Yield the values by depth of the two most informative searches, and below them their moves."""
    scale = largest(found)
    ticks = [(level(part * scale, scale), f"{part * scale:+g}" if part else "0") for part in (-1, 0, 1)]
    if any(row.value.score for row in found.rows):
        ticks += [(0.0, "loses"), (1.0, "wins")]
    names = [kind.name for kind in found.kinds]
    yield from frame("Value and move by depth", list(found.told), top, ticks, names)
    yield from depth_axis(found, top)
    for line, name in enumerate(found.told):
        points = []
        for row in found.of(name):
            value, move = answer_text(found, row, TYPED)
            said = f"{name}, depth {row.depth}: {value} by {move}"
            points.append(Point(across(found, row), height_of(row, scale), said, row.proven))
        yield from curve_line(points, names.index(name), top)
        yield from moves_line(found, name, top + HIGH + 42 + 18 * line)


def moves_line(found: Comparison, name: str, y: float) -> Iterator[Markup]:
    """Yield the moves of a search below the depths: changed ones in bold, wrong ones with `?`."""
    yield element("text", name, class_="side", x=LEFT - 8, y=f"{y:g}")
    changes = found.changes(name)
    for at, row in enumerate(found.of(name)):
        if at and len(found.depths) > MARKED and row.depth not in changes:
            continue
        kind = "move changed" if row.depth in changes else "move"
        x = f"{LEFT + WIDTH * across(found, row):.1f}"
        yield element("text", row.text + (" ?" if found.wrong(row.move) else ""), class_=kind, x=x, y=f"{y:g}")


def playouts_plot(found: Comparison, top: float) -> Iterator[Markup]:
    """Yield how many trees play what they should, and how they value their moves, with the spread."""
    word, counted = goal(found)
    shares = [(part / 4, percent(part / 4)) for part in range(5)]
    rows = found.curve
    yield from frame("mcts by playouts", [word, "worth"], top, shares)
    places = [(at + 0.5) / len(rows) for at in range(len(rows))]
    yield from axis([(place, f"{row.playouts:,}") for place, row in zip(places, rows, strict=True)], top)
    for place, row in zip(places, rows, strict=True):
        low, high = (Point(place, max(0.0, min(1.0, row.mean + way * row.spread)), "") for way in (-1, 1))
        yield element("line", class_="error", x1=low.x, x2=low.x, y1=f"{low.y(top):.1f}", y2=f"{high.y(top):.1f}")
    found_right = [
        Point(place, row.share(counted), f"{row.playouts:,} playouts: {percent(row.share(counted))} {word}")
        for place, row in zip(places, rows, strict=True)
    ]
    worth = [
        Point(place, row.mean, f"{row.playouts:,} playouts: worth {percent(row.mean)}, spread {percent(row.spread)}")
        for place, row in zip(places, rows, strict=True)
    ]
    yield from curve_line(found_right, 0, top)
    yield from curve_line(worth, 1, top)


def across(found: Comparison, row: DepthRow) -> float:
    """Return the place of an answer's depth on the axis."""
    return (found.depths.index(row.depth) + 0.5) / len(found.depths)


def level(value: float, scale: float) -> float:
    """Return the height of an estimate, below all wins and above all losses."""
    return 0.5 + value / scale / ROOM / 2


def height_of(row: DepthRow, scale: float) -> float:
    """Return the height of an answer's value: wins on top, losses at the foot, draws in the middle."""
    if row.value.score is not None:
        return 0.5 + sign(row.value.score) / 2
    return level(row.value.points, scale)


def depth_axis(found: Comparison, top: float) -> Iterator[Markup]:
    """Yield the depths below a plot."""
    count = len(found.depths)
    step = -(-count // 20)
    yield from axis([((at + 0.5) / count, str(found.depths[at])) for at in range(0, count, step)], top)


def comparison_as_json(found: Comparison) -> dict[str, Any]:
    """Return the comparison as JSON types, with values for the seat to move."""
    game = found.game
    right = None if found.right is None else [game.text(move) for move in game.moves() if move in found.right]
    return {
        "game": found.spec, "after": list(found.after), "turn": game.seats[game.turn], "right": right,
        "depths": [depth_row(found, row) for row in found.rows], "missed": found.missed,
        "playouts": [playout_row(found, row) for row in found.curve], "missing": found.missing,
    }  # fmt: skip


def depth_row(found: Comparison, row: DepthRow) -> dict[str, Any]:
    """Return the answer of one search at one depth."""
    value = {name: getattr(row.value, name) for name in OF_VALUES}
    return {"search": row.search, "depth": row.depth, "nodes": row.nodes, "seconds": row.seconds} | value | {
        "move": row.text, "right": None if found.right is None else row.move in found.right, "proven": row.proven,
    }  # fmt: skip


def playout_row(found: Comparison, row: PlayoutRow) -> dict[str, Any]:
    """Return the answers of the trees of one size, each with its own seed."""
    return {
        "playouts": row.playouts, "nodes": row.nodes, "seconds": row.seconds,
        "right": None if found.right is None else row.share(found.right), "mean": row.mean, "spread": row.spread,
        "trees": [{"move": each.text, "chance": each.chance, "final": each.final} for each in row.answers],
    }  # fmt: skip


@dataclass(frozen=True)
class CompareRequest:
    """What to compare, and how to print it.

    spec   the game;  opening  the texts of the moves before.
    whole  whether to print the answers of all searches;  svg  the file for the chart, or None.
    """

    spec: str
    opening: tuple[str, ...]
    task: CompareTask
    settings: Settings
    whole: bool = False
    as_json: bool = False
    svg: Path | None = None


def compare(request: CompareRequest) -> None:
    """Compare searches of the position and print what was found.

    Raises SpecError for what cannot be compared, and KeyboardInterrupt after Ctrl-C, once what is known is printed.
    """
    game = games.load(request.spec, request.opening)
    if game.score() is not None:
        raise SpecError("the game is over; there is nothing to compare")
    if request.svg is not None:
        record_file.check_writable(request.svg)
    found = Comparison(request.spec, request.opening, game, request.task)
    stopped = False
    with meter() as tell, attribute_errors(game, lambda: location(request), still=True):
        try:
            found.run(lambda said: tell(said, None))
        except KeyboardInterrupt:
            stopped = True
        except Unplayable as error:
            raise SpecError(f"{error}") from error
    show(found, request)
    if stopped:
        click.echo("stopped", err=True, nl=False)  # click ends the line
        raise KeyboardInterrupt


def location(request: CompareRequest) -> str:
    """Return what was being done when something failed, for a message."""
    return f"as searches of {request.spec} were compared, after the moves: {' '.join(request.opening) or 'none'}"


def show(found: Comparison, request: CompareRequest) -> None:
    """Print what is known, and write the chart if it is wanted. Raises SpecError."""
    if request.svg is not None:
        from referee.reports.analysis.compare import comparison_svg

        record_file.write_text(request.svg, comparison_svg(found))
    if request.as_json:
        click.echo(json.dumps(comparison_as_json(found), allow_nan=False))
        return
    wanted, width = request.settings, terminal.width()
    signs = terminal.board_signs(wanted.symbols, wanted.pieces)
    if wanted.plain:
        for sentence in (title(found) + ".", *comparison_sentences(found)):
            Plain().line([Span(sentence)])
        return
    surface: Surface = Colourful(terminal.theme(wanted.theme)) if terminal.fancy() else Plain()
    drawn = draw(found.game.show(), signs, width, height=terminal.height())
    for line in (*wrapped(title(found), width, "title", "  "), [], *drawn, []):
        surface.line(line)
    for line in comparison_lines(found, width, signs, request.whole):
        surface.line(line)


def title(found: Comparison) -> str:
    """Return the position in words."""
    after = f" after {' '.join(found.after)}" if found.after else ""
    return f"{found.spec}{after}: {found.game.seats[found.game.turn]} to move"
