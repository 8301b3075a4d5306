"""The screens on which matches are played and shown again, and their titles."""

import contextlib
from typing import TYPE_CHECKING

import games
from games.capabilities import hides_information
from games.names.catalogue import SpecError
from referee.drawing import terminal
from referee.drawing.background import page_theme
from referee.support.settings import Settings
from referee.table.front import Front
from referee.table.scrolling_front import ScrollingFront

if TYPE_CHECKING:
    from referee.table.fullscreen.view import View
    from referee.table.typed_lines import TypedLines


def title_of(game: str, seed: int, goes_on: bool, called: str = "") -> str:
    """Return the name of the game, or `called` if that is given, and the seed.

    The seed is left out while a person plays a game that hides something: it would reveal what is dealt.
    """
    called = called or game
    return called if goes_on and hides_information(games.load(game)) else f"{called}, seed {seed}"


def options_note(spec: str) -> str:
    """Return which options the game of a spec has and how they are typed; "" if it has none, or the spec gives some."""
    name, given = games.CATALOGUE.split(spec)
    options = {} if given or name is None else games.CATALOGUE.options(name)
    typed = (f"{spec}:{key}={option.example}" for key, option in options.items() if option.example)
    example = next(filter(is_loadable, typed), "")
    return f"Options: {', '.join(options)}; type {example}." if example else ""


def is_loadable(spec: str) -> bool:
    """Return whether there is a game of this spec."""
    with contextlib.suppress(SpecError):
        games.load(spec)
        return True
    return False


def scrolling_front(seats: tuple[bool, bool], wanted: Settings, lines: "TypedLines | None" = None) -> ScrollingFront:
    """Return a screen for people to which lines are appended; `lines` as in LineFront."""
    return ScrollingFront(seats, terminal.board_signs(wanted.symbols, wanted.pieces), page_theme(wanted), lines)


def line_front(seats: tuple[bool, bool], wanted: Settings, lines: "TypedLines | None" = None) -> Front:
    """Return a screen in lines that stay: in sentences if settings say so, otherwise with boards."""
    if not wanted.plain:
        return scrolling_front(seats, wanted, lines)
    from referee.table.spoken_front import SpokenFront

    return SpokenFront(seats, lines)


def new_view(game: str, seats: tuple[bool, bool]) -> "View":
    """Return an empty page for a match of a game between these people."""
    from referee.table.fullscreen.view import Timeline, View

    return View(game, Timeline(games.load(game)), people=seats, viewer=seats.index(True) if sum(seats) == 1 else None)
