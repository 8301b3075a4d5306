"""The pages that show what there is: every game or player with its options, read from the classes themselves."""

import inspect
from collections.abc import Iterator
from random import Random

from games.catalogue import Catalogue
from games.game import Game
from games.option import Option, options_of
from referee.table.scrolling import Screen

SHOWN = 8  # moves into the games that are drawn, or half of a shorter game


def listing(catalogue: Catalogue) -> Iterator[str]:
    """Each name with its other names, its one line, and a line for each option."""
    for name, entry in catalogue.all_entries.items():
        kind = catalogue.load_class(name)
        also = f"  (also {', '.join(entry.aliases)})" if entry.aliases else ""
        brought = f"  (from {entry.origin})" if entry.origin else ""
        yield f"{name}{also}{brought}"
        yield f"    {inspect.cleandoc(vars(kind).get('__doc__') or '').partition(chr(10))[0]}"
        options = options_of(kind)
        heads = {key: head(key, option) for key, option in options.items()}
        size = max(map(len, heads.values()), default=0)
        for key, option in options.items():
            note = f"; {option.note}" if option.note else ""
            yield f"    {heads[key]:<{size}}  {option.allowed}{note}"


def head(key: str, option: Option) -> str:
    """The option as it would be typed to get its default."""
    return f"{key}=" + ("" if option.default is None else option.write(option.default))


def exhibit(catalogue: Catalogue) -> None:
    """Draw each game once, in the midst of a random one; the same each time."""
    screen = Screen()
    for name in catalogue:
        game, move, rng = catalogue.load(name), None, Random(name)
        for _ in range(min(SHOWN, length(catalogue.load(name), rng) // 2)):
            move = rng.choice(game.moves())
            game.make(move)
        screen.tell(name)
        screen.board(game, move)


def length(game: Game, rng: Random) -> int:
    """How many moves a random game takes, which is played here."""
    moves = 0
    while choices := game.moves():
        game.make(rng.choice(choices))
        moves += 1
    return moves
