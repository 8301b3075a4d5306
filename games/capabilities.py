"""What kind of game a class describes, judged by the methods that it writes."""

from collections.abc import Iterator
from typing import Protocol, cast

from games.game import Game, writes
from games.theory import Theory


class OwnSolver(Protocol):
    """A search of a game's own that finds who wins and nothing else; a game's method `solver` makes one.

    nodes  positions searched so far.
    """

    nodes: int

    def outcome(self, game: Game, nodes: int) -> int | None:
        """What seat 0 wins with best play; None if that takes more than so many positions."""
        ...


def has_chance(game: Game) -> bool:
    """Whether the game is stochastic: dice are rolled or cards are dealt."""
    return writes(game, "chances") or writes(game, "weight")


def hides_information(game: Game) -> bool:
    """Whether it is a game of imperfect information: then it writes `imagine`."""
    return writes(game, "imagine")


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
    """The game's Theory of the position; None where it has none, or inherits one that its own rules outdate."""
    return None if inherits_outdated(type(game), "theory") else game.theory()


def solver_of(game: Game) -> OwnSolver | None:
    """A new search of the game's own for who wins; None where it has none, or inherits one that its rules outdate."""
    make = getattr(type(game), "solver", None)  # of the class: a person's own game may have a field of that name
    if not callable(make) or inherits_outdated(type(game), "solver"):
        return None
    return cast("OwnSolver | None", make(game))


def winning_cells(game: Game) -> tuple[tuple[int, int], ...]:
    """Where on the shown board of a game that is over the line, the path or the piece lies that won it.

    (row, column)s as a game's method `winning_cells` tells them; none where it has no such method, or is not over.
    """
    find = getattr(type(game), "winning_cells", None)
    return tuple(find(game)) if callable(find) and game.score() is not None else ()


def meaning_of(game: Game, move: int) -> str:
    """What that legal move amounts to, as the game says it in `meaning(move)`; empty where it writes none."""
    stated = getattr(type(game), "meaning", None)  # of the class: a person's own game may have a field of that name
    return str(stated(game, move)) if callable(stated) else ""


def theories_after(game: Game) -> Iterator[tuple[int, Theory | None]]:
    """Each legal move, in the order of `moves`, with the Theory of the position after it."""
    for move in game.moves():
        twin = game.copy()
        twin.make(move)
        yield move, theory_of(twin)


def at_stake(game: Game, seat: int) -> int:
    """What that seat loses, in points, by giving up now: as the game says in `at_stake(seat)`, else all that it can."""
    stated = getattr(game, "at_stake", None)
    return int(stated(seat)) if callable(stated) else max(1, game.at_most() if seat else -game.at_least())


def is_about_stakes(game: Game) -> bool:
    """Whether the moves of this position change what the game is worth and not the board, as the game may say."""
    stated = getattr(game, "is_about_stakes", None)
    return bool(stated()) if callable(stated) else False
