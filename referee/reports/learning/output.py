"""Run learning: its beginning, what is shown meanwhile, what is saved when it is stopped, and its page."""

from __future__ import annotations

import json
from contextlib import closing
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import click

from games.dataclass import dataclass
from games.game import writes
from games.names.catalogue import SpecError
from games.names.spec import file_name
from players.learning.features import Unlearnable
from players.learning.library import own_folder
from players.learning.weights_file import SUFFIX, UnfitWeights
from referee.drawing import terminal
from referee.drawing.html_page import bidi_text, document, keep_percent_together, section, style, titled_table
from referee.drawing.html_page import heading as top
from referee.drawing.markup import Markup, block, element
from referee.drawing.number_format import format_count, format_seconds
from referee.drawing.svg_plot import ROW, RULES, TOP, Point, axis, curve_line, frame, plots_element, plots_svg
from referee.drawing.text_width import wrap
from referee.learning.learner import Learner, LearningProgress
from referee.learning.run import STRONG, Acceptance, RunSwitch, run_learning, save_all
from referee.learning.strength import CurvePoint, Unmeasurable, check_opponents, default_opponents, own_player
from referee.reports.learning.live import (
    RunControls,
    acceptance_line,
    heading,
    live_learning,
    point_line,
    score_text,
    setting_text,
    written_line,
)
from referee.statistics.scoring import interval
from referee.storage import record_file
from referee.support.signals import Terminated

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Sequence
    from pathlib import Path

    from referee.learning.plan import LearningPlan
    from referee.learning.run import RunEvent, RunLimits
    from referee.reports.learning.live import LivePage

    Match = Callable[[str, str], None]

PARTS = 4  # of both axes

Drawing = TypeVar("Drawing", bound=str)
OWN = """\
.scroll { overflow-x: auto }
.scroll:focus-visible { outline: 2px solid var(--strong); outline-offset: 4px }
.scroll .chart { width: 100%; min-width: 36rem }
.points tr > :first-child, .settings th { padding-left: 0; text-align: left }
.points .opponent { text-align: left; white-space: normal; min-width: 9rem }
.settings { width: auto }
.settings th, .settings td { white-space: normal }
.settings td { text-align: left; font-weight: 600 }
"""
COLUMNS = ("games", "time", "against", "score", "won", "drawn", "lost", "correction")
NOTE = (
    "How {own} did by what had been learnt by then. A win counts one, a draw a half. The bars, and the numbers in"
    " parentheses, are intervals that hold the true score in 95 % of all cases. The correction is how far values were"
    " from those that they were corrected towards: the root of the mean square."
)
SETTINGS = {
    "features": "What it looks at", "method": "What is corrected", "rate": "Step size", "trace": "Lambda",
    "epsilon": "Moves at random", "opening": "Random moves at the start, at most", "depth": "Plies looked ahead",
    "seed": "Seed",
}  # fmt: skip
RUN = ".learning"  # the suffix of the file of a run


def curve_svg(heading: str, points: Sequence[CurvePoint]) -> str:
    """Return the curves as a file, a plot for each opponent."""
    return draw_curves(plots_svg, heading, points)


def draw_curves(
    draw: Callable[[str, str, Sequence[Markup], int], Drawing], heading: str, points: Sequence[CurvePoint]
) -> Drawing:
    """Return the curves, drawn by a function such as plots_svg."""
    opponents = list(dict.fromkeys(point.opponent for point in points))
    drawn = [
        part
        for at, opponent in enumerate(opponents)
        for part in opponent_plot([point for point in points if point.opponent == opponent], at * ROW + TOP)
    ]
    return draw(heading, "; ".join(map(point_line, points)), drawn, max(1, len(opponents)) * ROW)


def opponent_plot(points: Sequence[CurvePoint], top: float) -> Iterator[Markup]:
    """Yield the scores against one opponent."""
    longest = max(point.progress.seconds for point in points) or 1.0
    ticks = [(part / PARTS, f"{100 * part / PARTS:.0f} %") for part in range(PARTS + 1)]
    yield from frame(f"Score against {points[0].opponent}", [], top, ticks)
    yield from axis([(part / PARTS, f"{longest * part / PARTS:.3g} s") for part in range(PARTS + 1)], top)
    for point in points:
        score, place = interval(point.counts), point.progress.seconds / longest
        low, high = (Point(place, bound or 0.0, "") for bound in (score.low, score.high))
        yield element("line", class_="error", x1=low.x, x2=low.x, y1=f"{low.y(top):.1f}", y2=f"{high.y(top):.1f}")
    dots = [Point(point.progress.seconds / longest, point.counts.score, point_line(point)) for point in points]
    yield from curve_line(dots, 0, top)


