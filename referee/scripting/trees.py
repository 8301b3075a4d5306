"""The tree of a game, and algorithms at work on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from games.base.spec_error import SpecError
from referee.drawing.glyphs import UNICODE
from referee.scripting.arguments import read_argument, read_arguments
from referee.scripting.shown import WIDTH, Shown, plain_lines
from referee.scripting.specs import game_title
from referee.scripting.studies import start
from referee.support.limits import TREE

if TYPE_CHECKING:
    from games.names.move_texts import Moves
    from referee.scripting.arguments import WholeNumber
    from referee.scripting.specs import GameSource
    from referee.trees.run import Run


def tree(
    game: GameSource,
    moves: Moves = (),
    *,
    position: str = "",
    method: str = "",
    depth: WholeNumber | None = None,
    playouts: WholeNumber = 100,
    seed: WholeNumber = 0,
) -> TreeRun:
    """Grow the tree of a position and let an algorithm work on it, as `referee tree` does.

    game, moves, position  as in `analyse`.
    method    minimax, alphabeta, expectiminimax, mcts or bestfirst; "": the first of them that fits.
    depth     plies, None: as many as fit;  playouts, seed  for mcts.

    Raises SpecError for a tree that cannot be grown, and UserCodeError for values that rules must not return.
    """
    from referee.trees.build import report_rule_errors, tree_place
    from referee.trees.task import METHODS, TreeTask

    given = read_arguments(TREE, depth=depth, playouts=playouts, seed=seed)
    if not isinstance(method, str) or (method and method not in METHODS):
        raise SpecError(f"method={method!r} must be one of {', '.join(METHODS)}")
    spec, opening, at = start(game, moves, position)
    title = " after ".join(filter(None, (game_title(spec), " ".join(opening))))
    with report_rule_errors(at, lambda: tree_place(spec, opening)):
        return TreeRun(TreeTask(method, **given).run(at), title)


class TreeRun(Shown):
    """An algorithm's work on a tree: `run` as data, `svg()` as a picture."""

    def __init__(self, run: Run, title: str):
        self.run = run
        self.title = title

    def as_dict(self) -> dict[str, Any]:
        """The tree as JSON's types."""
        from referee.reports.tree.export import as_dict

        return as_dict(self.run, self.run.marks())

    def svg(self, width: WholeNumber = 1200) -> str:
        """The tree as SVG, folded where it would be wider than so many pixels. Raises SpecError for a bad width."""
        from referee.drawing.themes import THEMES
        from referee.reports.tree.layout import choose_folded
        from referee.reports.tree.svg import box, tree_svg

        marks = self.run.marks()
        most = read_argument("width", TREE["width"], width)
        folded = choose_folded(self.run, marks, most, room=box)
        return tree_svg(self.run, marks, folded, THEMES["classic"], self.title)

    def lines(self) -> list[str]:
        from referee.reports.tree.layout import choose_folded
        from referee.reports.tree.text import tree_lines

        marks = self.run.marks()
        folded = choose_folded(self.run, marks, WIDTH, signs=UNICODE)
        return [self.title, *plain_lines(tree_lines(self.run, marks, folded, UNICODE, WIDTH)), *self.run.facts]

    def _repr_html_(self) -> str:
        return self.svg()
