"""Studies of positions and matches, and trees of games with algorithms at work on them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import games
from games.base.spec_error import SpecError
from games.capabilities import hides_information
from games.names.move_texts import split_moves
from referee.drawing.glyphs import UNICODE
from referee.drawing.progress import NotebookMeter
from referee.errors.attribution import attribute_errors, load_after
from referee.match.record import Record, replay_record
from referee.scripting.arguments import game_title, read_argument, read_arguments, spec_of_game, split_methods
from referee.scripting.shown import WIDTH, Shown, data_frame, html_table, plain_lines
from referee.support.limits import ANALYSE, JUDGE, NODES, PLAYOUTS, REVIEW, SOLVE, TREE

if TYPE_CHECKING:
    from collections.abc import Iterable

    from games.game import Game
    from games.names.move_texts import Moves
    from referee.analysis.analysis import Analysis
    from referee.match.events import Moved
    from referee.reviews.review import Review
    from referee.scripting.arguments import GameSource, RealNumber, WholeNumber
    from referee.trees.run import Run


def start(source: GameSource, moves: Moves, position: str) -> tuple[str, tuple[str, ...], Game]:
    """Return the spec of the game, the texts of the moves and the position. Raises SpecError, UserCodeError."""
    spec, opening = spec_of_game(source, position), split_moves(moves)
    return spec, opening, load_after(spec, opening)


def analyse(
    game: GameSource,
    moves: Moves = (),
    *,
    position: str = "",
    methods: str | Iterable[str] = "",
    judge: str | Sequence[str] = "",
    depth: WholeNumber | None = None,
    seconds: RealNumber | None = None,
    playouts: WholeNumber | None = None,
    seed: WholeNumber = 0,
) -> PositionAnalysis:
    """Compare the moves of a position by several methods, as `referee analyse` does.

    game     as `play` takes it;  moves  those that lead to the position, as in `play`;  position  where to start.
    methods  their names, "exact,mcts" or in a list; "": all.
    judge    a program that judges each move too, "uci:stockfish,nodes=200000", or a list of them; "": none does.
    depth, seconds, playouts, seed  the budget of each method, as the options of these names take it.

    Raises SpecError if there is nothing to analyse or the judge fails, and UserCodeError for what rules must not
    return.
    """
    from referee.analysis.analysis import Analysis
    from referee.analysis.method_result import Budget
    from referee.analysis.methods import analysis_place, chosen, load_position, method_results
    from referee.reports.judges import open_judges

    budget = Budget(**read_arguments(ANALYSE, depth=depth, seconds=seconds, playouts=playouts, seed=seed))
    names = chosen(split_methods(methods))
    spec, opening = spec_of_game(game, position), split_moves(moves)
    at = load_position(spec, opening, budget.seed)
    with attribute_errors(at, lambda: analysis_place(spec, opening), still=True):
        found, tell = Analysis(spec, opening, at), NotebookMeter()
        with open_judges(read_judges(judge), at, NODES) as judges:
            for result in method_results(at, names, budget, spec, judges):
                found.update(result)
                tell(f"{result.method}: {result.how}", None)
    return PositionAnalysis(found)


def read_judges(given: str | Sequence[str]) -> list[str]:
    """Return the specs of judges, given as one or as several. Raises SpecError."""
    specs = [given] if isinstance(given, str) or not isinstance(given, list | tuple) else given
    return [spec for each in specs if (spec := read_argument("judge", JUDGE, each))]


class PositionAnalysis(Shown):
    """What several methods say about a position: `analysis` as data."""

    def __init__(self, analysis: Analysis):
        self.analysis = analysis

    @property
    def best(self) -> list[str]:
        """The texts of the best moves: no other move is known to be better."""
        return [row.text for row in self.analysis.rows() if row.best]

    def as_dict(self) -> dict[str, Any]:
        """Return the analysis as JSON's types, as `--json` prints it."""
        from referee.reports.analysis.output import as_json

        return as_json(self.analysis)

    def lines(self) -> list[str]:
        from referee.drawing.picture import draw
        from referee.reports.analysis.text import printed_lines

        board = draw(self.analysis.game.show(), UNICODE, WIDTH)
        return plain_lines([*board, [], *printed_lines(self.analysis, WIDTH, UNICODE)])


