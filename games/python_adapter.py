"""Games in the guise that compiled searches take: what the class says is heard, be it said to Python or to C."""

from operator import index

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.game import ONGOING, Game
else:
    from games.game import ONGOING, Game

from games.capabilities import lower, outdated
from games.game import open_to_sight, writes


def turn_of(game) -> int:
    """The turn as Python sees it, wherever the game's class keeps it."""
    return game.turn


class Said:
    """To whom the class of a game says its rules: by_... where it says that to Python; the same for all its objects."""

    # keyed: it writes its key. keyless: the rules have changed below an inherited key, which may not know what counts
    # now. open: all fields can be read.

    def __init__(self, game: Game):
        kind = type(game)
        self.by_moves = lower(kind, "moves", "collect")
        self.by_score = lower(kind, "score", "value")
        self.by_forcing = lower(kind, "forcing", "collect_forcing")
        self.by_chances = lower(kind, "chances", "weight")
        self.by_ranked = lower(kind, "ranked", "collect_ranked")
        self.keyed = writes(game, "key")
        self.keyless = self.keyed and outdated(kind, "key")
        self.open = open_to_sight(kind)


class Faced(Game):
    """A game that shows to C what its class says, be it to Python or to C."""

    def __init__(self, inner: Game):
        self.inner = inner
        self.said = Said(inner)
        self.turn = turn_of(inner)

    def collect(self, out):
        if not self.said.by_moves:
            self.inner.collect(out)
            return
        for move in self.inner.moves():
            out.add(index(move))

    def collect_forcing(self, out):
        if not self.said.by_forcing:
            self.inner.collect_forcing(out)
            return
        for move in self.inner.forcing():
            out.add(index(move))

    def collect_ranked(self, out, ranks):
        if not self.said.by_ranked:
            self.inner.collect_ranked(out, ranks)
            return
        for move, rank in self.inner.ranked():
            out.add(index(move))
            ranks.add(index(rank))

    def make(self, move):
        self.inner.make(move)
        self.turn = turn_of(self.inner)

    def value(self):
        if not self.said.by_score:
            return self.inner.value()
        found = self.inner.score()
        return ONGOING if found is None else index(found)

    def estimate(self):
        return self.inner.estimate()

    def at_least(self):
        return self.inner.at_least()

    def at_most(self):
        return self.inner.at_most()

    def key(self):
        return 0 if self.said.keyless else self.inner.key()

    def board_key(self):
        return 0 if self.said.keyless else self.inner.board_key()

    def weight(self, move):
        if not self.said.by_chances:
            return self.inner.weight(move)
        return dict(self.inner.chances()).get(move, 0)

    def copy(self):
        return type(self)(self.inner.copy())

    def text(self, move):
        return self.inner.text(move)

    def tidy(self, entry):
        return self.inner.tidy(entry)

    def parse(self, entry):
        return self.inner.parse(entry)
