"""What `referee tree` shows: the tree of a game with an algorithm's work on it, printed, on a page, or as files."""

from __future__ import annotations

import json
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import games
from games.catalogue import SpecError
from players.evaluation import load_evaluation, require_int, with_evaluation
from referee.drawing import terminal
from referee.drawing.surface import Colourful, Plain
from referee.drawing.themes import THEMES
from referee.errors.attribution import UserCodeError, attribute_errors, class_files, is_user_error, note_errors
from referee.reports.tree.as_json import as_dict
from referee.reports.tree.dot import digraph
from referee.reports.tree.layout import fitted
from referee.reports.tree.node_words import spoken
from referee.reports.tree.svg import drawing
from referee.reports.tree.svg_nodes import box
from referee.reports.tree.text import lines
from referee.storage import record_file
from referee.trees.task import Task, headed, reading

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from games.game import Game
    from referee.drawing.surface import Surface
    from referee.support.settings import Settings
    from referee.trees.run import Run

PIXELS = 1600  # of the widest picture
NARROWEST = 10  # columns that are written for, however narrow the window


@dataclass(frozen=True)
class Wish:
    """What is to be shown.

    spec   the game;  opening  the texts of the moves after which its tree begins;  task  what is done with it.
    evaluate  a function in a file that judges positions in the place of the game, as `./mine.py:score`.
    step, walk  whether it is shown step by step, and whether a cursor walks it, where there is a terminal for that.
    svg, dot  the files to write, "-" for standard output;  as_json  whether one object is printed.
    says   what is told before all else: the seed, where it was drawn.
    """

    spec: str
    opening: tuple[str, ...] = ()
    task: Task = field(default_factory=Task)
    evaluate: str = ""
    step: bool = False
    walk: bool = False
    svg: str = ""
    dot: str = ""
    as_json: bool = False
    says: tuple[str, ...] = ()

    @property
    def piped(self) -> bool:
        """Whether something for programs takes the place of what people read."""
        return self.as_json or "-" in (self.svg, self.dot)

    @property
    def title(self) -> str:
        """The game, and after which moves."""
        return f"{self.spec} after {' '.join(self.opening)}" if self.opening else self.spec

    def judged(self, game: Game) -> Game:
        """The game, with the evaluation that is wanted in the place of its own. Raises SpecError."""
        return with_evaluation(game, heeded(load_evaluation(self.evaluate))) if self.evaluate else game

    def place(self) -> str:
        """Where it was that something failed, for people."""
        return f"as the tree of {self.spec} was grown, after the moves: {' '.join(self.opening) or 'none'}"


def heeded(function: Callable[[Game], Any]) -> Callable[[Game], int]:
    """The evaluation; what it may not return is told in words, as nobody's frames but its own are theirs to read."""

    @wraps(function)
    def asked(game: Game) -> int:
        found = function(game)
        try:
            return require_int(found, function)
        except (TypeError, ValueError) as error:
            raise UserCodeError(f"{type(error).__name__}: {error}\n") from None

    return asked


def show(wish: Wish, wanted: Settings) -> None:
    """Show it. Raises SpecError for what cannot be, and UserCodeError for what is wrong with people's own rules."""
    game = games.load(wish.spec, wish.opening)
    with told(game, wish.place):
        run = wish.task.run(wish.judged(game))
        if (wish.walk or wish.step) and not wish.piped and terminal.fancy() and not wanted.plain:
            run = on_page(wish, run, wanted)
    with note_errors(lambda: f"as the tree of {wish.spec} was drawn"):
        give(wish, run, wanted)


def give(wish: Wish, run: Run, wanted: Settings) -> None:
    """Write the files that are wanted, and print what is to be printed. Raises SpecError for what cannot be written."""
    written = list(files(wish, run, wanted.theme))
    for path, content in written:
        if path != "-":
            write(Path(path), content)
    if wish.as_json:
        print(json.dumps(as_object(wish, run), allow_nan=False))
    elif piped := [content for path, content in written if path == "-"]:
        print("".join(piped), end="")
    else:
        printed(wish, run, wanted)


