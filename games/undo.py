"""Games as searches take them: what the class says in Python is heard, and every move can be taken back.

A class may say the same thing twice, once for Python (moves, score, forcing, ranked, chances) and once for C (collect,
value, collect_forcing, collect_ranked, weight). Of each pair the method that is defined further down the line of
parents holds: a student's subclass of a compiled game that writes only `score` means it.
"""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.game import Game
else:
    from games.game import Game

from games.cached_game import Unfolded
from games.capabilities import lower, outdated
from games.game import writes
from games.python_adapter import Faced

KEPT = 1 << 15  # positions of a plain game that a search keeps: 38 MB of connect four
KEPT_AHEAD = 1 << 12  # and each of the playouts, of which there may be some for every move


def undoable(game: Game) -> Game:
    """A copy of the game to search in: made and unmade moves leave the original as it is."""
    return game.copy() if takes_back(game) else Unfolded(game.copy(), KEPT, False)


def forward(game: Game) -> Game:
    """A copy of the game to play on in, copies of which are as good; it takes back moves only if takes_back(game)."""
    return game.copy() if takes_back(game) else Unfolded(game.copy(), KEPT_AHEAD, True)


def faced(game: Game) -> Game:
    """The game itself in a guise to play on in."""
    return game if takes_back(game) else Faced(game)


def takes_back(game: Game) -> bool:
    """Whether compiled code can make and unmake moves in the game itself.

    It writes unmake for its own make, all that it says it says to C, and its turn is Game's own field: a class that
    says `turn = 0` hides that field from C.
    """
    kind = type(game)
    rules = (("moves", "collect"), ("score", "value"), ("chances", "weight"), ("make", "unmake"))
    advice = (("forcing", "collect_forcing"), ("ranked", "collect_ranked"))
    spoken = any(lower(kind, *pair) for pair in (*rules, *advice))
    return writes(game, "unmake") and not spoken and getattr(kind, "turn", None) is getattr(Game, "turn", None)


def becomes(game: Game) -> bool:
    """Whether `become` makes a game of its class into a whole twin of it: all its fields are C's."""
    return takes_back(game) and not hasattr(game, "__dict__")


def starts_over(game: Game) -> bool:
    """Whether a copy of forward(game) may become that one again, to start over."""
    return becomes(game) or not takes_back(game)


def ranks(game: Game) -> bool:
    """Whether the game ranks its moves, by the rules that hold."""
    kind = type(game)
    return any(writes(game, name) and not outdated(kind, name) for name in ("ranked", "collect_ranked"))


def forces(game: Game) -> bool:
    """Whether the game says which of its moves are forcing, by the rules that hold."""
    kind = type(game)
    return any(writes(game, name) and not outdated(kind, name) for name in ("forcing", "collect_forcing"))


def limits(game: Game) -> bool:
    """Whether the game says what can still be scored, by the rules that hold."""
    kind = type(game)
    return all(writes(game, name) and not outdated(kind, name) for name in ("at_least", "at_most"))
