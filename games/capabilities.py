"""The kind of game that a class describes, judged by the methods that it defines."""

from collections.abc import Callable, Iterator
from typing import Any, Protocol, cast

from games.arrangement import Arrangement
from games.base.numeric import is_whole, whole
from games.base.rule_values import RuleError
from games.game import Game, writes
from games.theory import Theory


class OwnSolver(Protocol):
    """A search of a game's own that finds who wins; a game's method `solver` makes one.

    nodes  positions searched so far.
    """

    nodes: int

    def outcome(self, game: Game, nodes: int) -> int | None:
        """Return what seat 0 wins with best play; None if that takes more than so many positions."""
        ...


class BoundSolver(OwnSolver, Protocol):
    """A solver that also answers whether seat 0 gets a score, which may be faster than finding its score."""

    def gets_at_least(self, game: Game, score: int, nodes: int) -> bool | None:
        """Whether seat 0 gets that score at least with best play; None if that takes more than so many positions."""
        ...


class ExactSolver(OwnSolver, Protocol):
    """A solver that also finds how soon the game ends, and by which move."""

    def exact(self, game: Game, nodes: int) -> tuple[int, int | None] | None:
        """Return what seat 0 wins with best play, and the plies to the end, which are None for a draw.

        None if that takes more than so many positions.
        """
        ...

    def best(self, game: Game, nodes: int) -> int | None:
        """A move that brings that, soonest where it is won and latest where it is lost; None if it takes more."""
        ...


def has_chance(game: Game) -> bool:
    """Whether the game is stochastic: dice are rolled or cards are dealt.

    If that depends on options, the game says so in a method `has_chance()`.
    """
    if not (writes(game, "chances") or writes(game, "weight")):
        return False
    tell = own_method(game, "has_chance")
    return bool(tell(game)) if tell else True


def counts_points(game: Game) -> bool:
    """Whether the size of a win counts, and not only who wins.

    It does if luck decides over more than one point, because a little won often is then worth less than much won
    seldom; and in a game that says so in a method `counts_points()`. Else only winning counts.
    """
    tell = own_method(game, "counts_points")
    return game.stakes > 1 and (bool(tell(game)) if tell else has_chance(game) or hides_information(game))


def hides_information(game: Game) -> bool:
    """Whether it is a game of imperfect information: then it defines `imagine`.

    If that depends on options, or on which game it stands for, it says so in a method `hides_information()`.
    """
    if not writes(game, "imagine"):
        return False
    tell = own_method(game, "hides_information")
    return bool(tell(game)) if tell else True


def overrides(kind: type, one: str, other: str) -> bool:
    """Whether `one` overrides `other`: a class nearer to `kind` in its line of parents (its MRO) defines it."""
    for parent in kind.__mro__:
        if one in vars(parent) or other in vars(parent):
            return other not in vars(parent)
    return False


def inherits_outdated(kind: type, name: str) -> bool:
    """Whether the class inherits that method from a parent whose rules it has changed since."""
    line = kind.__mro__
    place = [name in vars(parent) for parent in line].index(True)
    rules = {"moves", "collect", "make", "score", "value"}
    return line[place] is not Game and any(rules & vars(parent).keys() for parent in line[:place])


def theory_of(game: Game) -> Theory | None:
    """Return the game's Theory of the position; None if it has none, or inherits one that its own rules outdate.

    Raises RuleError if it is something else.
    """
    found: Any = None if inherits_outdated(type(game), "theory") else game.theory()
    if found is None:
        return None
    if not isinstance(found, Theory) or not isinstance(found.name, str):
        raise RuleError(game, "theory", f"it returned {found!r:.60}")
    if not is_whole(found.score) or abs(whole(found.score)) > game.stakes:
        raise RuleError(game, "theory", f"its score is {found.score!r:.40}, and the stakes are {game.stakes}")
    return found


def scale_of(game: Game) -> float:
    """Return the game's `scale`, for tree search; 0 if it has none, or where a subclass writes an estimate without one.

    It is also 0 if there is chance, if something is hidden and if points count.
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
    """Return a new search of the game's own for who wins; None if it has none, or inherits one that its rules outdate.

    Raises RuleError if it is something else.
    """
    make = own_method(game, "solver")
    found = None if make is None or inherits_outdated(type(game), "solver") else make(game)
    if found is not None and not callable(getattr(found, "outcome", None)):
        raise RuleError(game, "solver", f"it returned {found!r:.60}")
    return cast("OwnSolver | None", found)


def as_bound(solver: OwnSolver) -> BoundSolver | None:
    """Return the solver, if it answers whether seat 0 gets so much."""
    return cast("BoundSolver", solver) if callable(getattr(solver, "gets_at_least", None)) else None


def as_exact(solver: OwnSolver | None) -> ExactSolver | None:
    """Return the solver, if it finds more than who wins, else None."""
    return cast("ExactSolver", solver) if callable(getattr(solver, "exact", None)) else None


def own_method(game: Game, name: str) -> Callable[..., Any] | None:
    """Return the method of that name which a game may have beside those of Game; None if its class has none.

    It is looked for in the class: an object may have a field of that name.
    """
    found = getattr(type(game), name, None)
    return found if callable(found) else None


def winning_cells(game: Game) -> tuple[tuple[int, int], ...]:
    """Return the cells, on the board of a game that is over, of the line, the path or the piece that won it.

    (row, column)s from the game's method `winning_cells`; none if it has no such method, or is not over.
    """
    find = own_method(game, "winning_cells")
    return tuple(find(game)) if find and game.score() is not None else ()


def meaning_of(game: Game, move: int) -> str:
    """Return what that legal move amounts to, as the game says it in `meaning(move)`; empty if it writes none."""
    tell = own_method(game, "meaning")
    return str(tell(game, move)) if tell else ""


def arrangement_of(game: Game) -> Arrangement | None:
    """Return a board on which another position may be set up from this one; None if the game has no `arrangement`."""
    make = own_method(game, "arrangement")
    return cast("Arrangement", make(game)) if make else None


def theories_after(game: Game) -> Iterator[tuple[int, Theory | None]]:
    """Each legal move, in the order of `moves`, with the Theory of the position after it."""
    for move in game.moves():
        twin = game.copy()
        twin.make(move)
        yield move, theory_of(twin)


def at_stake(game: Game, seat: int) -> int:
    """What that seat loses, in points, by giving up now: as the game says in `at_stake(seat)`, else all that it can."""
    tell = own_method(game, "at_stake")
    return int(tell(game, seat)) if tell else max(1, game.at_most() if seat else -game.at_least())


def is_about_stakes(game: Game) -> bool:
    """Whether the moves of this position change what the game is worth and not the board, as the game may say."""
    tell = own_method(game, "is_about_stakes")
    return bool(tell(game)) if tell else False