@contextmanager
def told(game: Game, place: Callable[[], str]) -> Iterator[None]:
    """As blame.ruled; what people's own rules returned, and no tree can be made of, is told in words as well."""
    try:
        with attribute_errors(game, place):
            yield
    except (RuntimeError, TypeError, ValueError) as error:
        if isinstance(error, SpecError) or is_user_error(error) or not any(map(class_files, type(game).__mro__)):
            raise
        raise UserCodeError(
            "".join(f"{line}\n" for line in (f"{type(error).__name__}: {error}", *error.__notes__))
        ) from error


def on_page(wish: Wish, run: Run, wanted: Settings) -> Run:
    """Let people walk the tree; the run as they leave it, whose tree may have grown."""
    from referee.table.fullscreen.tree_page import TreePage
    from referee.table.fullscreen.tree_walk import Walk

    walk = Walk(wish.title, run, None if run.method == "mcts" else wish.task.further, wish.step, wanted.pace)
    TreePage(walk, terminal.signs(wanted.symbols), terminal.theme(wanted.theme)).run()
    return walk.run


def files(wish: Wish, run: Run, theme: str) -> Iterator[tuple[str, str]]:
    """The files that are wanted, each with its path and content: folded to the width of a page."""
    if not (wish.svg or wish.dot):
        return
    marks = run.marks()
    folded = fitted(run, marks, PIXELS, room=box)
    title = f"{wish.title}: {headed(run, wish.task.depth)}"
    if wish.svg:
        yield wish.svg, drawing(run, marks, folded, THEMES[theme], title)
    if wish.dot:
        yield wish.dot, "".join(f"{line}\n" for line in digraph(run, marks, folded, title))


def write(path: Path, content: str) -> None:
    """Write that file. Raises SpecError."""
    try:
        record_file.replace_file(path.resolve(), content.encode())
    except OSError as error:
        raise SpecError(f"{path} cannot be written: {record_file.describe_reason(error)}") from error


def as_object(wish: Wish, run: Run) -> dict[str, Any]:
    """The tree for other programs: as_json.as_dict, with the game, the moves before it, and the steps if wanted.

    Each of these has the path of its node and its sentence.
    """
    found: dict[str, Any] = {"game": wish.spec, "moves": list(wish.opening)}
    if run.method == "mcts":
        found["seed"] = wish.task.seed
    if wish.step:
        found["steps"] = [{"path": list(step.node.path), "said": step.said} for step in run.steps]
    return found | as_dict(run, run.marks())


# As text.


def printed(wish: Wish, run: Run, wanted: Settings) -> None:
    """Print the tree below its heading, and what is told of the whole; before it the steps if wanted."""
    surface: Surface = Colourful(terminal.theme(wanted.theme)) if terminal.fancy() else Plain()
    signs, width = terminal.signs(wanted.symbols), max(terminal.width(), NARROWEST)
    marks = run.marks()
    folded = fitted(run, marks, width, signs=signs)
    for sentence in (wish.title, *heading(wish, run)):
        surface.sentence(sentence)
    surface.sentence("")
    if wish.step and not (terminal.fancy() and not wanted.plain):
        for number, step in enumerate(run.steps, 1):
            surface.sentence(f"{number:>{len(str(len(run.steps)))}}  {step.said}")
        surface.sentence("")
    if wanted.plain:
        for sentence in spoken(run, marks, folded):
            surface.sentence(sentence)
    else:
        for line in lines(run, marks, folded, signs, width):
            surface.line(line)
    surface.sentence("")
    for fact in run.facts:
        surface.sentence(fact)


def heading(wish: Wish, run: Run) -> Iterator[str]:
    """What is told before the tree, below its title."""
    yield from wish.says
    yield headed(run, wish.task.depth)
    yield reading(run.measure, run.root.game.seats)
