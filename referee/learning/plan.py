"""What is to be learnt, and how: all that the weights depend on, beside how long it takes."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING

import games
from players.learning.features import WHOLE, Unlearnable, default_features, make_network
from players.learning.td import SelfPlay
from players.search.rng import Rng
from referee.batch.plan import derive_seed

if TYPE_CHECKING:
    from games.game import Game
    from players.learning.ntuple import NTuple

OPENING = 8  # random moves at the most, with which games begin


@dataclass(frozen=True)
class LearningPlan:
    """How an evaluation of a game is learnt. What is None or empty is chosen to suit the game (`settled`).

    game      the game's spec.
    features  what the evaluation looks at (players.learning.features).
    method    td or tdleaf (players.learning.td).
    rate      the step size;  trace  lambda;  epsilon  the share of moves made at random.
    opening   so many random moves at most at the start of a game.
    depth     plies that are looked ahead at each move.
    seed      from which all random numbers come.
    """

    game: str
    features: str = ""
    method: str = ""
    rate: float = 5.0
    trace: float | None = None
    epsilon: float | None = None
    opening: int = OPENING
    depth: int = 1
    seed: int = 0

    def settled(self) -> LearningPlan:
        """The plan with nothing left open. Raises SpecError, Unlearnable.

        A board that is looked at as a whole is a table: its positions are learnt one by one, those off the best lines
        too, so that values become exact. Else positions share what they learn.
        """
        features = self.features or default_features(games.load(self.game))
        method, trace, epsilon = ("td", 0.0, 0.3) if features == WHOLE else ("tdleaf", 0.8, 0.1)
        return replace(
            self,
            features=features,
            method=self.method or method,
            trace=trace if self.trace is None else self.trace,
            epsilon=epsilon if self.epsilon is None else self.epsilon,
        )

    def start(self) -> tuple[Game, NTuple, SelfPlay]:
        """The game, an evaluation that knows nothing yet, and its self-play. Raises SpecError, Unlearnable."""
        game = games.load(self.game)
        if game.score() is not None:
            raise Unlearnable(f"{self.game} is over before it begins")
        network = make_network(game, self.features, derive_seed(self.seed, "tuples"))
        rng = Rng(derive_seed(self.seed, "moves"))
        play = SelfPlay(game, network, rng, self.method == "tdleaf", self.depth)
        play.rate, play.trace, play.epsilon, play.opening = self.rate, self.trace, self.epsilon, self.opening
        return game, network, play

    def as_dict(self) -> dict[str, object]:
        """The plan as JSON's types."""
        return asdict(self)
