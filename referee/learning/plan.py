"""What to learn, and how: everything that the weights depend on, except the length of the run."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import TYPE_CHECKING

import games
from games.base.parentheses import split_outside
from games.capabilities import has_chance
from games.dataclass import dataclass
from games.names.catalogue import SpecError
from games.names.user_files import is_file_spec, split_file_spec
from players.learning.features import WHOLE, Unlearnable, default_features, is_layered
from players.learning.td import SelfPlay
from players.search.random_play import Rng
from referee.support.limits import derive_seed

if TYPE_CHECKING:
    from games.game import Game
    from games.layout import Layout
    from players.learning.board_evaluation import BoardEvaluation


RATE, LUCKY = 5.0, 0.5  # step sizes of n-tuple networks: in games without chance, and with
LAYERED = 20.0, 0.5  # the step size of layered networks, and lambda
OPENING = 8  # random moves at the start of a game, at most


@dataclass(frozen=True)
class LearningPlan:
    """How an evaluation of a game is learnt. What is None or empty is chosen to suit the game (`settled`).

    game      the game's spec.
    features  what the evaluation looks at (players.learning.features).
    method    td or tdleaf (players.learning.td).
    rate      the step size;  trace  lambda;  epsilon  the share of random moves.
    opening   random moves at the start of a game, at most.
    depth     plies of the search for each move.
    seed      of all random numbers.
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
        """Return the game at its start. Raises SpecError, Unlearnable."""
        game: Game = games.load(self.game)
        if game.score() is not None:
            raise Unlearnable(f"{self.game} is over before it begins")
        return game

    def settled(self, game: Game, layout: Layout) -> LearningPlan:
        """Return the complete plan for this game. Raises Unlearnable.

        The features WHOLE make a table: its positions are learnt one by one, also those off the best lines, so that
        values become exact. Other features share what they learn. With dice each game says little about its positions,
        so steps are small. There a line ends before the roll, and a search averages over rolls and evaluates behind
        them: leaves would learn nothing that is used later.
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
        if lucky and game.plays_turns:  # the dice bring up positions of all kinds
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
        """Return the self-play of the network by this plan, which must be complete."""
        rng = Rng(derive_seed(self.seed, "moves"))
        play = SelfPlay(game, network, rng, self.method == "tdleaf", self.depth)
        for name in ("rate", "trace", "epsilon", "opening"):
            setattr(play, name, getattr(self, name))
        return play

    def as_dict(self) -> dict[str, object]:
        return asdict(self)


def canonical_game(spec: str) -> str:
    """Return the spec with its game's canonical name, and the options that differ from the default.

    The spec of a file stays as it is. Raises SpecError.
    """
    return spec if is_file_spec(spec) else proper_spec(spec)


def identify_game(spec: str) -> str:
    """Return a text that is equal for specs of the same game; it ignores where the file of a game lies.

    Raises SpecError.
    """
    found = proper_spec(spec)
    return split_file_spec(found)[1] if is_file_spec(found) else found


def proper_spec(spec: str) -> str:
    """Return the spec with its canonical name, and its options as they differ from the default. Raises SpecError."""
    bare, position = games.split_position(spec)
    given = games.CATALOGUE.read(bare)[1]
    name, behind = games.CATALOGUE.split(bare)
    options = games.CATALOGUE.options(str(name))
    texts = {key: option.write(given[key]) for key, option in options.items()
             if key in given and given[key] != option.default}  # fmt: skip
    words = [f'{key}="{text}"' if len(split_outside(text, ",")) > 1 else f"{key}={text}" for key, text in texts.items()]
    found = ":".join(filter(None, (name, ",".join(words))))
    if not says(found, {key: given[key] for key in texts}):  # a value that cannot be typed as it is written
        found = f"{name}:{behind}".rstrip(":")
    return games.with_position(found, position)


def says(spec: str, given: dict[str, object]) -> bool:
    """Return whether the spec gives these options."""
    try:
        return games.CATALOGUE.read(spec)[1] == given
    except SpecError:
        return False
