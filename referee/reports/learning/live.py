"""A run of learning while it goes on, drawn in place on standard error, where that is a terminal."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING

from players.learning.cell_values import cell_values
from players.learning.features import WHOLE
from players.learning.networks import NTuple
from referee.drawing import terminal
from referee.drawing.glyphs import Line, Span
from referee.drawing.live import InPlace
from referee.drawing.number_format import format_count
from referee.drawing.text_width import cut, cut_line, text_width, wrapped
from referee.drawing.themes import THEMES
from referee.learning.expected import expected_game
from referee.learning.run import Acceptance, is_over
from referee.learning.strength import CurvePoint
from referee.reports.learning.chart import board_lines, curve_lines, mark_of
from referee.reports.learning.text import acceptance_line, score_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from referee.learning.learner import Learner, LearningProgress
    from referee.learning.run import RunEvent, RunLimits
    from referee.reports.learning.controls import RunControls

PACE = 0.5  # seconds between two drawings
TALL, LOW = 11, 3  # lines of the chart at most and at least, without its axis
LINE = 60  # moves of the game that is expected, at most
DEARER = 300_000  # weights, above which the board is drawn at the end only: to look through them takes a while


@contextmanager
def live_learning(
    learner: Learner, limits: RunLimits, controls: RunControls, *, plain: bool = False
) -> Iterator[LivePage | None]:
    """A page that shows a run as it is now, and on which keys are heard. Nothing stays of it in the end.

    None with plain, and where standard output or standard error is not a terminal.
    """
    if plain or not terminal.movable(sys.stdout, sys.stderr):
        yield None
        return
    page = LivePage(learner, limits, controls)
    controls.keyboard.take()
    try:
        yield page
    finally:
        page.stop()
        controls.keyboard.give_back()


class LivePage(InPlace):
    """How far a run is, how strong, and what it has learnt."""

    def __init__(self, learner: Learner, limits: RunLimits, controls: RunControls) -> None:
        super().__init__(THEMES["classic"])
        self.learner, self.limits, self.controls, self.signs = learner, limits, controls, terminal.signs()
        self.progress: LearningProgress | None = None
        self.points: list[CurvePoint] = []
        self.accepted: Acceptance | None = None  # how the games for its acceptance stand
        self.due = 0.0  # when it is drawn again, on time.monotonic()

    @property
    def over(self) -> bool:
        """Whether nothing is learnt any more."""
        return is_over(self.learner, self.limits)

    def show(self, event: RunEvent) -> None:
        """Take in what has happened, do what keys say, and draw the page unless that was done just now."""
        if isinstance(event, CurvePoint):
            self.points.append(event)
        elif isinstance(event, Acceptance):
            self.accepted, self.due = event, 0.0
        elif event:
            self.progress = event
        if self.controls.heed(self, ending=self.accepted is not None):
            self.due = 0.0
        if monotonic() >= self.due and self.progress:
            width, height = self.console.size
            if self.accepted:
                lines = self.acceptance_lines(self.accepted, width - 1)
            else:
                lines = self.page_lines(self.progress, width - 1, height - 1)
            self.put([cut_line(line, width - 1, self.signs.more) for line in lines[: height - 1]])
            self.due = monotonic() + PACE

    def last_points(self) -> list[CurvePoint]:
        """The points of the curve of the evaluation that was measured last."""
        last = max((point.progress.games for point in self.points), default=0)
        return [point for point in self.points if point.progress.games == last]

    def page_lines(self, progress: LearningProgress, width: int, height: int) -> list[Line]:
        """All lines of the page, those first that are wanted most, and the keys below where there is room."""
        above = [self.progress_line(progress, width), self.pace_line(progress, width), *self.score_lines()]
        room = height - len(above) - 2  # lines between these, the game that is expected, and the keys
        board = self.value_lines(width) if room >= LOW else []
        if len(board) > room - LOW * bool(self.points):
            board = []
        high = min(TALL, room - len(board) - 1)
        high -= 1 - high % 2  # lines, one of which is that of 50 %
        if self.points and high >= LOW:
            above += curve_lines(self.points, self.limits.opponents, width, high, self.signs)
        line = " ".join(expected_game(self.learner.game, self.learner.network, LINE))
        found = [*above, *board, [Span("an expected game: ", "faint"), Span(line)]]
        return [*found, *([self.key_line(width)] if len(found) < height else [])]

    def acceptance_lines(self, accepted: Acceptance, width: int) -> list[Line]:
        """How the games for its acceptance stand, and the key that does something meanwhile."""
        return [*wrapped(acceptance_line(accepted), width), self.key_line(width)]

    def progress_line(self, progress: LearningProgress, width: int) -> Line:
        """How far it is."""
        of = f" of {self.limits.seconds:.0f} s" if self.limits.seconds is not None else ""
        told = f" {progress.seconds:.0f} s{of}, {format_count(progress.games, 'game')}"
        name = cut(self.learner.plan.game, width - text_width(told), self.signs.more)
        return [Span(name, "title"), Span(told if name else told.lstrip())]

    def pace_line(self, progress: LearningProgress, width: int) -> Line:
        """How fast it is, or why it stands still, and how large corrections are."""
        pace = f"{progress.positions / progress.seconds if progress.seconds else 0.0:,.0f} positions"
        state = "being measured" if self.over else "paused" if self.controls.switch.paused else ""
        wide, narrow = f", mean correction {progress.error:.3f}", f", correction {progress.error:.3f}"
        if state:
            return [Span(state, "strong"), Span(wide, "faint")]
        line = f"{pace} a second{wide}"
        return [Span(line if text_width(line) <= width else f"{pace}/s{narrow}", "faint")]

    def score_lines(self) -> list[Line]:
        """The last score against each opponent."""
        lines = []
        for which, opponent in enumerate(self.limits.opponents if self.limits.matches else ()):
            last = next((point for point in reversed(self.points) if point.opponent == opponent), None)
            told = score_text(last.counts) if last else "not measured yet"
            lines.append([Span(f"{mark_of(which, self.signs)} {told} against {opponent}")])
        return lines

    def value_lines(self, width: int) -> list[Line]:
        """What a piece of the mover's is worth on each cell; nothing if there are too many weights to look at."""
        network = self.learner.network
        if not isinstance(network, NTuple) or network.size > DEARER or self.learner.plan.features == WHOLE:
            return []
        board = board_lines(network.layout, cell_values(network, 1), width)
        return board and [[Span("what a cell is worth to its owner, in hundredths", "faint")], *board]

    def key_line(self, width: int) -> Line:
        """The keys that do something now."""
        hints = self.controls.hints(over=self.over, ending=self.accepted is not None)
        dot = ", " if self.signs.more.isascii() else " · "
        wide = dot.join(f"{key} {does}" for key, does, _ in hints)
        narrow = dot.join(f"{key} {brief}" for key, _, brief in hints)
        return [Span(wide if text_width(wide) <= width else narrow, "faint")]