def solve(
    game: GameSource,
    moves: Moves = (),
    *,
    position: str = "",
    seconds: RealNumber | None = None,
    memory: WholeNumber = 1024,
    iterations: WholeNumber | None = None,
) -> GameSolution:
    """Find out what a position is worth if both sides play as well as possible, as `referee solve` does.

    game, moves, position  as in `analyse`.
    seconds     after which it gives up, None: never;  memory  megabytes for the table of a search.
    iterations  for a game that hides something, None: as many as usual.

    Raises SpecError for what cannot be solved, or not in that time, and UserCodeError for what rules must not return.
    """
    from players.player import Unplayable
    from referee.reports.solve import SolveOptions, find_solution

    given = read_arguments(SOLVE, seconds=seconds, memory=memory, iterations=iterations)
    spec, opening, at = start(game, moves, position)
    options = SolveOptions(spec, opening, **given)
    with attribute_errors(at, options.place, still=True):
        try:
            found = find_solution(options, at)
        except (Unplayable, MemoryError) as error:
            raise SpecError(f"{spec!r} cannot be solved: {error}") from error
    return GameSolution(found, at)


class GameSolution(Shown):
    """What a game is worth: `found` is all that was found."""

    def __init__(self, found: dict[str, Any], game: Game):
        self.found = found
        self.game = game

    @property
    def value(self) -> float:
        """What seat 0 wins with best play; an average in a game with chance or hidden cards."""
        return float(self.found["value"])

    @property
    def best(self) -> list[str]:
        """The texts of the best moves; empty for a game that hides something, which has a strategy instead."""
        if "best" in self.found or "moves" not in self.found:
            return list(self.found.get("best", ()))
        return [row["move"] for row in self.found["moves"] if row["best"]]

    def as_dict(self) -> dict[str, Any]:
        """Return what was found as JSON's types, as `--json` prints it."""
        return self.found

    def lines(self) -> list[str]:
        from referee.reports.solve import solution_lines

        return solution_lines(self.game, self.found, whole=True)


def review(
    match: Record | GameSource,
    moves: Moves = (),
    *,
    position: str = "",
    judge: str | Sequence[str] = "",
    nodes: WholeNumber | None = None,
    playouts: WholeNumber | None = None,
    seconds: RealNumber | None = None,
    seed: WholeNumber = 0,
) -> MatchReview:
    """Judge each move of a match, as `referee review` does.

    match    a record of `play` or of a batch; or a game, as `play` takes it, with its moves.
    judge    the program that judges what is not proven, "uci:stockfish,nodes=200000", or a list of them, which
             judge one after the other; "": our own searches do.
    nodes, playouts, seconds, seed  as the options of these names take them.

    Raises SpecError for a match that cannot be reviewed and for a judge that fails, TypeError for what is not a match,
    and UserCodeError for what rules must not return.
    """
    from referee.reports.judges import open_judges
    from referee.reviews.opinions import make_reviewers, run_all
    from referee.reviews.review import reviewable
    from referee.reviews.searches import Effort

    given = read_arguments(REVIEW, nodes=nodes, playouts=playouts, seconds=seconds, seed=seed)
    record, events = read_match(match, split_moves(moves), position)
    reviewable(record, hides_information(games.load(record.game)))
    effort = Effort(given["nodes"] or NODES, given["playouts"] or PLAYOUTS, given["seed"])
    with open_judges(read_judges(judge), games.load(record.game), effort.nodes) as judges:
        reviewers = make_reviewers(record, events, effort, given["seconds"], judges)
        run_all(reviewers, NotebookMeter())
    return MatchReview([each.review() for each in reviewers], reviewers[0].positions)


