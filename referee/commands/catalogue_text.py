"""The lists of all games and players with their options, read from their classes."""

import inspect
import shlex
from collections.abc import Iterator
from random import Random

import games
from games.game import Game, writes
from games.names.catalogue import Catalogue, SpecError
from games.names.spec import OPENSPIEL
from games.option import Named, Option, options_of
from games.rules.texts import rules_of
from referee.drawing import terminal, text_table
from referee.drawing.text_width import text_width, wrap
from referee.table.scrolling_front import ScrollingFront

WIDEST = 80  # columns of rules
NARROWEST = 20  # columns for the description of an option
SHOWN = 8  # moves before a game is drawn; in a shorter game half of its moves


def catalogue_lines(catalogue: Catalogue, width: int | None) -> Iterator[str]:
    """Yield the lines of the list: each name with its aliases, its summary, and its options.

    width  columns of the terminal; None: no terminal, so each option takes one line.
    """
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
        yield from fold(f"{name}{also}{brought}", width, 4, first=0)
        yield from fold(inspect.cleandoc(vars(kind).get("__doc__") or "").partition("\n")[0], width, 4)
        yield from option_lines(kind, width)
    if catalogue is games.CATALOGUE:
        yield from openspiel_lines(width)


def openspiel_lines(width: int | None) -> Iterator[str]:
    """Yield the names of OpenSpiel's games, or how to install it."""
    try:
        names = ", ".join(games.CATALOGUE.openspiel.playable())
    except SpecError as error:
        names = str(error)
    yield f"{OPENSPIEL}:GAME"
    yield from fold(names, min(width or WIDEST, WIDEST), 4)


def option_lines(kind: type, width: int | None) -> Iterator[str]:
    """Yield a row for each option of the game or player: its default, what it may be and what it means."""
    options = {typed_default(key, option): option.described for key, option in options_of(kind).items()}
    beside = 4 + text_table.GAP + max(map(text_width, options), default=0)
    rows = [
        ("" if place else typed, part)
        for typed, told in options.items()
        for place, part in enumerate(fold(told, width and max(width - beside, NARROWEST)))
    ]
    yield from (f"    {line}" for line in text_table.rows(rows))


def fold(text: str, width: int | None, indent: int = 0, first: int | None = None) -> list[str]:
    """Wrap text to `width` columns, indented by `indent`, the first line by `first`; None: one line."""
    begins = " " * (indent if first is None else first)
    return [begins + text] if width is None else wrap(text, width, " " * indent, begins) or [""]


def typed_default(key: str, option: Option) -> str:
    """Return the option as you would type it to get its default."""
    within = ".NAME" if isinstance(option, Named) else ""
    return f"{key}{within}=" + ("" if option.default is None else option.write(option.default))


def print_rules(spec: str) -> None:
    """Draw a game at its start, and print its rules and options. Raises SpecError."""
    game, screen = games.load(spec), ScrollingFront()
    screen.board(game)
    for paragraph in (rules_of(type(game)) or f"No rules are written for {type(game).__name__}.").split("\n"):
        screen.tell("\n".join(wrap(paragraph, min(terminal.width(), WIDEST))))
    if lines := list(option_lines(type(game), terminal.width() if terminal.seen() else None)):
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
    """Play a random game to its end, and return its number of moves."""
    moves = 0
    while choices := game.moves():
        game.make(rng.choice(choices))
        moves += 1
    return moves
