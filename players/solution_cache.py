"""Solutions of whole games, kept within the process, so that a batch solves its game once."""

import random
from collections import OrderedDict
from dataclasses import field
from typing import Any, Generic, TypeVar

from games.base.rule_values import chances_of, legal_moves
from games.dataclass import dataclass
from games.game import CHANCE, Game
from games.option import options_of
from players.search.clock import hurried

PROBES = 4  # random games that equal games must share
LONGEST = 1000  # moves of each

Solution = TypeVar("Solution")


@dataclass
class SolutionCache(Generic[Solution]):
    """A cache of at most `most` solutions, by what was solved and how; the least recently used one goes first."""

    most: int
    by_key: OrderedDict[tuple[Any, ...], Solution] = field(default_factory=OrderedDict)

    def find(self, key: tuple[Any, ...]) -> Solution | None:
        """Return the solution under `key`; None if there is none."""
        if key in self.by_key:
            self.by_key.move_to_end(key)
        return self.by_key.get(key)

    def add(self, key: tuple[Any, ...], found: Solution) -> None:
        """Keep a solution, unless the process is hurried and it may be unfinished."""
        if hurried():
            return
        self.by_key[key] = found
        if len(self.by_key) > self.most:
            self.by_key.popitem(last=False)


def identify_game(game: Game) -> tuple[Any, ...]:
    """Return a key that equal games share: class, start, readable options, and some random games.

    Random games stand for options that cannot be read: an option that changes the game soon changes the lines of play.
    """
    kind = type(game)
    options = tuple(repr(getattr(game, name, None)) for name in options_of(kind))
    start = game.key(), game.turn, game.stakes, game.known(0), game.known(1)
    return kind, options, *start, *(play_probe(game, number) for number in range(PROBES))


def play_probe(game: Game, number: int, longest: int = LONGEST) -> tuple[Any, ...]:
    """Return a random game seeded by `number`: the choices at each of up to `longest` positions, and the score."""
    rng, twin = random.Random(number), game.copy()
    line: list[tuple[tuple[int, int], ...]] = []
    while twin.score() is None and len(line) < longest:
        choices = chances_of(twin) if twin.turn == CHANCE else [(move, 1) for move in legal_moves(twin)]
        line.append(tuple(choices))
        twin.make(rng.choice(choices)[0])
    return *line, twin.score()
