"""Games as searches need them: rules written in Python are called, and every move can be taken back.

A class may write a rule twice, once in Python (moves, score, forcing, ranked, chances) and once for C (collect, value,
collect_forcing, collect_ranked, weight). Of each pair the method that is nearer to the class in its line of parents
holds: a student's subclass of a compiled game that writes only `score` is played by that score.
"""

from games.adapters.python_adapter import CachedGame, PythonAdapter
from games.capabilities import inherits_outdated, overrides
from games.game import Game, runs_in_c, writes

KEPT = 1 << 15  # positions of a plain game that a search keeps: 38 MB of connect four
KEPT_AHEAD = 1 << 12  # and each of the playouts, of which there may be some for every move


def copy_to_search(game: Game) -> Game:
    """Return a copy of the game whose moves can all be taken back, for a search. The original stays as it is."""
    return game.copy() if can_unmake(game) else CachedGame(game.copy(), KEPT, False)


def copy_to_play(game: Game) -> Game:
    """A copy of the game for playouts, which may be copied again; it takes back moves only if can_unmake(game)."""
    return game.copy() if can_unmake(game) else CachedGame(game.copy(), KEPT_AHEAD, True)


def adapt(game: Game) -> Game:
    """The game itself if compiled code can play it, else an adapter around it, which plays on in the same game."""
    return game if can_unmake(game) else PythonAdapter(game)


def can_unmake(game: Game) -> bool:
    """Return whether compiled code can make and take back moves in the game itself.

    Its moves are made by `apply`, all that it says it says to C, and its turn is Game's own field: a class that says
    `turn = 0` hides that field from C.
    """
    kind = type(game)
    rules = (("moves", "collect"), ("score", "value"), ("chances", "weight"))
    advice = (("forcing", "collect_forcing"), ("ranked", "collect_ranked"))
    spoken = any([overrides(kind, *pair) for pair in (*rules, *advice)])
    return runs_in_c(kind) and not spoken and getattr(kind, "turn", None) is getattr(Game, "turn", None)


def has_unmake(game: Game) -> bool:
    """Return whether `unmake` takes back moves of the game, by its own method or by `revert`."""
    return writes(game, "unmake") or runs_in_c(type(game))


def can_become(game: Game) -> bool:
    """Whether `become` copies the whole game, because all of its fields are C's."""
    return can_unmake(game) and not hasattr(game, "__dict__")


def can_restart(game: Game) -> bool:
    """Whether a copy of copy_to_play(game) can be reset to it by `become`, for the next playout."""
    return can_become(game) or not can_unmake(game)


def ranks_moves(game: Game) -> bool:
    """Whether the game has a move ordering (`ranked`) that is not outdated by changed rules."""
    kind = type(game)
    return any([writes(game, name) and not inherits_outdated(kind, name) for name in ("ranked", "collect_ranked")])


def can_skip(game: Game) -> bool:
    """Whether the game lets a search skip turns (`skip`), by a method that is not outdated by changed rules."""
    return writes(game, "skip") and not inherits_outdated(type(game), "skip")


def searches_selectively(game: Game) -> bool:
    """Whether a search may leave out what seems bad: in a game with an estimate that does not speak against it."""
    return game.selective and writes(game, "estimate")


def draws_playouts(game: Game) -> bool:
    """Whether the game draws moves for playouts itself (`playout_move`), by a method not outdated by changed rules."""
    return writes(game, "playout_move") and not inherits_outdated(type(game), "playout_move")


def plays_out(game: Game) -> bool:
    """Whether the game plays whole playouts itself (`playout`), by a method not outdated by changed rules."""
    kind = type(game)
    line = [vars(parent) for parent in kind.__mro__]
    drawn = next(iter([place for place, names in enumerate(line) if "playout_move" in names]), 0)
    own = next(iter([place for place, names in enumerate(line) if "playout" in names]))
    return writes(game, "playout") and can_become(game) and own <= drawn and not inherits_outdated(kind, "playout")


def has_priors(game: Game) -> bool:
    """Whether the game says what is known of moves before they are tried (`prior`), by a method not outdated."""
    return writes(game, "prior") and not inherits_outdated(type(game), "prior")


def has_forcing_moves(game: Game) -> bool:
    """Whether the game names its noisy moves (`forcing`), by a method that is not outdated by changed rules."""
    kind = type(game)
    return any([writes(game, name) and not inherits_outdated(kind, name) for name in ("forcing", "collect_forcing")])


def bounds_score(game: Game) -> bool:
    """Whether the game bounds the score that is still possible, by methods that are not outdated by changed rules."""
    kind = type(game)
    return all([writes(game, name) and not inherits_outdated(kind, name) for name in ("at_least", "at_most")])