def as_html(learner: Learner, points: Sequence[CurvePoint]) -> str:
    """Return the page."""
    sections = curve_section(learner, points), points_section(points), settings_section(learner)
    facts = {
        "Games": f"{learner.play.games:,}",
        "Positions": f"{learner.play.plies:,}",
        "Time": format_seconds(learner.seconds),
        "Weights": f"{learner.network.size:,}",
    }
    header = top("Learning", learner.plan.game, lead(learner, points), facts)
    return document(f"Learning: {learner.plan.game}", style(RULES + OWN), header, *sections)


def lead(learner: Learner, points: Sequence[CurvePoint]) -> Markup:
    """Return the last score against each opponent, in a sentence."""
    last = {point.opponent: point for point in points}
    learnt = f"After {format_count(points[-1].progress.games if points else learner.play.games, 'game')}"
    if not points:
        return Markup(f"{learnt}; nothing has been measured yet.")
    scores = (f"{score_text(point.counts)} against {bidi_text(opponent)}" for opponent, point in last.items())
    return keep_percent_together(Markup(f"{learnt}: {', '.join(scores)}."))


def curve_section(learner: Learner, points: Sequence[CurvePoint]) -> Markup:
    """Return the curve; nothing before the first point."""
    if not points:
        return Markup()
    drawn = draw_curves(plots_element, heading(learner), points)
    note = element("p", keep_percent_together(NOTE.format(own=own_player(learner.game))), class_="note")
    return section("curve", "Learning curve", wide(drawn, "curve"), note)


def points_section(points: Sequence[CurvePoint]) -> Markup:
    """Return a table of the points; nothing if there are none."""
    if not points:
        return Markup()
    heads = (element("th", name, scope="col", class_="opponent" if name == "against" else None) for name in COLUMNS)
    table = titled_table("points", element("tr", *heads), map(point_row, points))
    return section("points", "Points", wide(table, "points"))


def point_row(point: CurvePoint) -> Markup:
    """Return a row of the table."""
    progress, counts = point.progress, point.counts
    told = (f"{counts.wins:,}", f"{counts.draws:,}", f"{counts.losses:,}", f"{progress.error:.3f}")
    return element(
        "tr", element("th", f"{progress.games:,}", scope="row"), element("td", format_seconds(progress.seconds)),
        element("td", bidi_text(point.opponent), class_="opponent"),
        element("td", keep_percent_together(score_text(counts))), *(element("td", each) for each in told),
    )  # fmt: skip


def wide(content: Markup, identity: str) -> Markup:
    """Return content that scrolls sideways in a narrow window; its title is the title of the section `identity`."""
    return block("div", content, class_="scroll", role="region", tabindex=0, aria_labelledby=identity)


def settings_section(learner: Learner) -> Markup:
    """Return what the weights depend on."""
    plan = learner.plan.as_dict()
    rows = (
        element("tr", element("th", told, scope="row"), element("td", setting_text(plan[name])))
        for name, told in SETTINGS.items()
    )
    return section("settings", "Settings", block("table", block("tbody", *rows), class_="settings"))


@dataclass(frozen=True)
class LearningOptions:
    """What to learn and show.

    plan     how to learn;  limits  for how long, and how to measure.
    out      the file for the weights, None: one in the person's own folder.
    resume   whether to continue the run beside that file.
    plain    whether nothing may move.
    svg, html  files for the learning curve, as a picture and as a page, or None.
    """

    plan: LearningPlan
    limits: RunLimits
    out: Path | None = None
    resume: bool = False
    as_json: bool = False
    plain: bool = False
    svg: Path | None = None
    html: Path | None = None

    @property
    def target(self) -> Path:
        """The file for the weights."""
        return self.out or own_folder() / f"{file_name(self.plan.game)}{SUFFIX}"

    @property
    def kept(self) -> Path:
        """The file for the run, beside that."""
        return self.target.parent / f"{self.target.name.removesuffix(SUFFIX)}{RUN}"


def begin(options: LearningOptions) -> Learner:
    """Return the run at its beginning, or as it was left. Raises SpecError."""
    check_files(options)
    check_opponents(options.plan.game, options.limits.opponents)
    try:
        learner = Learner.resume(options.kept, options.plan.game) if options.resume else Learner(options.plan)
    except (Unlearnable, UnfitWeights) as error:
        raise SpecError(str(error)) from error
    if options.limits.accepted and not writes(learner.game, "estimate"):
        raise SpecError(f"--accept: {options.plan.game} has no estimate of its own to play against")
    return learner


