"""What is to be learnt, and how: all that the weights depend on, beside how long it takes."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import TYPE_CHECKING

import games
from games.capabilities import has_chance
from games.dataclass import dataclass
from players.learning.features import WHOLE, Unlearnable, default_features, is_layered
from players.learning.td import SelfPlay
from players.search.random_play import Rng
from referee.support.seeds import derive_seed

if TYPE_CHECKING:
    from games.game import Game
    from games.layout import Layout
    from players.learning.board_evaluation import BoardEvaluation

RATE, LUCKY = 5.0, 0.5  # step sizes of n-tuple networks: in games without chance, and with
LAYERED = 20.0, 0.5  # the step size of layered networks, and lambda
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
    rate: float | None = None
    trace: float | None = None
    epsilon: float | None = None
    opening: int = OPENING
    depth: int = 1
    seed: int = 0

    def load_game(self) -> Game:
        """The game at its start. Raises SpecError, Unlearnable."""
        game: Game = games.load(self.game)
        if game.score() is not None:
            raise Unlearnable(f"{self.game} is over before it begins")
        return game

    def settled(self, game: Game, layout: Layout) -> LearningPlan:
        """The plan with nothing left open, for that game.

        A board that is looked at as a whole is a table: its positions are learnt one by one, those off the best lines
        too, so that values become exact. Else positions share what they learn. Where dice fall, each game says little
        of what its positions are worth, and steps are small. There a line ends before the roll, and a search averages
        over rolls and evaluates behind them: leaves would say nothing of what is asked later. Raises Unlearnable.
        """
        features = self.features or default_features(game, layout)
        lucky = has_chance(game)
        method, trace, epsilon = ("td", 0.0, 0.3) if features == WHOLE else ("tdleaf", 0.8, 0.1)
        rate = LUCKY if lucky else RATE
        if is_layered(features):
            rate, trace = LAYERED
        if lucky:
            method = "td"
            if self.method not in ("", method):
                raise Unlearnable(f"{self.game} has chance: method {self.method!r} cannot learn it, but td can")
        if lucky and game.plays_turns:  # the dice see to it that positions of all kinds come up
            epsilon = 0.0
        return replace(
            self,
            features=features,
            method=self.method or method,
            rate=rate if self.rate is None else self.rate,
            trace=trace if self.trace is None else self.trace,
            epsilon=epsilon if self.epsilon is None else self.epsilon,
        )

    def start(self, game: Game, network: BoardEvaluation) -> SelfPlay:
        """The play of that network against itself by this plan, which must be complete."""
        rng = Rng(derive_seed(self.seed, "moves"))
        play = SelfPlay(game, network, rng, self.method == "tdleaf", self.depth)
        play.rate, play.trace, play.epsilon, play.opening = self.rate, self.trace, self.epsilon, self.opening
        return play

    def as_dict(self) -> dict[str, object]:
        """The plan as JSON's types."""
        return asdict(self)
