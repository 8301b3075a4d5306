"""Which game a Game is, and lines of moves in other words."""

from collections.abc import Callable, Iterable
from functools import lru_cache

from games.base.origins import comes_with_program, home_of
from games.game import Game, IllegalMove

Writer = Callable[[Game, int], str]
Reader = Callable[[Game, str], int]


def name_of(game: Game) -> str:
    """Return the catalogue's name of a built-in game; "" for a game that people wrote or changed."""
    return name_of_kind(type(game))  # type: ignore[arg-type]  # a class has a hash


@lru_cache(100)
def name_of_kind(kind: type[Game]) -> str:
    """Return the name of a class of games, as `name_of`."""
    module = home_of(kind).rpartition(".")[2]
    own = comes_with_program(kind) and kind.__name__.casefold() == module.replace("_", "")
    return module.replace("_", "-") if own else ""


def write_line(game: Game, texts: Iterable[str], write: Writer) -> list[str]:
    """Return the moves of our texts, made in turn, in the words of `write`, up to the first that fails."""
    twin, found = game.copy(), list[str]()
    for text in texts:
        try:
            move = twin.parse(text)
        except IllegalMove:
            break
        found.append(write(twin, move))
        twin.make(move)
    return found


def read_line(game: Game, words: Iterable[str], read: Reader) -> list[str]:
    """Return our texts of moves in the words of `read`, made in turn, up to the first that is illegal."""
    twin, found = game.copy(), list[str]()
    for word in words:
        try:
            move = read(twin, word)
        except ValueError:
            break
        found.append(twin.text(move))
        twin.make(move)
    return found
