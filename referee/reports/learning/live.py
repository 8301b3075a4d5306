"""A run of learning in lines, drawn in place on standard error, and the keys that pause and stop it."""

from __future__ import annotations

import shlex
import sys
from contextlib import contextmanager
from dataclasses import field
from time import monotonic
from typing import TYPE_CHECKING

import players
from games.base.rule_values import text_of
from games.dataclass import dataclass
from games.game import CHANCE
from games.names.catalogue import SpecError
from players.learning.features import WHOLE
from players.learning.networks import NTuple
from referee.drawing import terminal
from referee.drawing.glyphs import Line, Signs, Span
from referee.drawing.live import ENTER, SUSPEND, InPlace, Keyboard
from referee.drawing.number_format import format_count, format_seconds
from referee.drawing.text_width import cut, cut_line, pad, text_width, wrapped
from referee.drawing.themes import THEMES
from referee.learning.run import Acceptance, is_over
from referee.learning.strength import CurvePoint
from referee.statistics.scoring import interval
from referee.support.signals import Interrupted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from games.game import Game
    from games.layout import Layout
    from players.learning.board_evaluation import BoardEvaluation
    from referee.learning.learner import Learner, LearningProgress
    from referee.learning.run import RunEvent, RunLimits, RunSwitch
    from referee.statistics.counts import Counts

MARKS = {False: ("●", "○", "◆", "◇", "■", "□"), True: ("o", "x", "+", "*", "#", "@")}
ROLES = ("first", "second", "strong", "faint")
LABEL = 6  # columns left of the chart
PACE = 0.5  # seconds between two drawings
TALL, LOW = 11, 3  # the most and the fewest lines of the chart, without its axis
LINE = 60  # moves of the expected game, at most
DEARER = 300_000  # weights, above which the values of cells are not shown: computing them takes too long
SPACE, STOP = " ", "q"


def heading(learner: Learner) -> str:
    """Return what is learnt, and how: `learning connect-four: 211,968 weights (lines4+boxes2x3), ..., seed 5`."""
    plan = learner.plan
    weights = format_count(learner.network.size, "weight")
    how = f"{plan.method}, rate {plan.rate:g}, lambda {plan.trace:g}, epsilon {plan.epsilon:g}, opening {plan.opening}"
    return f"learning {plan.game}: {weights} ({plan.features}), {how}, seed {plan.seed}"


def point_line(point: CurvePoint) -> str:
    """Return the strength: `after 43,000 games 78.8 % against random (95 % interval: 68 to 87), 80 games`."""
    learnt, played = (format_count(count, "game") for count in (point.progress.games, point.counts.total))
    return f"after {learnt} {score_text(point.counts)} against {point.opponent}, {played}"


def score_text(counts: Counts) -> str:
    """Return a score with its interval: `78.8 % (68 to 87)`."""
    score = interval(counts)
    return f"{100 * counts.score:.1f} % ({100 * (score.low or 0):.0f} to {100 * (score.high or 0):.0f})"


def setting_text(value: object) -> str:
    """Return a setting as it would be typed."""
    return f"{value:g}" if isinstance(value, float) else str(value)


def acceptance_line(accepted: Acceptance) -> str:
    """Say whether it is stronger or weaker than the game's own estimate, both with the same time a move."""
    counts = accepted.counts
    verdict = f"it is {'stronger' if accepted.won else 'weaker' if accepted.lost else 'not known to be stronger'}"
    if accepted.left:
        verdict = f"{format_count(accepted.left, 'game')} to come"
    return (
        f"against the game's own estimate, {format_seconds(accepted.move)} a move: won {counts.wins}, drew "
        f"{counts.draws}, lost {counts.losses}: {score_text(counts)}; {verdict}"
    )


