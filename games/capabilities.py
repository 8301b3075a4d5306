"""What kind of game a class describes, judged by the methods that it defines."""

from collections.abc import Callable, Collection, Iterator
from typing import Any, Protocol, cast

from games.arrangement import Arrangement
from games.base.numeric import is_whole, whole
from games.base.rule_values import RuleError
from games.game import Game, writes
from games.theory import Theory


class OwnSolver(Protocol):
    """A game's own search for the winner, made by its method `solver`.

    nodes  positions searched so far.
    """

    nodes: int

    def outcome(self, game: Game, nodes: int) -> int | None:
        """Return what seat 0 wins with best play; None if that takes more than `nodes` positions."""
        ...


class BoundSolver(OwnSolver, Protocol):
    """A solver that also answers whether seat 0 gets at least some score, which may be faster than finding it."""

    def gets_at_least(self, game: Game, score: int, nodes: int) -> bool | None:
        """Return whether seat 0 gets at least `score` with best play; None if that takes over `nodes` positions."""
        ...


class ExactSolver(OwnSolver, Protocol):
    """A solver that also finds how soon the game ends, and with which move."""

    def exact(self, game: Game, nodes: int) -> tuple[int, int | None] | None:
        """Return seat 0's best score and the plies to it (None: a draw); None beyond `nodes` positions."""
        ...

    def best(self, game: Game, nodes: int) -> int | None:
        """Return a move to that end, the soonest win or the latest loss; None if that takes too many positions."""
        ...


class TableSolver(ExactSolver, Protocol):
    """A solver that looks into tables, which it makes once for many positions.

    how     how it finds its results, in words;  enough  the positions that any question may cost.
    """

    how: str
    enough: int


def has_chance(game: Game) -> bool:
    """Return whether the game is stochastic: it rolls dice or deals cards.

    If that depends on options, the game says so with a method `has_chance()`.
    """
    if not (writes(game, "chances") or writes(game, "weight")):
        return False
    return bool(ask(game, "has_chance", True))


def counts_points(game: Game) -> bool:
    """Return whether the size of a win counts, not only who wins.

    It does if luck decides over more than one point, because many small wins are then worth less than a few large
    ones, and in a game whose method `counts_points()` says so. Otherwise only winning counts.
    """
    return game.stakes > 1 and bool(ask(game, "counts_points", has_chance(game) or hides_information(game)))


def hides_information(game: Game) -> bool:
    """Return whether it is a game of imperfect information: then it defines `imagine`.

    If that depends on options, or on the wrapped game, the game says so with a method `hides_information()`.
    """
    if not writes(game, "imagine"):
        return False
    return bool(ask(game, "hides_information", True))


def overrides(kind: type, one: str, other: str) -> bool:
    """Return whether `one` overrides `other`: a class earlier in the MRO of `kind` defines it."""
    for parent in kind.__mro__:
        if one in vars(parent) or other in vars(parent):
            return other not in vars(parent)
    return False


def inherits_outdated(kind: type, name: str) -> bool:
    """Return whether the class inherits this method from a parent but has changed the rules since."""
    line = kind.__mro__
    place = [name in vars(parent) for parent in line].index(True)
    rules = {"moves", "collect", "make", "score", "value"}
    return line[place] is not Game and any(rules & vars(parent).keys() for parent in line[:place])


def theory_of(game: Game) -> Theory | None:
    """Return the game's Theory of the position; None without one, or if its rules outdate it. Raises RuleError."""
    found: Any = None if inherits_outdated(type(game), "theory") else game.theory()
    if found is None:
        return None
    if not isinstance(found, Theory) or not isinstance(found.name, str):
        raise RuleError(game, "theory", f"it returned {found!r:.60}")
    if not is_whole(found.score) or abs(whole(found.score)) > game.stakes:
        raise RuleError(game, "theory", f"its score is {found.score!r:.40}, and the stakes are {game.stakes}")
    return found


def scale_of(game: Game) -> float:
    """Return the game's `scale` for tree search; 0 if it has none, or if a subclass writes an estimate without one.

    It is also 0 with chance, hidden information or points that count.
    """
    if has_chance(game) or hides_information(game) or counts_points(game):
        return 0.0
    for parent in type(game).__mro__:
        if "scale" in vars(parent):
            return float(game.scale)
        if "estimate" in vars(parent):
            break
    return 0.0


