"""Of which kind a game is, by what its class writes."""

from games.game import Game, writes


def rolls(game: Game) -> bool:
    """Whether there is chance in the game: dice, or cards that are dealt."""
    return writes(game, "chances") or writes(game, "weight")


def hides(game: Game) -> bool:
    """Whether the game hides something from a seat: then it imagines what it hides."""
    return writes(game, "imagine")


def lower(kind: type, one: str, other: str) -> bool:
    """Whether the class defines the one method further down its line of parents than the other."""
    for parent in kind.__mro__:
        if one in vars(parent) or other in vars(parent):
            return other not in vars(parent)
    return False


def outdated(kind: type, name: str) -> bool:
    """Whether the class takes that method from a parent whose rules it has changed."""
    line = kind.__mro__
    place = [name in vars(parent) for parent in line].index(True)
    rules = {"moves", "collect", "make", "score", "value"}
    return line[place] is not Game and any(rules & vars(parent).keys() for parent in line[:place])
