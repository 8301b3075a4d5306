"""Games as searches need them: Python rules are called, and every move can be taken back.

A class may write a rule twice, in Python (moves, score, forcing, ranked, chances) and for C (collect, value,
collect_forcing, collect_ranked, weight). The method earlier in the class's MRO counts: a student's subclass of a
compiled game that writes only `score` is played by that score.
"""

from games.adapters.python_adapter import CachedGame, PythonAdapter
from games.capabilities import inherits_outdated, overrides
from games.game import Game, runs_in_c, writes

KEPT = 1 << 15  # positions of a plain game that a search caches: 38 MB of connect four
KEPT_AHEAD = 1 << 12  # positions cached for playouts, where each move may have a cache of its own


def copy_to_search(game: Game) -> Game:
    """Return a copy of the game for a search; all of its moves can be taken back."""
    return game.copy() if can_unmake(game) else CachedGame(game.copy(), KEPT, False)


def copy_to_play(game: Game) -> Game:
    """Return a copy for playouts, which may be copied again; it takes back moves only if can_unmake(game)."""
    return game.copy() if can_unmake(game) else CachedGame(game.copy(), KEPT_AHEAD, True)


def adapt(game: Game) -> Game:
    """Return the game itself if compiled code can play it, otherwise an adapter that plays in the same game."""
    return game if can_unmake(game) else PythonAdapter(game)


def can_unmake(game: Game) -> bool:
    """Return whether compiled code can make and take back moves in the game itself.

    It makes moves with `apply`, writes no rule in Python over C, and does not hide the C field `turn` by stating its
    own.
    """
    kind = type(game)
    rules = (("moves", "collect"), ("score", "value"), ("chances", "weight"))
    advice = (("forcing", "collect_forcing"), ("ranked", "collect_ranked"))
    spoken = any([overrides(kind, *pair) for pair in (*rules, *advice)])
    return runs_in_c(kind) and not spoken and getattr(kind, "turn", None) is getattr(Game, "turn", None)


def has_unmake(game: Game) -> bool:
    """Return whether `unmake` works, by the game's own method or by `revert`."""
    return writes(game, "unmake") or runs_in_c(type(game))


def can_become(game: Game) -> bool:
    """Return whether `become` copies the whole game, because all of its fields are in C."""
    return can_unmake(game) and not hasattr(game, "__dict__")


def can_restart(game: Game) -> bool:
    """Return whether `become` can reset a copy from copy_to_play(game) for the next playout."""
    return can_become(game) or not can_unmake(game)


def offers(game: Game, name: str) -> bool:
    """Return whether the game writes this method, and its rules do not outdate it."""
    return writes(game, name) and not inherits_outdated(type(game), name)


def ranks_moves(game: Game) -> bool:
    """Return whether the game has a move ordering (`ranked`) that its rules do not outdate."""
    return offers(game, "ranked") or offers(game, "collect_ranked")


def can_skip(game: Game) -> bool:
    """Return whether the game lets a search skip turns (`skip`), by a method that its rules do not outdate."""
    return offers(game, "skip")


def searches_selectively(game: Game) -> bool:
    """Return whether a search may leave out bad moves: the game has an estimate and is selective."""
    return game.selective and writes(game, "estimate")


def draws_playouts(game: Game) -> bool:
    """Return whether the game chooses playout moves (`playout_move`), by a method that its rules do not outdate."""
    return offers(game, "playout_move")


def plays_out(game: Game) -> bool:
    """Return whether the game plays whole playouts (`playout`), by a method that its rules do not outdate.

    The game is compiled, or wraps a compiled game and states `lends_playouts`.
    """
    if not offers(game, "playout") or overrides(type(game), "playout_move", "playout"):
        return False
    return can_become(game) or getattr(type(game), "lends_playouts", False)


def has_priors(game: Game) -> bool:
    """Return whether the game has priors for moves (`prior`), by a method that its rules do not outdate."""
    return offers(game, "prior")


def has_forcing_moves(game: Game) -> bool:
    """Return whether the game names its noisy moves (`forcing`), by a method that its rules do not outdate."""
    return offers(game, "forcing") or offers(game, "collect_forcing")


def bounds_score(game: Game) -> bool:
    """Return whether the game bounds the score still possible, by methods that its rules do not outdate."""
    return offers(game, "at_least") and offers(game, "at_most")
