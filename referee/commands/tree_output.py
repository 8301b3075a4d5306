"""The output of `referee tree`: the tree with an algorithm's work on it, printed, on a page, or in files."""

from __future__ import annotations

import json
from dataclasses import field
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

from games.dataclass import dataclass
from games.names.catalogue import SpecError
from players.evaluation import load_evaluation, require_int, with_evaluation
from referee.drawing import terminal
from referee.drawing.background import page_theme
from referee.drawing.surface import Colourful, Plain
from referee.drawing.themes import THEMES
from referee.errors.attribution import UserCodeError, load_after, note_errors
from referee.reports.tree.node_text import as_dict, digraph, tree_sentences
from referee.reports.tree.svg import box, steps_svg, tree_svg
from referee.reports.tree.text import choose_folded, heading, scale_sentence, tree_lines
from referee.storage import record_file
from referee.support.complaints import describe_reason
from referee.trees.task import TreeTask
from referee.trees.tree import report_rule_errors, tree_place

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from games.game import Game
    from referee.drawing.surface import Surface
    from referee.support.settings import Settings
    from referee.trees.run import Run

PIXELS = 1600  # the width of the widest picture
QUESTIONS = 10  # of a quiz
NARROWEST = 10  # columns of the narrowest output, even in a narrower window
GROWING = ("mcts", "bestfirst")  # the methods that grow trees of their own


@dataclass(frozen=True)
class TreeRequest:
    """What `referee tree` was asked for.

    spec, opening  the game and the texts of its first moves;  task  the algorithm and its options.
    evaluate  a function in a file that evaluates positions in place of the game, as `./mine.py:score`.
    step, walk  whether to show the run step by step, and let a cursor walk the tree, at a terminal.
    quiz   whether to ask questions instead.
    svg, dot  the files to write, "-" for standard output; with step the SVG is animated.
    as_json   whether to print one JSON object;  says  sentences to print first, such as a drawn seed.
    """

    spec: str
    opening: tuple[str, ...] = ()
    task: TreeTask = field(default_factory=TreeTask)
    evaluate: str = ""
    step: bool = False
    walk: bool = False
    quiz: bool = False
    svg: str = ""
    dot: str = ""
    as_json: bool = False
    says: tuple[str, ...] = ()

    @property
    def piped(self) -> bool:
        """Whether standard output is for programs and not for people."""
        return self.as_json or "-" in (self.svg, self.dot)

    @property
    def title(self) -> str:
        """The game, and the moves before the tree."""
        return f"{self.spec} after {' '.join(self.opening)}" if self.opening else self.spec

    def judged(self, game: Game) -> Game:
        """Return the game, with the given evaluation in place of its own. Raises SpecError."""
        return with_evaluation(game, require_whole_numbers(load_evaluation(self.evaluate))) if self.evaluate else game

    def location(self) -> str:
        """Return what was being done when something failed, for a message."""
        return tree_place(self.spec, self.opening)


def require_whole_numbers(function: Callable[[Game], Any]) -> Callable[[Game], int]:
    """Return the evaluation, which reports wrong values in one line: a traceback would show our frames only."""

    @wraps(function)
    def asked(game: Game) -> int:
        found = function(game)
        try:
            return require_int(found, function)
        except (TypeError, ValueError) as error:
            raise UserCodeError(f"{type(error).__name__}: {error}") from None

    return asked


def show_request(request: TreeRequest, wanted: Settings) -> None:
    """Show the tree. Raises SpecError for what cannot be shown, UserCodeError for errors in people's rules."""
    game = load_after(request.spec, request.opening)
    with report_rule_errors(game, request.location):
        run = request.task.run(request.judged(game))
        if (request.walk or request.step) and not request.piped and terminal.fancy() and not wanted.plain:
            run = walk_on_page(request, run, wanted)
    with note_errors(lambda: f"as the tree of {request.spec} was drawn"):
        write_outputs(request, run, wanted)


def write_outputs(request: TreeRequest, run: Run, wanted: Settings) -> None:
    """Write the files, and print the rest. Raises SpecError for a file that cannot be written."""
    written = list(render_files(request, run, wanted.theme))
    for path, content in written:
        if path != "-":
            write_file(Path(path), content)
    if request.as_json:
        print(json.dumps(tree_as_dict(request, run), allow_nan=False))
    elif request.quiz:
        hold_quiz(request, run, wanted)
    elif piped := [content for path, content in written if path == "-"]:
        print("".join(piped), end="")
    else:
        print_tree(request, run, wanted)


