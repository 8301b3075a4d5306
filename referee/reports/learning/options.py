"""What a run is to learn and show, and its beginning: all that cannot be is refused before anything is learnt."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from games.dataclass import dataclass
from games.game import writes
from games.names.catalogue import SpecError
from games.names.spec import file_name
from players.learning.features import Unlearnable
from players.learning.library import own_folder
from players.learning.weights_file import SUFFIX, UnfitWeights
from referee.learning.learner import Learner
from referee.learning.strength import check_opponents, default_opponents
from referee.storage import record_file

if TYPE_CHECKING:
    from pathlib import Path

    from referee.learning.plan import LearningPlan
    from referee.learning.run import RunLimits

RUN = ".learning"  # the end of the name of a file of a run


@dataclass(frozen=True)
class LearningOptions:
    """What is to be learnt and shown.

    plan     how it is learnt;  limits  for how long, and how it is measured.
    out      the file for the weights, None: one in the person's own folder.
    resume   whether the run beside that file is continued.
    as_json  whether JSON is printed;  plain  nothing that moves.
    svg, html  files for the learning curve, as a picture and as a page; None: none.
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
    """The run that is wanted, at its beginning or as it was left. Raises SpecError."""
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
    """Raise SpecError unless each file can be written, is one of its own, and that of the weights can be played by."""
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
    """The limits with nothing left open, for that run, which may have begun before."""
    if not limits.opponents:
        limits = replace(limits, opponents=default_opponents(learner.game))
    return limits if limits.seconds is None else replace(limits, seconds=limits.seconds + learner.seconds)
