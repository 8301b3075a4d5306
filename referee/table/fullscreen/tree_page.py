"""The page of a tree: title, the tree around the cursor, the position there and what is known of it, and its keys."""

from __future__ import annotations

from asyncio import sleep
from time import monotonic
from typing import TYPE_CHECKING

from prompt_toolkit.filters import Condition
from prompt_toolkit.layout import Window
from prompt_toolkit.layout.controls import FormattedTextControl

from games.base.notation import printable
from games.dataclass import dataclass
from referee.drawing.glyphs import Line, Signs, Span, line_text
from referee.drawing.highlights import UNMARKED, Marks, move_marks
from referee.drawing.number_format import format_count
from referee.drawing.picture import draw
from referee.drawing.text_width import (
    cut,
    cut_start,
    line_part,
    line_width,
    pad,
    pad_line,
    part,
    size,
    text_width,
    wrap,
)
from referee.reports.tree.node_text import (
    TreeView,
    Viewer,
    hidden_phrases,
    node_phrases,
    position_lines,
    to_cells,
    tree_glyphs,
)
from referee.reports.tree.text import choose_folded, drawing, fill_rows, layers, legend_lines, meanings_of, upwards
from referee.table.fullscreen.application import FullScreen, fragments

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from prompt_toolkit.formatted_text import StyleAndTextTuples

    from referee.drawing.themes import Theme
    from referee.table.fullscreen.tree_walk import Walk
    from referee.trees.tree import Node


ROOMY = 16  # lines from which a rule separates the tree from the lines below it
PANEL = 5  # lines below the tree, unless a board takes more
WORDS = 24  # columns for the sentences beside a board, at least
KEYS = {
    False: (
        ("Arrows", "walk"), ("Enter", "fold"), ("n p", "step"), ("a", "play"), ("Tab", "steps"), ("b", "board"),
        ("?", "help"), ("q", "leave"),
    ),
    True: (
        ("Space", "step"), ("p", "back"), ("a", "play"), ("Home End", ""), ("Tab", "walk"), ("b", "board"),
        ("?", "help"), ("q", "leave"),
    ),
}  # fmt: skip
FIRST = {"q", "?"}  # the keys that are named first where there is little room
HELP = (
    "Up, Down: to the parent, to the child of best play. Left, Right: along the row.",
    "Enter: opens or folds a node, or grows the tree where it was cut.",
    "n, p: one step of the algorithm on, or back. a: runs by itself; +, - change the pace.",
    "Tab: lets Space, Left, Right, Home and End move in the steps, or in the tree.",
    "b: the position at the cursor as a board. q, Esc: leaves.",
)
TICK = 0.05  # seconds between two looks whether a step is due
FACTOR = 1.5  # by which + and - change the pace


@dataclass(frozen=True)
class TreeLayout:
    """All lines of the page.

    row  the nodes in the layer of the cursor, as they are drawn from the left;  folded  whether the cursor's is folded.
    """

    lines: list[Line]
    row: Sequence[Node] = ()
    folded: bool = False


def lay_out(walk: Walk, signs: Signs, width: int, height: int) -> TreeLayout:
    """Return the page for a window of this size."""
    view, folded = fold_to_fit(walk, signs, width)
    depths = layers(view.root, view.kids)
    row = [node for node in view.kids if depths[node] == depths[walk.at]]
    title, keys = title_line(walk, signs, width), key_line(walk, width)
    body = height - 2
    if walk.shown:
        lines = pad_lines((help_lines if walk.shown == "help" else board_lines)(walk, view, signs, width, body), body)
    else:
        rule = [[Span(signs.rule * width, "faint")]] if height >= ROOMY else []
        panel = panel_lines(walk, folded, signs, width, body)
        room = max(body - len(rule) - len(panel), 1)
        lines = [*pad_lines(tree_lines(walk, view, signs, width, room), room), *rule, *panel]
    lines = [title, *lines[: max(body, 0)], keys][: max(height, 0)]
    return TreeLayout([line_part(each, 0, min(line_width(each), width)) for each in lines], row, walk.at in folded)


def pad_lines(lines: Sequence[Line], count: int) -> list[Line]:
    """Return `count` lines: these, then blank ones."""
    return [*lines[:count], *([] for _ in range(count - len(lines)))]