def walk_on_page(request: TreeRequest, run: Run, wanted: Settings) -> Run:
    """Let people walk the tree, and return the run as they leave it; its tree may have grown."""
    from referee.table.fullscreen.tree_page import TreePage
    from referee.table.fullscreen.tree_walk import Walk

    walk = Walk(
        request.title, run, None if run.method in GROWING else request.task.grow_and_run, request.step, wanted.pace
    )
    TreePage(walk, terminal.signs(wanted.symbols), page_theme(wanted)).run()
    return walk.run


def render_files(request: TreeRequest, run: Run, theme: str) -> Iterator[tuple[str, str]]:
    """Yield the path and content of each file; the tree is folded to the width of a page."""
    if not (request.svg or request.dot):
        return
    marks = run.marks()
    folded = choose_folded(run, marks, PIXELS, room=box)
    title = f"{request.title}: {heading(run, request.task.depth)}"
    if request.svg and request.step:
        yield request.svg, steps_svg(run, folded, THEMES[theme], title)
    elif request.svg:
        yield request.svg, tree_svg(run, marks, folded, THEMES[theme], title)
    if request.dot:
        yield request.dot, "".join(f"{line}\n" for line in digraph(run, marks, folded, title))


def write_file(path: Path, content: str) -> None:
    """Write the file. Raises SpecError if that fails."""
    try:
        record_file.replace_file(path.resolve(), content.encode())
    except OSError as error:
        raise SpecError(f"{path} cannot be written: {describe_reason(error)}") from error


def tree_as_dict(request: TreeRequest, run: Run) -> dict[str, Any]:
    """Return the tree for other programs: `as_dict` with the game, the moves before it, and --step's steps.

    Each step has the path of its node, its sentence, and its lines of arithmetic.
    """
    found: dict[str, Any] = {"game": request.spec, "moves": list(request.opening)}
    if run.method == "mcts":
        found |= {"seed": request.task.seed, "playouts": run.playouts, "c": run.c}
    if run.method == "bestfirst":
        found["expansions"] = run.expansions
    if request.step:
        found["steps"] = [
            {"path": list(step.node.path), "said": step.sentence, "workings": list(step.workings)} for step in run.steps
        ]
    return found | as_dict(run, run.marks())


def hold_quiz(request: TreeRequest, run: Run, wanted: Settings) -> None:
    """Ask questions about the run. Raises SpecError if there is nothing to ask."""
    from referee.table.tree_quiz import TreeQuiz
    from referee.trees.quiz import questions
    from referee.trees.sets import SETS

    if run.method == SETS:
        raise SpecError("--quiz asks nothing about information sets: take a game in which all is open")
    asked = questions(run, QUESTIONS, request.task.seed, request.task.c)
    if not asked:
        raise SpecError(f"the tree of {request.title} is too small to ask anything: give more --depth or --playouts")
    surface = surface_for(wanted)
    for sentence in (request.title, *heading_lines(request, run), ""):
        surface.sentence(sentence)
    TreeQuiz(run, asked, surface, terminal.signs(wanted.symbols), drawn=not wanted.plain).hold()


# As text.


def surface_for(wanted: Settings) -> Surface:
    """Return the surface that the tree is printed on."""
    return Colourful(terminal.theme(wanted.theme)) if terminal.fancy() else Plain()


def print_tree(request: TreeRequest, run: Run, wanted: Settings) -> None:
    """Print the heading, the steps with --step, the tree, and the facts about the whole run."""
    surface = surface_for(wanted)
    signs, width = terminal.signs(wanted.symbols), max(terminal.width(), NARROWEST)
    marks = run.marks()
    folded = choose_folded(run, marks, width, signs=signs)
    for sentence in (request.title, *heading_lines(request, run)):
        surface.sentence(sentence)
    surface.sentence("")
    if request.step and not (terminal.fancy() and not wanted.plain):
        for said in step_lines(run):
            surface.sentence(said)
        surface.sentence("")
    if wanted.plain:
        for sentence in tree_sentences(run, marks, folded):
            surface.sentence(sentence)
    else:
        for line in tree_lines(run, marks, folded, signs, width):
            surface.line(line)
    surface.sentence("")
    for fact in run.facts:
        surface.sentence(fact)


def step_lines(run: Run) -> Iterator[str]:
    """Yield the steps with their numbers, and the arithmetic of each indented below it."""
    wide = len(str(len(run.steps)))
    for number, step in enumerate(run.steps, 1):
        yield f"{number:>{wide}}  {step.sentence}"
        yield from (f"{'':{wide + 4}}{line}" for line in step.workings)


def heading_lines(request: TreeRequest, run: Run) -> Iterator[str]:
    """Yield the sentences between the title and the tree."""
    yield from request.says
    yield heading(run, request.task.depth)
    yield scale_sentence(run.measure, run.root.game.seats)
