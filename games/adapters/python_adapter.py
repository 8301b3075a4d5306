"""Adapts a game written in Python to compiled searches: its C methods call the Python ones."""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.game import ONGOING, Game
else:
    from games.game import ONGOING, Game

from games.base.fields import open_to_sight
from games.base.numeric import countable, whole
from games.base.rule_values import chances_of, check_statements, text_of, turn_of
from games.capabilities import inherits_outdated, overrides
from games.game import python_make, writes


def read_turn(game) -> int:
    """The turn as Python reads it, also where the class hides the C field of that name."""
    return game.turn


class Overrides:
    """Which rules a game's class writes in Python and which in C; computed once for all copies of a game."""

    # writes_key: the class writes its own key. key_outdated: it inherits a key, but has changed the rules below it, so
    # that the key may miss what counts now. readable: all fields can be read from Python. python_make: the function in
    # Python that makes a move without a check; None if it is C's.

    def __init__(self, game: Game):
        check_statements(game)
        kind = type(game)
        self.python_moves = overrides(kind, "moves", "collect")
        self.python_score = overrides(kind, "score", "value")
        self.python_forcing = overrides(kind, "forcing", "collect_forcing")
        self.python_chances = overrides(kind, "chances", "weight")
        self.python_ranked = overrides(kind, "ranked", "collect_ranked")
        self.python_make = python_make(kind)
        self.writes_key = writes(game, "key")
        self.key_outdated = self.writes_key and inherits_outdated(kind, "key")
        self.readable = open_to_sight(kind, Game)

    def apply(self, game, move):
        """Make a legal move in that game of the class, without a check."""
        if self.python_make is None:
            game.apply(move)
        else:
            self.python_make(game, move)


# What searches do in C, for those written in Python, and for tests of games: nothing is checked.


def make_unchecked(game: Game, move: cython.int) -> None:
    """Make a move that the game has just listed."""
    rules = python_make(type(game))
    if rules is None:
        game.apply(move)
    else:
        rules(game, move)


def unmake_unchecked(game: Game, move: cython.int) -> None:
    """Take back the last move, or with -1 a turn that was skipped."""
    game.revert(move)


def become_unchecked(game: Game, other: Game) -> None:
    """Let the game become a copy of the other one, which is of the same class with the same options."""
    game.become(other)


class PythonAdapter(Game):
    """Wraps a game: each C method calls whichever of the two, Python or C, the game's class writes."""

    def __init__(self, inner: Game):
        self.inner = inner
        self.overrides = Overrides(inner)
        self.turn = read_turn(inner)

    def collect(self, out):
        if not -1 <= self.turn <= 1 and self.value() == ONGOING:
            turn_of(self.inner)
        if not self.overrides.python_moves:
            self.inner.collect(out)
            return
        for move in self.inner.moves():
            out.add(whole(move))

    def collect_forcing(self, out):
        if not self.overrides.python_forcing:
            self.inner.collect_forcing(out)
            return
        for move in self.inner.forcing():
            out.add(whole(move))

    def collect_ranked(self, out, ranks):
        if not self.overrides.python_ranked:
            self.inner.collect_ranked(out, ranks)
            return
        for move, rank in self.inner.ranked():
            out.add(whole(move))
            ranks.add(whole(rank))

    def apply(self, move):
        self.overrides.apply(self.inner, move)
        self.turn = read_turn(self.inner)

    def value(self):
        if not self.overrides.python_score:
            return self.inner.value()
        found = self.inner.score()
        return ONGOING if found is None else countable(found)

    def estimate(self):
        return self.inner.estimate()

    def collect_contents(self, out):
        self.inner.collect_contents(out)

    def features(self):
        return self.inner.features()

    def playout_move(self, random):
        return self.inner.playout_move(random)

    def at_least(self):
        return self.inner.at_least()

    def at_most(self):
        return self.inner.at_most()

    def key(self):
        return 0 if self.overrides.key_outdated else self.inner.key()

    def board_key(self):
        return 0 if self.overrides.key_outdated else self.inner.board_key()

    def weight(self, move):
        if not self.overrides.python_chances:
            return self.inner.weight(move)
        return dict(chances_of(self.inner)).get(move, 0)

    def copy(self):
        return type(self)(self.inner.copy())

    def show(self, seat=None):
        return self.inner.show(seat)

    def text(self, move):
        return text_of(self.inner, move)

    def tidy(self, entry):
        return self.inner.tidy(entry)

    def parse(self, entry):
        return self.inner.parse(entry)

    def known(self, seat):
        return self.inner.known(seat)