# The tree.


def fold_to_fit(walk: Walk, signs: Signs, width: int) -> tuple[TreeView, Collection[Node]]:
    """Return what is drawn of the tree, and which of its nodes are folded; the node at the cursor is always drawn.

    What people opened stays open while there is room for it, and always at the cursor. If there is no room even for the
    way to the cursor, only this way is open, and the window shows a part of it.
    """
    run, marks, at = walk.run, walk.marks, walk.at
    way = upwards([at.parent] if at.parent else [])
    for keep in ([*way, *walk.opened], [*way, *([at] if at in walk.opened else [])]):
        folded = choose_folded(run, marks, width, keep, signs, shut=[node for node in walk.shut if node not in way])
        view = Viewer(run, marks, signs).view(folded)
        narrow = drawing(view, signs, run.measure.seat, at, width)
        if narrow and at in view.kids and not (at in walk.opened and at in folded):
            return view, folded
    inner = {node for node in marks if node.kids and node is not run.root}
    folded = frozenset(inner - way - ({at} if at in walk.opened else set()))
    return Viewer(run, marks, signs).view(folded), folded


def tree_lines(walk: Walk, view: TreeView, signs: Signs, width: int, height: int) -> list[Line]:
    """Return the part of the drawing around the cursor, and below it what the signs mean, as far as there is room."""
    drawn = drawing(view, signs, walk.run.measure.seat, walk.at)
    line, column = find_cursor(drawn)
    wide, high = size(drawn)
    top = between(line - min(max(height // 3, 2), height - 1), 0, high - height)
    if wide <= width:
        blank = [Span(" " * ((width - wide) // 2))]
        shown = [[*blank, *each] for each in drawn[top : top + height]]
    else:
        left = between(column - width // 2, 0, wide - width)
        shown = [line_part(each, left, left + width) for each in drawn[top : top + height]]
        shown[line - top] = crop(drawn[line], left, left + width)
    pens, seat = tree_glyphs(signs), walk.run.measure.seat
    notes = legend_lines(view, walk.marks, pens, seat, width)
    meanings: list[Line] = [
        [Span(row, "faint")] for row in fill_rows(list(meanings_of(view, walk.marks, pens, seat)), width)
    ]
    rest = next((more for more in (notes, meanings) if len(shown) + len(more) < height), [])
    return [*pad_lines(shown, height - len(rest)), *rest]


def find_cursor(drawn: Sequence[Line]) -> tuple[int, int]:
    """Return the line and the column of the cursor."""
    for number, line in enumerate(drawn):
        column = 0
        for span in line:
            if span.role == "cursor":
                return number, column + text_width(span.text) // 2
            column += text_width(span.text)
    return 0, 0


def between(value: int, least: int, most: int) -> int:
    """Return the value, or what is nearest to it in a range; the least if the range is empty."""
    return max(min(value, most), least)


def crop(line: Line, left: int, right: int) -> Line:
    """Return columns of the line with the cursor; a sign at its ends stands for what is beyond them."""
    whole = line_text(line)
    before, behind = bool(part(whole, 0, left).strip()), bool(part(whole, right, text_width(whole)).strip())
    middle = line_part(line, left + before, right - behind)
    return [*([Span("<", "key")] if before else []), *middle, *([Span(">", "key")] if behind else [])]


# The lines around the tree.


def title_line(walk: Walk, signs: Signs, width: int) -> Line:
    """Return the title of the tree, and the progress of the algorithm."""
    run = walk.run
    explores = f", c = {run.c:g}" if run.method == "mcts" else ""
    far = f"{run.method}{explores}, step {walk.done} of {len(run.steps)}"
    far = far if len(far) + WORDS <= width else f"{explores[2:]}{explores and ', '}step {walk.done}/{len(run.steps)}"
    room = max(width - len(far) - 2, 0)
    title = cut(to_cells(printable(walk.title), tree_glyphs(signs)), room, signs.more)
    return [Span(pad(title, room), "title"), Span(cut_start(f"  {far}", max(width, 1)), "clock")]


def key_line(walk: Walk, width: int) -> Line:
    """Return the keys that do something now, as many as there is room for."""
    pairs = [("any key", "back to the tree")] if walk.shown else list(KEYS[walk.stepping])
    chosen: set[tuple[str, str]] = set()
    left = width
    for pair in sorted(pairs, key=lambda pair: pair[0] not in FIRST):
        left -= len(" ".join(pair).rstrip()) + 2
        if left >= 0:
            chosen.add(pair)
    line: Line = []
    for key, does in pairs:
        if (key, does) in chosen:
            line += [Span(f" {key}", "key"), Span(f" {does} " if does else " ", "faint")]
    return line


def panel_lines(walk: Walk, folded: Collection[Node], signs: Signs, width: int, body: int) -> list[Line]:
    """Return the position at the cursor, and beside it what is known of it."""
    shown = len(position_lines(walk.at.game, signs)) > 1  # in the tree as well
    most = min(max(body * 2 // 5, 3), PANEL) if shown else max(body // 2, 3)
    board = draw_position(walk, signs, width - max(WORDS, width * 2 // 3), most)
    needed = max(map(text_width, walk.workings), default=0)
    if size(board)[0] + 2 + needed > width:
        board = []
    wide = size(board)[0]
    lines: list[Line] = []
    for text, role in sentences(walk, folded):
        rows = wrap(to_cells(printable(text), tree_glyphs(signs)), width - wide - (2 if wide else 0))
        lines += [[Span(row, role)] for row in rows]
    # The arithmetic of a step is read whole where there is room for it, and at the end so are the facts of the run.
    wanted = len(lines) if walk.over else 1 + sum(line[0].role == "strong" for line in lines)
    height = max(min(PANEL, max(body * 2 // 5, 3)), len(board), min(wanted, body * 3 // 5) if walk.workings else 0)
    if len(lines) > height:
        (last, *_), room = lines[height - 1], max(width - wide - (2 if wide else 0) - len(signs.more), 0)
        lines = [*lines[: height - 1], [Span(part(last.text, 0, room) + signs.more, last.role)]]
    if not wide:
        return pad_lines(lines, height)
    both = zip(pad_lines(board, height), pad_lines(lines, height), strict=True)
    return [[*pad_line(left, wide + 2), *right] for left, right in both]


def sentences(walk: Walk, folded: Collection[Node]) -> list[tuple[str, str]]:
    """Return the sentences beside the position, each with its role."""
    texts: list[tuple[str, str]] = [(walk.said, "strong")] if walk.said else []
    if walk.step and walk.fresh:
        texts.append((f"{walk.done}. {walk.step.sentence}", "strong"))
        texts += [(line, "strong") for line in walk.workings]
    elif not walk.done:
        key = "Space" if walk.stepping else "n"
        texts.append((f"{format_count(len(walk.run.steps), 'step')} to come: {key} makes the next.", "strong"))
    turn, *known = node_phrases(walk.run, walk.marks, walk.at)
    texts.append((f"{walk.where()}: {turn}.", ""))
    texts += [(f"{said[0].upper()}{said[1:]}.", "") for said in (", ".join(known), *below_it(walk, folded)) if said]
    if walk.over and walk.at is (walk.step.node if walk.step and walk.fresh else walk.run.root):
        facts = "; ".join(walk.run.facts)
        texts.append((f"{facts[:1].upper()}{facts[1:]}.", "faint"))
    return texts


def below_it(walk: Walk, folded: Collection[Node]) -> list[str]:
    """Return what is not drawn below the cursor, and how to show it."""
    keyed = "Enter opens it" if walk.at in folded else "Enter grows it further" if walk.grow_and_run else ""
    return [f"{each}{keyed and ': '}{keyed}" for each in hidden_phrases(walk.at, walk.marks, folded)]


def draw_position(walk: Walk, signs: Signs, width: int, height: int) -> list[Line]:
    """Return the position at the cursor, its last move marked; no lines if there is no room for all of it."""
    game = walk.at.game
    drawn = draw(game.show(), signs, width, marks_of_move(walk.at), height)
    columns, lines = size(drawn)
    return drawn if columns <= width and lines <= height else []


def marks_of_move(node: Node) -> Marks:
    """Return the marks of the move that led to the node."""
    if node.parent is None:
        return UNMARKED
    before = node.parent.game
    move = next((move for move in before.moves() if before.text(move) == node.move), None)
    return move_marks(node.game, move)


def board_lines(walk: Walk, view: TreeView, signs: Signs, width: int, height: int) -> list[Line]:
    """Return the position at the cursor in place of the tree."""
    drawn = draw_position(walk, signs, width, height)
    return drawn or [[Span(row)] for row in wrap("This window is too small for the board.", width)]


def help_lines(walk: Walk, view: TreeView, signs: Signs, width: int, height: int) -> list[Line]:
    """Return what the keys do, what the signs mean, and the facts about the whole run."""
    pens = tree_glyphs(signs)
    signed = fill_rows(list(meanings_of(view, walk.marks, pens, walk.run.measure.seat)), width)
    texts = [*HELP, "", *signed, "", *(walk.run.facts if walk.over else ())]
    return [[Span(row)] for text in texts for row in wrap(text, width, "  ") or [""]]


class TreePage:
    """The page of a tree. An error while a key is handled ends the page, and is raised by the call that runs it."""

    def __init__(self, walk: Walk, signs: Signs, theme: Theme):
        self.walk, self.signs = walk, signs
        self.layout = TreeLayout([])
        self.stepped = 0.0  # when the last step came by itself
        self.screen = FullScreen[None](theme)
        self.bind_keys()
        self.screen.fill(
            Window(FormattedTextControl(self.text), wrap_lines=False, always_hide_cursor=True), draw=self.draw
        )

    def run(self) -> None:
        self.screen.run(lambda: self.screen.beside(self.tick()))

    async def tick(self) -> None:
        """Make the steps that come by themselves."""
        while True:
            await sleep(TICK)
            if self.walk.playing and monotonic() >= self.stepped + self.walk.pace:
                self.stepped = monotonic()
                self.screen.attempt(self.walk.advance, 1)
                self.screen.redraw()

    def draw(self) -> None:
        size = self.screen.size
        self.layout = lay_out(self.walk, self.signs, size.columns, size.rows)

    def text(self) -> StyleAndTextTuples:
        return fragments(self.layout.lines, self.screen.theme)

    # Keys.

    def bind_keys(self) -> None:
        """Bind each key; while something is in place of the tree all but Ctrl-C put it away."""
        walk, screen = self.walk, self.screen
        reads, stepping = Condition(lambda: bool(walk.shown)), Condition(lambda: walk.stepping)
        for key, call in self.always().items():
            screen.bind(key, call, when=~reads)
        for key, (steps, walks) in self.either().items():
            screen.bind(key, steps, when=~reads & stepping)
            screen.bind(key, walks, when=~reads & ~stepping)
        screen.bind(("q", "escape"), screen.close, when=~reads, eager=True)
        screen.bind("c-c", screen.close, eager=True)
        screen.bind("<any>", walk.show, "", when=reads)
        screen.bind("escape", walk.show, "", when=reads, eager=True)

    def always(self) -> dict[str, Callable[[], object]]:
        """Return the keys that always do the same."""
        walk = self.walk
        return {
            "up": walk.up,
            "down": walk.down,
            "enter": lambda: walk.turn(self.layout.folded),
            "n": lambda: walk.advance(1),
            "p": lambda: walk.advance(-1),
            "a": walk.play,
            "+": lambda: walk.hasten(1 / FACTOR),
            "-": lambda: walk.hasten(FACTOR),
            "tab": walk.switch,
            "b": lambda: walk.show("board"),
            "?": lambda: walk.show("help"),
        }

    def either(self) -> dict[str, tuple[Callable[[], object], Callable[[], object]]]:
        """Return the keys that are for the steps, or for the tree."""
        walk = self.walk
        return {
            "space": (lambda: walk.advance(1), lambda: walk.turn(self.layout.folded)),
            "right": (lambda: walk.advance(1), lambda: walk.aside(1, self.layout.row)),
            "left": (lambda: walk.advance(-1), lambda: walk.aside(-1, self.layout.row)),
            "home": (lambda: walk.advance(-walk.done), lambda: walk.go(walk.run.root)),
            "end": (lambda: walk.advance(len(walk.run.steps)), walk.to_best),
        }
