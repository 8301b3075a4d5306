"""A run of learning while it goes on, drawn in place on standard error, where that is a terminal."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING

from players.learning.cell_values import cell_values
from players.learning.features import WHOLE
from players.learning.ntuple import NTuple
from referee.drawing import terminal
from referee.drawing.glyphs import Line, Span
from referee.drawing.live import InPlace
from referee.drawing.number_format import format_count
from referee.drawing.text_width import cut_line
from referee.drawing.themes import THEMES
from referee.learning.expected import expected_game
from referee.learning.strength import CurvePoint
from referee.reports.learning.chart import board_lines, curve_lines, mark_of
from referee.reports.learning.text import acceptance_line, score_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from referee.learning.learner import Learner, LearningProgress
    from referee.learning.run import Acceptance, RunLimits

PACE = 0.5  # seconds between two drawings
TALL, LOW = 11, 5  # lines of the chart at most and at least
LINE = 60  # moves of the game that is expected, at most
DEARER = 300_000  # weights, above which the board is drawn at the end only: to look through them takes a while


@contextmanager
def live_learning(learner: Learner, limits: RunLimits, *, plain: bool = False) -> Iterator[LivePage | None]:
    """A page that shows a run as it is now. Nothing stays of it in the end.

    None with plain, and where standard output or standard error is not a terminal.
    """
    if plain or not terminal.movable(sys.stdout, sys.stderr):
        yield None
        return
    page = LivePage(learner, limits)
    try:
        yield page
    finally:
        page.stop()


class LivePage(InPlace):
    """How far a run is, how strong, and what it has learnt."""

    def __init__(self, learner: Learner, limits: RunLimits) -> None:
        super().__init__(THEMES["classic"])
        self.learner, self.limits, self.signs = learner, limits, terminal.signs()
        self.points: list[CurvePoint] = []
        self.began, self.due = monotonic(), 0.0

    def show(self, event: LearningProgress | CurvePoint) -> None:
        """Take in what has happened, and draw the page unless that was done just now."""
        if isinstance(event, CurvePoint):
            self.points.append(event)
        elif monotonic() >= self.due:
            width, height = self.console.size
            lines = self.page_lines(event, width - 1, height - 1)
            self.put([cut_line(line, width - 1, self.signs.more) for line in lines[: height - 1]])
            self.due = monotonic() + PACE

    def show_acceptance(self, accepted: Acceptance) -> None:
        """Draw how the games for its acceptance stand, unless that was done just now."""
        if monotonic() >= self.due:
            self.put([cut_line([Span(acceptance_line(accepted))], self.console.width - 1, self.signs.more)])
            self.due = monotonic() + PACE

    def last_points(self) -> list[CurvePoint]:
        """The points of the curve of the evaluation that was measured last."""
        last = max((point.progress.games for point in self.points), default=0)
        return [point for point in self.points if point.progress.games == last]

    def page_lines(self, progress: LearningProgress, width: int, height: int) -> list[Line]:
        """All lines of the page, those first that are wanted most."""
        found = [self.progress_line(progress)]
        scores = self.score_lines()
        board = self.value_lines(width) if height > LOW + len(scores) + 8 else []
        high = min(TALL, height - len(found) - len(scores) - len(board) - 4)
        if self.points and high >= LOW:
            found += [*scores, *curve_lines(self.points, self.limits.opponents, width, high - 1 + high % 2, self.signs)]
        else:
            found += scores
        if board:
            found += [[Span("what a cell is worth to its owner, in hundredths", "faint")], *board]
        line = " ".join(expected_game(self.learner.game, self.learner.network, LINE))
        return [*found, [Span("an expected game: ", "faint"), Span(line)]]

    def progress_line(self, progress: LearningProgress) -> Line:
        """How far it is."""
        of = f" of {self.limits.seconds:.0f} s" if self.limits.seconds is not None else ""
        pace = progress.positions / progress.seconds if progress.seconds else 0.0
        return [
            Span(f"{self.learner.plan.game} ", "title"),
            Span(f"{progress.seconds:.0f} s{of}, {format_count(progress.games, 'game')}, "),
            Span(f"{pace:,.0f} positions a second, mean correction {progress.error:.3f}", "faint"),
        ]

    def score_lines(self) -> list[Line]:
        """The last score against each opponent."""
        lines = []
        for which, opponent in enumerate(self.limits.opponents):
            last = next((point for point in reversed(self.points) if point.opponent == opponent), None)
            told = score_text(last.counts) if last else "not measured yet"
            lines.append([Span(f"{mark_of(which, self.signs)} {told} against {opponent}")])
        return lines

    def value_lines(self, width: int) -> list[Line]:
        """What a piece of the mover's is worth on each cell; nothing where there are too many weights to look at."""
        network = self.learner.network
        if not isinstance(network, NTuple) or network.size > DEARER or self.learner.plan.features == WHOLE:
            return []
        return board_lines(network.layout, cell_values(network, 1), width)
