"""What players found out about a whole game, kept within the process: a batch solves its game once."""

import random
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from games.game import CHANCE, Game
from games.option import options_of
from players.search.clock import hurried

PROBES = 4  # random games that games solved alike must share
LONGEST = 1000  # moves of each

Solution = TypeVar("Solution")


@dataclass
class SolutionCache(Generic[Solution]):
    """Solutions by what was solved and how, the one used last at the end."""

    most: int
    by_key: OrderedDict[tuple[Any, ...], Solution] = field(default_factory=OrderedDict)

    def find(self, key: tuple[Any, ...]) -> Solution | None:
        """What is kept under the key."""
        if key in self.by_key:
            self.by_key.move_to_end(key)
        return self.by_key.get(key)

    def add(self, key: tuple[Any, ...], found: Solution) -> None:
        """Keep it, in the place of the one that was not used for longest; not what was found in a hurry."""
        if hurried():
            return
        self.by_key[key] = found
        if len(self.by_key) > self.most:
            self.by_key.popitem(last=False)


def identify_game(game: Game) -> tuple[Any, ...]:
    """What two games share that are the same: class, start, options as far as they can be read, some random games.

    Random games stand for options that cannot be read: those that change anything soon change the lines of play.
    """
    kind = type(game)
    options = tuple(repr(getattr(game, name, None)) for name in options_of(kind))
    start = game.key(), game.turn, game.stakes, game.known(0), game.known(1)
    return kind, options, *start, *(play_probe(game, number) for number in range(PROBES))


def play_probe(game: Game, number: int) -> tuple[Any, ...]:
    """A random game from there, the same by its number: all moves and chances that it passes, and its score."""
    rng, twin = random.Random(number), game.copy()
    line: list[tuple[tuple[int, int], ...]] = []
    while twin.score() is None and len(line) < LONGEST:
        choices = twin.chances() if twin.turn == CHANCE else [(move, 1) for move in twin.moves()]
        line.append(tuple(choices))
        twin.make(rng.choice(choices)[0])
    return *line, twin.score()
