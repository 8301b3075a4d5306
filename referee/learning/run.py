"""A whole run: learn, measure meanwhile, save, and at the end play for acceptance."""

from __future__ import annotations

from time import monotonic, sleep
from typing import TYPE_CHECKING, TypeAlias

from games.dataclass import dataclass
from referee.learning.strength import BREATH, CurvePoint, StrengthMeter, acceptance_plan, play_acceptance
from referee.match.clocks import Control
from referee.statistics.counts import Counts
from referee.statistics.scoring import interval

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator
    from pathlib import Path

    from referee.learning.learner import Learner, LearningProgress

PACE = 0.25  # seconds between two events while it learns
FIRST, GROWTH = 1.0, 1.3  # seconds before the curve's first point, and the growth factor for each further point
SAVED = 20.0  # seconds between two saves of the run
STRONG = "minimax"  # the player in the acceptance match


@dataclass(frozen=True)
class RunLimits:
    """How long a run takes, and how it is measured.

    seconds   of processor time;  games  in all; None: no limit.
    opponents to measure against;  matches  the games for each point of the curve, 0: none.
    accepted  the games for acceptance, 0: none;  move  seconds a move in these.
    """

    seconds: float | None
    games: int | None
    opponents: tuple[str, ...]
    matches: int
    accepted: int
    move: float

    @property
    def measured(self) -> bool:
        """Whether there is a curve."""
        return self.matches > 0 and len(self.opponents) > 0


@dataclass(frozen=True)
class Acceptance:
    """The result against the game's own estimate, both as `minimax` with the same time a move.

    counts  wins, draws and losses;  move  seconds a move;  left  games still to be played.
    """

    counts: Counts
    move: float
    left: int = 0

    @property
    def won(self) -> bool:
        """Whether it is stronger: the 95 % interval of its score lies above a half."""
        return self.counts.total > 0 and (interval(self.counts).low or 0.0) > 0.5

    @property
    def lost(self) -> bool:
        """Whether it is weaker: that interval lies below a half."""
        return self.counts.total > 0 and (interval(self.counts).high or 0.0) < 0.5

    def as_dict(self) -> dict[str, object]:
        """Return the acceptance as JSON's types, with the score and its 95 % interval."""
        score = interval(self.counts)
        return {
            "wins": self.counts.wins, "draws": self.counts.draws, "losses": self.counts.losses,
            "score": score.value, "low": score.low, "high": score.high, "seconds": self.move, "accepted": self.won,
        }  # fmt: skip


RunEvent: TypeAlias = "LearningProgress | CurvePoint | Acceptance | None"  # None: nothing has happened while it waits


@dataclass
class RunSwitch:
    """Lets a watcher pause the run; nothing is learnt while `paused` is true."""

    paused: bool = False


def run_learning(
    learner: Learner, limits: RunLimits, out: Path, kept: Path, switch: RunSwitch | None = None
) -> Generator[RunEvent, None, None]:
    """Learn until a limit is reached, and yield what happens; write the weights to `out` and the run to `kept`.

    Closed before, it leaves both as last saved, some seconds ago at most; `save_all` saves them again. While it is
    paused, games that measure it are finished. Raises OSError if the files cannot be written.
    """
    switch = switch or RunSwitch()
    with StrengthMeter(learner.plan.game, limits.opponents, limits.matches, learner.plan.seed) as meter:
        saved, due, stored = monotonic(), FIRST, learner.play.games
        yield (progress := learner.progress())
        while not is_over(learner, limits):
            if switch.paused:
                sleep(BREATH)
                yield None
            else:
                left = PACE if limits.seconds is None else min(PACE, limits.seconds - learner.seconds)
                yield (progress := learner.advance(left, limits.games))
            if monotonic() - saved > SAVED and learner.play.games > stored:
                learner.save(kept)
                saved, stored = monotonic(), learner.play.games
            yield from meter.finished()
            if limits.measured and meter.idle and not switch.paused and learner.seconds >= due:
                meter.begin(learner, progress)
                due = GROWTH * learner.seconds
        save_all(learner, out, kept)
        yield from measure_last(learner, progress, meter, limits)
        if limits.accepted:
            yield from accept(learner, limits, out)


def accept(learner: Learner, limits: RunLimits, out: Path) -> Iterator[Acceptance | None]:
    """Yield the state of the acceptance match, at first and after each game, and None now and then between them.

    The last state is written into the file of the weights. Raises Unmeasurable.
    """
    yield Acceptance(Counts(0, 0, 0), limits.move, limits.accepted)
    both, control = (f'{STRONG}:eval="{out}"', f"{STRONG}:eval=game"), Control(limits.move)
    plan = acceptance_plan(learner.plan.game, both, control, learner.plan.seed, limits.accepted)
    for counts in play_acceptance(plan, limits.accepted):
        if counts is None:
            yield None
            continue
        accepted = Acceptance(counts, limits.move, limits.accepted - counts.total)
        if not accepted.left:
            learner.write(out, acceptance=accepted.as_dict())
        yield accepted


def is_over(learner: Learner, limits: RunLimits) -> bool:
    """Return whether the run has reached one of its limits."""
    late = limits.seconds is not None and learner.seconds >= limits.seconds
    return late or (limits.games is not None and learner.play.games >= limits.games)


def save_all(learner: Learner, out: Path, kept: Path) -> None:
    """Write the weights, and the run to be resumed."""
    learner.write(out)
    learner.save(kept)


def measure_last(
    learner: Learner, progress: LearningProgress, meter: StrengthMeter, limits: RunLimits
) -> Iterator[CurvePoint | None]:
    """Yield the points of the curve still being measured, and a last one; for None see RunEvent."""
    yield from await_points(meter)
    if limits.measured and (meter.progress is None or meter.progress.games < progress.games):
        meter.begin(learner, progress)
        yield from await_points(meter)


def await_points(meter: StrengthMeter) -> Iterator[CurvePoint | None]:
    """Yield points of the curve until nothing is being measured any more, and None now and then between them."""
    while not meter.idle:
        meter.wait(BREATH)
        yield None
        yield from meter.finished()