def solver_of(game: Game) -> OwnSolver | None:
    """Return a new solver of the game's own; None without one, or if its rules outdate it. Raises RuleError."""
    outdated = own_method(game, "solver") and inherits_outdated(type(game), "solver")
    found = None if outdated else ask(game, "solver", None)
    if found is not None and not callable(getattr(found, "outcome", None)):
        raise RuleError(game, "solver", f"it returned {found!r:.60}")
    return cast("OwnSolver | None", found)


def as_bound(solver: OwnSolver) -> BoundSolver | None:
    """Return the solver if it is a BoundSolver, otherwise None."""
    return cast("BoundSolver", solver) if callable(getattr(solver, "gets_at_least", None)) else None


def as_exact(solver: OwnSolver | None) -> ExactSolver | None:
    """Return the solver if it is an ExactSolver, otherwise None."""
    return cast("ExactSolver", solver) if callable(getattr(solver, "exact", None)) else None


def as_table(solver: OwnSolver | None) -> TableSolver | None:
    """Return the solver if it is a TableSolver, otherwise None."""
    return cast("TableSolver", solver) if hasattr(solver, "enough") else None


def how_of(solver: OwnSolver, otherwise: str = "search for who wins") -> str:
    """Return how a solver finds its results, in words: `otherwise`, unless it is a TableSolver."""
    table = as_table(solver)
    return otherwise if table is None else table.how


def own_method(game: Game, name: str) -> Callable[..., Any] | None:
    """Return a method of the class, not a field of the object, beside Game's own; None if there is none."""
    found = getattr(type(game), name, None)
    return found if callable(found) else None


def ask(game: Game, name: str, default: Any, *given: Any) -> Any:
    """Return the answer of such a method; `default` if the class has none."""
    method = own_method(game, name)
    return method(game, *given) if method else default


def winning_cells(game: Game) -> tuple[tuple[int, int], ...]:
    """Return the (row, column) cells that won a finished game, by its method `winning_cells`; () without one."""
    find = own_method(game, "winning_cells")
    return tuple(find(game)) if find and game.score() is not None else ()


def threatened_cells(game: Game) -> tuple[tuple[int, int], ...]:
    """Return the (row, column) cells of pieces that must be saved, by its method `threatened_cells`; () without one."""
    return tuple(ask(game, "threatened_cells", ()))


def move_number(game: Game) -> int | None:
    """Return the number of the next move of a game that counts a move of each seat as one, by its `move_number`."""
    found = ask(game, "move_number", None)
    return None if found is None else int(found)


def areas_of(game: Game) -> tuple[Collection[tuple[int, int]], Collection[tuple[int, int]]]:
    """Return the (row, column) cells that count for each seat, by the game's method `areas`; none without one."""
    first, second = ask(game, "areas", ((), ()))
    return first, second


def can_drop_dead(game: Game) -> bool:
    """Return whether pieces may be agreed to be dead before they are counted, by the methods for that."""
    return own_method(game, "without") is not None


def meaning_of(game: Game, move: int) -> str:
    """Return what a legal move amounts to, by the game's method `meaning(move)`; "" without one."""
    return str(ask(game, "meaning", "", move))


def arrangement_of(game: Game) -> Arrangement | None:
    """Return a board on which people set up another position, starting from this one; None without `arrangement`."""
    return cast("Arrangement | None", ask(game, "arrangement", None))


def theories_after(game: Game) -> Iterator[tuple[int, Theory | None]]:
    """Yield each legal move, in the order of `moves`, with the Theory of the position after it."""
    for move in game.moves():
        twin = game.copy()
        twin.make(move)
        yield move, theory_of(twin)


def at_stake(game: Game, seat: int) -> int:
    """Return the points that `seat` loses by giving up now: the game's `at_stake(seat)`, by default all it can lose."""
    tell = own_method(game, "at_stake")
    return int(tell(game, seat)) if tell else max(1, game.at_most() if seat else -game.at_least())


def is_about_stakes(game: Game) -> bool:
    """Return whether the moves here change the stakes and not the board, by the game's method `is_about_stakes()`."""
    return bool(ask(game, "is_about_stakes", False))
