"""Running a lesson: what is shown meanwhile, in lines or as JSON, and what is saved when it is stopped."""

from __future__ import annotations

import json
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from games.names.catalogue import SpecError
from referee.drawing import terminal
from referee.drawing.text_width import wrap
from referee.learning.learner import Learner, LearningProgress
from referee.learning.run import STRONG, Acceptance, RunSwitch, run_learning, save_all
from referee.learning.strength import CurvePoint, Unmeasurable
from referee.reports.learning.controls import RunControls
from referee.reports.learning.curve_svg import curve_svg
from referee.reports.learning.live import live_learning
from referee.reports.learning.options import LearningOptions, begin, settle
from referee.reports.learning.page import as_html
from referee.reports.learning.text import acceptance_line, heading, point_line, written_line
from referee.storage import record_file
from referee.support.signals import Terminated

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence
    from pathlib import Path

    from referee.learning.run import RunEvent
    from referee.reports.learning.live import LivePage

    Match = Callable[[str, str], None]


def learn_and_print(options: LearningOptions, match: Match) -> None:
    """Learn, and print what comes of it. Raises SpecError if that cannot be.

    match  plays a match of that game at this terminal, between the person and the player of that spec.
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
    """Let the person play against what has been learnt by now; Ctrl-C ends the match alone.

    The match is kept, and may be continued later: so the weights are in the file that stays.
    """
    save_all(learner, out, kept)
    try:
        match(learner.plan.game, f'{STRONG}:eval="{out.absolute()}"')
    except Terminated:
        raise
    except KeyboardInterrupt:
        pass


def write_curves(options: LearningOptions, learner: Learner, points: Sequence[CurvePoint]) -> None:
    """Write the learning curve into the files that are wanted, if there is one. Raises SpecError."""
    if options.svg and points:
        record_file.write_text(options.svg, curve_svg(heading(learner), points))
    if options.html and points:
        record_file.write_text(options.html, as_html(learner, points))
    for path in filter(None, (options.svg, options.html)):
        if not points:
            click.echo(f"{path} was not written: nothing has been measured yet", err=True)


def watch(
    options: LearningOptions,
    page: LivePage | None,
    run: Generator[RunEvent, None, None],
    points: list[CurvePoint],
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
    """Print that as JSON or as a line, at once. In a terminal the line is broken between words."""
    wrapped = terminal.seen() and not options.as_json
    lines = wrap(line, terminal.width(), "  ", broken=False) if wrapped else [line]
    click.echo(json.dumps(found) if options.as_json else "\n".join(lines))
