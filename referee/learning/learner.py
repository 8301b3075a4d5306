"""A run of learning of any length, which can be saved and resumed."""

from __future__ import annotations

import math
from contextlib import contextmanager
from dataclasses import replace
from time import process_time
from typing import TYPE_CHECKING, Any

from games.base.notation import printable
from games.dataclass import dataclass
from players.learning.features import make_network, require_layout
from players.learning.weights_file import UnfitWeights, encode_weights
from referee.errors.attribution import attribute_errors
from referee.learning.plan import identify_game
from referee.learning.saved_run import SavedRun, encode_run, read_run, take_state
from referee.storage import record_file
from referee.support.build import version
from referee.support.limits import derive_seed
from referee.support.signals import TWICE, hold_signals

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from referee.learning.plan import LearningPlan

PART = 0.05  # seconds of games played in a row


@dataclass(frozen=True)
class LearningProgress:
    """The progress of a run.

    games, positions  learnt from so far;  seconds  of processor time.
    error  the root of the mean squared correction since the last LearningProgress.
    """

    games: int
    positions: int
    seconds: float
    error: float

    def as_dict(self) -> dict[str, object]:
        """Return the progress as JSON's types."""
        return {"games": self.games, "positions": self.positions, "seconds": round(self.seconds, 3),
                "error": round(self.error, 5)}  # fmt: skip


class Learner:
    """A run by a plan, at its beginning.

    Raises SpecError, Unlearnable. An error in the game's rules is raised with a note, here and by `advance`; a rule
    that returns what no rule may return raises UserCodeError.
    """

    def __init__(self, plan: LearningPlan):
        self.game, self.plan = plan.load_game(), plan
        self.identity = identify_game(plan.game)
        with self.noted_errors():
            layout = require_layout(self.game)
            self.plan = plan.settled(self.game, layout)
            self.network = make_network(self.game, layout, self.plan.features, derive_seed(plan.seed, "tuples"))
            self.play = self.plan.start(self.game, self.network)
        self.seconds = 0.0
        self.part = 1  # games played in a row
        self.seen = 0, 0.0  # positions and squares of the last LearningProgress
        self.whole = True  # whether no game was interrupted in the middle of its corrections

    def advance(self, seconds: float, games: int | None = None) -> LearningProgress:
        """Play for `seconds` of processor time, or until `games` games in all have been played.

        Ctrl-C ends it after the current game; pressed again a while later it ends at once: then the run is not `whole`.
        """
        start = process_time()
        try:
            while (spent := process_time() - start) < seconds and (games is None or self.play.games < games):
                part = self.part if games is None else min(self.part, games - self.play.games)
                with hold_signals(TWICE), self.noted_errors():
                    self.whole = False
                    self.play.play(part)
                    self.whole = True
                if process_time() - start - spent < PART:
                    self.part = 2 * part
        finally:
            self.seconds += process_time() - start
        return self.progress()

    @contextmanager
    def noted_errors(self) -> Iterator[None]:
        """Add a note about where it happened to an error in the game's rules raised in the block."""
        with attribute_errors(self.game, lambda: f"as {self.plan.game} was learnt with seed {self.plan.seed}"):
            yield

    def progress(self) -> LearningProgress:
        """Return the progress of the run."""
        positions, squares = self.play.plies - self.seen[0], self.play.error - self.seen[1]
        self.seen = self.play.plies, self.play.error
        error = math.sqrt(squares / positions) if positions else 0.0
        return LearningProgress(self.play.games, self.play.plies, self.seconds, error)

    def write(self, path: Path, **more: Any) -> None:
        """Write the weights to a file, with what made them. Raises SpecError."""
        made = self.plan.as_dict() | {"games": self.play.games, "positions": self.play.plies,
                                      "referee": version(), **more}  # fmt: skip
        record_file.write_bytes(path, encode_weights(self.plan.game, self.game, self.network, made))

    def save(self, path: Path) -> None:
        """Write the whole run to a file, to be resumed later. Raises SpecError."""
        run = SavedRun(
            self.plan, self.identity, self.play.games, self.play.plies, self.play.error, self.seconds, self.play.random
        )
        record_file.write_bytes(path, encode_run(run, self.network.store))

    @classmethod
    def resume(cls, path: Path, game: str = "") -> Learner:
        """Return the run saved in a file. Raises SpecError, Unlearnable, UnfitWeights.

        game  the spec of its game, which may be spelled differently or lie in another folder now; "" for the file's
              own.
        """
        saved, data = read_run(path)
        if game and identify_game(game) != saved.game:
            raise UnfitWeights(f"{path} is a run of {printable(saved.plan.game)}, not of {game}")
        run = cls(replace(saved.plan, game=game or saved.plan.game))
        take_state(path, data, run.network.store)
        run.play.games, run.play.plies, run.play.error = saved.games, saved.positions, saved.squares
        run.seconds, run.play.random = saved.seconds, saved.random
        run.seen = run.play.plies, run.play.error
        return run