def read_match(match: Record | GameSource, texts: tuple[str, ...], position: str) -> tuple[Record, list[Moved]]:
    """Return the record of the match to review, and its moves. Raises SpecError, TypeError and UserCodeError."""
    from referee.match.events import Moved
    from referee.reports.review.output import record_line

    if isinstance(match, Shown | Mapping | list | tuple) or match is None:
        raise TypeError(f"{type(match).__name__} is not a match: pass the record of one, such as batch.records[0]")
    if isinstance(match, Record):
        if texts or position:
            raise SpecError("a record has its own moves and position: leave out moves= and position=")
        with attribute_errors(games.load(match.game), lambda: f"as a match of {match.game} was read"):
            return match, list(replay_record(match))
    spec = spec_of_game(match, position)
    games.load(spec)  # refuse what is no game before missing moves
    if not texts:
        raise SpecError("there are no moves to review: pass them after the game, as in '5 1 9'")
    record, found = record_line(spec, texts)
    return record, [event for event in found if isinstance(event, Moved)]


class MatchReview(Shown):
    """A match judged move by move: `review` as data, `positions` before each move and the last one.

    reviews  one for each judge; `review` is the first.
    """

    def __init__(self, reviews: Sequence[Review], positions: list[Game]):
        self.reviews, self.review = reviews, reviews[0]
        self.positions = positions

    def as_dict(self) -> dict[str, Any]:
        """Return the review as JSON's types, as `--json` prints it."""
        from referee.reports.review.output import as_json

        return as_json(self.review, self.positions, self.reviews[1:])

    def table(self) -> list[dict[str, Any]]:
        return [
            {
                "number": each.number, "player": self.review.record.names[each.seat] if each.seat >= 0 else "chance",
                "move": each.text, "grade": each.grade.value if each.grade else None,
                "win chance": None if each.after is None else round(each.after.chance_of(0), 3),
            }
            for each in self.review.moves
        ]  # fmt: skip

    def to_pandas(self) -> Any:
        """Return a DataFrame of pandas, a row for each move. Raises SpecError if pandas is not installed."""
        return data_frame(self.table())

    def lines(self) -> list[str]:
        from referee.reports.review.opinions import opinion_lines
        from referee.reports.review.text import Look, review_lines

        look = Look(WIDTH, UNICODE)
        more = opinion_lines(self.reviews, self.positions, look)
        return plain_lines([*review_lines(self.review, self.positions, look), *more])

    def _repr_html_(self) -> str:
        from referee.reports.review.page import as_svg

        chart = as_svg(self.review, self.positions[0].seats) if any(each.after for each in self.review.moves) else ""
        return chart + html_table(self.table(), " against ".join(self.review.record.names))


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
    from referee.trees.task import METHODS, TreeTask
    from referee.trees.tree import report_rule_errors, tree_place

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
        """Return the tree as JSON's types."""
        from referee.reports.tree.node_text import as_dict

        return as_dict(self.run, self.run.marks())

    def svg(self, width: WholeNumber = 1200) -> str:
        """Return the tree as SVG, folded to at most `width` pixels. Raises SpecError for a bad width."""
        from referee.drawing.themes import THEMES
        from referee.reports.tree.svg import box, tree_svg
        from referee.reports.tree.text import choose_folded

        marks = self.run.marks()
        most = read_argument("width", TREE["width"], width)
        folded = choose_folded(self.run, marks, most, room=box)
        return tree_svg(self.run, marks, folded, THEMES["classic"], self.title)

    def lines(self) -> list[str]:
        from referee.reports.tree.text import choose_folded, tree_lines

        marks = self.run.marks()
        folded = choose_folded(self.run, marks, WIDTH, signs=UNICODE)
        return [self.title, *plain_lines(tree_lines(self.run, marks, folded, UNICODE, WIDTH)), *self.run.facts]

    def _repr_html_(self) -> str:
        return self.svg()
