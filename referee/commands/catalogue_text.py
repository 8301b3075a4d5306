"""The lists of all games and players with their options, which are read from their classes."""

import inspect
import shlex
from collections.abc import Iterator
from random import Random

import games
from games.catalogue import Catalogue, SpecError
from games.game import Game, writes
from games.libraries import LibraryCatalogue
from games.option import Named, Option, options_of
from games.rule_text import rules_of
from referee.drawing import terminal, text_table
from referee.drawing.text_width import wrap
from referee.table.scrolling_front import ScrollingFront

WIDEST = 80  # columns of rules
SHOWN = 8  # moves into the games that are drawn, or half of a shorter game


def catalogue_lines(catalogue: Catalogue) -> Iterator[str]:
    """The lines of the list: each name with its aliases, its summary, and a line for each option."""
    for name, entry in catalogue.all_entries.items():
        kind = catalogue.load_class(name)
        own = {
            word: catalogue.presets[short]
            for short, word in catalogue.called().items()
            if catalogue.names[short] == name
        }
        others = [*entry.aliases, *(f"{word} for {text}" for word, text in {**entry.presets, **own}.items())]
        also = f"  (also {', '.join(others)})" if others else ""
        brought = f"  (from {entry.origin})" if entry.origin else ""
        yield f"{name}{also}{brought}"
        yield f"    {inspect.cleandoc(vars(kind).get('__doc__') or '').partition(chr(10))[0]}"
        yield from option_lines(kind)
    if isinstance(catalogue, LibraryCatalogue):
        for name in catalogue.libraries:
            yield from library_lines(catalogue, name)


def library_lines(catalogue: LibraryCatalogue, name: str) -> Iterator[str]:
    """The lines on what a library brings: the names of its games, or how to install it."""
    library = catalogue.find_library(name)
    try:
        games_in_it = ", ".join(library.playable()) if library else ""
    except SpecError as error:
        games_in_it = str(error)
    yield f"{name}:GAME"
    yield from (f"    {line}" for line in wrap(games_in_it, WIDEST - 4))


def option_lines(kind: type) -> Iterator[str]:
    """A line for each option of the game or player: its default, what it may be and what it means."""
    rows = [(typed_default(key, option), option.described) for key, option in options_of(kind).items()]
    yield from (f"    {line}" for line in text_table.rows(rows))


def typed_default(key: str, option: Option) -> str:
    """The option as you would type it to get its default."""
    within = ".NAME" if isinstance(option, Named) else ""
    return f"{key}{within}=" + ("" if option.default is None else option.write(option.default))


def print_rules(spec: str) -> None:
    """Draw that game at its start, and print its rules and its options. Raises SpecError."""
    game, screen = games.load(spec), ScrollingFront()
    screen.board(game)
    for paragraph in (rules_of(type(game)) or f"No rules are written for {type(game).__name__}.").split("\n"):
        screen.tell("\n".join(wrap(paragraph, min(terminal.width(), WIDEST))))
    if lines := list(option_lines(type(game))):
        screen.tell("\n".join(("", "Options:", *lines)))
    if writes(game, "position"):
        screen.tell(f"\nThis position: --position {shlex.quote(game.position())}")


def draw_games(catalogue: Catalogue) -> None:
    """Draw each game once, in the middle of a random game that is the same each time."""
    screen = ScrollingFront()
    for name in catalogue:
        game, move, rng = catalogue.load(name), None, Random(name)
        for _ in range(min(SHOWN, random_length(catalogue.load(name), rng) // 2)):
            move = rng.choice(game.moves())
            game.make(move)
        screen.tell(name)
        screen.board(game, move)


def random_length(game: Game, rng: Random) -> int:
    """Play a random game to its end, and return how many moves it took."""
    moves = 0
    while choices := game.moves():
        game.make(rng.choice(choices))
        moves += 1
    return moves
