"""What is known of a game: whatever can be counted or solved, and what games between equal players say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import games
from games.capabilities import has_chance, hides_information
from games.dataclass import dataclass
from games.option import options_of

if TYPE_CHECKING:
    from games.game import Game
    from referee.facts.count_states import StateCount
    from referee.facts.published import PublishedFact
    from referee.facts.sample import GameSample
    from referee.solving.value import Value


@dataclass(frozen=True)
class Rules:
    """What the rules say of the game as it was named.

    seats    what the two are called;  stakes  the most that either can win.
    chance   whether dice roll or cards are dealt;  hidden  whether a seat cannot see all.
    options  all options with their values, as they would be typed.
    """

    seats: tuple[str, str]
    stakes: int
    chance: bool
    hidden: bool
    options: dict[str, str]


@dataclass(frozen=True)
class Facts:
    """What is known of a game by now; None is what is not.

    game  its spec;  seed  of all games played;  stopped  whether Ctrl-C ended it before all was found out.
    worth  what the game is worth, a score or points on average.
    published  what others have found out of it, of which nothing is used here.
    hasty  whether the time ended something: the same seed may tell more or less then.
    """

    game: str
    seed: int
    rules: Rules
    census: StateCount | None = None
    worth: Value | None = None
    random: GameSample | None = None
    strong: GameSample | None = None
    stopped: bool = False
    hasty: bool = False
    published: tuple[PublishedFact, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """The facts as JSON's types: no infinity, no nan."""
        told = {"game": self.game, "seed": self.seed, "rules": vars(self.rules) | {"seats": list(self.rules.seats)}}
        parts = (("census", self.census), ("random", self.random), ("strong", self.strong))
        told |= {name: part and part.as_dict() for name, part in parts}
        worth = self.worth
        told["published"] = [each.as_dict() for each in self.published]
        told["worth"] = worth and {"value": worth.points, "how": worth.how, "interval": worth.interval}
        return told | {"stopped": self.stopped, "hasty": self.hasty}


def read_rules(spec: str, game: Game) -> Rules:
    """What the rules say of that game, loaded by that spec."""
    options, given = options_of(type(game)), games.CATALOGUE.read(spec)[1]
    values = {key: given.get(key, option.default) for key, option in options.items()}
    written = {key: "" if value is None else options[key].write(value) for key, value in values.items()}
    one, two = game.seats
    return Rules((one, two), game.stakes, has_chance(game), hides_information(game), written)