def check_files(options: LearningOptions) -> None:
    """Raise SpecError unless all files are different and writable, and the weights can be used by players."""
    target = options.target
    if not target.name.endswith(SUFFIX) or '"' in str(target.absolute()):
        raise SpecError(f"-o {target} must be a file whose name ends in {SUFFIX}, in a path without double quotes")
    if options.out is None:
        record_file.make_folder(target.parent)
    seen = set()
    for path in filter(None, (target, options.kept, options.svg, options.html)):
        record_file.check_writable(path)
        if path.resolve() in seen:
            raise SpecError(f"{path} is named twice: the weights, the run and each curve need a file of their own")
        seen.add(path.resolve())


def settle(limits: RunLimits, learner: Learner) -> RunLimits:
    """Return the limits with all defaults, for a run that may have begun before."""
    if not limits.opponents:
        limits = replace(limits, opponents=default_opponents(learner.game))
    return limits if limits.seconds is None else replace(limits, seconds=limits.seconds + learner.seconds)


def learn_and_print(options: LearningOptions, match: Match) -> None:
    """Learn, and print the results. Raises SpecError.

    match  plays a match of a game at this terminal between the person and a player.
    """
    out, kept, learner = options.target, options.kept, begin(options)
    limits = settle(options.limits, learner)
    write_event(options, {"type": "plan", **learner.plan.as_dict(), "weights": learner.network.size}, heading(learner))
    switch, points = RunSwitch(), list[CurvePoint]()
    controls = RunControls(switch, partial(play_against, learner, out, kept, match))
    page, stopped = None, None
    try:
        with live_learning(learner, limits, controls, plain=options.plain or options.as_json) as page:
            watch(options, page, run_learning(learner, limits, out, kept, switch), points)
    except Unmeasurable as error:
        save_all(learner, out, kept)
        raise SpecError(str(error)) from error
    except KeyboardInterrupt as interrupt:
        if not learner.whole:
            click.echo("stopped in the middle of a game: what was learnt since it was last saved is lost", err=True)
            raise
        save_all(learner, out, kept)
        stopped = interrupt
    for point in page.last_points() if page else ():
        write_event(options, {}, point_line(point))
    if stopped:
        write_event(options, {"type": "stopped"}, "stopped; --resume goes on from here")
    write_curves(options, learner, points)
    write_event(options, {"type": "written", "path": str(out)}, written_line(out, out.stat().st_size))
    if stopped:
        raise stopped


def play_against(learner: Learner, out: Path, kept: Path, match: Match) -> None:
    """Let the person play against what has been learnt so far; Ctrl-C ends only the match.

    The match is saved and may be continued later, so the weights are saved in their final file.
    """
    save_all(learner, out, kept)
    try:
        match(learner.plan.game, f'{STRONG}:eval="{out.absolute()}"')
    except Terminated:
        raise
    except KeyboardInterrupt:
        pass


def write_curves(options: LearningOptions, learner: Learner, points: Sequence[CurvePoint]) -> None:
    """Write the wanted files of the learning curve, if there is one. Raises SpecError."""
    if options.svg and points:
        record_file.write_text(options.svg, curve_svg(heading(learner), points))
    if options.html and points:
        record_file.write_text(options.html, as_html(learner, points))
    for path in filter(None, (options.svg, options.html)):
        if not points:
            click.echo(f"{path} was not written: nothing has been measured yet", err=True)


def watch(
    options: LearningOptions, page: LivePage | None, run: Generator[RunEvent, None, None], points: list[CurvePoint]
) -> None:
    """Print or draw what happens, and collect the points of the curve."""
    with closing(run) as events:
        for event in events:
            if isinstance(event, CurvePoint):
                points.append(event)
            if isinstance(event, Acceptance) and not event.left:
                if page:
                    page.stop()
                write_event(options, {"type": "acceptance", **event.as_dict()}, acceptance_line(event))
            elif page:
                page.show(event)
            elif isinstance(event, CurvePoint):
                write_event(options, {"type": "point", **event.as_dict()}, point_line(event))
            elif isinstance(event, LearningProgress) and options.as_json:
                write_event(options, {"type": "progress", **event.as_dict()}, "")


def write_event(options: LearningOptions, found: dict[str, Any], line: str) -> None:
    """Print an event at once, as JSON or as a line, wrapped in a terminal."""
    wrapped = terminal.seen() and not options.as_json
    lines = wrap(line, terminal.width(), "  ", broken=False) if wrapped else [line]
    click.echo(json.dumps(found) if options.as_json else "\n".join(lines))