def written_line(path: Path, size: int) -> str:
    """Say where the weights are, and how to use them."""
    size_text = format_count(max(1, size // 1024), "kB", "kB")
    return f"written: {path} ({size_text}); play against it: {player_words(path)}"


def player_words(path: Path) -> str:
    """Return the player with these weights as it is typed in a shell, quoted if needed."""
    plain = f"minimax:eval={path}"
    try:
        read = players.CATALOGUE.read(plain)[1] == {"eval": str(path)}
    except SpecError:
        read = False
    return shlex.quote(plain if read else f'minimax:eval="{path}"')


def curve_lines(
    points: Sequence[CurvePoint], opponents: Sequence[str], width: int, height: int, signs: Signs
) -> list[Line]:
    """Return the scores by the seconds of learning, with a mark for each opponent; later marks hide earlier ones."""
    wide, high = max(10, width - LABEL), max(3, height)
    longest = max((point.progress.seconds for point in points), default=1.0)
    cells: dict[tuple[int, int], Span] = {}
    for point in points:
        which = opponents.index(point.opponent) if point.opponent in opponents else 0
        column = round((wide - 1) * point.progress.seconds / longest)
        row = round((high - 1) * (1 - point.counts.score))
        cells[row, column] = Span(mark_of(which, signs), ROLES[which % len(ROLES)])
    lines = []
    for row in range(high):
        share = 100 * (1 - row / (high - 1))
        labelled = row in {0, high - 1} or (high % 2 and row == high // 2)
        label = pad(f"{share:.0f} %" if labelled else "", LABEL - 1, ">") + " "
        blank = Span(signs.rule if labelled else " ", "faint")
        lines.append([Span(label, "faint"), *(cells.get((row, column), blank) for column in range(wide))])
    end = f"{longest:.0f} s"
    lines.append([Span(" " * LABEL + "0 s" + pad(end, wide - 3, ">"), "faint")])
    return lines


def mark_of(which: int, signs: Signs) -> str:
    """Return the mark of opponent number `which`, from 0."""
    marks = MARKS[signs.more.isascii()]
    return marks[which % len(marks)]


def board_lines(layout: Layout, values: Sequence[float], width: int) -> list[Line]:
    """Return the values on the cells of the board, in hundredths; nothing in too narrow a window."""
    cells = [cell for cell in layout.cells if cell]
    rows, columns = 1 + max(row for row, _ in cells), 1 + max(column for _, column in cells)
    found = {cell: value for cell, value in zip(layout.cells, values, strict=True) if cell}
    each = 1 + max(len(f"{round(100 * value):+d}") for value in found.values())
    if each * columns > width:
        return []
    largest = max(map(abs, found.values())) or 1.0
    lines = []
    for row in range(rows):
        line = []
        for column in range(columns):
            value = found.get((row, column))
            text = "" if value is None else f"{round(100 * value):+d}"
            strong = value is not None and abs(value) > largest / 2
            line.append(Span(pad(text, each, ">"), ("first" if (value or 0) > 0 else "second") if strong else "faint"))
        lines.append(line)
    return lines


def expected_game(start: Game, learnt: BoardEvaluation, most: int) -> list[str]:
    """Return the texts of at most `most` moves, until the game is over or chance moves."""
    game, found = start.copy(), list[str]()
    while game.score() is None and game.turn != CHANCE and len(found) < most:
        move = max(game.moves(), key=lambda move: value_after(game, move, learnt))
        found.append(text_of(game, move))
        game.make(move)
    return found


def value_after(game: Game, move: int, learnt: BoardEvaluation) -> float:
    """Return what the position after `move` is worth to the seat that makes it."""
    child = game.copy()
    child.make(move)
    value: float = learnt.worth(child)
    return value if (child.turn == 1) == (game.turn == 1) else -value


@contextmanager
def live_learning(
    learner: Learner, limits: RunLimits, controls: RunControls, *, plain: bool = False
) -> Iterator[LivePage | None]:
    """Return a page that shows a run and hears keys; nothing of it stays in the end.

    Returns None with `plain`, and if standard output or standard error is not a terminal.
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
    """The progress of a run, its strength, and what it has learnt."""

    def __init__(self, learner: Learner, limits: RunLimits, controls: RunControls) -> None:
        super().__init__(THEMES["classic"])
        self.learner, self.limits, self.controls, self.signs = learner, limits, controls, terminal.signs()
        self.progress: LearningProgress | None = None
        self.points: list[CurvePoint] = []
        self.accepted: Acceptance | None = None  # the state of its acceptance match
        self.due = 0.0  # the time of the next drawing, of time.monotonic()

    @property
    def over(self) -> bool:
        """Whether learning has ended."""
        return is_over(self.learner, self.limits)

    def show(self, event: RunEvent) -> None:
        """Take in an event, do what keys say, and draw the page unless that was just done."""
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
        """Return the points of the curve that were measured last."""
        last = max((point.progress.games for point in self.points), default=0)
        return [point for point in self.points if point.progress.games == last]

    def page_lines(self, progress: LearningProgress, width: int, height: int) -> list[Line]:
        """Return all lines of the page, the most important first, and the keys if there is room."""
        lines = []
        for which, opponent in enumerate(self.limits.opponents if self.limits.matches else ()):
            last = next((point for point in reversed(self.points) if point.opponent == opponent), None)
            told = score_text(last.counts) if last else "not measured yet"
            lines.append([Span(f"{mark_of(which, self.signs)} {told} against {opponent}")])
        above = [self.progress_line(progress, width), self.pace_line(progress, width), *lines]
        room = height - len(above) - 2  # lines between these, the expected game, and the keys
        board = self.value_lines(width) if room >= LOW else []
        if len(board) > room - LOW * bool(self.points):
            board = []
        high = min(TALL, room - len(board) - 1)
        high -= 1 - high % 2  # an odd number, so that one line is at 50 %
        if self.points and high >= LOW:
            above += curve_lines(self.points, self.limits.opponents, width, high, self.signs)
        line = " ".join(expected_game(self.learner.game, self.learner.network, LINE))
        found = [*above, *board, [Span("an expected game: ", "faint"), Span(line)]]
        return [*found, *([self.key_line(width)] if len(found) < height else [])]

    def acceptance_lines(self, accepted: Acceptance, width: int) -> list[Line]:
        """Return the state of the acceptance match, and the key that stops it."""
        return [*wrapped(acceptance_line(accepted), width), self.key_line(width)]

    def progress_line(self, progress: LearningProgress, width: int) -> Line:
        of = f" of {self.limits.seconds:.0f} s" if self.limits.seconds is not None else ""
        told = f" {progress.seconds:.0f} s{of}, {format_count(progress.games, 'game')}"
        name = cut(self.learner.plan.game, width - text_width(told), self.signs.more)
        return [Span(name, "title"), Span(told if name else told.lstrip())]

    def pace_line(self, progress: LearningProgress, width: int) -> Line:
        """Return how fast it is, or why it stands still, and how large corrections are."""
        pace = f"{progress.positions / progress.seconds if progress.seconds else 0.0:,.0f} positions"
        state = "being measured" if self.over else "paused" if self.controls.switch.paused else ""
        wide, narrow = f", mean correction {progress.error:.3f}", f", correction {progress.error:.3f}"
        if state:
            return [Span(state, "strong"), Span(wide, "faint")]
        line = f"{pace} a second{wide}"
        return [Span(line if text_width(line) <= width else f"{pace}/s{narrow}", "faint")]

    def value_lines(self, width: int) -> list[Line]:
        """Return what a piece of the mover is worth on each cell; nothing if there are too many weights."""
        network = self.learner.network
        if not isinstance(network, NTuple) or network.size > DEARER or self.learner.plan.features == WHOLE:
            return []
        board = board_lines(network.layout, network.cell_values(1), width)
        return board and [[Span("what a cell is worth to its owner, in hundredths", "faint")], *board]

    def key_line(self, width: int) -> Line:
        """Return the keys that do something now."""
        hints = self.controls.hints(over=self.over, ending=self.accepted is not None)
        dot = ", " if self.signs.more.isascii() else " · "
        wide = dot.join(f"{key} {does}" for key, does, _ in hints)
        narrow = dot.join(f"{key} {brief}" for key, _, brief in hints)
        return [Span(wide if text_width(wide) <= width else narrow, "faint")]


@dataclass
class RunControls:
    """What the keys do.

    switch  pauses the run;  play  plays a match against what has been learnt, on a page of its own.
    """

    switch: RunSwitch
    play: Callable[[], None]
    keyboard: Keyboard = field(default_factory=Keyboard)

    def heed(self, place: InPlace, *, ending: bool = False) -> bool:
        """Do what the keys pressed so far say; return whether there were any. Raises Interrupted to stop.

        place  what is drawn;  ending  whether stopping is all that is left.
        """
        pressed = self.keyboard.pressed()
        for key in pressed:
            if key == STOP:
                raise Interrupted
            if key == SUSPEND:
                self.leave_for(self.keyboard.suspend, place)
            elif key == SPACE and not ending:
                self.switch.paused = not self.switch.paused
            elif key in ENTER and not ending:
                self.leave_for(self.play, place)
                break  # later keys were not meant for the page after the match
        return bool(pressed)

    def leave_for(self, call: Callable[[], None], place: InPlace) -> None:
        """Give the terminal to `call`, and take it again."""
        place.step_aside()
        self.keyboard.give_back()
        try:
            call()
        finally:
            self.keyboard.take()

    def hints(self, *, over: bool, ending: bool = False) -> list[tuple[str, str, str]]:
        """Return the keys that do something now, what each does, and a shorter word for it.

        over  whether learning has ended;  ending  whether stopping is all that is left.
        """
        if not self.keyboard.input:
            return []
        hold = "go on" if self.switch.paused else "pause"
        space, enter = ("Space", hold, hold), ("Enter", "play against it", "play")
        return [*([] if over or ending else [space]), *([] if ending else [enter]), ("q", "stop", "stop")]
