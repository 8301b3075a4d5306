"""Runs that differ in a setting or two, one after the other: which of them learns best."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from games.dataclass import dataclass
from games.names.catalogue import SpecError
from referee.learning.grid_option import VARIED
from referee.learning.learner import Learner, LearningProgress
from referee.learning.plan import LearningPlan
from referee.learning.run import run_learning
from referee.learning.strength import CurvePoint

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from referee.learning.run import RunLimits


@dataclass(frozen=True)
class GridRow:
    """What came of one of the runs.

    settings  those in which it differs from the others, by name.
    progress  how far it came;  points  its learning curve.
    """

    settings: Mapping[str, Any]
    progress: LearningProgress
    points: tuple[CurvePoint, ...]

    def last(self, opponent: str) -> CurvePoint | None:
        """The last point of the curve against that opponent; None if there is none."""
        return next((point for point in reversed(self.points) if point.opponent == opponent), None)


def grid_plans(
    plan: LearningPlan, grid: Sequence[tuple[str, tuple[Any, ...]]]
) -> list[tuple[Mapping[str, Any], LearningPlan]]:
    """The settings of each run, and its plan: all combinations of the values. Raises SpecError for one given twice."""
    names = [name for name, _ in grid]
    for name in names:
        if names.count(name) > 1:
            texts = (VARIED[name][1].write(value) for other, values in grid if other == name for value in values)
            raise SpecError(f"--grid {name} is given twice; write --grid {name}={','.join(texts)} once")
    found = list[tuple[Mapping[str, Any], LearningPlan]]()
    for chosen in product(*(values for _, values in grid)):
        settings = dict(zip(names, chosen, strict=True))
        found.append((settings, replace(plan, **{VARIED[name][0]: value for name, value in settings.items()})))
    return found


def run_grid(plan: LearningPlan, grid: Sequence[tuple[str, tuple[Any, ...]]], limits: RunLimits) -> Iterator[GridRow]:
    """Learn by each plan, and yield what came of it. No weights are kept. Raises SpecError, Unlearnable."""
    learners = [
        (settings, Learner(each)) for settings, each in grid_plans(plan, grid)
    ]  # all are refused before any runs
    with TemporaryDirectory(prefix="referee-") as folder:
        out, kept = Path(folder, "out.weights"), Path(folder, "out.learning")
        for settings, learner in learners:
            events = list(run_learning(learner, limits, out, kept))
            *_, progress = (event for event in events if isinstance(event, LearningProgress))
            yield GridRow(settings, progress, tuple(event for event in events if isinstance(event, CurvePoint)))
