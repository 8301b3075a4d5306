"""A run of learning, which goes on for as long as is asked, and can be saved and gone on with later."""

from __future__ import annotations

import json
import math
import sys
import zlib
from array import array
from dataclasses import dataclass
from time import process_time
from typing import TYPE_CHECKING, Any

from players.learning.features import make_network, require_layout
from players.learning.weights_file import UnfitWeights, encode_weights
from referee.batches.plan import derive_seed
from referee.learning.plan import LearningPlan
from referee.storage import record_file
from referee.support.signals import TWICE, hold_signals
from referee.support.version import version

if TYPE_CHECKING:
    from pathlib import Path

FIRST_LINE = b"referee learning 1\n"
PART = 0.05  # seconds that games take which are played in a row
DAMAGED = "is not a run of learning that can be gone on with"


@dataclass(frozen=True)
class LearningProgress:
    """How far a run has come.

    games, positions  that were learnt from;  seconds  of the processor that this took.
    error  the root of the mean squared correction since the last LearningProgress.
    """

    games: int
    positions: int
    seconds: float
    error: float

    def as_dict(self) -> dict[str, object]:
        """The progress as JSON's types."""
        return {"games": self.games, "positions": self.positions, "seconds": round(self.seconds, 3),
                "error": round(self.error, 5)}  # fmt: skip


class Learner:
    """A run by a plan, at its beginning. Raises SpecError, Unlearnable."""

    def __init__(self, plan: LearningPlan):
        self.game = plan.load_game()
        layout = require_layout(self.game)
        self.plan = plan.settled(self.game, layout)
        self.network = make_network(self.game, layout, self.plan.features, derive_seed(plan.seed, "tuples"))
        self.play = self.plan.start(self.game, self.network)
        self.seconds = 0.0
        self.part = 1  # games played in a row
        self.seen = 0, 0.0  # positions and squares of the last LearningProgress
        self.whole = True  # no game was broken off, from which a part would have been learnt

    def advance(self, seconds: float, games: int | None = None) -> LearningProgress:
        """Play for so many seconds of the processor, or until so many games are played in all.

        Ctrl-C ends it after the game under way, and pressed again a while later at once: then it is not `whole`.
        """
        start = process_time()
        try:
            while (spent := process_time() - start) < seconds and (games is None or self.play.games < games):
                part = self.part if games is None else min(self.part, games - self.play.games)
                with hold_signals(TWICE):
                    self.whole = False
                    self.play.play(part)
                    self.whole = True
                if process_time() - start - spent < PART:
                    self.part = 2 * part
        finally:
            self.seconds += process_time() - start
        return self.progress()

    def progress(self) -> LearningProgress:
        """How far it has come."""
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
        """Write the whole run to a file, to go on with it later. Raises SpecError."""
        state = self.network.store.state
        if sys.byteorder == "big":
            state.byteswap()
        found = {
            "plan": self.plan.as_dict(), "games": self.play.games, "positions": self.play.plies,
            "squares": self.play.error, "seconds": self.seconds, "random": self.play.random,
        }  # fmt: skip
        content = FIRST_LINE + json.dumps(found).encode() + b"\n" + zlib.compress(state.tobytes(), 1)
        record_file.write_bytes(path, content)

    @classmethod
    def resume(cls, path: Path) -> Learner:
        """The run in that file, as it was when it was saved. Raises UnfitWeights."""
        try:
            content = path.read_bytes()
        except OSError as error:
            raise UnfitWeights(f"{path}: {error.strerror}") from error
        if not content.startswith(FIRST_LINE):
            raise UnfitWeights(f"{path} {DAMAGED}")
        line, _, data = content.removeprefix(FIRST_LINE).partition(b"\n")
        try:
            found = json.loads(line)
            run = cls(LearningPlan(**found["plan"]))
            state = array("f", zlib.decompress(data))
            if sys.byteorder == "big":
                state.byteswap()
            run.network.store.state = state
            run.play.games, run.play.plies, run.play.error = found["games"], found["positions"], found["squares"]
            run.seconds, run.play.random = found["seconds"], found["random"]
        except (ValueError, KeyError, TypeError, zlib.error) as error:
            raise UnfitWeights(f"{path} {DAMAGED}: {error}") from error
        run.seen = run.play.plies, run.play.error
        return run
