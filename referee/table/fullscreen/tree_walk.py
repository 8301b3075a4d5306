"""The state of the page of a tree: the run, how many of its steps were made, the cursor, what people folded."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from games.dataclass import dataclass
from games.names.catalogue import SpecError
from referee.drawing.number_format import format_count
from referee.trees.tree import Role

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from referee.trees.run import NodeMark, Run, Step
    from referee.trees.tree import Node

FASTEST, SLOWEST = 0.05, 10.0  # seconds between two steps


@dataclass
class Walk:
    """The page as it is.

    further   gives the run on the tree once it has grown at a node (Task.further); None: it cannot grow.
    stepping  whether the keys step through the run, otherwise they walk the tree;  done  the steps made so far.
    pace      seconds between steps that come by themselves while it is playing.
    at        the cursor;  opened, shut  the nodes that people opened, in this order, and folded.
    fresh     whether a step has brought the cursor where it is.
    said      an answer to the last key, or "";  shown  what is in place of the tree.
    """

    title: str
    run: Run
    grow_and_run: Callable[[Node, Node], Run] | None = None
    stepping: bool = False
    pace: float = 0.5
    playing: bool = False
    at: Node = field(init=False)
    done: int = field(init=False)
    marks: dict[Node, NodeMark] = field(init=False)
    opened: dict[Node, None] = field(default_factory=dict)
    shut: dict[Node, None] = field(default_factory=dict)
    fresh: bool = False
    said: str = ""
    shown: str = ""

    def __post_init__(self) -> None:
        self.at = self.run.root
        self.done = 0 if self.stepping else len(self.run.steps)
        self.marks = self.run.marks(self.done)

    @property
    def step(self) -> Step | None:
        """The step made last, None before the first."""
        return self.run.steps[self.done - 1] if self.done else None

    @property
    def workings(self) -> tuple[str, ...]:
        """The arithmetic of the step made last, if it has brought the cursor where it is."""
        return self.step.workings if self.step and self.fresh else ()

    @property
    def over(self) -> bool:
        return self.done == len(self.run.steps)

    def kids(self, node: Node) -> list[Node]:
        """Return the kids that are drawn if the node is not folded."""
        return [kid for kid in node.kids if kid in self.marks]

    # Walking.

    def up(self) -> None:
        self.go(self.at.parent or self.at)

    def down(self) -> None:
        """Go to the kid of best play, otherwise to the first one; a folded node opens."""
        kids = self.kids(self.at)
        if kids:
            self.shut.pop(self.at, None)
            self.go(next((kid for kid in kids if self.marks[kid].best), kids[0]))
        else:
            self.said = self.nothing_below()

    def aside(self, by: int, row: Sequence[Node]) -> None:
        """Go to the next node of the cursor's row, to the right by 1, to the left by -1."""
        place = row.index(self.at) + by if self.at in row else 0
        if 0 <= place < len(row):
            self.go(row[place])

    def go(self, node: Node) -> None:
        self.at, self.said, self.playing, self.fresh = node, "", False, False

    def to_best(self) -> None:
        node: Node | None = self.run.root
        while node:
            self.go(node)
            node = next((kid for kid in self.kids(node) if self.marks[kid].best), None)

    def turn(self, folded: bool) -> None:
        """Open the node at the cursor if it is folded now, otherwise fold it; where the tree was cut it grows on."""
        self.said = ""
        if not self.kids(self.at):
            self.grow()
        elif folded:
            self.shut.pop(self.at, None)
            self.opened.pop(self.at, None)
            self.opened[self.at] = None
        elif self.at is self.run.root:
            self.said = "The root stays open."
        else:
            self.opened.pop(self.at, None)
            self.shut[self.at] = None

    def grow(self) -> None:
        """Let the tree grow on at the cursor, where it was cut; all steps are made then."""
        if not self.at.cut or not self.grow_and_run:
            self.said = self.nothing_below()
            return
        try:
            self.run = self.grow_and_run(self.run.root, self.at)
        except SpecError as error:
            self.said = f"{error}."
            return
        self.done, self.marks, self.playing = len(self.run.steps), self.run.marks(), False
        self.opened[self.at] = None
        self.said = f"Grown here by {format_count(len(self.at.kids), 'move')}."

    def nothing_below(self) -> str:
        """Return why there is nothing below the cursor."""
        if self.at.role is Role.END:
            return "The game is over here."
        if self.at.cut and self.grow_and_run:
            return "The tree was cut here: Enter grows it further."
        return "Nothing is drawn below this."

    # Stepping.

    def advance(self, by: int) -> None:
        """Go `by` steps on, or back; the cursor goes where the last one was made."""
        self.said, self.fresh = "", True
        self.jump(self.done + by)
        self.at = self.step.node if self.step else self.run.root
        self.playing = self.playing and not self.over

    def jump(self, done: int) -> None:
        """Go to the moment after `done` steps, or to the nearest that there is."""
        done = max(0, min(done, len(self.run.steps)))
        if done < self.done:
            self.marks, self.done = dict(self.run.start), 0
        for step in self.run.steps[self.done : done]:
            self.marks.update(step.changed)
        self.done = done

    def play(self) -> None:
        """Let the steps come by themselves, from the start if all were made; or hold them."""
        if self.over and not self.playing:
            self.advance(-len(self.run.steps))
        self.playing = not self.playing

    def hasten(self, factor: float) -> None:
        self.pace = min(max(self.pace * factor, FASTEST), SLOWEST)
        self.said = f"A step every {self.pace:.2g} seconds."

    def switch(self) -> None:
        """Switch between walking the tree and stepping through the run."""
        self.stepping, self.playing, self.said = not self.stepping, False, ""

    def show(self, what: str) -> None:
        """Put the board or the help in place of the tree; "": the tree again."""
        self.shown, self.playing = what, False

    def where(self) -> str:
        """Return where the cursor is: `After 1 2` or `At the root`."""
        words = self.at.where
        return words[0].upper() + words[1:]
